/** The state of a place, with listeners for its changes. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<(state: State) => void>();
  #frame: number | undefined;

  constructor(initial: State) {
    this.#state = initial;
  }

  get state(): State {
    return this.#state;
  }

  /** Calls back now and after every change. */
  subscribe(listener: (state: State) => void): void {
    this.#listeners.add(listener);
    listener(this.#state);
  }

  change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#notify();
  }

  /** Like `change`, but shown with the next frame: for reports that come in bursts. */
  changeSoon(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#frame ??= requestAnimationFrame(() => this.#notify());
  }

  #notify(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    for (const listener of this.#listeners) listener(this.#state);
  }
}
