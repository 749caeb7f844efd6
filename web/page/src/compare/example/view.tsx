import { formatCount, formatNumber } from "@rsa-variants/measure/text/format";
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Variant, variantFacts } from "rsa-variants";
import { QuietButton } from "../../ui/buttons.tsx";
import { NumberField, SelectField } from "../../ui/fields.tsx";
import { MathText } from "../../ui/math.tsx";
import { countText } from "../figures.ts";
import {
  type Choice,
  defaultChoice,
  greatestMessage,
  primes,
  problemOf,
  type Step,
  type Work,
  type WorkedExample,
  workedExamples,
} from "./calculations.ts";
import { exercisesOn } from "./exercises.ts";
import "./example.css";

interface WorkedExampleProps {
  /** The variant that a link asks for, new with each click. */
  readonly followed?: { readonly variant: Variant } | undefined;
}

/** The variants decrypt a message step by step, with numbers that the reader chooses, and what each step costs. */
export function WorkedExampleView({ followed }: WorkedExampleProps) {
  const [choice, setChoice] = useState(defaultChoice);
  const [variant, setVariant] = useState<Variant>(followed?.variant ?? "crt");
  useEffect(() => followed && setVariant(followed.variant), [followed]);
  const problem = problemOf(choice);
  const [shown, setShown] = useState(choice);
  if (problem === undefined && shown !== choice) setShown(choice);
  const examples = workedExamples(shown);
  const [plain, crt] = examples as [WorkedExample, WorkedExample];
  // The other variants decrypt like it.
  const chosen = examples.some((example) => example.variant === variant) ? variant : "rebalanced";
  const names = examples.map(({ variant: value }) => ({ value, text: variantFacts[value].title }));
  return (
    <div class="worked-example">
      <Choices choice={choice} problem={problem} onChoose={setChoice} />
      <SelectField<Variant>
        name="example-variant"
        label="variant"
        options={names}
        value={chosen}
        onChoose={setVariant}
      />
      <div class="followed-examples">
        {examples.map((example) => (
          <Example key={example.variant} example={example} plain={plain.cost} isShown={example.variant === chosen} />
        ))}
      </div>
      <p class="fine hint">
        Schemes A and B and the tunable variant decrypt like rebalanced RSA, with exponents of other lengths. With
        numbers this small, combining the results is a large part of the work, most of all in a batch. At 2048 bits it
        is negligible.
      </p>
      <Lesson plain={plain} crt={crt} />
      <Exercises choice={shown} examples={examples} />
    </div>
  );
}

interface ChoicesProps {
  readonly choice: Choice;
  readonly problem: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ choice, problem, onChoose }: ChoicesProps) {
  const { message } = choice;
  return (
    <fieldset class="example-choices">
      <legend>
        See one message decrypted step by step with small keys. Real keys work the same way, with numbers hundreds of
        digits long. Choose your own numbers:
      </legend>
      <NumberField
        name="example-message"
        letter="M"
        label={`message, 2 to ${formatCount(greatestMessage(choice))}`}
        value={Number(message)}
        limits={{ min: 2, max: Number(greatestMessage(choice)), step: 1 }}
        onNumber={(value) => onChoose({ ...choice, message: Number.isSafeInteger(value) ? BigInt(value) : 0n })}
      />
      {(["two", "three"] as const).flatMap((count) =>
        choice[count].map((prime, at) => (
          <SelectField
            key={`${count} ${at}`}
            name={`example-${count}-${at}`}
            letter={(count === "two" ? ["p", "q"][at] : `p${"₁₂₃"[at]}`) as string}
            label={`(${count}-prime keys)`}
            options={primes[count].map((each) => ({ value: String(each), text: String(each) }))}
            value={String(prime)}
            onChoose={(value) => onChoose({ ...choice, [count]: choice[count].with(at, BigInt(value)) })}
          />
        )),
      )}
      <p class="problem" role="status">
        {problem}
      </p>
    </fieldset>
  );
}

/** Why half the length is an eighth of the work, with the numbers of the first two examples. */
function Lesson({ plain, crt }: { readonly plain: WorkedExample; readonly crt: WorkedExample }) {
  const [whole, half] = [plain, crt].map(({ steps }) => steps[0]?.work[0] as Work) as [Work, Work];
  const count = ({ squarings, multiplications }: Work) => squarings + multiplications;
  return (
    <section class="lesson" aria-labelledby="lesson-title">
      <h3 id="lesson-title">Why half the length is an eighth of the work</h3>
      <p>
        Each square is one multiplication. Its side is the length of the numbers, so <b>its area is the work</b>:
        multiplying two k-bit numbers takes k² bit multiplications. Filled squares are squarings.
      </p>
      <dl>
        <dt>
          One {whole.bits}-bit power: {count(whole)} squares of {whole.bits} × {whole.bits}
        </dt>
        <dd>
          <Squares work={[whole]} />
        </dd>
        <dt>
          One {half.bits}-bit power, with half as many squares, each half as wide: {count(half)} squares of {half.bits}{" "}
          × {half.bits}
        </dt>
        <dd>
          <Squares work={[half]} />
        </dd>
      </dl>
      <p>
        Half as many squares, each a quarter of the area: about an eighth of the work (here 1/
        {formatNumber((count(whole) * whole.bits ** 2) / (count(half) * half.bits ** 2), 2)}). CRT needs two such
        powers, so it is four times as fast. With r primes there are r powers, each with 1/r³ of the work: r² times as
        fast. Short exponents (rebalanced) need fewer squares of the same size. R-Prime does both.
      </p>
    </section>
  );
}

