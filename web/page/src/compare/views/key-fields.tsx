import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import { factsOf, variantFacts } from "rsa-variants";
import type { Verdict } from "rsa-variants/security";
import { paramLimits } from "rsa-variants/theory";
import { Segments } from "../../ui/buttons.tsx";
import { verdicts, verdictTexts } from "../../ui/verdicts.tsx";
import type { ViewProps } from "../actions.ts";
import type { CompareState } from "../state.ts";
import { controlText } from "../texts.ts";
import { type KeyField, keyFields, NumberControlField } from "./settings.tsx";

/** n, r and w: usual values as buttons, each with the verdict on it, and a field for others. */
export function KeyFields({ state, actions }: ViewProps) {
  const { selection, running } = state;
  return (
    <div class="key-fields">
      {keyFields.map((name) => (
        <NumberControlField
          key={name}
          {...{ name, state, actions }}
          lead={
            <Segments
              label={`Usual values: ${controlText(name).label}`}
              values={usualValues(name, selection.modulusLength).map((value) => ({
                value,
                text: String(value),
                verdict: verdictOf(state, name, value),
              }))}
              chosen={selection[name]}
              disabled={running !== undefined}
              onChoose={(value) => actions.select({ [name]: value }, name === "modulusLength")}
            />
          }
        />
      ))}
    </div>
  );
}

function usualValues(name: KeyField, modulusLength: number): readonly number[] {
  if (name === "modulusLength") return [1024, 2048, 3072, 4096];
  if (name === "primes") return [2, 3, 4];
  // 160 is what the papers use, 224 the least that resists a search; the last is what lattices leave.
  const longest = paramLimits({ variant: "rebalanced", modulusLength }).crtExponentLength?.default ?? 320;
  return [...new Set([160, 224, longest])];
}

/**
 * The verdict on a value among the chosen variants that it concerns, and each variant's own: the best for n, which all have, and for r and w
 * the worst, as a star where others are safe.
 */
export function verdictOf(state: Pick<CompareState, "selection" | "security">, name: KeyField, value: number) {
  const { selection, security } = state;
  if (security.state !== "ready") return undefined;
  const { assess } = security;
  const chosen = { ...selection, [name]: value };
  const found = selection.variants.flatMap((variant) => {
    const facts = factsOf(variant);
    const isConcerned = name === "modulusLength" ? facts.purpose === "general" : isShared(facts.params, name);
    if (!isConcerned || facts.purpose !== "general") return [];
    const { verdict } =
      assess({ params: resolveVariant(variant, chosen.modulusLength, chosen).params }).assessment ?? {};
    return verdict === undefined ? [] : [{ title: variantFacts[variant].title, verdict }];
  });
  const isThere = (each: Verdict) => found.some(({ verdict }) => verdict === each);
  const [best, worst] = [verdicts.findLast(isThere), verdicts.find(isThere)];
  if (best === undefined || worst === undefined) return undefined;
  const texts = found.map(({ title, verdict }) => `${title}: ${verdictTexts[verdict].word.toLowerCase()}`);
  const isUnsafe = (each: Verdict) => each === "broken" || each === "weak";
  const grade = name === "modulusLength" ? best : worst;
  const word = isUnsafe(grade) ? verdictTexts[grade].word.toLowerCase() : undefined;
  const unsafe = found.filter(({ verdict }) => isUnsafe(verdict)).map(({ title }) => title);
  return { word: word && !isUnsafe(best) ? "*" : word, grade, text: texts.join("; "), unsafe };
}

/** What the stars mean, with the variants that the chosen values have one for. */
export function starText(state: CompareState): string {
  const chosen = keyFields.flatMap((name) => {
    const value = state.selection[name];
    const { word, unsafe = [] } = verdictOf(state, name, value) ?? {};
    return word === "*" ? `${controlText(name).letter} ${value}: ${unsafe.join(", ")}` : [];
  });
  return `* weak or broken for some variants${chosen.length > 0 ? ` (${chosen.join("; ")})` : ""}`;
}

/** Whether a variant's own parameters include one that several variants share a control for. */
function isShared(params: readonly string[], name: KeyField): boolean {
  // Where e is long, w has a control of its own or follows from e.
  return params.includes(name) && !(name === "crtExponentLength" && params.includes("publicExponent"));
}
