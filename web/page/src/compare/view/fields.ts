import { variantFacts } from "rsa-variants";
import { hinekLimit } from "rsa-variants/theory";
import { type FieldText, field, numberInput } from "../../common/field.ts";
import { exponentInput, isSameNumber } from "../../common/public-exponent.ts";
import type { Control } from "../params/resolve.ts";
import { limits, type NumberField, numberProblem } from "../params/selection.ts";
import type { Actions, State, View } from "../state.ts";

interface ParameterText extends FieldText {
  readonly hint: string;
}

const fieldTexts = {
  modulusLength: { letter: "n", label: "modulus length", unit: "bits", hint: "Bits of the modulus N, 128 to 8192" },
  primes: { letter: "r", label: "primes", hint: "Prime factors of N: multi-prime, multi-power, R-Prime" },
  crtExponentLength: {
    letter: "w",
    label: "private exponents",
    unit: "bits",
    hint: "Bits of the private exponents modulo p − 1: Rebalanced, R-Prime, Scheme A",
  },
  schemeBExponentLength: {
    letter: "w",
    label: "for Scheme B",
    unit: "bits",
    hint: "Bits of Scheme B's private exponents; the paper has 198",
  },
  publicExponentLength: {
    letter: "|e|",
    label: "for Tunable",
    unit: "bits",
    hint: "Bits of Tunable's public exponent; its private exponents are the shortest that are acceptable with it",
  },
  multiplicity: { letter: "s", label: "for Multi-power", hint: "How often q stands in N = p^(r−s)·q^s: multi-power" },
  batchPrimes: { letter: "r", label: "for Batch", hint: "Prime factors of N for batch; the paper has 2" },
  primeLength: {
    letter: "|p|",
    label: "for Unbalanced",
    unit: "bits",
    hint: "Bits of Unbalanced's short prime, which alone its private operation computes with",
  },
  batchSize: { letter: "b", label: "batch size", hint: "Messages that one private operation answers: batch" },
} as const satisfies Partial<Record<NumberField, ParameterText>>;

type ParameterField = keyof typeof fieldTexts;

/** One labelled number with its messages beside it. */
export function numberField(name: ParameterField, actions: Actions): View {
  const { hint, ...text } = fieldTexts[name];
  const input = numberInput(name, {
    hint,
    limits: limits[name],
    list: name === "modulusLength" ? "modulus-lengths" : undefined,
    typed: (value) => {
      const problem = numberProblem(name, value);
      if (problem === undefined) actions.select({ [name]: value });
      else actions.markField(name, problem);
    },
  });
  return fieldView(name, text, input, (state) => String(state.selection[name]));
}

/** The public exponent: as long as the user likes, decimal or hexadecimal. */
export function exponentField(actions: Actions): View {
  const name = "publicExponent";
  const title = "Public exponent, odd: original, CRT, multi-prime, multi-power, Unbalanced";
  const input = exponentInput(name, title, (value, problem) => {
    if (value !== undefined && problem === undefined) actions.select({ publicExponent: value });
    else actions.markField(name, problem);
  });
  return fieldView(name, { letter: "e", label: "public exponent" }, input, (state) =>
    state.selection.publicExponent.toString(),
  );
}

function fieldView(
  name: Control,
  text: FieldText,
  input: HTMLInputElement,
  shownValue: (state: State) => string,
): View {
  const { element, update } = field(name, text, input, isSameNumber);
  return {
    element,
    update(state) {
      const own = state.fieldProblems[name];
      update({
        value: own === undefined ? shownValue(state) : undefined,
        problems: [own, ...refusals(state, name)].filter((problem) => problem !== undefined),
        adjusted: adjustments(state, name),
        disabled: state.running !== undefined,
      });
    },
  };
}

/** The library's refusals that belong to a control, each once, with the variants they concern. */
function refusals(state: State, field: Control): string[] {
  const messages = new Map<string, string[]>();
  for (const { resolved } of state.rows) {
    if (resolved?.problem?.control !== field) continue;
    const names = messages.get(resolved.problem.message) ?? [];
    const { title: name } = variantFacts[resolved.variant];
    messages.set(resolved.problem.message, names.includes(name) ? names : [...names, name]);
  }
  return [...messages].map(([message, names]) => `${names.join(", ")}: ${message}`);
}

/** What single variants take instead of the control's value. */
function adjustments(state: State, field: Control): string[] {
  const texts = new Set<string>();
  for (const { resolved } of state.rows) {
    for (const { control, to, reason } of resolved?.adjustments ?? []) {
      if (control === field && resolved) texts.add(`${variantFacts[resolved.variant].title}: ${to} (${reason})`);
    }
  }
  if (field === "primes") addGuideline(state, texts);
  return [...texts];
}

/** More primes than advised are measured all the same; the page only says so. */
function addGuideline({ selection }: State, texts: Set<string>): void {
  const { modulusLength, primes } = selection;
  const most = hinekLimit(modulusLength);
  if (primes <= most) return;
  // The guideline is printed from 1024 bits on.
  const source = modulusLength < 1024 ? `Below 1024 bits` : `Hinek's guideline for ${modulusLength} bits`;
  texts.add(`${source}: at most ${most}, or the primes get too short`);
}
