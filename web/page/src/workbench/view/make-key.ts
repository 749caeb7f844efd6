import { type Variant, variantFacts } from "rsa-variants";
import type { Assessment } from "rsa-variants/security";
import { type Dialog, dialog } from "../../common/dialog.ts";
import { h, setContent, setText } from "../../common/dom.ts";
import { field, numberInput } from "../../common/field.ts";
import { formatCount } from "../../common/format.ts";
import { type ChoiceField, choiceLimits, chooseVariant, takesNumber } from "../../common/key-choice.ts";
import { choiceTexts } from "../../common/key-texts.ts";
import { exponentInput, isSameNumber } from "../../common/public-exponent.ts";
import { writeParams } from "../../common/security/address.ts";
import { verdictBadge } from "../../common/security/badge.ts";
import { allVariants } from "../../common/variants.ts";
import { parseWholeNumber } from "../../common/whole-number.ts";
import { expectationReason, expectationText } from "../expectation/text.ts";
import { canBeCompatible, choiceProblem, choosesExponent, newKeyAssessment } from "../keys/choice.ts";
import type { Making, NewKey, NewKeyProblems, State, View } from "../state.ts";

/** What the dialog can ask for. */
export interface MakeKeyActions {
  choose(change: Partial<NewKey>): void;
  mark(field: keyof NewKeyProblems, problem: string | undefined): void;
  make(): void;
  stopMaking(): void;
  closedMaker(): void;
}

/** The dialog that makes a key. */
export function makeKeyView(actions: MakeKeyActions): View & Pick<Dialog, "open" | "close"> {
  const fields = [
    nameField(actions),
    variantField(actions),
    ...(Object.keys(choiceTexts) as ChoiceField[]).map((name) => numberField(name, actions)),
    exponentField(actions),
  ];
  const compatible = compatibleBox(actions);
  const verdict = h("div", { class: "new-key-verdict", role: "status" });
  const expectation = h("div", { class: "expectation", role: "status" });
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  const text = h("p", { class: "progress-text" });
  const progress = h("div", { class: "progress", hidden: true }, bar, text);
  const note = h("p", { class: "making-note", role: "alert" });
  const button = h("button", { type: "submit", class: "run" }, "Make");
  let isMaking = false;
  const box = dialog({
    id: "make-key",
    title: "Make a key",
    content: [
      h("div", { class: "fields" }, ...fields.map(({ element }) => element)),
      compatible.element,
      verdict,
      expectation,
      progress,
      note,
    ],
    buttons: [button],
    submit: () => (isMaking ? actions.stopMaking() : actions.make()),
    closed: () => actions.closedMaker(),
  });
  return {
    ...box,
    update(state) {
      const { making, makingNote, newKeyProblems } = state;
      for (const each of [...fields, compatible]) each.update(state);
      isMaking = making !== undefined;
      const hasProblem = Object.values(newKeyProblems).some(Boolean);
      const assessment = hasProblem ? undefined : newKeyAssessment(state);
      setText(button, isMaking ? "Stop" : assessment?.verdict === "broken" ? "Make a broken key" : "Make");
      setContent(verdict, assessment === undefined ? "" : writeParams(assessment.params), () =>
        verdictContent(assessment),
      );
      const blocked = state.expectation.state === "refused" || hasProblem;
      button.disabled = !isMaking && blocked;
      setText(note, makingNote?.text ?? "");
      note.classList.toggle("problem", makingNote?.isProblem === true);
      progress.hidden = making === undefined;
      if (making !== undefined) {
        bar.style.setProperty("--fraction", String(fractionOf(making)));
        setText(text, describe(making));
      }
      // What is known is of the last parameters without a problem.
      const known = hasProblem ? ({ state: "none" } as const) : state.expectation;
      setContent(expectation, JSON.stringify(known), () => expectationContent(known));
    },
  };
}

function expectationContent(expectation: State["expectation"]): HTMLElement[] {
  switch (expectation.state) {
    case "none":
      return [];
    case "measuring":
      return [h("p", { class: "muted" }, "Finding out how long it takes …")];
    case "refused":
      return [h("p", { class: "problem" }, expectation.message)];
    case "known":
      return [
        h("p", {}, expectationText(expectation.rate)),
        h("details", {}, h("summary", {}, "How this is known"), h("p", {}, expectationReason(expectation.rate))),
      ];
  }
}

