import { formatCount } from "@rsa-variants/measure/text/format";
import { useMemo } from "preact/hooks";
import type { TracedOperation } from "rsa-variants/xrsa";
import { MathText } from "../../ui/math.tsx";
import { Term } from "../../ui/term.tsx";
import type { ViewProps } from "../actions.ts";
import { FigureView, Node } from "../picture/figure-view.tsx";
import { figureOf } from "../picture/layout.ts";
import { litNumbers, partOptions, resultName } from "../picture/part.ts";
import { isRunning, shownReport, shownStops, shownTrack, type XrsaState } from "../state.ts";
import { primeName, sectionName, stepTexts } from "../text.ts";
import type { SectionView } from "../track.ts";

interface SectionsProps {
  readonly sections: readonly SectionView[];
}

/** The section that the picture is about: the current one, the last once all are done, and before that the first. */
function focusOf(sections: readonly SectionView[]): SectionView | undefined {
  const current = sections.find((section) => section.state === "current");
  return current ?? sections.at(sections[0]?.state === "done" ? -1 : 0);
}

interface PictureProps extends SectionsProps {
  readonly state: XrsaState;
  /** Then there is room for the step in focus only. */
  readonly isNarrow: boolean;
}

/** The computation as a picture that follows it. */
export function Picture({ state, sections, isNarrow }: PictureProps) {
  const { primes, mode } = state.shown.selection;
  const report = shownReport(state);
  const focus = focusOf(sections);
  const shown = primes === 2 && !isNarrow ? [1, 0] : [focus?.prime ?? 1];
  const figures = useMemo(
    () =>
      shown.map((prime) => {
        return { prime, figure: figureOf(partOptions(report, { primes, mode }, prime)) };
      }),
    [report, primes, mode, ...shown],
  );
  const stops = focus === undefined ? [] : shownStops(state);
  const litBy = (operation: TracedOperation) => litNumbers(operation, focus?.step ?? "r-squared");
  const last = stops.at(-1);
  const lit = last && litBy(last.operation);
  const reached = new Set(
    stops.flatMap(({ operation, moves }) => [operation, ...moves].flatMap((each) => [...litBy(each).keys()])),
  );
  // What the trace does not name.
  for (const [id, also] of [
    ["high", "message"],
    ["hR", "times"],
  ] as const)
    if (reached.has(id)) reached.add(also);
  const isLast = shownTrack(state)?.starts.includes((state.cursor ?? 0) + 1) || focus === sections.at(-1);
  return (
    <div
      class={isNarrow ? "parts down" : "parts across"}
      role="img"
      aria-label={`The computation as a picture. ${focus?.state === "current" ? `Now: ${sectionName(focus)}.` : ""}`}
    >
      {figures.map(({ prime, figure }) => (
        <FigureView
          key={prime}
          figure={figure}
          sections={sections.filter((section) => section.prime === prime)}
          begun={sections.some((section) => section.state !== "waiting")}
          lit={prime === focus?.prime ? lit : undefined}
          reached={lit && !isLast ? reached : undefined}
          {...(isNarrow ? { only: focus?.step ?? "r-squared" } : {})}
        />
      ))}
      {isNarrow && (
        <p class="fine table-legend">Above: integers. Below: Montgomery domain modulo {primeName(shown[0] ?? 1)}.</p>
      )}
    </div>
  );
}

/** The primes in their order: what each gives with those before it, how far it is, and a way to its first step. */
export function Chain({ state, actions, sections }: ViewProps & SectionsProps) {
  const { primes } = state.shown.selection;
  const focus = focusOf(sections);
  const track = shownTrack(state);
  const sum = (own: readonly SectionView[], count: "done" | "expected") =>
    own.reduce((all, section) => all + section[count], 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class="chain segments" role="group" aria-label="Prime shown in the picture">
      {/* The device begins with q, so that step 3 of Algorithm 1 follows with p. */}
      {[1, 0, 2, 3, 4, 5, 6, 7].slice(0, primes).map((prime) => {
        const own = sections.filter((section) => section.prime === prime);
        const fraction = sum(own, "done") / Math.max(1, sum(own, "expected"));
        const start = track?.starts[sections.findIndex((section) => section.prime === prime)];
        return (
          <button
            key={prime}
            type="button"
            disabled={start === undefined || isRunning(state)}
            aria-pressed={prime === focus?.prime ? "true" : "false"}
            onClick={() => actions.step(start ?? 0)}
          >
            <span>{primeName(prime)}</span>
            <span class="gives">
              gives <MathText text={resultName(prime, primes).replace("{", "(").replace("}", ")")} />
            </span>
            <span class="bar" aria-hidden="true" style={{ "--fraction": fraction }} />
          </button>
        );
      })}
    </div>
  );
}

/** The picture in words, for screen readers. */
export function StepsList({ sections }: SectionsProps) {
  return (
    <ol class="visually-hidden" aria-label="The steps of the computation, in order">
      {sections.map((section) => (
        <li key={sectionName(section)}>
          {`${sectionName(section)} (${stepTexts[section.step].source}): ${section.state}, ${formatCount(section.done)} of ${formatCount(section.expected)} multiplications`}
        </li>
      ))}
    </ol>
  );
}

interface LegendProps {
  readonly isNarrow: boolean;
  /** Bits of the numbers that the multiplier gets. */
  readonly operandLength: number;
}

/** The signs of the picture, and why there is no division; folded where there is little room. */
export function Legend({ isNarrow, operandLength }: LegendProps) {
  const sample = (domain: "integer" | "montgomery" | "constant", label: string) => (
    <svg class="figure sample" viewBox="0 0 44 28" aria-hidden="true">
      <Node domain={domain} label={label} at={[22, 14]} width={40} state="done" />
    </svg>
  );
  const signs = (
    <ul class="muted cluster picture-legend">
      <li>
        {sample("integer", "a")} <span>a number</span>
      </li>
      <li>
        {sample("montgomery", "¯a")}
        <span>
          a·R, the number in the <Term of="montgomeryDomain">Montgomery domain</Term>
        </span>
      </li>
      <li>
        {sample("constant", "R^2")} <span>takes numbers into it</span>
      </li>
      <li>
        <b>⊕ ⊖</b> <span>addition, subtraction</span>
      </li>
      <li>
        <span class="band-sample" />{" "}
        <span>
          modulo R − 1, where R<sup>−1</sup> is 1: ⊗ is the plain product of two halves
        </span>
      </li>
      <li class="wide">
        <b>⊗</b>
        <span>
          <Term of="montgomeryMultiplication">multiplication</Term>: a ⊗ b = a·b·R<sup>−1</sup> modulo the prime. It
          needs no division, because dividing by a power of two only drops bits. R is 2<sup>{operandLength}</sup>,
          because the multiplier’s numbers have {operandLength} bits here.
        </span>
      </li>
    </ul>
  );
  return isNarrow ? (
    <details class="more-settings">
      <summary>Legend</summary>
      {signs}
    </details>
  ) : (
    signs
  );
}
