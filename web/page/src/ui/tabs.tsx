import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DropArea } from "./drop.tsx";
import type { Dropped } from "./drops.ts";

/** One of several panels, of which one is visible at a time. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly name: string;
  readonly content: ComponentChildren;
  /** Receives what is dropped anywhere onto the panel; without it nothing can be dropped. */
  readonly onDropped?: ((dropped: Dropped) => void) | undefined;
}

interface TabsProps<Id extends string> {
  /** What the tabs are for, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** Tabs as the ARIA Authoring Practices describe them: arrows, Home and End change the tab, and Tab goes into the panel. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const button = (id: Id) => list.current?.querySelector<HTMLElement>(`#tab-${id}`);
  // If the tabs are wider than the page, the chosen one moves to the middle.
  useEffect(() => {
    const [box, own] = [list.current, button(chosen)];
    if (box === null || own == null) return;
    const left = own.getBoundingClientRect().left - box.getBoundingClientRect().left;
    box.scrollLeft += left - (box.clientWidth - own.offsetWidth) / 2;
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => button(id) === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    button(next.id)?.focus();
  };
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            data-text={name}
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
            aria-selected={id === chosen ? "true" : "false"}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content, onDropped }) => (
        // The identifier differs from the address of the panel, because the browser would scroll to an element with that name.
        <DropArea
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          class="panel"
          hidden={id !== chosen}
          onDropped={onDropped}
        >
          {content}
        </DropArea>
      ))}
    </div>
  );
}
