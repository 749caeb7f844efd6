import type { Chart } from "chart.js";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { download } from "../core/download.ts";
import { QuietButton } from "./buttons.tsx";
import type { Configuration } from "./charts/axes.ts";
import type { Ink } from "./charts/colors.ts";

/** Chart.js and our functions for it, loaded with the first drawing. */
type Charts = typeof import("./charts/setup.ts");

export interface Drawing {
  readonly configuration: (ink: Ink, charts: Charts) => Configuration;
  /** The whole content in words, for screen readers. The chart is drawn again when this or the scope changes. */
  readonly label: string;
  /** The parameters and the machine of the figures, for saved pictures. */
  readonly scope?: string;
}

interface ChartPanelProps {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** Pixels. The chart has this height before it is drawn, too, so that nothing moves. */
  readonly height: number;
  /** The text while there is nothing to draw; absent if there is something. */
  readonly empty?: string | undefined;
  /** Called when the chart is about to be seen, and after each change from then on. */
  readonly draw: () => Drawing | undefined | Promise<Drawing | undefined>;
  readonly isRunning?: boolean;
  /** Above the chart, such as a choice of what it shows. */
  readonly children?: ComponentChildren;
  /** Below the chart, such as the same numbers as a table. */
  readonly after?: ComponentChildren;
}

/** Milliseconds between redraws during a run. Drawing slows the page down, not the worker. */
const redrawInterval = 1000;

const loadCharts = () => import("./charts/setup.ts");

/** A chart with its title, its description, and a button that saves it as a picture. */
export function ChartPanel(props: ChartPanelProps) {
  const { id, title, subtitle, height, empty, draw, isRunning = false, children, after } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { drawing, isMissing, update } = useChart(canvas, draw, isRunning);

  const save = async (form: "png" | "svg") => {
    const shown = await update();
    if (shown === undefined || canvas.current === null) return;
    const { charts, drawing } = shown;
    const { clientWidth, clientHeight } = canvas.current;
    const picture = charts.pictureOf(drawing.configuration(charts.currentInk(), charts), [clientWidth, clientHeight], {
      title,
      head: subtitle,
      foot: [drawing.scope ?? "", location.href],
    });
    const name = `rsa-variants-${id}.${form}`;
    if (form === "svg") download(name, "image/svg+xml", picture?.svg ?? "");
    else picture?.png.toBlob((blob) => blob !== null && download(name, "image/png", blob));
  };

  const isEmpty = empty !== undefined;
  return (
    <section class="chart" id={id} aria-labelledby={`${id}-title`}>
      <div class="chart-head">
        <h3 id={`${id}-title`}>{title}</h3>
        <span class="cluster">
          {(["png", "svg"] as const).map((form) => (
            <QuietButton
              key={form}
              hidden={isEmpty}
              aria-label={`Save ${form.toUpperCase()}: ${title}`}
              onClick={() => save(form)}
            >
              Save {form.toUpperCase()}
            </QuietButton>
          ))}
        </span>
      </div>
      <p class="muted chart-subtitle">{subtitle}</p>
      {children}
      {isMissing && (
        <p class="chart-empty" role="status">
          The chart could not be loaded. Check your connection and reload the page.
        </p>
      )}
      <div class="chart-box" data-drawn={drawing !== undefined} hidden={isEmpty} style={{ height: `${height}px` }}>
        <canvas ref={canvas} role="img" aria-label={`${title}. ${drawing?.label ?? ""}`} />
      </div>
      {isEmpty && <p class="muted chart-empty">{empty}</p>}
      {after}
    </section>
  );
}

/** Keeps a canvas in step with what there is to draw, from the time when it is about to be seen. */
function useChart(canvas: RefObject<HTMLCanvasElement | null>, draw: ChartPanelProps["draw"], isRunning: boolean) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [isMissing, setMissing] = useState(false);
  const chart = useRef<Chart<"line", unknown[], unknown> | undefined>(undefined);
  const last = useRef({ key: "", at: Number.NEGATIVE_INFINITY });
  const wanted = useRef(draw);
  wanted.current = draw;

  /** Draws what is wanted now, unless it is there already, and returns it with what drew it. */
  const update = useRef(async (isForced = false) => {
    const loaded = await Promise.all([loadCharts(), wanted.current()]).catch(() => undefined);
    // Otherwise the browser could not load Chart.js: it is offline, or the site has changed since the page was opened.
    setMissing(loaded === undefined);
    const target = canvas.current;
    const [charts, now] = loaded ?? [];
    if (target === null || charts === undefined || now === undefined) return undefined;
    const key = `${now.label} ${now.scope}`;
    last.current.at = performance.now();
    if (isForced || key !== last.current.key) {
      last.current.key = key;
      chart.current?.destroy(); // Chart.js cannot exchange the plugins of a chart
      chart.current = new charts.Chart(target, now.configuration(charts.currentInk(), charts));
      setDrawing(now);
    }
    return { charts, drawing: now };
  }).current;

  const isNear = useRef(false);
  useEffect(() => {
    if (!isNear.current || (isRunning && performance.now() - last.current.at < redrawInterval)) return;
    void update();
  }, [draw, isRunning]);
  useEffect(() => {
    const come = () => {
      isNear.current = true;
      void update();
    };
    const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && come(), {
      rootMargin: "300px 0px",
    });
    if (canvas.current !== null) seen.observe(canvas.current);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const recolor = () => chart.current !== undefined && void update(true);
    scheme.addEventListener("change", recolor);
    return () => {
      seen.disconnect();
      scheme.removeEventListener("change", recolor);
      chart.current?.destroy();
    };
  }, []);
  return { drawing, isMissing, update };
}
