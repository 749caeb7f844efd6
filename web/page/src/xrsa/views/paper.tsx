import { spread, summarize } from "@rsa-variants/measure";
import { formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { type MultiplicationWay, multiplicationWays, published } from "rsa-variants/xrsa";
import { notReady, WhyDisabled } from "../../ui/buttons.tsx";
import { Row, Table } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import type { State } from "../state.ts";

const wayTexts: Readonly<Record<MultiplicationWay, string>> = {
  "num-bigint": "num-bigint: product and division",
  "four-montgomery": "four ⊗: into the Montgomery domain, one product, out of it",
  "one-montgomery": "one ⊗ within the Montgomery domain",
};

interface TableOneProps {
  readonly state: State;
  /** Starts and stops it. */
  readonly onMeasure: () => void;
}

/** The paper's Table I, measured here when the user asks for it. */
export function TableOne({ state, onMeasure }: TableOneProps): JSX.Element {
  const { isRunning, outcome } = state.tableOne;
  const fits = state.shown.selection.multiplierLength % 32 === 0;
  const blocked = isRunning
    ? undefined
    : (notReady[state.library] ?? (fits ? undefined : "k must be a multiple of 32."));
  const papers = published.modularMultiplication;
  return (
    <>
      <p class="lead-in">
        The paper found that four ⊗ are faster than one product and one division. Measure it here with k-bit operands.
        Within a long computation, one ⊗ is enough.
      </p>
      <Table
        label="Time of one modular multiplication"
        head={[
          "a·b mod p",
          outcome === undefined ? "here, ns" : `here, ${outcome.length} bits, ns`,
          ...papers.map(({ machine }) => `paper, ${machine}, ns`),
        ]}
      >
        {multiplicationWays.map((way) => (
          <Row
            key={way}
            name={wayTexts[way]}
            cells={[
              <Measured key="here" samples={outcome?.samples[way]} />,
              ...papers.map(
                ({ numBigint, fourMontgomery }) =>
                  ({ "num-bigint": numBigint, "four-montgomery": fourMontgomery, "one-montgomery": "–" })[way],
              ),
            ]}
          />
        ))}
      </Table>
      <p class="table-legend" role="status">
        {statusText(state)}
      </p>
      <div class="files">
        <button
          type="button"
          class="secondary"
          disabled={blocked !== undefined}
          aria-describedby="table-one-why"
          onClick={onMeasure}
        >
          {isRunning ? "Stop" : "Measure here"}
        </button>
        <WhyDisabled id="table-one-why" reason={blocked} />
      </div>
    </>
  );
}

function statusText({ tableOne: { outcome, isRunning }, shown }: State): string {
  if (isRunning) return "Measuring …";
  if (outcome === undefined) return "";
  const count = Math.min(...multiplicationWays.map((way) => outcome.samples[way].length));
  const isOther = outcome.length !== shown.selection.multiplierLength;
  const other = isOther ? ` Measured with ${outcome.length} bits, not with the k chosen now.` : "";
  const step = formatNumber(outcome.timerStep * 1000, 2);
  return `Medians of ${count} samples each, with 95 % intervals. The timer’s step is ${step} µs.${other}`;
}

function Measured({ samples = [] }: { readonly samples: readonly number[] | undefined }): JSX.Element {
  const summary = summarize(samples);
  if (summary === undefined) return <>–</>;
  const { low, high } = spread(summary);
  return (
    <>
      {formatNumber(summary.time)} <span class="range">{formatRange(low, high)}</span>
    </>
  );
}

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
  Observations: [
    [
      "The last subtraction never happens.",
      "Garner’s formula gives S = S_q + h·q with S_q ≤ q − 1 and h ≤ p − 1, so S ≤ N − 1. We keep equation 3 because it is in the paper.",
    ],
  ],
  "Measured by the paper": [
    ["Counts", "For each prime: 2047 ⊗ for R^2, 1 for m mod p, 4099 for the power and 1 at the end, 6148 in total."],
    [
      "Speed",
      `${published.operationsPerSecond} private operations per second with RSA-4096. The vendor’s own RSA-2048 manages ${published.vendorRsa2048OperationsPerSecond} per second, 17 times as many.`,
    ],
    [
      "GnuPG",
      `signs with RSA-4096 in ${published.signing.xrsa} ms on this chip, and in ${published.signing.yubikey} ms on a YubiKey 5 NFC, whose chip has RSA-4096 built in.`,
    ],
  ],
};

export function Notes(): JSX.Element {
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
      <p class="cited">
        {authors}: <cite>{title}</cite>, {publishedIn}. The device here is a model that does the same operations in the
        same order and counts them. It says nothing about what a real chip leaks.
      </p>
    </>
  );
}
