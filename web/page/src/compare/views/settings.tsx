import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import {
  allEngines,
  budgetLimits,
  type Control,
  type NumberName,
  numberControls,
  numberNames,
  numberProblem,
  type Selection,
  schemeASampleLength,
} from "@rsa-variants/measure/plan/selection";
import { type Budget, references, type Subject } from "@rsa-variants/measure/tasks/protocol";
import { methodId, subjectName } from "@rsa-variants/measure/tasks/subject";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { builds, type Engine, variantFacts } from "rsa-variants";
import { hinekLimit } from "rsa-variants/theory";
import { Checkbox, ExponentField, NumberField, SelectField } from "../../ui/fields.tsx";
import type { ViewProps } from "../actions.ts";
import type { CompareState } from "../state.ts";
import { controlText, engineTexts, whyNotFastest } from "../texts.ts";
import { MarkIcon } from "./marks.tsx";

/** The parameters that are always in sight, and so are not among the settings. */
export const keyFields = ["modulusLength", "primes", "crtExponentLength"] as const;

export type KeyField = (typeof keyFields)[number];

/** All other settings. */
export function Settings({ state, actions }: ViewProps) {
  const { selection } = state;
  const disabled = state.running !== undefined;
  const parameters = (isShared: boolean) =>
    numberNames
      .filter(
        (name) => !keyFields.some((field) => field === name) && (numberControls[name].only === undefined) === isShared,
      )
      .map((name) => <NumberControlField key={name} {...{ name, state, actions }} />);
  const flag = (name: "generateSchemeA" | "commonModulus" | "measureGuards", label: ComponentChildren) => (
    <Checkbox checked={selection[name]} disabled={disabled} onChange={(on) => actions.select({ [name]: on })}>
      {label}
    </Checkbox>
  );
  const method = (subject: Subject, checked: boolean, onChange: (on: boolean) => void) => (
    <Checkbox key={methodId(subject)} {...{ checked, disabled, onChange }}>
      <MarkIcon subject={subject} />
      {subjectName(subject)}
    </Checkbox>
  );
  return (
    <div class="settings">
      <div class="cluster fields">
        {parameters(true)}
        <ExponentField
          name="publicExponent"
          letter="e"
          label="public exponent"
          hint="An odd number, for Original, CRT, Multi-prime, Multi-power and Unbalanced"
          value={selection.publicExponent}
          problem={state.fieldProblems.publicExponent}
          disabled={disabled}
          {...messagesOf(state, "publicExponent")}
          onExponent={(value, problem) => {
            if (value === undefined) actions.markField("publicExponent", problem);
            else actions.select({ publicExponent: value });
          }}
        />
        <BudgetField {...{ state, actions }} />
      </div>
      <fieldset>
        <legend>Variants</legend>
        <div class="cluster choice-grid">
          {allVariants.map((variant) =>
            method({ kind: "variant", variant, engine: "scalar" }, selection.variants.includes(variant), (on) =>
              actions.select({ variants: toggled(allVariants, selection.variants, variant, on) }),
            ),
          )}
          {references.map((reference) =>
            method({ kind: "reference", reference }, selection.references.includes(reference), (on) =>
              actions.select({ references: toggled(references, selection.references, reference, on) }),
            ),
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>For one variant only</legend>
        <div class="cluster fields">{parameters(false)}</div>
        {flag(
          "generateSchemeA",
          <>
            Search for Scheme A keys{" "}
            <span class="fine hint">(there is a sample key at {schemeASampleLength} bits only)</span>
          </>,
        )}
      </fieldset>
      <fieldset>
        <legend>Also measure</legend>
        {flag("commonModulus", "Two keys with the same modulus: Multi-prime with R-Prime, CRT with Rebalanced")}
        {flag("measureGuards", "What blinding and the fault check each cost")}
      </fieldset>
      <Engines {...{ state, actions }} />
    </div>
  );
}

function Engines({ state, actions }: ViewProps) {
  const { selection, library } = state;
  const disabled = state.running !== undefined;
  const runnable = library.state === "ready" ? library.engines : allEngines;
  const list = useRef<HTMLDivElement>(null);
  // An engine that does not run here is shown only if an address asks for it, until the user removes it.
  const isShown = (engine: Engine) => runnable.includes(engine) || selection.engines.includes(engine);
  const choose = (engine: Engine, on: boolean) => {
    if (!runnable.includes(engine)) list.current?.querySelector<HTMLElement>(`input:not([value="${engine}"])`)?.focus(); // this one disappears
    actions.select({ engines: toggled(allEngines, selection.engines, engine, on) });
  };
  const found = selection.build === "auto" && library.state === "ready" ? ` (${library.build})` : "";
  return (
    <fieldset>
      <legend>Engines</legend>
      <div class="engine-list" ref={list}>
        {allEngines.map((engine) => (
          <Checkbox
            key={engine}
            value={engine}
            checked={selection.engines.includes(engine)}
            disabled={disabled}
            hidden={!isShown(engine)}
            title={runnable.includes(engine) ? "" : "This engine does not run here."}
            onChange={(on) => choose(engine, on)}
          >
            {engine} <span class="fine hint">{engineTexts[engine]}</span>
          </Checkbox>
        ))}
      </div>
      <p class="fine hint">
        {selection.engines.length === 0 && "If you choose none, the page uses the fastest that runs here. "}
        {whyNotFastest(library, selection.build)}
      </p>
      <SelectField
        name="build"
        label="WebAssembly build"
        value={selection.build}
        options={[
          { value: "auto" as const, text: `the fastest that runs here${found}` },
          ...builds.map((build) => ({ value: build, text: build })),
        ]}
        disabled={disabled}
        onChoose={(build) => actions.select({ build })}
      />
    </fieldset>
  );
}

function toggled<Value>(all: readonly Value[], chosen: readonly Value[], value: Value, on: boolean): Value[] {
  return all.filter((each) => (each === value ? on : chosen.includes(each)));
}

/** The field for a number of keys, with what stands before the input. */
export function NumberControlField(props: ViewProps & { readonly name: NumberName; readonly lead?: JSX.Element }) {
  const { name, state, actions, lead } = props;
  return (
    <NumberField
      name={name}
      {...controlText(name)}
      limits={numberControls[name].limits}
      value={state.selection[name]}
      problem={state.fieldProblems[name]}
      disabled={state.running !== undefined}
      lead={lead}
      {...messagesOf(state, name)}
      onNumber={(value, problem) => {
        if (problem === undefined) actions.select({ [name]: value });
        else actions.markField(name, problem);
      }}
    />
  );
}

const budgetDefaults = { seconds: 10, samples: 50 } as const;

function BudgetField({ state, actions }: ViewProps) {
  const { budget } = state.selection;
  const disabled = state.running !== undefined;
  const problem = state.fieldProblems.seconds ?? state.fieldProblems.samples;
  const amount = budget.kind === "seconds" ? budget.seconds : budget.samples;
  const choose = (kind: Budget["kind"], value: number) => {
    const refused = numberProblem(kind, value);
    if (kind !== budget.kind) actions.markField(budget.kind, undefined);
    actions.markField(kind, refused);
    if (refused !== undefined) return;
    actions.select({ budget: kind === "seconds" ? { kind, seconds: value } : { kind, samples: value } });
  };
  return (
    <NumberField
      name="budget"
      label="measure for"
      limits={budgetLimits[budget.kind]}
      value={amount}
      problem={problem}
      disabled={disabled}
      onNumber={(value) => choose(budget.kind, value)}
      beside={
        <select
          aria-label="Unit of the budget"
          value={budget.kind}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const kind = currentTarget.value as Budget["kind"];
            choose(kind, budgetDefaults[kind]);
          }}
        >
          <option value="seconds">seconds</option>
          <option value="samples">samples each</option>
        </select>
      }
    />
  );
}

