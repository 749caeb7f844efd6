import { load } from "rsa-variants/xrsa";
import { AddressBar } from "../common/address-bar.ts";
import { download } from "../common/download.ts";
import { wasmFailure, workerFailure } from "../common/failures.ts";
import { dismissed } from "../common/notices.ts";
import type { Failure } from "../common/view.ts";
import type { RunningWorker } from "../common/worker-client.ts";
import { createPlanner } from "./params/plans.ts";
import type { NumberField, Selection } from "./params/selection.ts";
import { readSelection, writeSelection } from "./params/url.ts";
import { playTime } from "./picture/playback.ts";
import { type ExportEnvironment, exportName, toCsv, toJson, toMarkdown } from "./results/export.ts";
import { startRun } from "./run/client.ts";
import type { RunEvent } from "./run/protocol.ts";
import { addEvent, type Run, startedRun } from "./run/run.ts";
import type { Actions, FieldProblems, State, View } from "./state.ts";
import { startTableOne } from "./table-one/client.ts";
import type { TableOneEvent } from "./table-one/protocol.ts";

/** Holds the state, follows the user's actions and the workers' events, and has the views show the outcome. */
export class App implements Actions {
  #state: State;
  #views: readonly View[] = [];
  #worker: RunningWorker | undefined;
  #tableOne: RunningWorker | undefined;
  #frame: number | undefined;
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));

  constructor(query: string) {
    const { selection, problems } = readSelection(query);
    this.#state = {
      selection,
      fieldProblems: {},
      notices: problems,
      library: { state: "loading" },
      tableOne: { running: false },
    };
  }

  show(views: readonly View[]): void {
    this.#views = views;
    this.#render();
    this.#address.follow((query) => this.#followAddress(query));
  }

  /** Loads the library for plans: what everything takes is shown before anything is computed. */
  async loadLibrary(): Promise<void> {
    try {
      const xrsa = await load();
      this.#change({ library: { state: "ready", plan: createPlanner(xrsa) } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#change({ library: { state: "failed", message }, failure: wasmFailure(message, need) });
    }
  }

  select(change: Partial<Selection>, lasting = false): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    for (const field of Object.keys(change)) delete fieldProblems[field as NumberField];
    this.#choose({ ...this.#state.selection, ...change }, { fieldProblems });
    this.#address.changed(lasting);
  }

  #choose(selection: Selection, change: Partial<State>): void {
    const { chosenPrime: _prime, operation: _operation, playback: _playback, ...rest } = this.#state;
    this.#state = { ...rest, ...change, selection };
    this.#render();
  }

  /** Back and Forward; a run goes on with what it was started with. */
  #followAddress(query: string): void {
    if (this.#state.running) {
      this.#address.restore();
      return;
    }
    const { selection, problems } = readSelection(query);
    // A link within the page changes no choice, and takes nothing away.
    if (writeSelection(selection) === writeSelection(this.#state.selection)) return;
    this.#choose(selection, { fieldProblems: {}, notices: problems });
  }

  markField(field: NumberField, problem: string | undefined): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    if (problem === undefined) delete fieldProblems[field];
    else fieldProblems[field] = problem;
    this.#change({ fieldProblems });
  }

  startOrStop(): void {
    if (this.#state.running) {
      this.#worker?.stop();
      this.#end("stopped");
      return;
    }
    const { selection } = this.#state;
    const { failure: _failure, operation: _operation, chosenPrime: _prime, playback: _playback, ...rest } = this.#state;
    this.#state = { ...rest, lastRun: startedRun(selection), running: true };
    this.#worker = startRun({ selection }, (event) => this.#receive(event));
    this.#render();
  }

  #receive(event: RunEvent): void {
    const { lastRun } = this.#state;
    if (lastRun === undefined) return;
    this.#state = { ...this.#state, lastRun: addEvent(lastRun, event) };
    if (event.type === "done") this.#end("done");
    else if (event.type === "error")
      this.#end("failed", workerFailure(event, "computes", need, { title: "The computation failed" }));
    // Reports come in bursts, and a hidden page has no frames at all: it shows them when it returns.
    else this.#frame ??= requestAnimationFrame(() => this.#render());
  }

  #end(state: Run["state"], failure?: Failure): void {
    this.#worker = undefined;
    const { running: _running, lastRun, ...rest } = this.#state;
    this.#state = {
      ...rest,
      ...(lastRun === undefined ? {} : { lastRun: { ...lastRun, state } }),
      ...(failure === undefined ? {} : { failure }),
    };
    this.#render();
  }

  showPrime(prime: number): void {
    this.#change({ chosenPrime: prime });
  }

  step(operation: number): void {
    const count = this.#state.run?.device?.trace?.length ?? 0;
    if (count === 0) return;
    // The picture follows the operation, also to another prime.
    const { chosenPrime: _prime, playback: _playback, ...rest } = this.#state;
    this.#state = { ...rest, operation: Math.max(0, Math.min(count - 1, operation)) };
    this.#render();
  }

  play(): void {
    const { playback, operation: _operation, chosenPrime: _prime, ...rest } = this.#state;
    const share = playback === undefined || playback.share >= 1 ? 0 : playback.share;
    this.#state = { ...rest, playback: { share, playing: playback?.playing !== true } };
    this.#render();
    if (this.#state.playback?.playing) this.#playOn(performance.now());
  }

  #playOn(last: number): void {
    requestAnimationFrame((now) => {
      const { playback } = this.#state;
      if (playback?.playing !== true) return;
      const share = Math.min(1, playback.share + (now - last) / playTime);
      this.#change({ playback: { share, playing: share < 1 } });
      this.#playOn(now);
    });
  }

  seek(share: number): void {
    const { operation: _operation, chosenPrime: _prime, ...rest } = this.#state;
    this.#state = { ...rest, playback: { share, playing: false } };
    this.#render();
  }

  measureTableOne(): void {
    if (this.#tableOne !== undefined) {
      this.#tableOne.stop();
      this.#endTableOne();
      return;
    }
    const { selection } = this.#state;
    this.#tableOne = startTableOne({ length: selection.multiplierLength }, (event) => this.#receiveTableOne(event));
    this.#change({ tableOne: { running: true } });
  }

  #receiveTableOne(event: TableOneEvent): void {
    if (event.type === "samples") this.#change({ tableOne: { ...this.#state.tableOne, outcome: event.outcome } });
    else if (event.type === "done") this.#endTableOne();
    else
      this.#endTableOne(workerFailure(event, "computes", need, { title: "The multiplications could not be measured" }));
  }

  #endTableOne(failure?: Failure): void {
    this.#tableOne = undefined;
    const tableOne = { ...this.#state.tableOne, running: false };
    this.#change({ tableOne, ...(failure === undefined ? {} : { failure }) });
  }

  save(format: "json" | "csv"): void {
    const { plans } = this.#state;
    if (plans === undefined) return;
    const name = exportName(this.#state);
    if (format === "json") download(`${name}.json`, "application/json", toJson(this.#state, environment()));
    else download(`${name}.csv`, "text/csv", toCsv(plans, this.#state.selection));
  }

  async copyMarkdown(): Promise<void> {
    const { plans, selection } = this.#state;
    if (plans !== undefined) await navigator.clipboard.writeText(toMarkdown(plans, selection));
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
    const { plans: _plans, run: _run, ...base } = this.#state;
    const { library, selection, lastRun } = base;
    const isPresent = lastRun !== undefined && writeSelection(lastRun.selection) === writeSelection(selection);
    this.#state = {
      ...base,
      ...(library.state === "ready" ? { plans: library.plan(selection) } : {}),
      ...(isPresent ? { run: lastRun } : {}),
    };
    for (const view of this.#views) view.update(this.#state);
  }
}

function environment(): ExportEnvironment {
  return {
    userAgent: navigator.userAgent,
    processors: navigator.hardwareConcurrency,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
  };
}

/** What is said where the WebAssembly is missing. */
const need = "Counting and computing need WebAssembly";
