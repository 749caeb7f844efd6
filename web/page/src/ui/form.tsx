import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface ControlsProps {
  /** What the form is for, for screen readers. */
  readonly label: string;
  readonly class?: string;
  /** Starts, or stops what is running. */
  readonly onSubmit?: () => void;
  readonly children: ComponentChildren;
}

/** The form of a place, or another that starts something. */
export function Controls({ label, class: look = "card controls", onSubmit, children }: ControlsProps) {
  return (
    <form
      class={look}
      aria-label={label}
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in a field starts the run, which disables the field. The button keeps the focus on the page.
        event.submitter?.focus();
        onSubmit?.();
      }}
    >
      {children}
    </form>
  );
}

/** Milliseconds after the start in which another click does not stop what the first started. */
const hasty = 1000;

interface RunButtonProps {
  readonly isRunning: boolean;
  /** Why nothing can be started now. */
  readonly blocked: string | undefined;
}

/** The one button that starts a place's run, and stops it. The element `run-state` says why it cannot start. */
export function RunButton({ isRunning, blocked }: RunButtonProps) {
  const [isNew, setNew] = useState(false);
  useLayoutEffect(() => {
    setNew(isRunning);
    const timer = setTimeout(() => setNew(false), hasty);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return (
    <button
      type="submit"
      class="run"
      disabled={!isRunning && blocked !== undefined}
      aria-describedby="run-state"
      data-new={isNew}
      // A key that is pressed has no count of clicks.
      onClick={(event) => isNew && event.detail > 0 && event.preventDefault()}
    >
      {isRunning ? "Stop" : "Run"}
    </button>
  );
}

interface PhasesProps {
  readonly names: readonly string[];
  /** The place of the present one among them. */
  readonly current: number;
  /** How much of it is done, from 0 to 1. */
  readonly fraction: number;
}

export function Phases({ names, current, fraction }: PhasesProps) {
  return (
    <ol class="cluster phases" aria-hidden="true">
      {names.map((name, at) => (
        <li key={name} data-state={at === current ? "current" : at < current ? "past" : "next"}>
          <span class="phase">{name}</span>
          <span class="bar" style={{ "--fraction": at === current ? fraction : Number(at < current) }} />
        </li>
      ))}
    </ol>
  );
}

/** The shortest time, in milliseconds, between two spoken texts that differ only in their numbers. */
const spokenInterval = 5000;

interface SpokenProps {
  readonly text: string;
  /** Changes whenever the text should be spoken at once. */
  readonly phase: string;
  readonly isRunning: boolean;
}

/** A status for screen readers: spoken when the phase changes, every few seconds of a run, and after every change outside a run. */
export function Spoken({ text, phase, isRunning }: SpokenProps) {
  const last = useRef({ text: "", phase: "", at: Number.NEGATIVE_INFINITY });
  const now = performance.now();
  const isDue = isRunning ? now - last.current.at > spokenInterval : text !== last.current.text;
  if (isDue || phase !== last.current.phase) {
    last.current = { text, phase, at: now };
  }
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {last.current.text}
    </p>
  );
}
