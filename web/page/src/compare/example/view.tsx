import type { JSX } from "preact";
import { variantFacts } from "rsa-variants";
import { formatFactor } from "../../core/format.ts";
import { MathText } from "../../ui/math.tsx";
import { workedExamples } from "./steps.ts";

/** One message decrypted step by step by several variants, with numbers small enough to follow. */
export function WorkedExampleView(): JSX.Element {
  const examples = workedExamples();
  const plain = examples[0]?.cost ?? 0;
  return (
    <>
      <p>
        The same message, encrypted for small keys of about the same length and decrypted step by step. Real keys do
        exactly this with numbers of hundreds of digits.
      </p>
      <div class="examples">
        {examples.map(({ variant, key, ciphertext, steps, message, cost }) => (
          <article key={variant}>
            <h3>{variantFacts[variant].title}</h3>
            <p class="hint">
              {key}; C = {String(ciphertext)}
            </p>
            <ol>
              {steps.map(({ formula, numbers }) => (
                <li key={formula}>
                  <MathText text={formula} />
                  <br />
                  <span class="hint">
                    <MathText text={numbers} />
                  </span>
                </li>
              ))}
            </ol>
            <p>
              M = {String(message)}
              {cost < plain && `, with ${formatFactor(plain / cost, 2)} less multiplication work than plain RSA`}
            </p>
          </article>
        ))}
      </div>
    </>
  );
}
