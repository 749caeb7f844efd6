import { formatCount, formatNumber } from "@rsa-variants/measure/text/format";
import { wordProductsOf } from "rsa-variants/xrsa";
import { Row, Table } from "../../ui/figures.tsx";
import type { DeviceOutcome, Run } from "../run/protocol.ts";

/** Whether the result is right, and two other ways to compute it. */
export function Result({ run: { ordinary, software }, device }: { readonly run: Run; readonly device: DeviceOutcome }) {
  const { operandLength, total } = device.report;
  const inWords = software && software.wordProducts / wordProductsOf(operandLength);
  const isWrong = ordinary?.equal === false;
  const time = (outcome?: { readonly milliseconds: number }) =>
    outcome === undefined ? "…" : `${formatNumber(outcome.milliseconds)}\u00a0ms`;
  const equality = (outcome?: { readonly equal: boolean }) =>
    outcome === undefined ? "…" : outcome.equal ? "equal" : "NOT equal";
  return (
    <section class="outcome result" aria-labelledby="result-title">
      <h2 id="result-title">The result, checked</h2>
      <p class={isWrong ? "problem" : "muted lead-in"}>
        {ordinary === undefined && "The library decrypts the same block next."}
        {ordinary?.equal && "The library decrypts the same random block to the same result."}
        {isWrong && "The device’s result is WRONG: it differs from the library’s. This is a bug."}
      </p>
      <Table label="The private operation, computed three ways" head={["method", "⊗", "time here", "result"]}>
        <Row
          name={device.trace === undefined ? "model of the device" : "model, with every operation"}
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
    </section>
  );
}
