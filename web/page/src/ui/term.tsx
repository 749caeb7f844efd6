import type { ComponentChildren, JSX } from "preact";
import { useId, useRef } from "preact/hooks";
import { type GlossaryTerm, glossary } from "./glossary.ts";

export interface TermProps {
  readonly of: GlossaryTerm;
  readonly children: ComponentChildren;
}

/** Pixels between a term and its definition, and between a definition and the edge of the window. */
const distance = 6;

/** Milliseconds in which the pointer can move from a term to its definition. */
const patience = 200;

/**
 * A term whose definition shows on hover and focus, above everything else on the page. It stays while the pointer is over either, or
 * the focus is on the term; Escape closes it, as the browser does with every popover of this kind.
 */
export function Term({ of, children }: TermProps): JSX.Element {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const definition = useRef<HTMLSpanElement>(null);
  const show = () => {
    const [from, box] = [word.current, definition.current];
    if (from === null || box === null || box.matches(":popover-open")) return;
    box.showPopover();
    const { left, bottom, top } = from.getBoundingClientRect();
    const fits = bottom + distance + box.offsetHeight < innerHeight;
    box.style.left = `${Math.max(distance, Math.min(left, innerWidth - box.offsetWidth - distance))}px`;
    box.style.top = `${fits ? bottom + distance : top - distance - box.offsetHeight}px`;
  };
  const hide = () => {
    if (definition.current?.matches(":popover-open")) definition.current.hidePopover();
  };
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const keep = () => clearTimeout(timer.current);
  const leave = () => {
    keep();
    timer.current = setTimeout(() => document.activeElement !== word.current && hide(), patience);
  };
  return (
    <>
      <button
        ref={word}
        type="button"
        class="term"
        aria-describedby={id}
        onMouseEnter={() => {
          keep();
          show();
        }}
        onMouseLeave={leave}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span
        ref={definition}
        id={id}
        role="tooltip"
        class="definition"
        popover="auto"
        onMouseEnter={keep}
        onMouseLeave={leave}
      >
        {glossary[of]}
      </span>
    </>
  );
}
