import type { Report } from "rsa-variants/xrsa";
import { h, mathText, setAttribute, setContent } from "../../common/dom.ts";
import { formatCount } from "../../common/format.ts";
import { type Position, runPosition, type SectionView, sectionViews, tracePosition } from "../results/sections.ts";
import type { Actions, State, View } from "../state.ts";
import { primeName, primeOrder, sectionName, stepTexts } from "../text/steps.ts";
import { figureAcross } from "./across.ts";
import { figureDown } from "./down.ts";
import { type Drawing, drawFigure, pictureLegend } from "./draw.ts";
import type { Direction } from "./figure.ts";
import { litNumbers } from "./lit.ts";
import { partNames } from "./names.ts";
import { type PartOptions, partOptions } from "./options.ts";
import { playbackPosition } from "./playback.ts";
import { playerView } from "./player.ts";

/** Below this width, in pixels, the picture runs down. */
const narrow = 1000;

/** The computation as a picture that follows it: a part for each of two primes, or that of one of more. */
export function pictureView(actions: Actions): View {
  const chain = h("div", { class: "chain segments", role: "group", "aria-label": "Prime shown in the picture" });
  const parts = h("div", { class: "parts", role: "img" });
  const table = h("tbody");
  const player = playerView(actions);
  const stage = h("div", { class: "stage" }, parts, pictureLegend());
  const element = h(
    "section",
    { class: "picture outcome", "aria-labelledby": "picture-title" },
    h("div", { class: "table-bar" }, h("h2", { id: "picture-title" }, "The computation"), chain, player.element),
    stepsTable(table),
    stage,
  );
  const media = matchMedia(`(max-width: ${narrow - 1}px)`);
  let last: State | undefined;
  let drawn: { readonly key: string; readonly drawings: ReadonlyMap<number, Drawing> } | undefined;
  media.addEventListener("change", () => last && update(last));

  function drawingsOf(options: readonly PartOptions[], direction: Direction): ReadonlyMap<number, Drawing> {
    const key = JSON.stringify([options, direction]);
    if (drawn?.key !== key) {
      const make = direction === "across" ? figureAcross : figureDown;
      drawn = { key, drawings: new Map(options.map((part) => [part.prime, drawFigure(make(part), direction)])) };
      parts.replaceChildren(...[...drawn.drawings.values()].map((drawing) => drawing.element));
      parts.className = `parts ${direction}`;
      // Beside the first of two parts, which has fewer steps, there is room for the legend.
      stage.classList.toggle("has-room", direction === "across" && options.length === 2);
    }
    return drawn.drawings;
  }

  function update(state: State): void {
    last = state;
    const report = state.run?.device?.report ?? state.plans?.chosen.report;
    element.hidden = report === undefined;
    if (report === undefined) return;
    player.update(state);
    const position = positionOf(state, report);
    const sections = sectionViews(report, position);
    const current = sections.find((section) => section.state === "current");
    const shown = shownPrimes(state, position === "end" ? undefined : current);
    const drawings = drawingsOf(
      shown.map((prime) => partOptions(report, state.selection, prime)),
      media.matches ? "down" : "across",
    );
    const trace = state.run?.device?.trace;
    const operation = state.operation === undefined ? undefined : trace?.[state.operation];
    for (const [prime, drawing] of drawings) {
      const lit =
        operation !== undefined && current?.prime === prime ? litNumbers(operation, current.step) : new Set<string>();
      drawing.update(
        sections.filter((section) => section.prime === prime),
        position !== "start",
        lit,
      );
    }
    setAttribute(parts, "aria-label", describe(state, sections, current));
    showChain(state, sections, shown[0]);
    showSteps(sections);
  }

  /** With more than two primes: their order, what each gives with those before it, and how far it is. */
  function showChain(
    { selection: { primes } }: State,
    sections: readonly SectionView[],
    shown: number | undefined,
  ): void {
    chain.hidden = primes === 2;
    if (primes === 2) return;
    setContent(chain, String(primes), () => primeOrder(primes).map((prime) => chainButton(prime, primes)));
    for (const [index, prime] of primeOrder(primes).entries()) {
      const button = chain.children[index] as HTMLElement;
      setAttribute(button, "aria-pressed", prime === shown ? "true" : "false");
      const own = sections.filter((section) => section.prime === prime);
      const sum = (count: "done" | "expected") => own.reduce((all, section) => all + section[count], 0);
      button.style.setProperty("--fraction", String(sum("done") / sum("expected")));
    }
  }

  function chainButton(prime: number, primes: number): HTMLElement {
    return h(
      "button",
      { type: "button", click: () => actions.showPrime(prime) },
      h("span", {}, primeName(prime)),
      h(
        "span",
        { class: "gives" },
        "gives ",
        ...mathText(partNames({ prime, primes }).after.replace("{", "(").replace("}", ")")),
      ),
      h("span", { class: "bar", "aria-hidden": "true" }),
    );
  }

  function showSteps(sections: readonly SectionView[]): void {
    const key = sections.map(({ done, state }) => `${state}${done}`).join();
    setContent(table, key, () =>
      sections.map((section) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, sectionName(section)),
          h("td", {}, stepTexts[section.step].source),
          h("td", {}, `${formatCount(section.done)} of ${formatCount(section.expected)}`),
          h("td", {}, section.state),
        ),
      ),
    );
  }

  return { element, update };
}

/** The same for who cannot see the picture; it stands before it. */
function stepsTable(body: HTMLElement): HTMLElement {
  const head = ["Step", "In the paper", "Multiplications", "State"];
  const table = h(
    "table",
    {},
    h("caption", {}, "The steps of the computation, in their order"),
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
    body,
  );
  // A table is as wide as its text, whatever it is told: the box around it is not.
  return h("div", { class: "visually-hidden" }, table);
}

function positionOf({ run, operation, playback }: State, report: Report): Position | "start" | "end" {
  if (playback !== undefined) return playbackPosition(report, playback.share);
  const trace = run?.device?.trace;
  if (operation !== undefined && trace !== undefined) return tracePosition(trace, operation);
  return runPosition(report, run);
}

/** Both of two primes; of more the one chosen, the one being computed, or p, which has all steps. */
function shownPrimes(
  { selection: { primes }, chosenPrime }: State,
  current: SectionView | undefined,
): readonly number[] {
  return primes === 2 ? [1, 0] : [chosenPrime ?? current?.prime ?? 0];
}

function describe({ selection }: State, sections: readonly SectionView[], current: SectionView | undefined): string {
  const { modulusLength, multiplierLength } = selection;
  const lead = `The private operation of ${modulusLength} bits on a multiplier of ${multiplierLength} bits, in ${sections.length} steps.`;
  if (current === undefined) {
    const over = sections.every(({ state }) => state === "done");
    return `${lead} ${over ? "All steps are done." : "No step is done yet."}`;
  }
  return `${lead} Now: ${sectionName(current)}.`;
}
