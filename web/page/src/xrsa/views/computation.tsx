import { formatCount } from "@rsa-variants/measure/text/format";
import type { ComponentChildren } from "preact";
import { LinkButton } from "../../ui/buttons.tsx";
import { Spoken } from "../../ui/form.tsx";
import { MathText } from "../../ui/math.tsx";
import type { ViewProps } from "../actions.ts";
import { longestTraced } from "../run/protocol.ts";
import { smallExample } from "../selection.ts";
import {
  blockedReason,
  isRunning,
  shownReport,
  shownRun,
  shownSections,
  shownStops,
  shownTrack,
  speeds,
} from "../state.ts";
import { describeSection, explain, named, sectionName } from "../text.ts";
import { nextSection, previousSection, type SectionView } from "../track.ts";
import { useNarrow } from "./media.ts";
import { Operations } from "./operations.tsx";
import { Chain, Legend, Picture, StepsList } from "./picture.tsx";

/** The computation to play and step through: in words, as a picture, and with its numbers where they fit. */
export function Computation({ state, actions }: ViewProps) {
  const { primes, multiplierLength } = state.shown.selection;
  const isNarrow = useNarrow();
  const sections = shownSections(state);
  const { stops } = shownTrack(state) ?? {};
  const { cursor } = state;
  const hasRoom = primes === 2 && !isNarrow;
  const operations = stops !== undefined && cursor !== undefined && (
    <Operations {...{ actions, stops, sections, isNarrow }} index={cursor} />
  );
  return (
    <section class="outcome" aria-labelledby="computation-title">
      <div class="cluster table-bar">
        <h2 id="computation-title">Step by step</h2>
        {!hasRoom && <Chain {...{ state, actions, sections }} />}
      </div>
      <Keyed {...{ state, actions }}>
        <div class={hasRoom ? "stage has-room" : "stage"}>
          <Words {...{ state, actions, sections }}>{hasRoom && operations}</Words>
          <StepsList sections={sections} />
          <Picture {...{ state, sections, isNarrow }} />
        </div>
        <Legend isNarrow={isNarrow} operandLength={shownReport(state)?.operandLength ?? multiplierLength} />
        {!hasRoom && operations}
      </Keyed>
    </section>
  );
}

/** A key and a button that go to an operation. */
type Jump = readonly [key: string, sign: string, label: string, target: number];

