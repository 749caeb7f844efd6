import { formatCount, formatDuration } from "@rsa-variants/measure/text/format";
import type { Counts, Report, Step } from "rsa-variants/xrsa";
import { Row, Table } from "../../ui/figures.tsx";
import type { Run } from "../run/protocol.ts";
import type { XrsaSelection } from "../selection.ts";
import { stepTexts } from "../text.ts";

const kinds: readonly (readonly [kind: keyof Counts, sign: string, text: string])[] = [
  ["multiplications", "⊗", "Montgomery multiplications"],
  ["additions", "⊕", "modular additions"],
  ["subtractions", "⊖", "modular subtractions"],
  ["loads", "load", "numbers into the unit"],
  ["fetches", "fetch", "numbers out of it"],
  ["bytes", "bytes", "moved in and out of the unit"],
];

export function Memory(props: { readonly report: Report | undefined; readonly selection: XrsaSelection }) {
  const { report, selection } = props;
  const gauges = [
    ["Unit RAM", report?.unitRam, selection.unitRam],
    ["Controller RAM", report?.controllerRam, selection.controllerRam],
  ] as const;
  return (
    <>
      <div class="gauges">
        {gauges.map(([name, used, size]) => (
          <div key={name} class="cluster gauge">
            <span>{name}</span>
            <span class="gauge-numbers">
              at most {used === undefined ? "…" : formatCount(used)} of {formatCount(size)} bytes in use
            </span>
            <span class="bar" aria-hidden="true" style={{ "--fraction": (used ?? 0) / size }} />
          </div>
        ))}
      </div>
      <dl class="counts">
        {kinds.map(([kind, sign, text]) => (
          <div key={kind}>
            <dt>
              <b>{sign}</b> {text}
            </dt>
            <dd>{report === undefined ? "…" : formatCount(report.total[kind])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const operations = ["multiplications", "additions", "subtractions"] as const;

export function DeviceKey({ made: { report, milliseconds } }: { readonly made: NonNullable<Run["key"]> }) {
  const { sections, total } = report;
  const steps = [...new Set(sections.map(({ step }) => step))];
  const sum = (step: Step, kind: (typeof operations)[number]) =>
    sections.reduce((all, section) => all + (section.step === step ? section[kind] : 0), 0);
  return (
    <section class="outcome" aria-labelledby="key-title">
      <h2 id="key-title">The key, made on the device</h2>
      <p class="muted lead-in">
        Computed with the unit’s operations only, in {formatDuration(milliseconds)} here. Finding primes takes luck, so
        the next key will cost more or less.
      </p>
      <Table label="Operations of the unit by step of key generation" head={["step", "⊗", "⊕", "⊖"]}>
        {steps.map((step) => (
          <Row
            key={step}
            name={`${stepTexts[step].name} (${stepTexts[step].source})`}
            cells={operations.map((kind) => formatCount(sum(step, kind)))}
          />
        ))}
        <Row class="total" name="total" cells={operations.map((kind) => formatCount(total[kind]))} />
      </Table>
    </section>
  );
}
