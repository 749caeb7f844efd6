import { enginesToMeasure } from "@rsa-variants/measure/tasks/protocol";
import type { Build } from "rsa-variants";
import { h, setContent } from "../../common/dom.ts";
import { formatNumber } from "../../common/format.ts";
import type { Selection } from "../params/selection.ts";
import type { Run } from "../results/run.ts";
import type { State, View } from "../state.ts";
import { whyNotFastest } from "../text/engines.ts";

/** The machine and the clock behind the figures, and how they were taken. */
export function environmentView(): View {
  const list = h("dl", { class: "environment-list" });
  const element = h(
    "section",
    { class: "environment", "aria-labelledby": "environment-title" },
    h("h2", { id: "environment-title" }, "How this was measured"),
    h(
      "p",
      {},
      "A worker of its own makes a key for each variant, warms the code up, and then measures all operations in turns, so that a slow moment of the machine meets every variant alike. Fast operations are repeated until a sample lasts at least a hundred steps of the timer. Every result is compared with the message after the clock was read. Times are medians; the range below is the 95 % interval of the median from order statistics, or all samples while there are fewer than six. Variants whose intervals overlap count as indistinguishable. The operations are the bare ones, without padding and without guards, unless these are measured too.",
    ),
    list,
  );
  return {
    element,
    update(state) {
      const entries = describe(state);
      setContent(list, JSON.stringify(entries), () =>
        entries.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]),
      );
    },
  };
}

function describe({ selection, figures: run, library, loaded }: State): (readonly [string, string])[] {
  const entries: [string, string][] = [["Browser", navigator.userAgent]];
  entries.push(["Logical processors", String(navigator.hardwareConcurrency)]);
  entries.push(["WebAssembly", library.state === "ready" ? buildText(library.build, selection) : library.state]);
  if (library.state === "ready") {
    const missing = whyNotFastest(library, selection.build);
    entries.push(["Engine in use", enginesToMeasure(selection.engines, library.engines).join(", ") || "none"]);
    entries.push(["Engines that run", [library.engines.join(", "), missing].filter(Boolean).join("; ")]);
  }
  entries.push(["Timer", timerText(run)]);
  if (run !== undefined) entries.push(["Started", new Date(run.startedAt).toLocaleString()]);
  const other = loaded?.run;
  if (loaded !== undefined && other?.environment !== undefined) {
    const { build, userAgent } = other.environment;
    entries.push(["Loaded run", `${loaded.name}: ${userAgent}; build ${build}; ${timerText(other)}`]);
  }
  return entries;
}

function buildText(build: Build, selection: Selection): string {
  return `build ${build}, ${selection.build === "auto" ? "the fastest that runs here" : "as chosen"}`;
}

function timerText(run: Run | undefined): string {
  const isolated = run?.environment?.crossOriginIsolated ?? globalThis.crossOriginIsolated;
  const kind = isolated
    ? "cross-origin isolated: fine timer"
    : "not cross-origin isolated, so the browser coarsens the timer; samples last longer to make up for it";
  const step = run?.environment?.timerStep;
  return step === undefined ? kind : `step ${formatNumber(step * 1000, 2)} µs measured; ${kind}`;
}
