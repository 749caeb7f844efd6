import { capitalized, formatCount, formatDuration, sentence } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Attack, type AttackOption, attacks } from "rsa-variants/security";
import { Citations, shortSource } from "../../ui/citations.tsx";
import { Field, SelectField } from "../../ui/fields.tsx";
import { Spoken } from "../../ui/form.tsx";
import { MathText } from "../../ui/math.tsx";
import type { PlaceProps } from "../actions.ts";
import {
  type AttackRun,
  defaultEntries,
  type Entries,
  fractionOf,
  isDay,
  isOffered,
  readOptions,
  type Step,
} from "../attack.ts";
import { Outcome, WhatIsKnown } from "./attack-report.tsx";

export function Attacks({ state, actions }: PlaceProps): JSX.Element {
  return (
    <section class="outcome attacks" aria-labelledby="attacks-title">
      <h2 id="attacks-title">Run an attack</h2>
      <p class="lead-in">Each attack makes a new key in this browser and breaks it with only what an attacker knows.</p>
      <div class="attack-grid">
        {attacks.map((attack) => (
          <AttackCard key={attack.name} {...{ attack, state, actions }} />
        ))}
      </div>
    </section>
  );
}

function AttackCard({ attack, state, actions }: PlaceProps & { readonly attack: Attack }): JSX.Element {
  const { name, title } = attack;
  const run = state.runs[name];
  const isRunning = run?.state === "running";
  const entries = state.entries[name] ?? defaultEntries(attack);
  const read = readOptions(attack, entries);
  const choices = useRef<HTMLDetailsElement>(null);
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isRunning) {
      actions.cancelAttack(name);
      return;
    }
    if ("problem" in read) {
      if (choices.current !== null) choices.current.open = true;
      document.getElementById(`${name}-${read.option}`)?.focus();
      return;
    }
    // Enter in a field starts the attack, which disables the field: the focus must not get lost.
    event.submitter?.focus();
    actions.attack(name, read.values);
  };
  return (
    <article class="attack" id={`attack-${name}`} aria-labelledby={`attack-${name}-title`}>
      <h3 id={`attack-${name}-title`}>{title}</h3>
      <p class="attack-breaks">
        <MathText text={attack.breaks} />
      </p>
      <form class="attack-form" aria-label={`${title}: the key to attack`} novalidate onSubmit={submit}>
        <div class="attack-start">
          <button type="submit" class="secondary" disabled={state.library.state !== "ready"}>
            {isRunning ? "Cancel" : run === undefined ? "Run it" : "Run it again"}
          </button>
          <span class="attack-clock">{run !== undefined && <Clock run={run} />}</span>
        </div>
        <details ref={choices}>
          <summary>Choose the key</summary>
          <div class="fields attack-options">
            {(attack.demonstrationOptions as readonly AttackOption[])
              .filter((option) => isOffered(option, entries))
              .map((option) => (
                <OptionField
                  key={option.name}
                  id={`${name}-${option.name}`}
                  option={option}
                  entry={entries[option.name] ?? ""}
                  problem={"problem" in read && read.option === option.name ? read.problem : undefined}
                  disabled={isRunning}
                  onEntry={(entry) => actions.enter(name, { ...entries, [option.name]: entry })}
                />
              ))}
          </div>
        </details>
      </form>
      <Facts attack={attack} />
      {run?.evidence !== undefined && <WhatIsKnown attack={attack} evidence={run.evidence} />}
      {isRunning && <Steps run={run} />}
      {run?.message !== undefined && <p class="problem">{sentence(run.message)}</p>}
      {run?.report !== undefined && run.evidence !== undefined && (
        <Outcome attack={attack} report={run.report} evidence={run.evidence} />
      )}
      {run !== undefined && !isRunning && run.steps.length > 0 && (
        <details>
          <summary>Steps</summary>
          <Steps run={run} />
        </details>
      )}
      <Spoken
        text={run === undefined ? "" : spokenText(run)}
        phase={`${run?.state} ${run?.stage}`}
        isRunning={isRunning}
      />
    </article>
  );
}

