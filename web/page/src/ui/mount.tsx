import { type ComponentType, render } from "preact";
import type { Store } from "../core/store.ts";

/**
 * Shows a store's state by a component in the place's `main` element, below what the HTML file has there, now and after every
 * change.
 */
export function mount<State extends object>(
  store: Store<State>,
  Place: ComponentType<{ readonly state: State }>,
): void {
  const host = document.createElement("div");
  document.querySelector("main")?.append(host);
  store.subscribe((state) => render(<Place state={state} />, host));
}
