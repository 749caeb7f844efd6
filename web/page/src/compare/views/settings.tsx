import { type Budget, type Reference, references } from "@rsa-variants/measure/tasks/protocol";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { type Engine, type Variant, variantFacts } from "rsa-variants";
import { hinekLimit } from "rsa-variants/theory";
import { parseWholeNumber } from "../../core/whole-number.ts";
import { Checkbox, ExponentField, Field, type FieldText, NumberField, SelectField } from "../../ui/fields.tsx";
import type { Compare } from "../actions.ts";
import {
  allBuilds,
  allEngines,
  allVariants,
  type Control,
  limits,
  type NumberField as NumberName,
  numberProblem,
  type Selection,
  schemeASampleLength,
} from "../params/selection.ts";
import type { State } from "../state.ts";
import { engineTexts, whyNotFastest } from "../text/engines.ts";
import { referenceTexts } from "../text/variants.ts";
import { MarkIcon } from "./marks.tsx";

interface Props {
  readonly state: State;
  readonly actions: Compare;
}

const lengths = [128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192];

const fieldTexts = {
  modulusLength: { letter: "n", label: "modulus length", unit: "bits", hint: "Bits of the modulus N, 128 to 8192" },
  primes: { letter: "r", label: "primes", hint: "Prime factors of N, for Multi-prime, Multi-power and R-Prime" },
  crtExponentLength: {
    letter: "w",
    label: "private exponents",
    unit: "bits",
    hint: "Bits of each private exponent, for Rebalanced, R-Prime and Scheme A",
  },
  batchSize: { letter: "b", label: "batch size", hint: "Messages that Batch decrypts at once" },
  schemeBExponentLength: {
    letter: "w",
    label: "for Scheme B",
    unit: "bits",
    hint: "Bits of Scheme B’s private exponents; its paper has 198",
  },
  publicExponentLength: {
    letter: "|e|",
    label: "for Tunable",
    unit: "bits",
    hint: "Bits of Tunable’s public exponent; its private exponents are the shortest that are acceptable with it",
  },
  multiplicity: { letter: "s", label: "for Multi-power", hint: "How often q divides N = p^(r−s)·q^s" },
  batchPrimes: { letter: "r", label: "for Batch", hint: "Prime factors of N for Batch; its paper has 2" },
  primeLength: { letter: "|p|", label: "for Unbalanced", unit: "bits", hint: "Bits of Unbalanced’s short prime" },
} as const satisfies Partial<Record<NumberName, FieldText>>;

type ParameterName = keyof typeof fieldTexts;

const common = ["modulusLength", "primes", "crtExponentLength", "batchSize"] as const;
const own = ["schemeBExponentLength", "publicExponentLength", "multiplicity", "batchPrimes", "primeLength"] as const;

