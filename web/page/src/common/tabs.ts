import { h, setAttribute } from "./dom.ts";
import { acceptDrops, type Dropped } from "./drop.ts";
import type { View } from "./view.ts";

/** One of several panels, of which one is seen at a time. */
export interface Tab<Id extends string, State> {
  readonly id: Id;
  readonly name: string;
  readonly views: readonly View<State>[];
  /** Gets what is dropped anywhere onto the panel; without it nothing can be. */
  readonly drop?: ((dropped: Dropped) => void) | undefined;
}

/**
 * Tabs by the pattern of the ARIA Authoring Practices: arrows, Home and End go from tab to tab, Tab into the panel.
 *
 * @param label what the tabs are for, for who cannot see it
 * @param choose called with the tab that the user wants to see
 */
export function tabsView<Id extends string, State extends { readonly tab: Id }>(
  label: string,
  tabs: readonly Tab<Id, State>[],
  choose: (id: Id) => void,
): View<State> {
  const parts = tabs.map(({ id, name, views }) => ({
    id,
    button: h(
      "button",
      { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, click: () => choose(id) },
      name,
    ),
    // Its address is another name: a browser would scroll to an element of the same.
    panel: h(
      "div",
      { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel" },
      ...views.map(({ element }) => element),
    ),
    views,
  }));
  for (const [at, { panel }] of parts.entries()) {
    const drop = tabs[at]?.drop;
    if (drop !== undefined) acceptDrops(panel, drop);
  }
  const list = h(
    "div",
    { role: "tablist", "aria-label": label, class: "tabs", keydown: (event) => move(event as KeyboardEvent) },
    ...parts.map(({ button }) => button),
  );

  function move(event: KeyboardEvent): void {
    const at = parts.findIndex(({ button }) => button === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: parts.length - 1 }[event.key];
    const next = to === undefined ? undefined : parts.at(to % parts.length);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    choose(next.id);
    next.button.focus();
  }

  /** Where the tabs have too little room, the chosen one comes to the middle. */
  function reveal(button: HTMLElement): void {
    const left = button.getBoundingClientRect().left - list.getBoundingClientRect().left;
    list.scrollLeft += left - (list.clientWidth - button.offsetWidth) / 2;
  }

  let seen: Id | undefined;
  return {
    element: h("div", {}, list, ...parts.map(({ panel }) => panel)),
    update(state) {
      for (const { id, button, panel, views } of parts) {
        const chosen = id === state.tab;
        setAttribute(button, "aria-selected", chosen ? "true" : "false");
        button.tabIndex = chosen ? 0 : -1;
        panel.hidden = !chosen;
        // A panel that is not seen catches up when it is chosen.
        if (chosen) for (const view of views) view.update(state);
        if (chosen && id !== seen) reveal(button);
      }
      seen = state.tab;
    },
  };
}
