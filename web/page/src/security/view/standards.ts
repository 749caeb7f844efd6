import type { Assessment } from "rsa-variants/security";
import { h, mathText, setContent } from "../../common/dom.ts";
import type { View } from "../state.ts";

/** Whether the standards know such keys: another question than strength. */
export function conformanceView(): View {
  const content = h("div");
  return aside("conformance", "By the standards", content, ({ conformance: { conforms, reasons } }) =>
    setContent(content, JSON.stringify([conforms, reasons]), () => [
      h(
        "p",
        {},
        conforms
          ? "These parameters are among those of FIPS 186-5 and SP 800-56B rev. 2."
          : "FIPS 186-5 and SP 800-56B rev. 2 do not know such keys:",
      ),
      conforms ? undefined : h("ul", {}, ...reasons.map((reason) => h("li", {}, ...mathText(reason)))),
      h("p", { class: "cited" }, "Another question than strength: neither answer follows from the other."),
    ]),
  );
}

/** How many primes a modulus of this length may have, as it was read and as it is. */
export function primeLimitsView(): View {
  const body = h("tbody");
  const head = h("th", { scope: "col" });
  const table = h(
    "table",
    { class: "figures" },
    h("caption", { class: "visually-hidden" }, "Most primes of equal length, by several readings"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "name" }, "reading"), head)),
    body,
  );
  const content = h("div", { class: "table-box", role: "region", "aria-label": "Limits on r", tabindex: 0 }, table);
  return aside("prime-limits", "How many primes", content, (assessment) => {
    const { modulusLength } = assessment.params;
    setContent(head, String(modulusLength), () => [`r at most, n\u00a0${modulusLength}`]);
    setContent(body, JSON.stringify([modulusLength, assessment.primeLimits]), () => limitRows(assessment));
  });
}

function limitRows({ primeLimits }: Assessment): HTMLElement[] {
  const { hinek, sameStrength, acceptable, openssl } = primeLimits;
  const rows: [reading: string, most: number | undefined][] = [
    ["Hinek 2006, as printed by Hansen, Larsen, Olsen 2009: no easier than two primes", hinek],
    ["Today’s formulas: no easier than two primes", sameStrength],
    ["Today’s formulas: still acceptable", acceptable],
    ["What OpenSSL makes", openssl],
  ];
  return rows.map(([reading, most]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "name" }, reading),
      h("td", {}, most === undefined ? "none" : String(most)),
    ),
  );
}

/** A section beside the verdict, shown while there is one. */
function aside(id: string, title: string, content: HTMLElement, show: (assessment: Assessment) => void): View {
  const element = h("section", { class: "beside", "aria-labelledby": id }, h("h2", { id }, title), content);
  return {
    element,
    update({ assessment }) {
      element.hidden = assessment === undefined;
      if (assessment !== undefined) show(assessment);
    },
  };
}
