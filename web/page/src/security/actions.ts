import type { KeyChoice } from "@rsa-variants/measure/plan/key-choice";
import { chooseVariant } from "@rsa-variants/measure/plan/key-choice";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { refusedBy } from "@rsa-variants/measure/text/params";
import type { WorkerError } from "@rsa-variants/measure/worker-client";
import type { KeyParams, Variant } from "rsa-variants";
import { load } from "rsa-variants/security";
import { AddressBar, leadTo } from "../core/address-bar.ts";
import { wasmFailure, workerFailure } from "../core/failures.ts";
import { Store } from "../core/store.ts";
import { defaultSelection, type NumberField, readSelection, withParams, writeSelection } from "./selection.ts";
import { keepAttacked, keptAttacked, type SecurityState } from "./state.ts";

/** Everything that users can do. */
export class SecurityActions {
  readonly store: Store<SecurityState>;
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));

  constructor(query: string) {
    const { selection, problems } = readSelection(query);
    const library = { state: "loading" } as const;
    this.store = new Store<SecurityState>({
      selection,
      fieldProblems: {},
      notices: problems,
      library,
      ...keptAttacked(),
    });
  }

  get #state(): SecurityState {
    return this.store.state;
  }

  start(): void {
    this.#address.follow((query) => this.#followAddress(query));
    this.store.subscribe(({ selection }) => leadTo("Compare", { search: inCompare(selection) }));
    window.addEventListener("pagehide", () => keepAttacked(this.#state));
    // What was ignored is reported, and does not stay in the address.
    if (this.#state.notices.length > 0) this.#address.restore();
    void this.#loadLibrary();
  }

  async #loadLibrary(): Promise<void> {
    try {
      const security = await load();
      this.store.change({ library: { state: "ready", security, assess: createAssessor(security) } });
    } catch (error) {
      const { message } = refusedBy(error);
      this.store.change({ library: { state: "failed" }, failure: wasmFailure(message, need) });
    }
  }

  /** Replaces the entry in the browser's history. */
  select(change: Partial<Pick<KeyChoice, NumberField>>): void {
    const fieldProblems = { ...this.#state.fieldProblems };
    for (const field of Object.keys(change)) delete fieldProblems[field as NumberField];
    this.store.change({ selection: { ...this.#state.selection, ...change }, fieldProblems });
    this.#address.changed();
  }

  selectVariant(variant: Variant): void {
    this.#choose(chooseVariant(this.#state.selection, variant));
  }

  /** Chooses the parameters of an example, a piece of advice or a cell of the map. */
  apply(params: KeyParams): void {
    this.#choose(withParams(this.#state.selection, params));
  }

  /** A choice that Back undoes. */
  #choose(selection: KeyChoice): void {
    this.store.change({ selection, fieldProblems: {} });
    this.#address.changed(true);
  }

  #followAddress(query: string): void {
    const { selection, problems } = readSelection(query);
    // A link within the page changes no choice.
    if (problems.length === 0 && writeSelection(selection) === writeSelection(this.#state.selection)) return;
    this.store.change({ selection, fieldProblems: {}, notices: problems });
    if (problems.length > 0) this.#address.restore();
  }

  markField(field: NumberField, problem: string): void {
    this.store.change({ fieldProblems: { ...this.#state.fieldProblems, [field]: problem } });
  }

  /**
   * Reports work that failed.
   *
   * @param does what the worker does: "attacks"
   * @param title for a failure that is not one of WebAssembly or of workers
   */
  fail(error: WorkerError, does: string, title: string): void {
    this.store.change({ failure: workerFailure(error, does, need, { title }) });
  }
}

/** What was chosen of the numbers that Compare has for all variants. */
function inCompare(selection: KeyChoice): string {
  const text = writeSelection(selection);
  const numbers = [...new URLSearchParams(text)].filter(([name]) => ["n", "r", "w"].includes(name));
  return text === writeSelection(defaultSelection) ? "" : String(new URLSearchParams(numbers));
}

/** What most views get. */
export interface PlaceProps {
  readonly state: SecurityState;
  readonly actions: SecurityActions;
}

/** Begins the remedy where WebAssembly is missing. */
const need = "Verdicts and attacks need WebAssembly";
