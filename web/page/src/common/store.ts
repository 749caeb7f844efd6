import type { View } from "./view.ts";

/** The state of a place, and the views that show it. */
export class Store<State extends object> {
  #state: State;
  #views: readonly Pick<View<State>, "update">[] = [];
  #frame: number | undefined;

  constructor(initial: State) {
    this.#state = initial;
  }

  get state(): State {
    return this.#state;
  }

  /** Shows the state by these views, now and after every change. */
  show(views: readonly Pick<View<State>, "update">[]): void {
    this.#views = views;
    this.#render();
  }

  change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#render();
  }

  /** As `change`, shown with the next frame: for reports that come in bursts. */
  changeSoon(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#frame ??= requestAnimationFrame(() => this.#render());
  }

  #render(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    for (const view of this.#views) view.update(this.#state);
  }
}
