import type { Counts, Report } from "rsa-variants/xrsa";
import { h, setContent } from "../../common/dom.ts";
import { formatCount } from "../../common/format.ts";
import type { View } from "../state.ts";

const kinds = {
  multiplications: "⊗",
  additions: "⊕",
  subtractions: "⊖",
  loads: "load",
  fetches: "fetch",
} as const satisfies Partial<Record<keyof Counts, string>>;

const kindTexts: Readonly<Record<keyof typeof kinds, string>> = {
  multiplications: "Montgomery multiplications",
  additions: "modular additions",
  subtractions: "modular subtractions",
  loads: "numbers into the unit",
  fetches: "numbers out of it",
};

/** What the device needs: memory against its limits, and operations of each kind. */
export function memoryView(): View {
  const gauges = h("div", { class: "gauges" });
  const counts = h("dl", { class: "counts" });
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "memory-title" },
    h("h2", { id: "memory-title" }, "Memory and operations"),
    gauges,
    counts,
  );
  return {
    element,
    update(state) {
      const report = state.run?.device?.report ?? state.plans?.chosen.report;
      element.hidden = report === undefined;
      if (report === undefined) return;
      const { selection } = state;
      setContent(gauges, JSON.stringify([report.unitRam, report.controllerRam, selection]), () => [
        gauge("Unit RAM", report.unitRam, selection.unitRam),
        gauge("Controller RAM", report.controllerRam, selection.controllerRam),
      ]);
      setContent(counts, JSON.stringify(report.total), () => countList(report));
    },
  };
}

function gauge(name: string, used: number, size: number): HTMLElement {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--fraction", String(used / size));
  return h(
    "div",
    { class: "gauge" },
    h("span", { class: "gauge-name" }, name),
    h("span", { class: "gauge-numbers" }, `${formatCount(used)} of ${formatCount(size)} bytes at most in use`),
    bar,
  );
}

function countList({ total }: Report): HTMLElement[] {
  const item = (sign: string, text: string, value: number) =>
    h("div", {}, h("dt", {}, h("b", {}, sign), ` ${text}`), h("dd", {}, formatCount(value)));
  return [
    ...Object.entries(kinds).map(([kind, sign]) => {
      const name = kind as keyof typeof kinds;
      return item(sign, kindTexts[name], total[name]);
    }),
    item("bytes", "moved between controller and unit", total.bytes),
  ];
}
