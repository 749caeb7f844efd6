import type { SourceId } from "rsa-variants/theory";
import { sources } from "rsa-variants/theory";
import { h } from "../../common/dom.ts";
import type { View } from "../state.ts";
import { publication } from "../text/sources.ts";

/** The papers whose figures the table shows, in the order of their footnotes. */
const footnoted: readonly SourceId[] = ["hansen-2009", "paixao-2005", "ijafrc-2014"];

/** The footnote numbers of some papers: "[1, 3]". */
export function footnotesOf(ids: readonly SourceId[]): string {
  const numbers = ids.map((id) => footnoted.indexOf(id) + 1).sort((a, b) => a - b);
  return `[${[...new Set(numbers)].join(", ")}]`;
}

/** The footnotes: what was measured, where, and what a reader must know of it. */
export function sourcesView(): View {
  const items = footnoted.map((id) => {
    const { authors, title, where } = publication(id);
    const { machine, remarks } = sources[id];
    const text = h("div", {}, `${authors}: `, h("cite", {}, title), `, ${where}. Measured on: ${machine}.`);
    return h("li", {}, text, h("div", {}, `Read with care: ${remarks.join(" ")}`));
  });
  return {
    element: h("section", { class: "sources" }, h("h3", {}, "Published figures"), h("ol", {}, ...items)),
    update() {},
  };
}