/** All settings. */
export function Settings({ state, actions }: Props): JSX.Element {
  const { selection } = state;
  const isRunning = state.running !== undefined;
  return (
    <div class="settings">
      <div class="fields">
        {common.map((name) => (
          <Parameter key={name} {...{ name, state, actions }} />
        ))}
        <ExponentField
          name="publicExponent"
          letter="e"
          label="public exponent"
          hint="Odd; for plain RSA, CRT, Multi-prime, Multi-power and Unbalanced"
          value={state.fieldProblems.publicExponent === undefined ? selection.publicExponent : undefined}
          disabled={isRunning}
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
        <div class="choice-grid">
          {allVariants.map((variant) => (
            <Checkbox
              key={variant}
              checked={selection.variants.includes(variant)}
              disabled={isRunning}
              onChange={(on) =>
                actions.select({ variants: toggled<Variant>(allVariants, selection.variants, variant, on) })
              }
            >
              <MarkIcon subject={{ kind: "variant", variant, engine: "scalar" }} />
              {variantFacts[variant].title}
            </Checkbox>
          ))}
          {references.map((reference) => (
            <Checkbox
              key={reference}
              checked={selection.references.includes(reference)}
              disabled={isRunning}
              onChange={(on) =>
                actions.select({ references: toggled<Reference>(references, selection.references, reference, on) })
              }
            >
              <MarkIcon subject={{ kind: "reference", reference }} />
              {referenceTexts[reference].name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>For single variants</legend>
        <div class="fields">
          {own.map((name) => (
            <Parameter key={name} {...{ name, state, actions }} />
          ))}
        </div>
        <Checkbox
          id="generate-scheme-a"
          checked={selection.generateSchemeA}
          disabled={isRunning}
          onChange={(generateSchemeA) => actions.select({ generateSchemeA })}
        >
          Search for Scheme A keys <span class="hint">(a sample key is ready at {schemeASampleLength} bits only)</span>
        </Checkbox>
        <Checkbox
          id="common-modulus"
          checked={selection.commonModulus}
          disabled={isRunning}
          onChange={(commonModulus) => actions.select({ commonModulus })}
        >
          Two keys on one modulus: Multi-prime with R-Prime, CRT with Rebalanced
        </Checkbox>
        <Checkbox
          id="measure-guards"
          checked={selection.measureGuards}
          disabled={isRunning}
          onChange={(measureGuards) => actions.select({ measureGuards })}
        >
          Measure what blinding and the fault check cost
        </Checkbox>
      </fieldset>
      <Engines {...{ state, actions }} />
    </div>
  );
}

function Engines({ state, actions }: Props): JSX.Element {
  const { selection, library } = state;
  const isRunning = state.running !== undefined;
  const runnable = library.state === "ready" ? library.engines : allEngines;
  const list = useRef<HTMLDivElement>(null);
  // An engine that does not run here is shown only where an address asks for it, and goes when the user takes it out.
  const isShown = (engine: Engine) => runnable.includes(engine) || selection.engines.includes(engine);
  const choose = (engine: Engine, on: boolean) => {
    if (!runnable.includes(engine)) list.current?.querySelector<HTMLElement>(`input:not([value="${engine}"])`)?.focus(); // not the one that goes
    actions.select({ engines: toggled<Engine>(allEngines, selection.engines, engine, on) });
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
            disabled={isRunning}
            hidden={!isShown(engine)}
            title={runnable.includes(engine) ? "" : "This engine does not run here."}
            onChange={(on) => choose(engine, on)}
          >
            {engine} <span class="hint">{engineTexts[engine]}</span>
          </Checkbox>
        ))}
      </div>
      <p class="hint">
        {selection.engines.length === 0 && "None chosen: the fastest that runs here. "}
        {whyNotFastest(library, selection.build)}
      </p>
      <SelectField
        name="build"
        label="WebAssembly build"
        value={selection.build}
        options={[
          { value: "auto" as const, text: `the fastest that runs here${found}` },
          ...allBuilds.map((build) => ({ value: build, text: build })),
        ]}
        disabled={isRunning}
        onChoose={(build) => actions.select({ build })}
      />
    </fieldset>
  );
}

function toggled<Value>(all: readonly Value[], chosen: readonly Value[], value: Value, on: boolean): Value[] {
  return all.filter((each) => (each === value ? on : chosen.includes(each)));
}

function Parameter({ name, state, actions }: Props & { readonly name: ParameterName }): JSX.Element {
  return (
    <NumberField
      name={name}
      {...fieldTexts[name]}
      limits={limits[name]}
      {...(name === "modulusLength" ? { suggestions: lengths } : {})}
      value={state.fieldProblems[name] === undefined ? state.selection[name] : undefined}
      disabled={state.running !== undefined}
      {...messagesOf(state, name)}
      onNumber={(value) => {
        const problem = numberProblem(name, value);
        if (problem === undefined) actions.select({ [name]: value });
        else actions.markField(name, problem);
      }}
    />
  );
}

const budgetDefaults = { seconds: 10, samples: 50 } as const;

/** How long to measure. */
function BudgetField({ state, actions }: Props): JSX.Element {
  const { budget } = state.selection;
  const problem = state.fieldProblems.seconds ?? state.fieldProblems.samples;
  const amount = budget.kind === "seconds" ? budget.seconds : budget.samples;
  const choose = (kind: Budget["kind"], value: number) => {
    const refused = numberProblem(kind, value);
    if (refused !== undefined) {
      actions.markField(kind, refused);
      return;
    }
    actions.markField(kind === "seconds" ? "samples" : "seconds", undefined);
    actions.markField(kind, undefined);
    actions.select({ budget: kind === "seconds" ? { kind, seconds: value } : { kind, samples: value } });
  };
  return (
    <Field name="budget" label="measure for" problems={problem === undefined ? [] : [problem]}>
      <div class="joined">
        <input
          id="budget"
          type="number"
          inputmode="numeric"
          aria-describedby="budget-note"
          aria-invalid={problem === undefined ? undefined : "true"}
          {...limits[budget.kind]}
          {...(problem === undefined ? { value: String(amount) } : {})}
          disabled={state.running !== undefined}
          onInput={({ currentTarget }) => choose(budget.kind, parseWholeNumber(currentTarget.value))}
        />
        <select
          aria-label="Unit of the budget"
          value={budget.kind}
          disabled={state.running !== undefined}
          onChange={({ currentTarget }) => {
            const kind = currentTarget.value as Budget["kind"];
            choose(kind, budgetDefaults[kind]);
          }}
        >
          <option value="seconds">seconds</option>
          <option value="samples">samples each</option>
        </select>
      </div>
    </Field>
  );
}

/** What stands below a control: why its text cannot be used, the library's refusals, and what single variants use instead. */
function messagesOf(state: State, control: Control): { problems: string[]; adjusted: string[] } {
  const text = state.fieldProblems[control];
  return {
    problems: [...(text === undefined ? [] : [text]), ...refusals(state, control)],
    adjusted: adjustments(state, control),
  };
}

/** The library's refusals, each once, with the variants that they concern. */
function refusals({ rows }: State, control: Control): string[] {
  const messages = new Map<string, Set<string>>();
  for (const { resolved } of rows) {
    if (resolved?.problem?.control !== control) continue;
    const { message } = resolved.problem;
    messages.set(message, (messages.get(message) ?? new Set()).add(variantFacts[resolved.variant].title));
  }
  return [...messages].map(([message, names]) => `${[...names].join(", ")}: ${message}`);
}

function adjustments(state: State, field: Control): string[] {
  const texts = new Set<string>();
  for (const { resolved } of state.rows) {
    for (const { control, to, reason } of resolved?.adjustments ?? []) {
      if (control === field && resolved) texts.add(`${variantFacts[resolved.variant].title}: ${to} (${reason})`);
    }
  }
  if (field === "primes") addGuideline(state.selection, texts);
  return [...texts];
}

/** More primes than advised are measured all the same; the page only mentions it. */
function addGuideline({ modulusLength, primes }: Selection, texts: Set<string>): void {
  const most = hinekLimit(modulusLength);
  if (primes <= most) return;
  // The guideline is printed from 1024 bits on.
  const source = modulusLength < 1024 ? "Below 1024 bits" : `Hinek’s guideline for ${modulusLength} bits`;
  texts.add(`${source}: at most ${most}, or the primes get too short`);
}
