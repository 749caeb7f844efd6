import { formatCount } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { MathText } from "../../ui/math.tsx";
import { Term } from "../../ui/term.tsx";
import type { ViewProps } from "../actions.ts";
import { FigureView, Node } from "../picture/figure-view.tsx";
import { figureAcross, figureDown } from "../picture/layout.ts";
import { litNumbers, partOptions, resultName } from "../picture/part.ts";
import { isRunning, type State, shownOperation, shownReport, shownTrack } from "../state.ts";
import { primeName, primeOrder, sectionName, stepTexts } from "../text.ts";
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
  readonly state: State;
  /** Then there is room for the step in focus only. */
  readonly isNarrow: boolean;
}

/** The computation as a picture that follows it. */
export function Picture({ state, sections, isNarrow }: PictureProps): JSX.Element {
  const { primes, mode } = state.shown.selection;
  const report = shownReport(state);
  const focus = focusOf(sections);
  const shown = primes === 2 && !isNarrow ? [1, 0] : [focus?.prime ?? 1];
  const figures = useMemo(
    () =>
      shown.map((prime) => {
        const options = partOptions(report, { primes, mode }, prime);
        return { prime, figure: isNarrow ? figureDown(options) : figureAcross(options) };
      }),
    [report, primes, mode, isNarrow, ...shown],
  );
  const operation = shownOperation(state);
  const lit = operation && focus ? litNumbers(operation, focus.step) : new Set<string>();
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
          lit={prime === focus?.prime ? lit : new Set()}
          {...(isNarrow ? { only: focus?.step ?? "r-squared" } : {})}
        />
      ))}
    </div>
  );
}

/** The primes in their order: what each gives with those before it, how far it is, and a way to its first step. */
export function Chain({ state, actions, sections }: ViewProps & SectionsProps): JSX.Element {
  const { primes } = state.shown.selection;
  const focus = focusOf(sections);
  const track = shownTrack(state);
  const sum = (own: readonly SectionView[], count: "done" | "expected") =>
    own.reduce((all, section) => all + section[count], 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class="chain segments" role="group" aria-label="Prime shown in the picture">
      {primeOrder(primes).map((prime) => {
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
export function StepsList({ sections }: SectionsProps): JSX.Element {
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

/** The signs of the picture, folded where there is little room. */
export function Legend({ isNarrow }: { readonly isNarrow: boolean }): JSX.Element {
  const sample = (domain: "integer" | "montgomery" | "constant", label: string) => (
    <svg class="figure sample" viewBox="0 0 44 28" aria-hidden="true">
      <Node domain={domain} label={label} at={[22, 14]} width={40} state="done" />
    </svg>
  );
  const signs = (
    <ul class="picture-legend">
      <li>
        {sample("integer", "a")} <span>a number</span>
      </li>
      <li>
        {sample("montgomery", "¯a")}
        <span>
          a number in the <Term of="montgomeryDomain">Montgomery domain</Term>
        </span>
      </li>
      <li>
        {sample("constant", "R^2")} <span>takes numbers into it</span>
      </li>
      <li>
        <b>⊗</b>
        <span>
          <Term of="montgomeryMultiplication">multiplication</Term>; ⊗ 1 leaves the domain
        </span>
      </li>
      <li>
        <b>⊕ ⊖</b> <span>addition, subtraction</span>
      </li>
    </ul>
  );
  return isNarrow ? (
    <details class="more-settings">
      <summary>What the signs mean</summary>
      {signs}
    </details>
  ) : (
    signs
  );
}
