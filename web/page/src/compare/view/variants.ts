import { variantFacts } from "rsa-variants";
import { h, mathText } from "../../common/dom.ts";
import { allVariants } from "../params/selection.ts";
import type { View } from "../state.ts";
import { guardTexts } from "../text/guards.ts";
import { publication } from "../text/sources.ts";
import { variantTexts } from "../text/variants.ts";
import { markIcon } from "./marks.ts";

/** Every variant in two sentences, with who described it and whose advice it is. */
export function variantsView(): View {
  const items = allVariants.map((variant) => {
    const { title } = variantFacts[variant];
    const { how, when, sources } = variantTexts[variant];
    return h(
      "article",
      { class: "variant" },
      h("h3", {}, markIcon({ kind: "variant", variant, engine: "scalar" }), title),
      h("p", {}, ...mathText(how), " ", ...mathText(when)),
      h("p", { class: "cited" }, cited(sources)),
    );
  });
  return {
    element: h(
      "section",
      { class: "variants", "aria-labelledby": "variants-title" },
      h("h2", { id: "variants-title" }, "The variants, and when to choose which"),
      h("div", { class: "variant-grid" }, ...items),
      publicationList(),
    ),
    update() {},
  };
}

type Ids = (typeof variantTexts)["crt"]["sources"];

function cited(ids: Ids): string {
  return ids.map((id) => publication(id).short).join("; ");
}

/** Everything cited above, in full, by the first author. */
function publicationList(): HTMLElement {
  const variantIds = allVariants.flatMap((variant): Ids => variantTexts[variant].sources);
  const ids = new Set([...variantIds, ...guardTexts.flatMap(({ sources }) => sources)]);
  const list = [...ids].map(publication).sort((a, b) => a.short.localeCompare(b.short));
  return h(
    "div",
    { class: "publications" },
    h("h3", {}, "Publications"),
    h(
      "ul",
      {},
      ...list.map(({ authors, title, where }) =>
        h("li", {}, `${authors}: `, h("cite", {}, ...mathText(title)), `, ${where}.`),
      ),
    ),
  );
}
