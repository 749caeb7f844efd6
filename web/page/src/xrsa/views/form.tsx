import { capitalized, formatCount, formatDuration } from "@rsa-variants/measure/text/format";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { QuietButton } from "../../ui/buttons.tsx";
import { NumberField, PresetField, SelectField } from "../../ui/fields.tsx";
import { Controls, RunButton, Spoken } from "../../ui/form.tsx";
import type { ViewProps } from "../actions.ts";
import type { Run, Stage } from "../run/protocol.ts";
import {
  defaultSelection,
  matchingPreset,
  modeTexts,
  type NumberName,
  numberNames,
  numbers,
  presets,
} from "../selection.ts";
import { blockedReason, isRunning, isStale, shownRun, type XrsaState } from "../state.ts";
import { primeName, sectionName } from "../text.ts";
import { usePhone } from "./media.ts";

export function Form({ state, actions }: ViewProps) {
  const { selection } = state;
  const disabled = isRunning(state);
  const isPhone = usePhone();
  const matching = matchingPreset(selection);
  const fields = (
    <>
      <Numbers {...{ state, actions }} name="modulusLength" />
      <Numbers {...{ state, actions }} name="primes" />
      <Numbers {...{ state, actions }} name="multiplierLength" />
      <Choice {...{ state, actions }} name="mode" />
      {selection.mode === "window" && <Numbers {...{ state, actions }} name="windowWidth" />}
    </>
  );
  return (
    <Controls label="What to compute" onSubmit={() => actions.startOrStop()}>
      <div class="what">
        <div class="cluster fields">
          <PresetField
            name="example"
            label="example"
            {...{ presets, matching, disabled }}
            adjusted={matching === undefined ? [] : [matching.reason]}
            onChoose={({ values }) => actions.select(values, true)}
          />
          {!isPhone && fields}
        </div>
        <RunButton isRunning={disabled} blocked={blockedReason(state)} />
      </div>
      <Settings {...{ state, actions }}>{isPhone && fields}</Settings>
      <Progress {...{ state, actions }} />
    </Controls>
  );
}

/** Folded until a setting in it differs from the paper's or is refused. On a phone it has all settings. */
function Settings({ state, actions, children }: ViewProps & { readonly children: ComponentChildren }) {
  const { selection, fieldProblems, plans } = state;
  const more = ["unitRam", "controllerRam", "keySource"] as const;
  const [isOpen, setOpen] = useState(more.some((name) => selection[name] !== defaultSelection[name]));
  const names: readonly string[] = children ? [...numberNames, ...more] : more;
  const needed = names.some((name) => name === plans?.refusal?.field || Object.hasOwn(fieldProblems, name));
  if (needed && !isOpen) setOpen(true);
  return (
    <details class="more-settings" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{children ? "Settings" : "More settings"}</summary>
      <div class="cluster fields">
        {children}
        <Numbers {...{ state, actions }} name="unitRam" />
        <Numbers {...{ state, actions }} name="controllerRam" />
        <Choice {...{ state, actions }} name="keySource" />
      </div>
    </details>
  );
}

const choiceTexts = {
  mode: { label: "mode", hint: "How the device computes powers", values: modeTexts },
  keySource: {
    label: "key made by",
    hint: "The device can make its own key with the unit’s operations",
    values: { library: "the library", device: "the device" },
  },
} as const;

function Choice({ state, actions, name }: ViewProps & { readonly name: keyof typeof choiceTexts }) {
  const { values, ...text } = choiceTexts[name];
  return (
    <SelectField<string>
      {...text}
      name={name}
      value={state.selection[name]}
      options={Object.entries(values).map(([value, each]) => ({ value, text: each }))}
      disabled={isRunning(state)}
      onChoose={(value) => actions.select({ [name]: value })}
    />
  );
}

function Numbers({ state, actions, name }: ViewProps & { readonly name: NumberName }) {
  const own = state.fieldProblems[name];
  const refusal = state.plans?.refusal;
  const refused = own === undefined && refusal?.field === name ? `${capitalized(refusal.message)}.` : undefined;
  return (
    <NumberField
      {...numbers[name]}
      name={name}
      value={state.selection[name]}
      problem={own}
      problems={[refused]}
      disabled={isRunning(state)}
      onNumber={(value, problem) => actions.type(name, value, problem)}
    />
  );
}

function Progress({ state, actions }: ViewProps) {
  const { lastRun } = state;
  const running = isRunning(state);
  const text = running && lastRun ? describe(lastRun) : describeEnd(state);
  const { multiplications = 0, expected } = lastRun?.progress ?? {};
  const fix = Object.keys(state.fieldProblems).length === 0 ? state.plans?.refusal?.fix : undefined;
  return (
    <div class={running ? "cluster progress active" : "cluster progress"}>
      {/* Of the present stage only: the time of a key is random. */}
      <span class="bar" aria-hidden="true" style={{ "--fraction": expected ? multiplications / expected : 0 }} />
      <p id="run-state" class="progress-text">
        {text}
      </p>
      {fix !== undefined && (
        <QuietButton
          onClick={() => {
            actions.select({ [fix.field]: fix.value }, true);
            document.querySelector<HTMLElement>(".run")?.focus(); // this button is gone
          }}
        >
          {`Use ${numbers[fix.field].with(formatCount(fix.value))}`}
        </QuietButton>
      )}
      <Spoken text={text} phase={`${lastRun?.stage} ${lastRun?.state} ${blockedReason(state)}`} isRunning={running} />
    </div>
  );
}

const stageTexts: Readonly<Record<Stage, string>> = {
  load: "Loading",
  key: "Making a key",
  device: "Starting the device",
  ordinary: "Decrypting with the library",
  software: "Naive method",
};

function describe({ stage, progress, selection }: Run): string {
  if (stage === "key" && selection.keySource === "device" && progress?.stage !== "key") return "The device makes a key";
  if (progress === undefined) return stageTexts[stage];
  const count = formatCount(progress.multiplications);
  if (progress.stage === "software") {
    return `${stageTexts.software}: ${count} of ${formatCount(progress.expected)} multiplications modulo N`;
  }
  const { section, candidates, expected } = progress;
  if (progress.stage === "device") return `${count} of ${formatCount(expected ?? 0)} ⊗ · ${sectionName(section)}`;
  const which = section.prime === undefined ? "" : ` for ${primeName(section.prime)}`;
  const tested = candidates === undefined ? "" : `: candidate ${formatCount(candidates)}${which}`;
  return `The device makes a key${tested} · ${count} ⊗`;
}

function describeEnd(state: XrsaState): string {
  const blocked = blockedReason(state);
  if (blocked !== undefined) {
    return isStale(state) ? `${blocked} The results below are for your last valid choice.` : blocked;
  }
  const run = shownRun(state);
  if (run?.state === "stopped") return "Stopped.";
  if (run?.state === "failed") return "The run failed. The message above says why.";
  if (run?.device === undefined) return "Run makes a key, decrypts a random block with it, and checks the result.";
  const { device, ordinary, software } = run;
  const count = formatCount(device.report.total.multiplications);
  const isRight = ordinary?.equal && software?.equal !== false;
  return `Done: ${count} ⊗ in ${formatDuration(device.milliseconds)}. The result is ${isRight ? "correct" : "WRONG"}.`;
}
