import type { Report, TracedOperation } from "rsa-variants/xrsa";
import { h } from "../../common/dom.ts";
import type { Selection } from "../params/selection.ts";
import { figureDown } from "../picture/down.ts";
import { type Drawing, drawFigure } from "../picture/draw.ts";
import { litNumbers } from "../picture/lit.ts";
import { partOptions } from "../picture/options.ts";
import { sectionViews, tracePosition } from "../results/sections.ts";

/** The present step of the picture, beside the stepper: on a narrow screen the picture itself is out of sight. */
export interface Glance {
  readonly element: HTMLElement;
  update(selection: Selection, report: Report, trace: readonly TracedOperation[], operation: number): void;
}

export function glance(): Glance {
  const element = h("div", { class: "glance" });
  let drawn: { readonly key: string; readonly drawing: Drawing } | undefined;
  return {
    element,
    update(selection, report, trace, operation) {
      const present = trace[operation] as TracedOperation;
      const { step, prime = 0 } = report.sections[present.section] as Report["sections"][number];
      const options = partOptions(report, selection, prime);
      const key = JSON.stringify(options);
      if (drawn?.key !== key) {
        const drawing = drawFigure(figureDown(options), "down");
        drawn = { key, drawing };
        element.replaceChildren(drawing.element);
      }
      const sections = sectionViews(report, tracePosition(trace, operation));
      drawn.drawing.update(
        sections.filter((section) => section.prime === prime),
        true,
        litNumbers(present, step),
      );
      drawn.drawing.showOnly(step);
    },
  };
}