/** The controls, and their keys while the focus is among them or in what they control. */
function Keyed({ state, actions, children }: ViewProps & { readonly children: ComponentChildren }) {
  const { cursor, isPlaying, speed } = state;
  const track = shownTrack(state);
  const last = (track?.length ?? 1) - 1;
  const isOver = shownRun(state)?.device !== undefined;
  // Before the first operation until the user or a run has begun.
  const index = cursor ?? (isOver ? last : -1);
  const disabled = track === undefined || isRunning(state);
  const changeSpeed = (by: number) => actions.setSpeed(speeds[speeds.indexOf(speed) + by] ?? speed);
  const back: readonly Jump[] = [
    ["Home", "|‹", "First operation", 0],
    ["PageUp", "«", "Previous step", track === undefined ? 0 : previousSection(track, index)],
    ["ArrowLeft", "‹", "Previous operation", index - 1],
  ];
  const on: readonly Jump[] = [
    ["ArrowRight", "›", "Next operation", index + 1],
    ["PageDown", "»", "Next step", track === undefined ? 0 : nextSection(track, index)],
    ["End", "›|", "Last operation", last],
  ];
  const follow = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null;
    // A menu and a box that scrolls have their own use for keys, and Space presses the button that has the focus.
    if (disabled || event.ctrlKey || event.metaKey || event.altKey || isIn("select, .table-box")) return;
    const step = [...back, ...on].find(([own]) => own === key)?.[3];
    if (step !== undefined) actions.step(step);
    else if (key.toLowerCase() === "k" || (key === " " && !isIn("button"))) actions.playOrPause();
    else if (key === "+" || key === "=") changeSpeed(1);
    else if (key === "-") changeSpeed(-1);
    else return;
    event.preventDefault();
  };
  const buttons = (jumps: readonly Jump[], isAtEnd: boolean) =>
    jumps.map(([key, sign, label, target]) => (
      <button
        key={key}
        type="button"
        aria-label={label}
        aria-keyshortcuts={key}
        title={label}
        disabled={disabled}
        // Disabling the button in use would lose the focus.
        aria-disabled={isAtEnd || undefined}
        onClick={() => actions.step(target)}
      >
        {sign}
      </button>
    ));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside it
    <div class="stepper" tabIndex={-1} onKeyDown={follow}>
      <div class="cluster player">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
        <div class="segments" role="group" aria-label="Go through the computation">
          {buttons(back, index <= 0)}
          <button
            type="button"
            class="play"
            aria-keyshortcuts="K Space"
            disabled={disabled}
            onClick={() => actions.playOrPause()}
          >
            {isPlaying ? "Pause" : "Play"}
          </button>
          {buttons(on, index >= last)}
        </div>
        <input
          type="range"
          min={0}
          max={Math.max(0, last)}
          step={1}
          aria-label="Operation"
          aria-valuetext={`${formatCount(index + 1)} of ${formatCount(last + 1)}`}
          disabled={disabled}
          value={Math.max(0, index)}
          onInput={({ currentTarget }) => actions.step(Number(currentTarget.value))}
        />
        <label>
          speed{" "}
          <select
            value={speed}
            onChange={({ currentTarget }) => actions.setSpeed(Number(currentTarget.value) as typeof speed)}
          >
            {speeds.map((each) => (
              <option key={each} value={each}>
                {each} ×
              </option>
            ))}
          </select>
        </label>
      </div>
      {children}
      <p class="keys">
        Keyboard (click the picture first): <kbd>Space</kbd> or <kbd>K</kbd> to play or pause, <kbd>←</kbd> <kbd>→</kbd>{" "}
        to move one operation, <kbd>PgUp</kbd> <kbd>PgDn</kbd> one step, <kbd>Home</kbd> <kbd>End</kbd> to the first or
        last, <kbd>+</kbd> <kbd>−</kbd> to change the speed.
      </p>
    </div>
  );
}

interface WordsProps extends ViewProps {
  /** The present operation, where there is room for it. */
  readonly children: ComponentChildren;
  readonly sections: readonly SectionView[];
}

/** The present step in words, beside the picture. */
function Words({ state, actions, sections, children }: WordsProps) {
  const { selection } = state.shown;
  const at = sections.findIndex((section) => section.state === "current");
  const section = sections[at];
  const operation = shownStops(state).at(-1)?.operation;
  const run = shownRun(state);
  const sentence = section && describeSection(section, selection.primes);
  const spoken = operation && section ? explain(named(operation, section)) : sentence;
  return (
    <div class="words">
      {section === undefined ? (
        <>
          <p>
            {run?.device
              ? "The computation is done. Play it again, or go through it step by step."
              : "Press Play to see what the device does."}
          </p>
          <p>
            Multiplying modulo a prime normally takes a division. In the Montgomery domain it does not: ⊗ R² turns a
            number a into a·R, where R is a power of two. All products are computed there, and ⊗ 1 brings the result
            back.
          </p>
        </>
      ) : (
        <>
          <h3>
            Step {at + 1} of {sections.length}: {sectionName(section)}
          </h3>
          <p class="step-sentence">
            <MathText text={sentence ?? ""} />
          </p>
          {children}
        </>
      )}
      {run?.device?.trace === undefined && <Invitation {...{ state, actions }} />}
      <Spoken
        text={state.cursor === undefined || section === undefined ? "" : `${sectionName(section)}: ${spoken}`}
        phase={String(state.isPlaying)}
        isRunning={state.isPlaying}
      />
    </div>
  );
}

/** How to see the numbers themselves. */
function Invitation({ state, actions }: ViewProps) {
  const { modulusLength, primes } = state.shown.selection;
  if (modulusLength / primes > longestTraced) {
    return (
      <p class="invitation">
        These numbers are too long to show. The{" "}
        <LinkButton onClick={() => actions.select(smallExample.values, true)}>small example</LinkButton> shows them all.
      </p>
    );
  }
  return shownRun(state)?.device || isRunning(state) ? null : (
    <p class="invitation">
      <LinkButton disabled={blockedReason(state) !== undefined} onClick={() => actions.startOrStop()}>
        Run it
      </LinkButton>{" "}
      to see the numbers of every operation.
    </p>
  );
}
