import type { KeyParams, Variant } from "rsa-variants";
import { type AttackName, load } from "rsa-variants/security";
import { AddressBar } from "../common/address-bar.ts";
import { wasmFailure, workerFailure } from "../common/failures.ts";
import { dismissed } from "../common/notices.ts";
import { createAssessor } from "../common/security/assessor.ts";
import type { AttackEvent, OptionValues } from "./attack/protocol.ts";
import { type AttackRun, addEvent, startedRun } from "./attack/run.ts";
import { startAttack } from "./attack/session.ts";
import { type NumberField, questionOf, type Selection, withParams, withVariant } from "./params/selection.ts";
import { readSelection, writeSelection } from "./params/url.ts";
import type { Actions, FieldProblems, State, View } from "./state.ts";

/** Milliseconds between two looks at the clock while an attack runs. */
const tick = 100;

/** An attack that is under way. */
interface UnderWay {
  readonly stop: AbortController;
  readonly startedAt: number;
}

/** Holds the state, follows the user's actions, and has the views show the outcome. */
export class App implements Actions {
  #state: State;
  #views: readonly View[] = [];
  readonly #underWay = new Map<AttackName, UnderWay>();
  #frame: number | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));

  constructor(query: string) {
    const { selection, problems } = readSelection(query);
    this.#state = { selection, fieldProblems: {}, notices: problems, library: { state: "loading" }, attacks: {} };
  }

  show(views: readonly View[]): void {
    this.#views = views;
    this.#render();
    this.#address.follow((query) => this.#followAddress(query));
    // What could not be followed is told, and does not stay in the address.
    if (this.#state.notices.length > 0) this.#address.restore();
  }

  async loadLibrary(): Promise<void> {
    try {
      const security = await load();
      this.#change({ library: { state: "ready", security, assess: createAssessor(security) } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#change({ library: { state: "failed", message }, failure: wasmFailure(message, need) });
    }
  }

  select(change: Partial<Pick<Selection, NumberField>>, lasting = false): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    for (const field of Object.keys(change)) delete fieldProblems[field as NumberField];
    this.#change({ selection: { ...this.#state.selection, ...change }, fieldProblems });
    this.#address.changed(lasting);
  }

  selectVariant(variant: Variant): void {
    this.#choose(withVariant(this.#state.selection, variant));
  }

  apply(params: KeyParams): void {
    this.#choose(withParams(this.#state.selection, params));
  }

  #choose(selection: Selection): void {
    this.#change({ selection, fieldProblems: {} });
    this.#address.changed(true);
  }

  #followAddress(query: string): void {
    const { selection, problems } = readSelection(query);
    // A link within the page changes no choice, and takes nothing away.
    if (problems.length === 0 && writeSelection(selection) === writeSelection(this.#state.selection)) return;
    this.#change({ selection, fieldProblems: {}, notices: problems });
    if (problems.length > 0) this.#address.restore();
  }

  markField(field: NumberField, problem: string | undefined): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    if (problem === undefined) delete fieldProblems[field];
    else fieldProblems[field] = problem;
    this.#change({ fieldProblems });
  }

  attack(name: AttackName, options: OptionValues): void {
    if (this.#underWay.has(name)) return;
    const stop = new AbortController();
    this.#underWay.set(name, { stop, startedAt: performance.now() });
    this.#clock ??= setInterval(() => this.#lookAtClock(), tick);
    this.#show(name, startedRun);
    void startAttack({ name, options }, { signal: stop.signal, emit: (event) => this.#receive(name, event) });
  }

  cancelAttack(name: AttackName): void {
    this.#underWay.get(name)?.stop.abort();
    const run = this.#state.attacks[name];
    if (run !== undefined) this.#end(name, { ...run, state: "stopped", elapsed: this.#elapsed(name) });
  }

  #receive(name: AttackName, event: AttackEvent): void {
    const run = this.#state.attacks[name];
    if (run === undefined || !this.#underWay.has(name)) return;
    const next = addEvent(run, event, this.#elapsed(name));
    if (event.type === "done" || event.type === "error") {
      this.#end(name, next);
      if (event.type === "error" && (event.code === "load-failed" || event.code === "worker-failed")) {
        this.#change({ failure: workerFailure(event, "attacks", need, { title: "The attack failed" }) });
      }
      return;
    }
    this.#state = { ...this.#state, attacks: { ...this.#state.attacks, [name]: next } };
    // Reports come in bursts, and a hidden page has no frames at all: it shows them when it returns.
    this.#frame ??= requestAnimationFrame(() => this.#render());
  }

  #end(name: AttackName, run: AttackRun): void {
    this.#underWay.delete(name);
    if (this.#underWay.size === 0) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
    this.#show(name, run);
  }

  /** A step may last for seconds without a report; the clock goes on. */
  #lookAtClock(): void {
    for (const name of this.#underWay.keys()) {
      const run = this.#state.attacks[name];
      if (run !== undefined) this.#show(name, { ...run, elapsed: this.#elapsed(name) });
    }
  }

  #elapsed(name: AttackName): number {
    return performance.now() - (this.#underWay.get(name)?.startedAt ?? performance.now());
  }

  #show(name: AttackName, run: AttackRun): void {
    this.#change({ attacks: { ...this.#state.attacks, [name]: run } });
  }

  dismiss(what: "notices" | "failure"): void {
    this.#state = dismissed(this.#state, what);
    this.#render();
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#render();
  }

  #render(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const { assessment: _assessment, refusal: _refusal, ...base } = this.#state;
    this.#state = { ...base, ...answerOf(base) };
    for (const view of this.#views) view.update(this.#state);
  }
}

function answerOf({ library, selection }: State): Pick<State, "assessment" | "refusal"> {
  if (library.state !== "ready") return {};
  return library.assess(questionOf(selection));
}

/** What is said where the WebAssembly is missing. */
const need = "Verdicts and attacks need WebAssembly";
