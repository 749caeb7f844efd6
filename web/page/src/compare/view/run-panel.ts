import { type Budget, type Phase, type ProgressReport, phases } from "@rsa-variants/measure/tasks/protocol";
import { variantFacts } from "rsa-variants";
import { h, setAttribute, setText } from "../../common/dom.ts";
import { formatDuration } from "../../common/format.ts";
import { parseWholeNumber } from "../../common/whole-number.ts";
import { limits, numberProblem } from "../params/selection.ts";
import type { Actions, State, View } from "../state.ts";
import { referenceTexts } from "../text/variants.ts";

/** How long to measure, the one button that starts, and the same button that stops. */
export function runView(actions: Actions): View {
  const amount = h("input", {
    id: "budget",
    type: "number",
    inputmode: "numeric",
    "aria-describedby": "budget-note",
    input: () => readBudget(),
  });
  const kind = h(
    "select",
    { "aria-label": "Unit of the budget", change: () => readBudget(true) },
    h("option", { value: "seconds" }, "seconds"),
    h("option", { value: "samples" }, "samples each"),
  );
  const note = h("p", { id: "budget-note", class: "field-note" });
  const button = h("button", { type: "submit", class: "run" }, "Run");
  const element = h(
    "div",
    { class: "run-group" },
    h(
      "div",
      { class: "field field-budget" },
      h("label", { for: "budget" }, "measure for"),
      h("div", { class: "joined" }, amount, kind),
      note,
    ),
    button,
  );
  const defaults = { seconds: 30, samples: 50 } as const;

  function readBudget(changedKind = false): void {
    const unit = kind.value as Budget["kind"];
    if (changedKind) amount.value = String(defaults[unit]);
    const value = parseWholeNumber(amount.value);
    const problem = numberProblem(unit, value);
    if (problem !== undefined) actions.markField(unit, problem);
    else {
      actions.markField(unit === "seconds" ? "samples" : "seconds", undefined);
      actions.markField(unit, undefined);
      actions.select({ budget: unit === "seconds" ? { kind: unit, seconds: value } : { kind: unit, samples: value } });
    }
  }

  return {
    element,
    update(state) {
      const { budget } = state.selection;
      const problem = state.fieldProblems.seconds ?? state.fieldProblems.samples;
      if (problem === undefined) {
        kind.value = budget.kind;
        const value = String(budget.kind === "seconds" ? budget.seconds : budget.samples);
        if (parseWholeNumber(amount.value) !== Number(value)) amount.value = value;
        setAttribute(amount, "min", limits[budget.kind].min);
        setAttribute(amount, "max", limits[budget.kind].max);
      }
      setAttribute(amount, "aria-invalid", problem === undefined ? undefined : "true");
      setText(note, problem ?? "");
      note.classList.toggle("has-problem", problem !== undefined);
      amount.disabled = state.running !== undefined;
      kind.disabled = state.running !== undefined;
      const blocked = blockedReason(state);
      setText(button, state.running === undefined ? "Run" : "Stop");
      button.disabled = state.running === undefined && blocked !== undefined;
      button.title = state.running === undefined ? (blocked ?? "") : "";
    },
  };
}

/** Why nothing can be started now, or nothing. */
export function blockedReason(state: State): string | undefined {
  if (state.library.state === "failed") return "WebAssembly could not be started.";
  const { sweepLengths: _sweep, ...problems } = state.fieldProblems;
  if (Object.values(problems).some((problem) => problem !== undefined)) return "Mend the marked fields first.";
  if (state.library.state === "loading") return "The WebAssembly is loading.";
  const { variants, references, engines } = state.selection;
  const { library } = state;
  if (library.state === "ready" && engines.length > 0 && !engines.some((engine) => library.engines.includes(engine))) {
    return "None of the chosen engines runs here.";
  }
  if (variants.length + references.length === 0) return "Choose at least one variant first.";
  const cannot: ReadonlySet<string | undefined> = new Set(["refused", "skipped", "unavailable"]);
  const measurable = state.rows.some(({ messageKind }) => !cannot.has(messageKind));
  return measurable ? undefined : "None of the chosen variants can be measured so.";
}

const phaseNames: Readonly<Record<Phase, string>> = {
  load: "Loading",
  keys: "Keys",
  "warm-up": "Warm-up",
  samples: "Samples",
};

/** How often the spoken progress changes at most. Milliseconds. */
const spokenInterval = 5000;

