import type { AttackName } from "rsa-variants/security";
import type { SecurityActions } from "./actions.ts";
import { type AttackEvent, type AttackRun, addEvent, type OptionValues, startAttack, startedRun } from "./attack.ts";
import type { SecurityState } from "./state.ts";

/** What users can do with the attacks. It is loaded together with their cards. */
export class AttackActions {
  readonly #underWay = new Map<AttackName, AbortController>();

  constructor(private readonly place: SecurityActions) {}

  get #state(): SecurityState {
    return this.place.store.state;
  }

  /** Remembers what is entered for an attack. */
  enter(name: AttackName, entries: SecurityState["entries"][AttackName]): void {
    this.place.store.change({ entries: { ...this.#state.entries, [name]: entries } });
  }

  /** Makes a new key and attacks it. */
  start(name: AttackName, options: OptionValues): void {
    if (this.#underWay.has(name)) return;
    const stop = new AbortController();
    this.#underWay.set(name, stop);
    this.place.store.change(this.#with(name, startedRun(performance.now())));
    void startAttack({ name, options }, { signal: stop.signal, emit: (event) => this.#receive(name, event) });
  }

  cancel(name: AttackName): void {
    this.#underWay.get(name)?.abort();
    this.#underWay.delete(name);
    const run = this.#state.runs[name];
    if (run === undefined) return;
    this.place.store.change(this.#with(name, { ...run, state: "stopped", elapsed: performance.now() - run.startedAt }));
  }

  #receive(name: AttackName, event: AttackEvent): void {
    const { store } = this.place;
    const run = this.#state.runs[name];
    if (run === undefined || !this.#underWay.has(name)) return;
    const next = addEvent(run, event, performance.now());
    if (event.type !== "done" && event.type !== "error") {
      store.changeSoon(this.#with(name, next));
      return;
    }
    this.#underWay.delete(name);
    store.change(this.#with(name, next));
    if (event.type === "error") {
      const isStart = event.code === "load-failed" || event.code === "worker-failed";
      if (isStart) this.place.fail(event, "attacks", "The attack failed");
    }
  }

  #with(name: AttackName, run: AttackRun): Pick<SecurityState, "runs"> {
    return { runs: { ...this.#state.runs, [name]: run } };
  }
}