/** The verdict on the key that would be made; why and what to change, where it is not acceptable. */
function verdictContent(assessment: Assessment | undefined): HTMLElement[] {
  if (assessment === undefined) return [];
  const { verdict, decisive, advice } = assessment;
  const more = verdict === "broken" || verdict === "weak" ? ` ${decisive.reason}${advice ? ` ${advice}` : ""}` : "";
  return [h("p", {}, verdictBadge(verdict), more)];
}

/** Of the primes, and of the present one by its mean: it may well take longer, and the bar then waits. */
function fractionOf({ primes, expectedPrimes, candidates, expectedCandidates }: Making): number {
  if (expectedPrimes === 0) return 0;
  const ofPresent = expectedCandidates === 0 ? 0 : Math.min(1, candidates / expectedCandidates);
  return Math.min(1, (primes + ofPresent) / expectedPrimes);
}

function describe({ primes, expectedPrimes, candidates, expectedCandidates }: Making): string {
  if (expectedPrimes === 0) return "Starting";
  if (primes === expectedPrimes) return "All primes are found";
  const mean =
    expectedCandidates === 0 ? "" : `: candidate ${formatCount(candidates)}, mean ${formatCount(expectedCandidates)}`;
  return `Prime ${primes + 1} of ${expectedPrimes}${mean}`;
}

function nameField(actions: MakeKeyActions): View {
  const input = h("input", {
    id: "key-name",
    type: "text",
    maxlength: 60,
    autocomplete: "off",
    placeholder: "may be left empty",
    "aria-describedby": "key-name-note",
    input: () => actions.choose({ name: input.value }),
  });
  const { element, update } = field("key-name", { label: "name" }, input, (shown, value) => shown === value);
  return {
    element,
    update: ({ newKey, making }) => update({ value: newKey.name, problems: [], disabled: making !== undefined }),
  };
}

function variantField(actions: MakeKeyActions): View {
  let choice: NewKey | undefined;
  const select = h(
    "select",
    {
      id: "key-variant",
      "aria-describedby": "key-variant-note",
      change: () => choice && actions.choose(chooseVariant(choice, select.value as Variant)),
    },
    ...allVariants.map((variant) => h("option", { value: variant }, variantFacts[variant].title)),
  );
  const { element, update } = field("key-variant", { label: "variant" }, select, (shown, value) => shown === value);
  return {
    element,
    update({ newKey, making }) {
      choice = newKey;
      update({ value: newKey.variant, problems: [], disabled: making !== undefined });
    },
  };
}

function numberField(name: ChoiceField, actions: MakeKeyActions): View {
  const { hint, ...text } = choiceTexts[name];
  const input = numberInput(name, {
    hint,
    limits: choiceLimits[name],
    typed: (value) => {
      const problem = choiceProblem(name, value);
      actions.mark(name, problem);
      if (problem === undefined) actions.choose({ [name]: value });
    },
  });
  const { element, update } = field(name, text, input, (shown, value) => parseWholeNumber(shown) === Number(value));
  return {
    element,
    update({ newKey, newKeyProblems, making }) {
      element.hidden = !takesNumber(newKey.variant, name);
      const own = newKeyProblems[name];
      update({
        value: own === undefined ? String(newKey[name] ?? "") : undefined,
        problems: own === undefined ? [] : [own],
        disabled: making !== undefined,
      });
    },
  };
}

/** The second key on one modulus (Paixão, Gazzoni Filho 2005, section 5.3). */
function compatibleBox(actions: MakeKeyActions): View {
  const box = h("input", {
    id: "with-compatible",
    type: "checkbox",
    change: () => actions.choose({ withCompatible: box.checked }),
  });
  const text = "And a second key on the same modulus, with e = 65537: for software that refuses a long e";
  const element = h("label", { class: "with-compatible" }, box, h("span", {}, text));
  return {
    element,
    update({ newKey, making }) {
      element.hidden = !canBeCompatible(newKey.variant);
      box.checked = newKey.withCompatible;
      box.disabled = making !== undefined;
    },
  };
}

function exponentField(actions: MakeKeyActions): View {
  const name = "publicExponent";
  const input = exponentInput(name, "Public exponent, odd", (value, problem) => {
    actions.mark(name, problem);
    if (value !== undefined && problem === undefined) actions.choose({ publicExponent: value });
  });
  const { element, update } = field(name, { letter: "e", label: "public exponent" }, input, isSameNumber);
  return {
    element,
    update({ newKey, newKeyProblems, making }) {
      element.hidden = !choosesExponent(newKey.variant);
      const own = newKeyProblems[name];
      update({
        value: own === undefined ? newKey.publicExponent.toString() : undefined,
        problems: own === undefined ? [] : [own],
        disabled: making !== undefined,
      });
    },
  };
}