/** Progress by phase, the time left, and what a screen reader hears of it. */
export function progressView(): View {
  const shown: readonly Phase[] = phases.filter((phase) => phase !== "load");
  const steps = shown.map((phase) => {
    const bar = h("span", { class: "bar" });
    return { phase, bar, element: h("li", {}, h("span", { class: "phase" }, phaseNames[phase]), bar) };
  });
  const text = h("p", { class: "progress-text" });
  const spoken = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const list = h("ol", { class: "phases", "aria-hidden": "true" }, ...steps.map((step) => step.element));
  const element = h("div", { class: "progress" }, list, text, spoken);
  let lastSpoken = Number.NEGATIVE_INFINITY;
  let lastState = "";

  return {
    element,
    update(state) {
      const { progress, running } = state;
      const active = running !== undefined;
      element.classList.toggle("active", active);
      const current = progress === undefined ? -1 : shown.indexOf(progress.phase);
      for (const [index, { bar, element: step }] of steps.entries()) {
        const fraction = active && index === current ? fractionOf(progress) : active && index < current ? 1 : 0;
        bar.style.setProperty("--fraction", String(fraction));
        setAttribute(
          step,
          "data-state",
          !active ? undefined : index === current ? "current" : index < current ? "past" : "next",
        );
      }
      const sentence = describe(state);
      setText(text, sentence);
      const key = `${running} ${progress?.phase} ${state.run?.state} ${isOfAnotherBuild(state)}`;
      const now = performance.now();
      if (key !== lastState || (active && now - lastSpoken > spokenInterval)) {
        lastState = key;
        lastSpoken = now;
        setText(spoken, sentence);
      }
    },
  };
}

function fractionOf(progress: ProgressReport | undefined): number {
  if (progress?.expected === undefined || progress.expected === 0) return 0;
  return Math.min(1, progress.done / progress.expected);
}

function describe(state: State): string {
  const { running, progress, run } = state;
  if (running === undefined) return [describeEnd(state), blockedReason(state)].filter(Boolean).join(" ");
  if (progress === undefined) return "Starting the worker and measuring the timer's step";
  const parts: string[] = [];
  if (running === "sweep") parts.push(`n ${progress.modulusLength}`);
  if (progress.phase === "samples") {
    const { budget } = state.selection;
    parts.push(budget.kind === "samples" ? `Sample ${progress.done} of ${progress.expected}` : "Sampling in turns");
  } else {
    parts.push(`${phaseNames[progress.phase]} ${progress.done + 1} of ${progress.expected}`);
    if (progress.detail !== undefined) parts.push(detailName(progress.detail));
  }
  if (progress.left !== undefined) {
    const overdue = progress.left === 0 && progress.phase !== "samples";
    parts.push(overdue ? "the time is up; everything is still measured once" : `${formatDuration(progress.left)} left`);
  }
  const hidden = run?.hiddenSeconds ? ["the page was hidden meanwhile"] : [];
  return [...parts, ...hidden].join(" · ");
}

function describeEnd(state: State): string {
  const { run } = state;
  if (run === undefined) return "Nothing measured yet. Everything runs in this browser; nothing is sent anywhere.";
  if (isOfAnotherBuild(state)) {
    return `Measured with build ${run.environment?.build}; choose it to see the figures.`;
  }
  if (state.library.state === "loading") return "";
  const hidden =
    run.hiddenSeconds >= 1
      ? ` The page was hidden for ${Math.round(run.hiddenSeconds)} s of the run; browsers slow hidden pages down.`
      : "";
  if (run.state === "stopped") return `Stopped. What was measured is kept.${hidden}`;
  if (run.state === "failed") return `Ended by an error. What was measured is kept.${hidden}`;
  const samples = run.measurements.reduce((sum, { samples: list }) => sum + list.length, 0);
  return `Done: ${samples} samples, every result checked.${hidden}`;
}

function isOfAnotherBuild({ run, figures, library }: State): boolean {
  return library.state === "ready" && run !== undefined && figures === undefined;
}

/** The worker names subjects by their identifiers. */
function detailName(detail: string): string {
  const [id, ...rest] = detail.split(": ") as [string, ...string[]];
  const names: Record<string, { title?: string; name?: string }> = { ...variantFacts, ...referenceTexts };
  return [names[id]?.title ?? names[id]?.name ?? id, ...rest].join(": ");
}
