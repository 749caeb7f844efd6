import { formatCount } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Report } from "rsa-variants/xrsa";
import { MathText } from "../../ui/math.tsx";
import { Term } from "../../ui/term.tsx";
import type { ViewProps } from "../actions.ts";
import { FigureView, Node } from "../picture/figure-view.tsx";
import { figureAcross, figureDown } from "../picture/layout.ts";
import { litNumbers, partOptions, resultName } from "../picture/part.ts";
import { isRunning, type SectionView, shownRun, shownSections } from "../state.ts";
import { primeName, primeOrder, sectionName, stepTexts } from "../text.ts";

interface Props extends ViewProps {
  /** Absent while the library loads. */
  readonly report: Report | undefined;
}

/** The computation as a picture that follows it. */
export function Picture({ state, actions, report }: Props): JSX.Element {
  const { selection } = state.shown;
  const { primes, mode } = selection;
  const direction = useNarrow() ? "down" : "across";
  const sections = report === undefined ? [] : shownSections(state, report);
  const current = sections.find((section) => section.state === "current");
  const begun = sections.some((section) => section.state !== "waiting");
  // Of more than two primes one is shown: the one chosen, the one being computed, or p, which has all steps.
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

/** Where the picture runs down. */
const narrow = matchMedia("(max-width: 999px)");

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

/** More than two primes in their order: what each gives with those before it, and how far it is. */
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

const fineness = 1000;

/** Slow motion: a real computation is over before it can be followed. */
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

/** The picture in words, for screen readers. */
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
          a number in the <Term of="montgomeryDomain">Montgomery domain</Term>
        </span>
      </li>
      <li>
        {sample("constant", "R^2")} <span>takes a number into the domain</span>
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
}
