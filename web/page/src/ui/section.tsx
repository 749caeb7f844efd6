import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

export interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Whether it should be open; the user can open it at any time. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A part that opens on a click; its content is rendered only while it is open. */
export function Section({ id, title, isOpen = false, children }: SectionProps): JSX.Element {
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