/** Multiplications as squares whose area is their work. */
function Squares({ work }: { readonly work: readonly Work[] }) {
  const all = work.flatMap(({ squarings, multiplications, bits }) => [
    ...Array.from({ length: squarings }, () => ["squaring", bits] as const),
    ...Array.from({ length: multiplications }, () => ["multiplication", bits] as const),
  ]);
  if (all.length === 0) return null;
  return (
    <div class="cluster squares" role="img" aria-label={work.map(inWords).join("; ")}>
      {all.map(([kind, bits], at) => (
        <i key={at} data-kind={kind} style={{ "--bits": bits }} />
      ))}
    </div>
  );
}

function inWords({ squarings, multiplications, bits }: Work): string {
  const parts = [
    squarings > 0 && countText(squarings, "squaring"),
    multiplications > 0 && countText(multiplications, "multiplication"),
  ];
  return `${parts.filter(Boolean).join(" and ")} of ${bits} bits`;
}

interface ExampleProps {
  readonly example: WorkedExample;
  /** The bit multiplications of plain RSA. */
  readonly plain: number;
  /** On paper all are shown. */
  readonly isShown: boolean;
}

/** From the message to the ciphertext, its pieces, and back. */
function Example({ example, plain, isShown }: ExampleProps) {
  const { variant, key, encryption, steps, messages, cost } = example;
  const name = (at: number) => (messages.length === 1 ? "M" : `M_${at + 1}`);
  return (
    <article class={isShown ? undefined : "not-chosen"}>
      <h3>{variantFacts[variant].title}</h3>
      <p class="fine hint">
        <Equations text={key} />
      </p>
      <div class="encryption">
        {encryption.map((step) => (
          <p key={step.formula}>
            Encrypted: <Equations text={`${step.formula} = ${step.numbers}`} />
          </p>
        ))}
      </div>
      <ol>
        {steps.map((step) => (
          <StepLine key={step.formula} step={step} />
        ))}
      </ol>
      <p class="found">
        <Equations text={messages.map((m, at) => `${name(at)} = ${m}`).join("; ")} />
      </p>
      <Total {...{ cost, plain }} isEach={messages.length > 1} />
    </article>
  );
}

/** All the work of an example against plain RSA's. */
function Total({ cost, plain, isEach }: Record<"cost" | "plain", number> & { readonly isEach: boolean }) {
  if (cost === plain) return <p>{formatCount(cost)} bit multiplications: the others are compared with this.</p>;
  const bars = [
    [`this variant${isEach ? ", for each message" : ""}`, cost],
    ["plain RSA", plain],
  ] as const;
  return (
    <div class="total-work">
      <p class="factor">
        {cost < plain ? `${formatNumber(plain / cost, 2)} × less work` : `${formatNumber(cost / plain, 2)} × the work`}
      </p>
      {bars.map(([text, work]) => (
        <div key={text} class="work-bar" style={{ "--share": work / Math.max(cost, plain) }}>
          <i />{" "}
          <span>
            {text}: {formatCount(Math.round(work))} bit multiplications
          </span>
        </div>
      ))}
    </div>
  );
}

function StepLine({ step: { formula, given, numbers, work } }: { readonly step: Step }) {
  return (
    <li>
      <p>
        <Equations text={formula} />
      </p>
      <p class="with-numbers">
        {given !== undefined && (
          <>
            <Equations text={given} />
            <br />
          </>
        )}
        <Equations text={numbers} />
      </p>
      <Squares work={work} />
    </li>
  );
}

/** With commas in numbers of five digits or more, and no break within "w = 320", or after "=" and "mod". */
function grouped(text: string): string {
  const glued = text.replace(/(?<=\b[A-Za-z]) = (?=\d)/g, "\u00a0=\u00a0").replace(/(?<==|\bmod) /g, "\u00a0");
  return glued.replace(/(?<![\d,])\d{5,}/g, (digits) => formatCount(BigInt(digits)));
}

/** Equations with commas in long numbers. A line breaks only between them. */
function Equations({ text }: { readonly text: string }) {
  const parts = grouped(text).split(/(?<=[,;]) /);
  return (
    <>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && " "}
          <span class="equation">
            <MathText text={part} isFormula />
          </span>
        </Fragment>
      ))}
    </>
  );
}

/** Questions for a class. They can be printed alone, the answers on a page of their own. */
function Exercises(props: { readonly choice: Choice; readonly examples: readonly WorkedExample[] }) {
  const exercises = exercisesOn(props.choice, props.examples);
  return (
    <section class="exercises" aria-labelledby="exercises-title">
      <h3 id="exercises-title">Exercises with these numbers</h3>
      <ol>
        {exercises.map(({ question, answer }) => (
          <li key={question}>
            <MathText text={grouped(question)} />
            <details>
              <summary>Answer</summary>
              <p>
                <MathText text={grouped(answer)} />
              </p>
            </details>
          </li>
        ))}
      </ol>
      <section class="printed-answers" aria-hidden="true">
        <h3>Answers</h3>
        <ol>
          {exercises.map(({ question, answer }) => (
            <li key={question}>
              <MathText text={grouped(answer)} />
            </li>
          ))}
        </ol>
      </section>
      <QuietButton onClick={printExercises}>Print the exercises</QuietButton>
    </section>
  );
}

/** Prints the exercises without the rest of the page. */
function printExercises(): void {
  const { classList } = document.documentElement;
  classList.add("prints-exercises");
  window.addEventListener("afterprint", () => classList.remove("prints-exercises"), { once: true });
  window.print();
}