function Facts({ attack: { needs, cost, defense, source } }: { readonly attack: Attack }): JSX.Element {
  const facts = { Needs: needs, Cost: cost, Defense: defense };
  return (
    <details>
      <summary>About this attack</summary>
      <dl>
        {Object.entries(facts).map(([name, text]) => [
          <dt key={name}>{name}</dt>,
          <dd key={text}>
            <MathText text={text} />
          </dd>,
        ])}
        <dt>Source</dt>
        <dd>
          <Citations of={[shortSource(source)]} />
        </dd>
      </dl>
    </details>
  );
}

interface OptionFieldProps {
  readonly id: string;
  readonly option: AttackOption;
  readonly entry: Entries[string];
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly onEntry: (entry: Entries[string]) => void;
}

function OptionField({ id, option, entry, problem, disabled, onEntry }: OptionFieldProps): JSX.Element {
  const common = {
    id,
    disabled,
    "aria-describedby": `${id}-note`,
    "aria-invalid": problem === undefined ? undefined : ("true" as const),
  };
  const onInput = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) =>
    onEntry(option.kind === "switch" ? currentTarget.checked : currentTarget.value);
  const label = isDay(option) ? "The day (UTC)" : option.title;
  const problems = problem === undefined ? [] : [problem];
  const inBits = option.kind === "number" && option.unit === "bits";
  if (option.kind === "choice") {
    const options = option.choices.map(({ value, title }) => ({ value, text: title }));
    return (
      <SelectField name={id} value={String(entry)} onChoose={onEntry} {...{ label, problems, options, disabled }} />
    );
  }
  return (
    <Field name={id} label={label} problems={problems} {...(inBits ? { unit: "bits" } : {})}>
      {option.kind === "switch" && <input {...common} type="checkbox" checked={entry === true} onInput={onInput} />}
      {isDay(option) && <input {...common} type="date" required value={String(entry)} onInput={onInput} />}
      {option.kind === "number" && !isDay(option) && (
        <input
          {...common}
          type="text"
          inputmode="numeric"
          placeholder={option.default === undefined ? "automatic" : undefined}
          value={String(entry)}
          onInput={onInput}
        />
      )}
    </Field>
  );
}

const stages = { load: "Loading", key: "Making a key", attack: "Attacking" } as const;

/** How far a run is, or how long it took. The clock goes on by itself: a step may take seconds without a report. */
function Clock({ run }: { readonly run: AttackRun }): JSX.Element {
  const [, setNow] = useState(0);
  const isRunning = run.state === "running";
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [isRunning]);
  return <>{clockText(run, isRunning ? performance.now() - run.startedAt : run.elapsed)}</>;
}

function clockText({ state, stage }: AttackRun, elapsed: number): string {
  const time = formatDuration(elapsed);
  if (state === "running") return `${stages[stage]} · ${time}`;
  if (state === "stopped") return `Canceled after ${time}.`;
  return state === "failed" ? `Failed after ${time}.` : `Done in ${time}, including the key.`;
}

function spokenText(run: AttackRun): string {
  const outcome = run.report?.outcome;
  if (run.state === "running") return `${stages[run.stage]}. ${run.steps.at(-1)?.text ?? ""}`;
  if (outcome !== undefined) return outcome.found ? "The attack succeeded." : `Nothing found: ${outcome.reason}.`;
  return run.message ?? clockText(run, run.elapsed);
}

function Steps({ run }: { readonly run: AttackRun }): JSX.Element {
  // Making the key has a step for every prime; the present one is enough.
  const shown = run.steps.filter(({ stage }, index) => stage === "attack" || index === run.steps.length - 1);
  return (
    <ol class="attack-steps">
      {shown.map((step, index) => {
        const isCurrent = run.state === "running" && index === shown.length - 1;
        const fraction = isCurrent ? fractionOf(step) : undefined;
        return (
          <li key={index} data-state={isCurrent ? "current" : "past"}>
            <MathText text={capitalized(step.text)} />
            <span class="step-count">{countText(step, isCurrent)}</span>
            {fraction !== undefined && <span class="bar" aria-hidden="true" style={{ "--fraction": fraction }} />}
          </li>
        );
      })}
    </ol>
  );
}

/** How far a step is, or how much it did if nothing certain was expected. */
function countText({ done, expected }: Step, isCurrent: boolean): string {
  if (done === 0 || (expected !== undefined && !isCurrent)) return "";
  // Luck can take longer than expected.
  const isWithin = expected !== undefined && done <= expected;
  return isWithin ? ` · ${formatCount(done)} of ${formatCount(expected)}` : ` · ${formatCount(done)}`;
}
