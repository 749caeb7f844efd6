import { Citations, guardSources } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";

/** What each guard of the private operation does, and against which attack, and what its cost consists of. */
const guardTexts = [
  {
    id: "Blinding",
    name: "Blinding, against timing attacks",
    what: "If the time of an operation depends on its numbers, the times of many ciphertexts reveal the private exponent. Blinding multiplies the ciphertext by v^e for a random v, and removes v from the result. An attacker then does not know which numbers the exponentiations work on.",
    cost: "Every 32nd operation draws a new v. Those in between square the previous factors, which takes a few multiplications. With a long e, v^e would cost as much as several private operations: a random number then takes the place of v^e, and one more private operation raises it to the power d, which gives v.",
  },
  {
    id: "Fault check",
    name: "Fault check, against induced faults",
    what: "One wrong half of a CRT computation is enough to find a prime with a single gcd. The check verifies each result before it is released.",
    cost: "With a short e, the result is encrypted again and compared. With a long e that would cost several private operations. Instead, each prime’s share is computed modulo p·t, for a prime t of 32 bits, and compared modulo t with a short exponentiation of its own. That costs little, but the operation is fast too, so the check takes a larger part of it.",
  },
] as const;

export function GuardTexts() {
  return (
    <dl class="guard-texts">
      {guardTexts.map(({ id, name, what, cost }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <p>
              <MathText text={what} />
            </p>
            <p class="muted">
              <MathText text={cost} /> (<Citations of={guardSources[id]} papers="papers/" />)
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
