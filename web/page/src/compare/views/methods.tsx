import type { Selection } from "@rsa-variants/measure/plan/selection";
import type { Run } from "@rsa-variants/measure/run/run";
import { enginesToMeasure } from "@rsa-variants/measure/tasks/protocol";
import { formatNumber } from "@rsa-variants/measure/text/format";
import { Fragment, type JSX } from "preact";
import type { Build } from "rsa-variants";
import type { State } from "../state.ts";
import { whyNotFastest } from "../texts.ts";
import { MethodsText } from "./methods-text.tsx";

/** How the figures were measured, and on which machine. */
export function Methods({ state }: { readonly state: State }): JSX.Element {
  return (
    <>
      <MethodsText />
      <dl class="environment-list">
        {describe(state).map(([term, text]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function describe({ selection, run, library, opened }: State): (readonly [string, string])[] {
  const entries: [string, string][] = [
    ["Browser", navigator.userAgent],
    ["Logical processors", String(navigator.hardwareConcurrency)],
    ["WebAssembly", library.state === "ready" ? buildText(library.build, selection) : library.state],
  ];
  if (library.state === "ready") {
    const missing = whyNotFastest(library, selection.build);
    entries.push(["Engine in use", enginesToMeasure(selection.engines, library.engines).join(", ") || "none"]);
    entries.push(["Engines that run", [library.engines.join(", "), missing].filter(Boolean).join("; ")]);
  }
  entries.push(["Timer", timerText(run)]);
  if (run !== undefined) entries.push(["Started", new Date(run.startedAt).toLocaleString()]);
  for (const { name, run: other } of opened) {
    if (other.environment === undefined) continue;
    const { build, userAgent, processor } = other.environment;
    const parts = [userAgent, processor, `build ${build}`, timerText(other)];
    entries.push([`Loaded: ${name}`, parts.filter(Boolean).join("; ")]);
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
    : "not cross-origin isolated: the browser makes the timer coarser, so samples last longer";
  const step = run?.environment?.timerStep;
  return step === undefined ? kind : `step ${formatNumber(step * 1000, 2)} µs measured; ${kind}`;
}
