import type { Assessment, AttackName, Finding, Method } from "rsa-variants/security";
import { h, mathText, setContent } from "../../common/dom.ts";
import { strengthText } from "../../common/security/strength.ts";
import { reachTexts } from "../../common/security/verdicts.ts";
import { type Bar, barOf, barScale, placeOf } from "../results/bars.ts";
import type { View } from "../state.ts";
import { citation, shortSource } from "../text/sources.ts";

/** The methods that can be run here, and their cards further down. */
const runnable: { readonly [Name in Method]?: AttackName } = {
  "crt-exponent-small-e-lattice": "small-crt-exponents",
  "multi-prime-crt-exponent-lattice": "several-crt-exponents",
  "crt-exponent-search": "meet-in-the-middle",
  "class-group": "class-group",
  "elliptic-curve": "elliptic-curve",
};

/** What is to be known of methods that do not run here, a sentence each. */
const besides: { readonly [Name in Method]?: string } = {
  "crt-exponent-lattice": "It does not run here.",
  "one-crt-exponent-lattice": "It does not run here.",
};

/** What every known attack takes, as bars against the targets, and who found it. */
export function strengthView(): View {
  const list = h("ol", { class: "findings" });
  const sources = h("ul");
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "strength-title" },
    h("h2", { id: "strength-title" }, "What each attack takes"),
    h(
      "p",
      { class: "lead-in" },
      "Bits are work: 80 bits are 2⁸⁰ steps, and each further bit doubles them. The lines are the targets of the standards: 80 was given up, 112 is what RSA-2048 is said to have, 128 is today’s advice. Formulas are good to about ±5 bits.",
    ),
    list,
    h("div", { class: "publications" }, h("h3", {}, "Who found them"), sources),
  );
  return {
    element,
    update({ assessment, library }) {
      element.hidden = assessment === undefined || library.state !== "ready";
      if (assessment === undefined || library.state !== "ready") return;
      const { targets } = library.security;
      const key = JSON.stringify([assessment.findings, assessment.decisive.method]);
      setContent(list, key, () => findingItems(assessment, targets));
      setContent(sources, key, () => sourcesOf(assessment.findings));
    },
  };
}

function findingItems({ findings, decisive }: Assessment, targets: readonly number[]): HTMLElement[] {
  const scale = barScale(findings);
  const lines = (labelled: boolean) =>
    targets.map((bits) => {
      const line = h("span", { class: "target" }, labelled ? String(bits) : undefined);
      line.style.left = `${placeOf(bits, scale)}%`;
      return line;
    });
  const axis = h("li", { class: "axis", "aria-hidden": "true" }, h("span", { class: "track" }, ...lines(true)));
  return [
    axis,
    ...findings.map((finding) => findingItem(finding, finding === decisive, barOf(finding, scale), lines(false))),
  ];
}

function findingItem(finding: Finding, isDecisive: boolean, bar: Bar, lines: readonly HTMLElement[]): HTMLElement {
  const attack = runnable[finding.method];
  return h(
    "li",
    { class: `finding${isDecisive ? " is-decisive" : ""}` },
    h(
      "p",
      { class: "finding-name" },
      finding.name,
      " ",
      isDecisive ? h("span", { class: "tag" }, "decisive") : undefined,
    ),
    track(finding, bar, lines),
    h("p", { class: "finding-strength" }, strengthText(finding)),
    h(
      "p",
      { class: "finding-reason" },
      h("span", { class: "basis" }, finding.basis === "exact" ? "Exact. " : "Estimate. "),
      finding.reach === undefined ? undefined : `${reachTexts[finding.reach]} `,
      ...mathText(finding.reason),
      ` (${shortSource(finding.source)}) `,
      besides[finding.method],
      attack === undefined ? undefined : h("a", { href: `#attack-${attack}` }, "Run it on a key made for it"),
    ),
  );
}

function track({ verdict }: Finding, { sure, possible, goesOn }: Bar, lines: readonly HTMLElement[]): HTMLElement {
  const solid = h("span", { class: "strength-bar", "data-verdict": verdict });
  solid.style.width = `${sure}%`;
  const range = h("span", { class: "strength-range" });
  range.style.left = `${sure}%`;
  range.style.width = `${possible - sure}%`;
  return h(
    "span",
    { class: `track${goesOn ? " goes-on" : ""}`, "aria-hidden": "true" },
    solid,
    possible > sure ? range : undefined,
    ...lines,
  );
}

function sourcesOf(findings: readonly Finding[]): HTMLElement[] {
  const byTitle = new Map(findings.map(({ source }) => [source.title, source]));
  return [...byTitle.values()]
    .sort((a, b) => shortSource(a).localeCompare(shortSource(b)))
    .map((source) => h("li", {}, ...citation(source)));
}
