import { type Phase, phases } from "@rsa-variants/measure/tasks/protocol";
import { leastRounds } from "@rsa-variants/measure/tasks/schedule";
import { formatDuration } from "@rsa-variants/measure/text/format";
import { LinkButton } from "../../ui/buttons.tsx";
import { PresetField } from "../../ui/fields.tsx";
import { Controls, Phases, RunButton, Spoken } from "../../ui/form.tsx";
import type { ViewProps } from "../actions.ts";
import { countText } from "../figures.ts";
import { matchingPresets, presets } from "../presets.ts";
import { type CompareState, hasProblems } from "../state.ts";
import { KeyFields, starText } from "./key-fields.tsx";
import { Settings } from "./settings.tsx";

/** What to measure, the button that starts and stops a run, and its progress. */
export function RunPanel({ state, actions }: ViewProps) {
  const { selection, running } = state;
  const isRunning = running !== undefined;
  const { budget } = selection;
  const [matching] = matchingPresets(selection);
  const time = budget.kind === "seconds" ? formatDuration(budget.seconds * 1000) : `${budget.samples} samples`;
  return (
    <Controls label="What to measure" onSubmit={() => (isRunning ? actions.stop() : actions.measure("table"))}>
      <div class="cluster run-row">
        <KeyFields {...{ state, actions }} />
        <RunButton isRunning={isRunning} blocked={blockedReason(state)} />
        <PresetField
          name="paper"
          label="Repeat a paper"
          {...{ presets, matching }}
          {...(matching === undefined ? {} : { hint: matching.reason })}
          disabled={isRunning}
          onChoose={({ values }) => actions.select(values, true)}
        />
      </div>
      <div class="cluster below-run">
        <details class="more-settings">
          <summary>More settings</summary>
          <Settings {...{ state, actions }} />
        </details>
        <Progress state={state} />
        {!isRunning && (
          <p class="run-note">
            {starText(state)} · takes {time} · nothing leaves this browser
            {budget.kind === "seconds" && budget.seconds < 60 && (
              <>
                {" · "}
                <LinkButton onClick={() => actions.select({ budget: { kind: "seconds", seconds: 60 } })}>
                  Measure longer
                </LinkButton>
              </>
            )}
          </p>
        )}
      </div>
    </Controls>
  );
}

/** Why nothing can be started now, or nothing. */
export function blockedReason(state: CompareState): string | undefined {
  const { selection, library, rows } = state;
  if (library.state === "failed") return "WebAssembly could not be started.";
  if (hasProblems(state)) return "Fix the highlighted fields first.";
  if (library.state === "loading") return "WebAssembly is loading.";
  const { variants, references, engines } = selection;
  if (engines.length > 0 && !engines.some((engine) => library.engines.includes(engine))) {
    return "None of the chosen engines runs here.";
  }
  if (variants.length + references.length === 0) return "Choose at least one variant.";
  const cannot: ReadonlySet<string | undefined> = new Set(["refused", "skipped", "unavailable"]);
  return rows.some(({ messageKind }) => !cannot.has(messageKind))
    ? undefined
    : "None of the chosen variants can be measured with these settings.";
}

/** The same as a sentence of the page. Undefined while the library loads: a line that comes and goes would move everything below it. */
export function statedReason(state: CompareState): string | undefined {
  return state.library.state === "loading" ? undefined : blockedReason(state);
}

const phaseNames: Readonly<Record<Phase, string>> = {
  load: "Loading",
  keys: "Keys",
  "warm-up": "Warm-up",
  samples: "Samples",
};

const shownPhases = phases.filter((phase) => phase !== "load");

/** The progress of each phase and the time left, also for screen readers. */
function Progress({ state }: { readonly state: CompareState }) {
  const { progress, running, run, figures } = state;
  const isRunning = running !== undefined;
  const shown: readonly (Phase | undefined)[] = shownPhases;
  const current = shown.indexOf(progress?.phase);
  const fraction = progress?.expected ? Math.min(1, progress.done / progress.expected) : 0;
  const text = describe(state);
  return (
    <div class={isRunning ? "cluster progress active" : "cluster progress"}>
      <Phases names={shownPhases.map((phase) => phaseNames[phase])} {...{ current }} fraction={fraction} />
      <p id="run-state" class="progress-text">
        {text}
      </p>
      <Spoken
        text={text}
        phase={`${running} ${progress?.phase} ${run?.state} ${figures === undefined}`}
        isRunning={isRunning}
      />
    </div>
  );
}

function describe(state: CompareState): string {
  const { running, progress, run } = state;
  if (running === undefined) {
    return [describeEnd(state), statedReason(state)].filter(Boolean).join(" ");
  }
  if (progress === undefined) return "Starting the worker and measuring the timer";
  const parts: string[] = [];
  if (running === "sweep") parts.push(`n ${progress.modulusLength}`);
  if (progress.phase === "samples") {
    const { budget } = state.selection;
    parts.push(
      budget.kind === "samples" ? `Sample ${progress.done} of ${progress.expected}` : "Measuring all variants in turns",
    );
  } else {
    parts.push(
      `${phaseNames[progress.phase]} ${Math.min(progress.done + 1, progress.expected ?? Infinity)} of ${progress.expected}`,
    );
    if (progress.detail !== undefined) parts.push(progress.detail);
  }
  if (progress.left !== undefined) {
    const isOverdue = progress.left === 0 && progress.phase !== "samples";
    parts.push(
      isOverdue
        ? `the time is up, but everything is measured at least ${leastRounds} times`
        : `${formatDuration(progress.left)} left`,
    );
  }
  if (run?.hiddenSeconds) parts.push("the page was hidden for a while");
  return parts.join(" · ");
}

function describeEnd(state: CompareState): string {
  const { run, figures, library, rows } = state;
  if (run === undefined || library.state === "loading") return "";
  if (figures === undefined)
    return `Measured with build ${run.environment?.build}; choose that build to see the figures.`;
  if (rows.every(({ summaries }) => Object.keys(summaries).length === 0) && run.measurements.length > 0) {
    return "Nothing measured with these settings yet.";
  }
  const hidden =
    run.hiddenSeconds >= 1
      ? ` The page was hidden for ${Math.round(run.hiddenSeconds)} s of the run, and browsers slow hidden pages down.`
      : "";
  if (run.state === "stopped") return `Stopped. The page keeps what it has measured.${hidden}`;
  if (run.state === "failed") return `The run failed. The page keeps what it has measured.${hidden}`;
  const samples = run.measurements.reduce((sum, { samples: list }) => sum + list.length, 0);
  return `Done: ${countText(samples)}, and every result is correct.${hidden}`;
}
