import { capitalized, formatCount, formatDuration, sentence } from "@rsa-variants/measure/text/format";
import type { TargetedEvent, TargetedSubmitEvent } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Attack, type AttackOption, attacks } from "rsa-variants/security";
import { notReady, WhyDisabled } from "../../ui/buttons.tsx";
import { Citations, shortSource } from "../../ui/citations.tsx";
import { Field, SelectField, TextField } from "../../ui/fields.tsx";
import { Facts } from "../../ui/figures.tsx";
import { Phases, Spoken } from "../../ui/form.tsx";
import { MathText } from "../../ui/math.tsx";
import type { PlaceProps } from "../actions.ts";
import {
  type AttackRun,
  defaultEntries,
  type Entries,
  fractionOf,
  isOffered,
  readOptions,
  type Step,
} from "../attack.ts";
import { AttackActions } from "../attack-actions.ts";
import { attackCards, attackGroups } from "../attack-cards.ts";
import { Outcome, WhatIsKnown } from "./attack-report.tsx";

export function AttackGroups({ state, actions }: PlaceProps) {
  const attackActions = useMemo(() => new AttackActions(actions), [actions]);
  useEffect(() => {
    // A link to an attack came before its card.
    if (location.hash.startsWith("#attack-")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      {attackGroups.map(({ id, title, about }) => (
        <section key={id} aria-labelledby={`attacks-${id}`}>
          <h3 id={`attacks-${id}`}>{title}</h3>
          <p class="muted lead-in">{about}</p>
          <div class="attack-list">
            {attacks
              .filter(({ name }) => attackCards[name].group === id)
              .map((attack) => (
                <AttackCard key={attack.name} actions={attackActions} {...{ attack, state }} />
              ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** A line with what the attack finds, how long that takes, and the button that runs it; all else unfolds. */
function AttackCard(props: Pick<PlaceProps, "state"> & { readonly attack: Attack; readonly actions: AttackActions }) {
  const { attack, state, actions } = props;
  const { name, title } = attack;
  const run = state.runs[name];
  const isRunning = run?.state === "running";
  const entries = state.entries[name] ?? defaultEntries(attack);
  const read = readOptions(attack, entries);
  const [isOpen, setOpen] = useState(false);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isRunning) {
      actions.cancel(name);
      return;
    }
    if ("problem" in read) {
      setOpen(true);
      setTimeout(() => document.getElementById(`${name}-${read.option}`)?.focus()); // once the field is shown
      return;
    }
    // Enter in a field starts the attack, which disables the field: the focus must not get lost.
    event.submitter?.focus();
    actions.start(name, read.values);
  };
  return (
    <article class="attack-entry" aria-labelledby={`attack-${name}-title`}>
      <form
        class="attack"
        id={`attack-${name}`}
        aria-label={`${title}: the key to attack`}
        novalidate
        onSubmit={submit}
      >
        <h4 id={`attack-${name}-title`}>
          <button
            type="button"
            class="attack-toggle"
            aria-expanded={isOpen}
            aria-controls={`${name}-more`}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </button>
        </h4>
        <p>{attackCards[name].shows}</p>
        <p class="attack-time">{capitalized(attackCards[name].usually)}</p>
        <div class="cluster attack-start">
          <button
            type="submit"
            class="secondary"
            disabled={state.library.state !== "ready"}
            aria-describedby={`${name}-why`}
          >
            {isRunning ? "Cancel" : run === undefined ? "Run it" : "Run it again"}
          </button>
          <WhyDisabled id={`${name}-why`} reason={notReady[state.library.state]} />
          <span class="attack-clock">{run !== undefined && <Clock run={run} />}</span>
        </div>
        {isRunning && <Stages run={run} />}
        <div class="attack-more" id={`${name}-more`} hidden={!isOpen}>
          <div>
            <p class="attack-idea">{attackCards[name].idea}</p>
            <div class="cluster fields attack-options">
              {(attack.demonstrationOptions as readonly AttackOption[])
                .filter((option) => isOffered(option, entries))
                .map((option) => (
                  <OptionField
                    key={option.name}
                    name={`${name}-${option.name}`}
                    option={option}
                    entry={entries[option.name] ?? ""}
                    problem={"problem" in read && read.option === option.name ? read.problem : undefined}
                    disabled={isRunning}
                    onEntry={(entry) => actions.enter(name, { ...entries, [option.name]: entry })}
                  />
                ))}
            </div>
          </div>
          <Facts of={factsOf(attack)} />
        </div>
        <Spoken
          text={run === undefined ? "" : spokenText(run)}
          phase={`${run?.state} ${run?.stage}`}
          isRunning={isRunning}
        />
      </form>
      {run !== undefined && <Result attack={attack} run={run} />}
    </article>
  );
}

/** What a run shows, below the line of its attack: the key, the steps, and what was found. */
function Result({ attack, run }: { readonly attack: Attack; readonly run: AttackRun }) {
  const { evidence, report, message, steps, state } = run;
  const isRunning = state === "running";
  if (!isRunning && evidence === undefined && message === undefined) return undefined;
  return (
    <div class="card attack-result">
      <p class="attack-heading">{attack.title}</p>
      {evidence !== undefined && (
        <div>
          <WhatIsKnown attack={attack} evidence={evidence} />
          {!isRunning && steps.length > 0 && (
            <details>
              <summary>Steps</summary>
              <Steps run={run} />
            </details>
          )}
        </div>
      )}
      <div>
        {isRunning && <Steps run={run} />}
        {message !== undefined && <p class="problem">{sentence(message)}</p>}
        {report !== undefined && evidence !== undefined && <Outcome {...{ attack, report, evidence }} />}
      </div>
    </div>
  );
}

function factsOf({ breaks, needs, cost, defense, source }: Attack) {
  const math = (text: string) => <MathText text={text} />;
  const facts = { Breaks: math(breaks), Needs: math(needs), Cost: math(cost), Defense: math(defense) };
  return { ...facts, Paper: <Citations of={[shortSource(source)]} /> };
}

/** Where a run is, with a bar for a step whose end is known. */
function Stages({ run }: { readonly run: AttackRun }) {
  const step = run.steps.at(-1);
  const fraction = (step?.stage === run.stage && fractionOf(step)) || 0;
  return <Phases names={Object.values(stages)} current={Object.keys(stages).indexOf(run.stage)} fraction={fraction} />;
}

interface OptionFieldProps {
  readonly name: string;
  readonly option: AttackOption;
  readonly entry: Entries[string];
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly onEntry: (entry: Entries[string]) => void;
}

function OptionField({ name, option, entry, problem, disabled, onEntry }: OptionFieldProps) {
  const label = option.title;
  const value = String(entry);
  if (option.kind === "choice") {
    const options = option.choices.map(({ value, title }) => ({ value, text: title }));
    return <SelectField {...{ name, label, value, options, disabled }} onChoose={onEntry} />;
  }
  if (option.kind === "switch") {
    const onInput = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => onEntry(currentTarget.checked);
    return (
      <Field {...{ name, label }}>
        <input id={name} type="checkbox" {...{ disabled, onInput }} checked={entry === true} />
      </Field>
    );
  }
  const placeholder = option.default === undefined ? "automatic" : undefined;
  return (
    <TextField
      {...{ name, label, value, problem, disabled }}
      {...(option.unit === "bits" && { unit: "bits" })}
      typed={value}
      input={{ inputmode: "numeric", placeholder }}
      onText={onEntry}
    />
  );
}

const stages = { load: "Loading", key: "Making a key", attack: "Attacking" } as const;

/** How far a run is, or how long it took. The clock goes on by itself: a step may take seconds without a report. */
function Clock({ run }: { readonly run: AttackRun }) {
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
  return state === "failed" ? `Failed after ${time}.` : "Done.";
}

function spokenText(run: AttackRun): string {
  const outcome = run.report?.outcome;
  if (run.state === "running") return `${stages[run.stage]}. ${run.steps.at(-1)?.text ?? ""}`;
  if (outcome !== undefined) return outcome.found ? "The attack succeeded." : `Nothing found: ${outcome.reason}.`;
  return run.message ?? clockText(run, run.elapsed);
}

function Steps({ run }: { readonly run: AttackRun }) {
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
