import { allVariants, type ChoiceField, choiceLimits } from "@rsa-variants/measure/plan/key-choice";
import { readersOf } from "@rsa-variants/measure/run/readers";
import { formatCount } from "@rsa-variants/measure/text/format";
import { inWords, letters } from "@rsa-variants/measure/text/params";
import { useRef } from "preact/hooks";
import { type KeyParams, type Variant, variantFacts } from "rsa-variants";
import type { Assessment } from "rsa-variants/security";
import { notReady, QuietButton, WhyDisabled } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, ExponentField, NumberField, SelectField, TextField } from "../../ui/fields.tsx";
import { choiceTexts } from "../../ui/key-texts.ts";
import { MathText } from "../../ui/math.tsx";
import { VerdictBadge, verdictTexts } from "../../ui/verdicts.tsx";
import {
  canBeCompatible,
  changeNewKey,
  hasField,
  type NewKey,
  newKeyAnswer,
  withAdvice,
  withVariant,
} from "../keys/entry.ts";
import type { Making, NewKeyProblems } from "../state.ts";
import { keyButton } from "./keys.tsx";
import type { PartProps } from "./part.ts";
import { Progress } from "./work.tsx";

export function MakeKeyDialog({ state, actions }: PartProps) {
  const { newKey, newKeyProblems, making, makingNote } = state;
  const isMaking = making !== undefined;
  const choose = (change: Partial<NewKey>) => actions.choose(changeNewKey(newKey, change));
  const verdict = useRef<HTMLDivElement>(null);
  // Another variant may not have the field with the problem.
  const hasProblem = Object.entries(newKeyProblems).some(
    ([field, problem]) => problem !== undefined && hasField(newKey.variant, field as keyof NewKeyProblems),
  );
  const { assessment, refusal } = (hasProblem ? undefined : newKeyAnswer(state.assessParams, newKey)) ?? {};
  const blocked = notReady[state.library.state] ?? (hasProblem ? "Fix the highlighted fields first." : undefined);
  const isBlocked = blocked !== undefined || refusal !== undefined;
  return (
    <Dialog
      id="make-key"
      title="Make a key"
      onSubmit={actions.makeOrStop}
      onClose={() => actions.close("make")}
      returnTo={keyButton}
      buttons={
        <>
          <WhyDisabled id="make-why" reason={blocked} />
          <button type="submit" class="run" disabled={!isMaking && isBlocked} aria-describedby="make-why">
            {isMaking ? "Stop" : assessment?.verdict === "broken" ? "Make a broken key" : "Make"}
          </button>
        </>
      }
    >
      <div class="cluster fields">
        <TextField
          name="key-name"
          label="name"
          input={{ maxLength: 60, placeholder: "e.g. Anna, work" }}
          value={newKey.name}
          disabled={isMaking}
          onText={(name) => choose({ name })}
        />
        <SelectField<Variant>
          name="key-variant"
          label="variant"
          value={newKey.variant}
          options={allVariants.map((value) => ({ value, text: variantFacts[value].title }))}
          adjusted={[variantNote(newKey)]}
          disabled={isMaking}
          onChoose={(variant) => actions.choose(withVariant(newKey, variant))}
        />
        {(Object.keys(choiceTexts) as ChoiceField[]).map((name) => (
          <NumberField
            key={name}
            name={name}
            {...choiceTexts[name]}
            limits={choiceLimits[name]}
            value={newKey[name]}
            problem={newKeyProblems[name]}
            hidden={!hasField(newKey.variant, name)}
            disabled={isMaking}
            onNumber={(value, problem) => {
              actions.markKey(name, problem);
              if (problem === undefined) choose({ [name]: value });
            }}
          />
        ))}
        <ExponentField
          name="publicExponent"
          letter="e"
          label="public exponent"
          hint="An odd number"
          value={newKey.publicExponent}
          problem={newKeyProblems.publicExponent}
          hidden={!hasField(newKey.variant, "publicExponent")}
          disabled={isMaking}
          onExponent={(value, problem) => {
            actions.markKey("publicExponent", problem);
            if (value !== undefined) choose({ publicExponent: value });
          }}
        />
      </div>
      {/* Paixão, Gazzoni Filho 2005, section 5.3. */}
      <Checkbox
        id="with-compatible"
        checked={newKey.withCompatible}
        disabled={isMaking}
        hidden={!canBeCompatible(newKey.variant)}
        onChange={(withCompatible) => choose({ withCompatible })}
      >
        Also make a key with e = 65537 and the same modulus, for software that rejects a long e
      </Checkbox>
      <div ref={verdict} class="new-key-verdict" role="status" tabIndex={-1}>
        {assessment && (
          <NewKeyVerdict
            assessment={assessment}
            isFixed={isMaking}
            onApply={(params) => {
              actions.choose(withAdvice(newKey, params));
              verdict.current?.focus(); // the button may be gone
            }}
          />
        )}
        {refusal && <p class="problem">{inWords(refusal, letters)}.</p>}
      </div>
      {making && <Progress fraction={fractionOf(making)} text={describe(making)} />}
      <p class={makingNote?.isProblem ? "making-note problem" : "making-note"} role="alert">
        {makingNote?.text}
      </p>
    </Dialog>
  );
}

interface NewKeyVerdictProps {
  readonly assessment: Assessment;
  readonly isFixed: boolean;
  readonly onApply: (params: KeyParams) => void;
}

/** What uses CRT, which readers may know only by its name, and what can read the keys of a variant. */
function variantNote({ variant, primes }: NewKey): string {
  const { privateKeys } = readersOf(variant, hasField(variant, "primes") ? primes : 2);
  if (variant === "crt") return `What browsers and servers use. Private keys work with ${privateKeys}.`;
  return privateKeys.startsWith("only")
    ? "Only this library reads the private keys."
    : `Private keys work with ${privateKeys}.`;
}

/** What the verdict on the key that would be made is about, with advice if it is not acceptable. */
function NewKeyVerdict({ assessment, isFixed, onApply }: NewKeyVerdictProps) {
  const { verdict, decisive, advice, advised } = assessment;
  const isBad = verdict === "broken" || verdict === "weak";
  return (
    <p>
      <VerdictBadge verdict={verdict} />{" "}
      <MathText text={isBad ? [decisive.reason, advice].filter(Boolean).join(" ") : verdictTexts[verdict].meaning} />{" "}
      {isBad && advised && (
        <QuietButton disabled={isFixed} onClick={() => onApply(advised)}>
          Apply
        </QuietButton>
      )}
    </p>
  );
}

/** If the present prime takes longer than the mean, the bar waits. */
function fractionOf({ primes, expectedPrimes, candidates, expectedCandidates }: Making): number {
  if (expectedPrimes === 0) return 0;
  const ofPresent = expectedCandidates === 0 ? 0 : Math.min(1, candidates / expectedCandidates);
  return Math.min(1, (primes + ofPresent) / expectedPrimes);
}

function describe({ primes, expectedPrimes, candidates, expectedCandidates }: Making): string {
  if (expectedPrimes === 0) return "Starting";
  if (primes === expectedPrimes) return "All primes found";
  const mean =
    expectedCandidates === 0
      ? ""
      : `: candidate ${formatCount(candidates)}, usually about ${formatCount(expectedCandidates)}`;
  return `Prime ${primes + 1} of ${expectedPrimes}${mean}`;
}
