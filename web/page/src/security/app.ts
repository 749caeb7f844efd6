import type { KeyParams, Variant } from "rsa-variants";
import { load } from "rsa-variants/security";
import { AddressBar } from "../common/address-bar.ts";
import { wasmFailure } from "../common/failures.ts";
import { createAssessor } from "../common/security/assessor.ts";
import { refusalOf } from "./params/refusal.ts";
import { type NumberField, questionOf, type Selection, withParams, withVariant } from "./params/selection.ts";
import { readSelection, writeSelection } from "./params/url.ts";
import type { Actions, FieldProblems, State, View } from "./state.ts";

/** Holds the state, follows the user's actions, and has the views show the outcome. */
export class App implements Actions {
  #state: State;
  #views: readonly View[] = [];
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));

  constructor(query: string) {
    const { selection, problems } = readSelection(query);
    this.#state = { selection, fieldProblems: {}, notices: problems, library: { state: "loading" } };
  }

  show(views: readonly View[]): void {
    this.#views = views;
    this.#render();
    this.#address.follow((query) => this.#followAddress(query));
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
    if (writeSelection(selection) === writeSelection(this.#state.selection)) return;
    this.#change({ selection, fieldProblems: {}, notices: problems });
  }

  markField(field: NumberField, problem: string | undefined): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    if (problem === undefined) delete fieldProblems[field];
    else fieldProblems[field] = problem;
    this.#change({ fieldProblems });
  }

  dismiss(what: "notices" | "failure"): void {
    if (what === "notices") {
      this.#change({ notices: [] });
      return;
    }
    const { failure: _failure, ...rest } = this.#state;
    this.#state = rest;
    this.#render();
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#render();
  }

  #render(): void {
    const { assessment: _assessment, refusal: _refusal, ...base } = this.#state;
    this.#state = { ...base, ...answerOf(base) };
    for (const view of this.#views) view.update(this.#state);
  }
}

function answerOf({ library, selection }: State): Pick<State, "assessment" | "refusal"> {
  if (library.state !== "ready") return {};
  const answer = library.assess(questionOf(selection));
  return "refusal" in answer ? { refusal: refusalOf(answer.refusal) } : answer;
}

/** What is said where the WebAssembly is missing. */
const need = "Verdicts and attacks need WebAssembly";
