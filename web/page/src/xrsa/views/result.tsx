import type { JSX } from "preact";
import { published, type Step, wordProductsOf } from "rsa-variants/xrsa";
import { formatCount, formatDuration, formatFactor, formatNumber } from "../../core/format.ts";
import type { DeviceOutcome, Run } from "../run/protocol.ts";
import { stepTexts } from "../text.ts";
import { Row, Table } from "./table.tsx";

interface ResultProps {
  readonly run: Run;
  readonly device: DeviceOutcome;
}

/** Whether the result is right, how long it took, and two other ways to compute it. */
export function Result({ run: { ordinary, software }, device }: ResultProps): JSX.Element {
  const { operandLength, total } = device.report;
  const inWords = software && software.wordProducts / wordProductsOf(operandLength);
  const isWrong = ordinary?.equal === false;
  const time = (outcome?: { readonly milliseconds: number }) =>
    outcome === undefined ? "…" : `${formatNumber(outcome.milliseconds)} ms`;
  const equality = (outcome?: { readonly equal: boolean }) =>
    outcome === undefined ? "…" : outcome.equal ? "equal" : "NOT equal";
  return (
    <section class="outcome result" aria-labelledby="result-title">
      <h2 id="result-title">The result, checked</h2>
      <p class={isWrong ? "problem" : undefined}>
        {ordinary === undefined && "The ordinary decryption follows."}
        {ordinary?.equal && "The device’s result equals the ordinary decryption of the same random block."}
        {isWrong && "The device’s result does NOT equal the ordinary decryption. This is a defect."}
      </p>
      <Table label="The private operation, computed three ways" heads={["method", "⊗", "time here", "result"]}>
        <Row
          name={device.trace === undefined ? "model of the device" : "model, recording all operations"}
          cells={[formatCount(total.multiplications), time(device), equality(ordinary)]}
        />
        <Row name="ordinary library" cells={["–", time(ordinary), ordinary === undefined ? "…" : "the message"]} />
        <Row
          name="naive method"
          cells={[
            inWords === undefined ? "…" : `as much as ${formatCount(Math.round(inWords))}`,
            time(software),
            equality(software),
          ]}
        />
      </Table>
      {inWords !== undefined && (
        <p class="table-legend">
          The naive method squares and multiplies modulo N in software, which is{" "}
          {formatFactor(inWords / total.multiplications)} the work. On the paper’s chip it took{" "}
          {published.softwareFactor} × as long, because only xRSA uses the multiplier there.
        </p>
      )}
    </section>
  );
}

const kinds = ["multiplications", "additions", "subtractions"] as const;

/** What making the key cost, if the device made it. */
export function DeviceKey({ made: { report, milliseconds } }: { readonly made: NonNullable<Run["key"]> }): JSX.Element {
  const { sections, total } = report;
  const steps = [...new Set(sections.map(({ step }) => step))];
  const sum = (step: Step, kind: (typeof kinds)[number]) =>
    sections.reduce((all, section) => all + (section.step === step ? section[kind] : 0), 0);
  return (
    <section class="outcome" aria-labelledby="key-title">
      <h2 id="key-title">The key, made on the device</h2>
      <p class="lead-in">
        Primes, exponents, coefficients and modulus, computed only with the unit’s operations in{" "}
        {formatDuration(milliseconds)} here. How many candidates a prime takes is luck, so the next key will cost more
        or less.
      </p>
      <Table label="Operations of the unit by step of key generation" heads={["step", "⊗", "⊕", "⊖"]}>
        {steps.map((step) => (
          <Row
            key={step}
            name={`${stepTexts[step].name} (${stepTexts[step].source})`}
            cells={kinds.map((kind) => formatCount(sum(step, kind)))}
          />
        ))}
        <Row class="total" name="total" cells={kinds.map((kind) => formatCount(total[kind]))} />
      </Table>
    </section>
  );
}
