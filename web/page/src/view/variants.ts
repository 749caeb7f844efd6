import { allVariants } from "../params/selection.ts";
import type { View } from "../state.ts";
import { publication } from "../text/sources.ts";
import { variantTexts } from "../text/variants.ts";
import { h, mathText } from "./dom.ts";
import { markIcon } from "./marks.ts";

/** Every variant in two sentences, with who described it and whose advice it is. */
export function variantsView(): View {
  const items = allVariants.map((variant) => {
    const { name, how, when, sources } = variantTexts[variant];
    return h(
      "article",
      { class: "variant" },
      h("h3", {}, markIcon({ kind: "variant", variant, engine: "scalar" }), name),
      h("p", {}, ...mathText(how), " ", ...mathText(when)),
      h("p", { class: "cited" }, ...cited(sources)),
    );
  });
  return {
    element: h(
      "section",
      { class: "variants", "aria-labelledby": "variants-title" },
      h("h2", { id: "variants-title" }, "The variants, and when to choose which"),
      h("div", { class: "variant-grid" }, ...items),
    ),
    update() {},
  };
}

function cited(ids: (typeof variantTexts)["crt"]["sources"]): (HTMLElement | string)[] {
  return ids.flatMap((id, index) => {
    const { authors, title, where } = publication(id);
    return [index === 0 ? "" : "; ", `${authors}, `, h("cite", {}, title), `, ${where}`];
  });
}