/** What stands below a control: the library's refusals, and what single variants use instead. */
function messagesOf({ rows, selection }: CompareState, control: Control) {
  const refusals = new Map<string, Set<string>>();
  const adjusted = new Set<string>();
  for (const { resolved } of rows) {
    if (resolved === undefined) continue;
    const { title } = variantFacts[resolved.variant];
    if (resolved.problem?.control === control) {
      const { message } = resolved.problem;
      refusals.set(message, (refusals.get(message) ?? new Set()).add(title));
    }
    for (const { control: changed, to, reason } of resolved.adjustments) {
      if (changed === control) adjusted.add(`${title}: ${to} (${reason})`);
    }
  }
  return {
    problems: [...refusals].map(([message, names]) => `${[...names].join(", ")}: ${message}`),
    adjusted: [...adjusted, ...(control === "primes" ? guideline(selection) : [])],
  };
}

/** A note on more primes than advised, which are measured all the same. */
function guideline({ modulusLength, primes }: Selection): string[] {
  const most = hinekLimit(modulusLength);
  // The guideline is printed from 1024 bits on.
  const source = modulusLength < 1024 ? "Below 1024 bits" : `Hinek’s guideline for ${modulusLength} bits`;
  return primes <= most ? [] : [`${source}: at most ${most}, or the primes get too short`];
}
