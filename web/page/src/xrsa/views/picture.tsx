import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Report } from "rsa-variants/xrsa";
import { formatCount } from "../../core/format.ts";
import { MathText } from "../../ui/math.tsx";
import { Term } from "../../ui/term.tsx";
import type { ViewProps } from "../actions.ts";
import { FigureView, Node } from "../picture/figure-view.tsx";
import { figureAcross, figureDown } from "../picture/layout.ts";
import { litNumbers } from "../picture/lit.ts";
import { partOptions, resultName } from "../picture/part.ts";
import type { SectionView } from "../results/position.ts";
import { isRunning, shownRun, shownSections } from "../state.ts";
import { primeName, primeOrder, sectionName, stepTexts } from "../text.ts";

interface Props extends ViewProps {
  /** Absent while the library loads: the picture has no counts then. */
  readonly report: Report | undefined;
}

/** The computation as a picture that follows it: a part for each of two primes, or that of one of more. */
export function Picture({ state, actions, report }: Props): JSX.Element {
  const { selection } = state.shown;
  const { primes, mode } = selection;
  const direction = useNarrow() ? "down" : "across";
  const sections = report === undefined ? [] : shownSections(state, report);
  const current = sections.find((section) => section.state === "current");
  const begun = sections.some((section) => section.state !== "waiting");
  // Both of two primes; of more the one chosen, the one being computed, or p, which has all steps.
  const shown = primes === 2 ? [1, 0] : [state.chosenPrime ?? current?.prime ?? 0];
  const figures = useMemo(
    () =>
      shown.map((prime) => {
        const options = partOptions(report, { primes, mode }, prime);
        return { prime, figure: direction === "across" ? figureAcross(options) : figureDown(options) };
      }),
    [report, primes, mode, direction, ...shown],
  );
  const operation = state.operation === undefined ? undefined : shownRun(state)?.device?.trace?.[state.operation];
  const lit = operation && current ? litNumbers(operation, current.step) : new Set<string>();
  return (
    <section class="picture outcome" aria-labelledby="picture-title">
      <div class="table-bar">
        <h2 id="picture-title">The computation</h2>
        {primes > 2 && <Chain {...{ primes, sections, actions }} shown={shown[0] as number} />}
        <Player {...{ state, actions, report }} />
      </div>
      <StepsList sections={sections} />
      <div class={direction === "across" && primes === 2 ? "stage has-room" : "stage"}>
        <div
          class={`parts ${direction}`}
          role="img"
          aria-label={`The computation as a picture. ${current ? `Now: ${sectionName(current)}.` : ""}`}
        >
          {figures.map(({ prime, figure }) => (
            <FigureView
              key={prime}
              figure={figure}
              sections={sections.filter((section) => section.prime === prime)}
              begun={begun}
              lit={prime === current?.prime ? lit : new Set()}
            />
          ))}
        </div>
        <Legend />
      </div>
    </section>
  );
}

/** Below this width, in pixels, the picture runs down. */
const narrow = matchMedia("(max-width: 999px)");

/** Whether there is too little room for the picture to run across. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", follow);
    return () => narrow.removeEventListener("change", follow);
  }, []);
  return isNarrow;
}

interface ChainProps extends Pick<Props, "actions"> {
  readonly primes: number;
  readonly sections: readonly SectionView[];
  readonly shown: number;
}

/** With more than two primes: their order, what each gives with those before it, and how far it is. */
function Chain({ primes, sections, shown, actions }: ChainProps): JSX.Element {
  const sum = (own: readonly SectionView[], count: "done" | "expected") =>
    own.reduce((all, section) => all + section[count], 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class="chain segments" role="group" aria-label="Prime shown in the picture">
      {primeOrder(primes).map((prime) => {
        const own = sections.filter((section) => section.prime === prime);
        const fraction = sum(own, "done") / Math.max(1, sum(own, "expected"));
        return (
          <button
            key={prime}
            type="button"
            aria-pressed={prime === shown ? "true" : "false"}
            onClick={() => actions.showPrime(prime)}
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

/** Steps of the slider. */
const fineness = 1000;

/** Plays the computation in slow motion: a real one is over before it can be followed. */
function Player({ state, actions, report }: Props): JSX.Element {
  const { playback } = state;
  const share = playback?.share ?? (shownRun(state)?.device === undefined ? 0 : 1);
  const disabled = report === undefined || isRunning(state);
  return (
    <div class="player">
      <button type="button" class="quiet" disabled={disabled} onClick={() => actions.playOrPause()}>
        {playback?.isPlaying ? "Pause" : "Play slowly"}
      </button>
      <input
        type="range"
        min={0}
        max={fineness}
        step={1}
        aria-label="Slow motion"
        aria-valuetext={`${Math.round(share * 100)} %`}
        disabled={disabled}
        value={Math.round(share * fineness)}
        onInput={({ currentTarget }) => actions.seek(Number(currentTarget.value) / fineness)}
      />
    </div>
  );
}

/** The same for people who cannot see the picture; it stands before it. */
function StepsList({ sections }: { readonly sections: readonly SectionView[] }): JSX.Element {
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

/** What the signs of the picture mean. */
function Legend(): JSX.Element {
  const sample = (domain: "integer" | "montgomery" | "constant", label: string) => (
    <svg class="figure sample" viewBox="0 0 44 28" aria-hidden="true">
      <Node domain={domain} label={label} at={[22, 14]} width={40} state="done" />
    </svg>
  );
  return (
    <ul class="picture-legend">
      <li>
        {sample("integer", "a")} <span>a number</span>
      </li>
      <li>
        {sample("montgomery", "¯a")}
        <span>
          the same as a·R, in the <Term of="montgomeryDomain">Montgomery domain</Term>
        </span>
      </li>
      <li>
        {sample("constant", "R^2")} <span>takes numbers there</span>
      </li>
      <li>
        <b>⊗</b>
        <span>
          <Term of="montgomeryMultiplication">multiplication</Term>: ⊗ R² enters the domain, ⊗ 1 leaves it
        </span>
      </li>
      <li>
        <b>⊕ ⊖</b> <span>addition, subtraction</span>
      </li>
    </ul>
  );
}
