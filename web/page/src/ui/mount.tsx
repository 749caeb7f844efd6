import { type ComponentType, render } from "preact";
import type { Store } from "../core/store.ts";

/** Renders a store's state at the end of the place's `main` element, now and after every change. */
export function mount<State extends object>(
  store: Store<State>,
  Place: ComponentType<{ readonly state: State }>,
): void {
  const host = document.createElement("div");
  document.querySelector("main")?.append(host);
  store.subscribe((state) => render(<Place state={state} />, host));
}
