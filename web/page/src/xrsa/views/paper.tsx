import { published } from "rsa-variants/xrsa";
import { MathText } from "../../ui/math.tsx";

/** Remarks on the paper by their heading. */
const groups: Readonly<Record<string, readonly (readonly [title: string, text: string])[]>> = {
  "Open questions, answered": [
    [
      "Can 7680 bits be computed on a multiplier of 2048?",
      "Yes, with four primes of 1920 bits. Garner’s formula joins them one by one, and no number is longer than the multiplier. In general the primes must fit: n/r ≤ k. The two 3840-bit primes that other software uses do not fit, which leaves only the naive method.",
    ],
    [
      "Can the device make its own key?",
      "Yes. Miller–Rabin needs the same power, N is a product of halves as in Table II, and the exponents and coefficients fit into k bits. To try it, choose “key made by the device” in the settings.",
    ],
  ],
  Corrections: published.corrections.map(({ place, printed, right }) => [`In ${place}:`, `${printed} Right: ${right}`]),
};

export function Notes() {
  const { authors, title, publishedIn } = published.source;
  return (
    <>
      <div class="note-grid">
        {Object.entries(groups).map(([name, notes]) => (
          <div key={name}>
            <h3>{name}</h3>
            {notes.map(([head, text]) => (
              <p key={head}>
                <strong>{head}</strong> <MathText text={text} />
              </p>
            ))}
          </div>
        ))}
      </div>
      <p class="muted">
        {authors}: <cite>{title}</cite>, {publishedIn}. <a href="../papers/#dang-2021">Papers</a> has its tables. The
        device here is a model that does the same operations in the same order and counts them. It says nothing about
        what a real chip leaks.
      </p>
    </>
  );
}
