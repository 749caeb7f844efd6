import { type Summary, spread } from "@rsa-variants/measure";
import { caveatsOf } from "@rsa-variants/measure/run/advice";
import { guardedRow, isEligible, type Row } from "@rsa-variants/measure/run/rows";
import { formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { useState } from "preact/hooks";
import { Segments } from "../../ui/buttons.tsx";
import { type CompareState, originOf } from "../state.ts";
import { nameOf } from "../texts.ts";
import { Figure, SubjectTable } from "./marks.tsx";

interface Scenario {
  readonly name: string;
  /** The private and the public operations, as nouns. */
  readonly operations: readonly [privateOnes: string, publicOnes: string];
  readonly about: string;
  /** Whether the other side accepts only keys with a short public exponent. */
  readonly needsShortExponent?: boolean;
}

const scenarios: readonly Scenario[] = [
  {
    name: "TLS",
    operations: ["signatures", "checks"],
    about:
      "A server with an RSA certificate signs once for each new connection, and the client checks it. Many clients refuse public exponents of more than 32 or 64 bits, so variants with a long one are left out.",
    needsShortExponent: true,
  },
  {
    name: "Tokens",
    operations: ["signatures", "checks"],
    about:
      "A service signs each token once, as JWT does with RS256 or PS256. Variants with a long public exponent need a program for the checks that accepts it.",
  },
  {
    name: "Ballots",
    operations: ["decryptions", "encryptions"],
    about: "Each voter’s device encrypts one ballot. The count decrypts all of them.",
  },
  {
    name: "Files",
    operations: ["decryptions", "encryptions"],
    about: "Each file is encrypted with its own AES key, and RSA encrypts only that key. The contents come on top.",
  },
];

/**
 * The acceptable rows that work for every message and that a scenario can use, least time for decryption first. With the times of guarded
 * decryption, if there are any; plain RSA may not have them.
 */
function usableRows(rows: readonly Row[], { needsShortExponent = false }: Pick<Scenario, "needsShortExponent">) {
  const eligible = rows
    .filter((row) => isEligible(row, "decrypt", "encrypt"))
    .filter(({ resolved }) => !needsShortExponent || resolved?.params.crtExponentLength === undefined);
  const guarded = eligible.flatMap((row) => guardedRow(row) ?? []);
  const isGuarded = guarded.length > 0;
  const usable = isGuarded ? guarded : eligible;
  return { isGuarded, usable: usable.sort((a, b) => privateTime(a).time - privateTime(b).time) };
}

function privateTime({ summaries }: Row): Summary {
  return summaries.decrypt as Summary;
}

function publicTime({ summaries }: Row): number {
  return (summaries.encrypt as Summary).time;
}

/** What the measured times mean for a thousand operations of a usual job: as many seconds as one takes milliseconds. */
export function Scenarios({ state }: { readonly state: CompareState }) {
  const [chosen, choose] = useState("TLS");
  const scenario = scenarios.find(({ name }) => name === chosen) as Scenario;
  const [privateOnes, publicOnes] = scenario.operations;
  const { isGuarded, usable } = usableRows(state.rows, scenario);
  const name = (row: Row) => nameOf(row, state);
  const busy = (row: Row) => `${formatNumber(privateTime(row).time)} s with ${name(row)}`;
  // The first that nothing speaks against.
  const [first, last] = [usable.find((row) => caveatsOf(row).length === 0) ?? usable[0], usable.at(-1)];
  return (
    <>
      <Segments
        label="Job"
        values={scenarios.map((each) => ({ value: each.name, text: each.name }))}
        chosen={chosen}
        onChoose={choose}
      />
      <p class="muted chart-subtitle">{scenario.about}</p>
      {first === undefined || last === undefined ? (
        <p class="muted chart-empty">No acceptable variant was measured with these settings.</p>
      ) : (
        <>
          <p>
            {originOf(state) === "recorded" && "On the machine of the recorded run, "}1000 {privateOnes} keep one core
            busy for {busy(first)}
            {first !== last && ` and for ${busy(last)}`}.
            {publicTime(first) > 2 * publicTime(last) &&
              ` The price: 1000 ${publicOnes} take ${formatNumber(publicTime(first))} s instead of ${formatNumber(publicTime(last))} s.`}
          </p>
          <SubjectTable
            label={`Seconds of one core for 1000 ${privateOnes} and 1000 ${publicOnes}`}
            head={["Variant", `1000 ${privateOnes}, s`, `${privateOnes} per second`, `1000 ${publicOnes}, s`]}
            rows={usable.map((row) => ({
              subject: row.subject,
              name: name(row),
              cells: [
                figure(privateTime(row)),
                formatNumber(1000 / privateTime(row).time),
                figure(row.summaries.encrypt as Summary),
              ],
            }))}
          />
          <p class="muted chart-subtitle">
            Computed, not measured: 1000 times the time of one; below it is its 95 % interval, times 1000.
            {isGuarded
              ? " Blinding and the fault check, which the library adds by default, are included. Variants that were not measured with them are left out."
              : " Blinding and the fault check, which the library adds by default, were not measured and are not included."}{" "}
            Padding, hashing and the network come on top.
          </p>
        </>
      )}
    </>
  );
}

function figure(summary: Summary) {
  const { low, high } = spread(summary);
  return <Figure value={formatNumber(summary.time)} range={formatRange(low, high)} />;
}
