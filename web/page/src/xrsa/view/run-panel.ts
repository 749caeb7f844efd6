import { h, setText } from "../../common/dom.ts";
import { formatCount, formatDuration } from "../../common/format.ts";
import type { Stage } from "../run/protocol.ts";
import type { Run } from "../run/run.ts";
import type { State, View } from "../state.ts";
import { primeName, sectionName } from "../text/steps.ts";

/** The one button that starts a run, and stops it. */
export function runButton(): View {
  const button = h("button", { type: "submit", class: "run" }, "Run");
  return {
    element: h("div", { class: "run-group" }, button),
    update(state) {
      const blocked = blockedReason(state);
      setText(button, state.running ? "Stop" : "Run");
      button.disabled = !state.running && blocked !== undefined;
      button.title = state.running ? "" : (blocked ?? "");
    },
  };
}

/** Why nothing can be started now, or nothing. */
function blockedReason({ library, fieldProblems, plans }: State): string | undefined {
  if (library.state === "failed") return "WebAssembly could not be started.";
  if (Object.values(fieldProblems).some((problem) => problem !== undefined)) return "Mend the marked fields first.";
  if (library.state === "loading") return "The WebAssembly is loading.";
  if (plans?.refusal !== undefined) return "The device refuses this; the reason stands below the field.";
  return undefined;
}

/** How often the spoken progress changes at most. Milliseconds. */
const spokenInterval = 5000;

/** Progress in a line, the part of it that is done, and what a screen reader hears of it. */
export function progressView(): View {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  const text = h("p", { class: "progress-text" });
  const spoken = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const element = h("div", { class: "progress" }, bar, text, spoken);
  let lastSpoken = Number.NEGATIVE_INFINITY;
  let lastKey = "";
  return {
    element,
    update(state) {
      const { running, lastRun, run } = state;
      element.classList.toggle("active", running === true);
      bar.style.setProperty("--fraction", String(running && lastRun ? fractionOf(lastRun) : 0));
      const sentence = running && lastRun ? describe(lastRun) : describeEnd(run, state);
      setText(text, sentence);
      const key = `${running} ${lastRun?.stage} ${run?.state} ${blockedReason(state)}`;
      const now = performance.now();
      if (key === lastKey && (!running || now - lastSpoken < spokenInterval)) return;
      lastKey = key;
      lastSpoken = now;
      setText(spoken, sentence);
    },
  };
}

/** Of the present stage; how long a key takes is a matter of luck. */
function fractionOf({ progress }: Run): number {
  return progress?.expected === undefined ? 0 : progress.multiplications / progress.expected;
}

const stageTexts: Readonly<Record<Stage, string>> = {
  load: "Loading",
  key: "Making a key",
  device: "The device begins",
  ordinary: "The same by the ordinary decryption",
  software: "The same by the naive method",
};

function describe({ stage, progress, selection }: Run): string {
  if (progress?.stage === "key") {
    const { section, candidates, multiplications } = progress;
    const which = section.prime === undefined ? "" : ` for ${primeName(section.prime)}`;
    const tested = candidates === undefined ? "" : `: candidate ${formatCount(candidates)}${which}`;
    return `The device makes a key${tested} · ${formatCount(multiplications)} ⊗`;
  }
  if (stage === "key") return selection.keySource === "device" ? "The device makes a key" : "Making a key";
  if (progress === undefined) return stageTexts[stage];
  if (progress.stage === "software") {
    const { multiplications, expected } = progress;
    return `${stageTexts.software}: ${formatCount(multiplications)} of ${formatCount(expected)} multiplications modulo N`;
  }
  const { section, multiplications, expected } = progress;
  return `${formatCount(multiplications)} of ${formatCount(expected ?? 0)} ⊗ · ${sectionName(section)}`;
}

function describeEnd(run: Run | undefined, state: State): string {
  const blocked = blockedReason(state);
  if (blocked !== undefined) return blocked;
  if (run === undefined)
    return "Nothing computed with this choice yet. Everything runs in this browser; nothing is sent anywhere.";
  if (run.state === "stopped") return "Stopped.";
  if (run.state === "failed") return "Ended by an error.";
  const { device, ordinary } = run;
  if (device === undefined || ordinary === undefined) return "";
  const verdict = ordinary.equal ? "equal to the ordinary decryption" : "NOT equal to the ordinary decryption";
  const count = formatCount(device.report.total.multiplications);
  return `Done: ${count} ⊗ in ${formatDuration(device.milliseconds)}, ${verdict}.`;
}
