import { published, wordProductsOf } from "rsa-variants/xrsa";
import { h, setContent } from "../../common/dom.ts";
import { formatCount, formatFactor, formatNumber } from "../../common/format.ts";
import type { Run } from "../run/run.ts";
import type { View } from "../state.ts";

/** What came of a run: whether it is right, how long it took, and the other two ways beside it. */
export function resultView(): View {
  const body = h("tbody");
  const verdict = h("p", { class: "verdict-line" });
  const naive = h("p", { class: "lead-in" });
  const table = h(
    "table",
    { class: "figures" },
    h("caption", { class: "visually-hidden" }, "The private operation three ways"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...["way", "⊗", "time here", "result"].map((text, index) =>
          h("th", { scope: "col", class: index === 0 ? "name" : "" }, text),
        ),
      ),
    ),
    body,
  );
  const element = h(
    "section",
    { class: "outcome result", "aria-labelledby": "result-title" },
    h("h2", { id: "result-title" }, "The result, checked"),
    verdict,
    h("div", { class: "table-box", role: "region", "aria-label": "Table of results", tabindex: 0 }, table),
    naive,
  );
  return {
    element,
    update({ run }) {
      element.hidden = run?.device === undefined;
      if (run?.device === undefined) return;
      const { trace: _trace, ...device } = run.device;
      const key = JSON.stringify([device.milliseconds, run.ordinary, run.software, run.state]);
      setContent(verdict, key, () => [verdictText(run)]);
      verdict.classList.toggle("problem", run.ordinary?.equal === false);
      setContent(body, key, () => rows(run));
      setContent(naive, key, () => [naiveText(run)]);
    },
  };
}

function verdictText({ ordinary }: Run): string {
  if (ordinary === undefined) return "The ordinary decryption is still to come.";
  return ordinary.equal
    ? "The device’s result is equal to the ordinary decryption of the same random block."
    : "The device’s result is NOT equal to the ordinary decryption: this is a defect.";
}

function rows({ device, ordinary, software }: Run): HTMLElement[] {
  const row = (name: string, count: string, milliseconds: number | undefined, result: string) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "name" }, name),
      h("td", {}, count),
      h("td", {}, milliseconds === undefined ? "…" : `${formatNumber(milliseconds)} ms`),
      h("td", {}, result),
    );
  const equal = (value: boolean | undefined) => (value === undefined ? "…" : value ? "equal" : "NOT equal");
  return [
    row(
      device?.trace === undefined ? "the device’s model" : "the device’s model, every operation written down",
      formatCount(device?.report.total.multiplications ?? 0),
      device?.milliseconds,
      equal(ordinary?.equal),
    ),
    row("the ordinary library", "–", ordinary?.milliseconds, ordinary === undefined ? "…" : "the message"),
    row(
      "the naive method",
      software === undefined ? "…" : inMultiplications(device, software),
      software?.milliseconds,
      equal(software?.equal),
    ),
  ];
}

function inMultiplications(device: Run["device"], software: NonNullable<Run["software"]>): string {
  if (device === undefined) return "–";
  return `as many as ${formatCount(Math.round(software.wordProducts / wordProductsOf(device.report.operandLength)))}`;
}

function naiveText({ device, software }: Run): string {
  if (device === undefined || software === undefined) return "";
  const { operandLength, total } = device.report;
  const inWords = software.wordProducts / wordProductsOf(operandLength);
  return `The naive method squares and multiplies modulo N in software: ${formatCount(software.multiplications)} multiplications, ${formatCount(software.wordProducts)} products of 32-bit words, as many as ${formatCount(Math.round(inWords))} ⊗ of ${operandLength} bits would take in software. That is ${formatFactor(inWords / total.multiplications)} what the device multiplies; that its unit multiplies in hardware comes on top. The paper measured ${published.softwareFactor} × the time in all, for RSA-4096 on its part.`;
}
