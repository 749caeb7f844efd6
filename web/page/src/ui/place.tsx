// The look that all places share. A place imports its own styles last, so that they come after these.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/results.css";
import { sentence } from "@rsa-variants/measure/text/format";
import type { ComponentChildren } from "preact";
import { type ComponentType, render } from "preact";
import { useState } from "preact/hooks";
import type { Failure } from "../core/failures.ts";
import type { Store } from "../core/store.ts";
import { QuietButton } from "./buttons.tsx";

/** Renders a store's state at the end of the place's `main` element, now and after every change. */
export function mount<State extends object>(store: Store<State>, Place: ComponentType<{ readonly state: State }>) {
  const host = document.createElement("div");
  document.querySelector("main")?.append(host);
  store.subscribe((state) => render(<Place state={state} />, host));
  for (const hint of document.querySelectorAll("[data-until-drawn]")) hint.remove();
}

interface NoticesProps {
  /** Which words of the address cannot be used. */
  readonly notices?: readonly string[];
  readonly failure: Failure | undefined;
  readonly onDismiss: (change: { readonly notices: [] } | { readonly failure: undefined }) => void;
}

/** Messages above a place, each with a button that closes it. */
export function Notices({ notices = [], failure, onDismiss }: NoticesProps) {
  return (
    <>
      <div class="notice" role="status" hidden={notices.length === 0}>
        <ul>
          {notices.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <QuietButton onClick={() => onDismiss({ notices: [] })}>Close</QuietButton>
      </div>
      <div class="notice failure" role="alert" hidden={failure === undefined}>
        <div>
          <strong>{failure?.title}</strong>
          <p>{failure && sentence(failure.message)}</p>
          <p>{failure?.remedy}</p>
        </div>
        <QuietButton onClick={() => onDismiss({ failure: undefined })}>Close</QuietButton>
      </div>
    </>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Whether it should be open; the user can open it at any time. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A part that opens on a click; its content is rendered only while it is open. */
export function Section({ id, title, isOpen = false, children }: SectionProps) {
  const [isWanted, setWanted] = useState(false);
  const open = isOpen || isWanted;
  return (
    <details class="section" id={id} open={open} onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && children}
    </details>
  );
}
