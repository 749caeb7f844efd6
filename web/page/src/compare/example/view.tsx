import { formatCount, formatNumber } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { variantFacts } from "rsa-variants";
import { QuietButton } from "../../ui/buttons.tsx";
import { NumberField, SelectField } from "../../ui/fields.tsx";
import { MathText } from "../../ui/math.tsx";
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

/** The variants decrypt a message step by step, with numbers that the reader chooses, and what each step costs. */
export function WorkedExampleView(): JSX.Element {
  const [choice, setChoice] = useState(defaultChoice);
  const problem = problemOf(choice);
  const [shown, setShown] = useState(choice);
  if (problem === undefined && shown !== choice) setShown(choice);
  const examples = workedExamples(shown);
  const [plain, crt] = examples as [WorkedExample, WorkedExample];
  return (
    <div class="worked-example">
      <Choices choice={choice} problem={problem} onChoose={setChoice} />
      <Lesson plain={plain} crt={crt} />
      <div class="examples">
        {examples.map((example) => (
          <Example key={example.variant} example={example} plain={plain.cost} />
        ))}
      </div>
      <p class="hint">
        Schemes A and B and the tunable variant decrypt like rebalanced RSA, with exponents of other lengths. With
        numbers this small, combining the results is a large part of the work, most of all in a batch. At 2048 bits it
        is negligible.
      </p>
      <Exercises choice={shown} examples={examples} />
    </div>
  );
}

interface ChoicesProps {
  readonly choice: Choice;
  readonly problem: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ choice, problem, onChoose }: ChoicesProps): JSX.Element {
  const { message } = choice;
  return (
    <fieldset class="example-choices">
      <legend>
        Small keys decrypt one message step by step. Real keys do exactly the same with numbers of hundreds of digits.
        Choose your own numbers:
      </legend>
      <NumberField
        name="example-message"
        letter="M"
        label="message"
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
            label={`of ${count} primes`}
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
function Lesson({ plain, crt }: { readonly plain: WorkedExample; readonly crt: WorkedExample }): JSX.Element {
  const [whole, half] = [plain, crt].map(({ steps }) => steps[0]?.work[0] as Work) as [Work, Work];
  const count = ({ squarings, multiplications }: Work) => squarings + multiplications;
  return (
    <section class="lesson" aria-labelledby="lesson-title">
      <h3 id="lesson-title">Why half the length is an eighth of the work</h3>
      <p>
        Each square below is one multiplication. Its side is the length of the numbers, so <b>its area is the work</b>:
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
        Half as many squares with a quarter of the area each make about an eighth of the work, here 1/
        {formatNumber((count(whole) * whole.bits ** 2) / (count(half) * half.bits ** 2), 2)}. CRT needs two such powers,
        so it is four times as fast. With r primes there are r powers, each with 1/r³ of the work: r² times as fast.
        Short exponents (rebalanced) need fewer squares of the same size. R-Prime does both.
      </p>
    </section>
  );
}

/** Multiplications as squares whose area is their work. */
function Squares({ work }: { readonly work: readonly Work[] }): JSX.Element | null {
  const all = work.flatMap(({ squarings, multiplications, bits }) => [
    ...Array.from({ length: squarings }, () => ["squaring", bits] as const),
    ...Array.from({ length: multiplications }, () => ["multiplication", bits] as const),
  ]);
  if (all.length === 0) return null;
  return (
    <div class="squares" role="img" aria-label={work.map(inWords).join("; ")}>
      {all.map(([kind, bits], at) => (
        <i key={at} data-kind={kind} style={{ "--bits": bits }} />
      ))}
    </div>
  );
}

function inWords({ squarings, multiplications, bits }: Work): string {
  const parts = [
    [squarings, "squaring"],
    [multiplications, "multiplication"],
  ] as const;
  const named = parts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`]));
  return `${named.join(" and ")} of ${bits} bits`;
}

function Example({ example, plain }: { readonly example: WorkedExample; readonly plain: number }): JSX.Element {
  const { variant, key, ciphertexts, steps, messages, cost } = example;
  const name = (letter: string, at: number) => (messages.length === 1 ? letter : `${letter}_${at + 1}`);
  const isLess = cost < plain;
  return (
    <article>
      <h3>{variantFacts[variant].title}</h3>
      <p class="hint">
        <MathText text={[key, ...ciphertexts.map((c, at) => `${name("C", at)} = ${c}`)].join("; ")} />
      </p>
      <ol>
        {steps.map((step) => (
          <StepLine key={step.formula} step={step} />
        ))}
      </ol>
      <p>
        <b>
          <MathText text={messages.map((m, at) => `${name("M", at)} = ${m}`).join(", ")} />
        </b>
        {". "}
        {formatCount(Math.round(cost))} bit multiplications{messages.length > 1 && " for each message"}
        {cost !== plain &&
          `, ${isLess ? `1/${formatNumber(plain / cost, 2)} of` : `${formatNumber(cost / plain, 2)} times`} what plain RSA takes`}
        .
      </p>
    </article>
  );
}

function StepLine({ step: { formula, numbers, work } }: { readonly step: Step }): JSX.Element {
  return (
    <li>
      <MathText text={formula} />
      <br />
      <span class="hint">
        <MathText text={numbers} />
      </span>
      <Squares work={work} />
    </li>
  );
}

/** Questions for a class. They can be printed alone, the answers on a page of their own. */
function Exercises(props: { readonly choice: Choice; readonly examples: readonly WorkedExample[] }): JSX.Element {
  const exercises = exercisesOn(props.choice, props.examples);
  return (
    <section class="exercises" aria-labelledby="exercises-title">
      <h3 id="exercises-title">Exercises with these numbers</h3>
      <ol>
        {exercises.map(({ question, answer }) => (
          <li key={question}>
            <MathText text={question} />
            <details>
              <summary>Answer</summary>
              <p>
                <MathText text={answer} />
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
              <MathText text={answer} />
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
