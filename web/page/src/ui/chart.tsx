import type { Chart, ChartConfiguration } from "chart.js";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { download } from "../core/download.ts";
import { QuietButton } from "./buttons.tsx";
import type { Ink } from "./charts/axes.ts";

/** Chart.js and our functions for it, loaded with the first drawing. */
type Charts = typeof import("./charts/setup.ts");

/** What a chart shows. */
export interface Drawing {
  readonly configuration: (ink: Ink, charts: Charts) => ChartConfiguration<"bar" | "line", unknown[], unknown>;
  /** The whole content in words, for screen readers. The chart is drawn again when this or the scope changes. */
  readonly label: string;
  /** The parameters and the machine of the figures, for saved pictures. */
  readonly scope?: string;
  /** Pixels. */
  readonly height: number;
}

interface ChartPanelProps {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** The text while there is nothing to draw. */
  readonly empty: string;
  readonly drawing: Drawing | undefined;
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
export function ChartPanel(props: ChartPanelProps): JSX.Element {
  const { id, title, subtitle, empty, drawing, isRunning = false, children, after } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  // The browser could not load Chart.js: it is offline, or the site has changed since the page was opened.
  const [isMissing, setMissing] = useState(false);
  useChart(canvas, drawing, isRunning, setMissing);

  const save = async () => {
    const charts = await loadCharts().catch(() => undefined);
    setMissing(charts === undefined);
    if (canvas.current === null) return;
    const head = [title, drawing?.scope].filter(Boolean).join(", ");
    charts?.pictureOf(canvas.current, head, subtitle)?.toBlob((blob) => {
      if (blob !== null) download(`rsa-variants-${id}.png`, "image/png", blob);
    });
  };

  const isEmpty = drawing === undefined;
  return (
    <section class="chart" id={id} aria-labelledby={`${id}-title`}>
      <div class="chart-head">
        <h3 id={`${id}-title`}>{title}</h3>
        <QuietButton hidden={isEmpty} onClick={save}>
          Save as PNG
        </QuietButton>
      </div>
      <p class="chart-subtitle">{subtitle}</p>
      {children}
      {isMissing && (
        <p class="chart-empty" role="status">
          The chart could not be loaded. Check your connection and reload the page.
        </p>
      )}
      <div class="chart-box" hidden={isEmpty} style={{ height: `${drawing?.height ?? 0}px` }}>
        <canvas ref={canvas} role="img" aria-label={`${title}. ${drawing?.label ?? ""}`} />
      </div>
      {isEmpty && <p class="chart-empty">{empty}</p>}
      {after}
    </section>
  );
}

/** Keeps a canvas in step with a drawing. */
function useChart(
  canvas: { readonly current: HTMLCanvasElement | null },
  drawing: Drawing | undefined,
  isRunning: boolean,
  setMissing: (isMissing: boolean) => void,
) {
  const chart = useRef<Chart<"bar" | "line", unknown[], unknown>>();
  const shown = useRef({ key: "", at: Number.NEGATIVE_INFINITY });
  const wanted = useRef(drawing);
  wanted.current = drawing;
  const keyOf = ({ label, scope }: Drawing) => `${label} ${scope}`;

  const redraw = useRef(async () => {
    const charts = await loadCharts().catch(() => undefined);
    setMissing(charts === undefined);
    if (charts === undefined) return;
    const { Chart, currentInk } = charts;
    const [target, now] = [canvas.current, wanted.current];
    if (target === null || now === undefined) return;
    shown.current = { key: keyOf(now), at: performance.now() };
    const configuration = now.configuration(currentInk(), charts);
    if (chart.current === undefined) chart.current = new Chart(target, configuration);
    else {
      chart.current.data = configuration.data;
      if (configuration.options !== undefined) chart.current.options = configuration.options;
      chart.current.update("none");
    }
  });

  // After every render: a drawing that was held back during a run is due later, even if nothing else changes.
  useEffect(() => {
    if (drawing === undefined || keyOf(drawing) === shown.current.key) return;
    if (isRunning && performance.now() - shown.current.at < redrawInterval) return;
    void redraw.current();
  });
  useEffect(() => {
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const recolor = () => void redraw.current();
    scheme.addEventListener("change", recolor);
    return () => {
      scheme.removeEventListener("change", recolor);
      chart.current?.destroy();
    };
  }, []);
}
