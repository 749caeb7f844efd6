import type { MeasureEvent } from "@rsa-variants/measure/tasks/protocol";
import { load, RsaError } from "rsa-variants";
import { AddressBar } from "../common/address-bar.ts";
import { capitalised } from "../common/dom.ts";
import { download } from "../common/download.ts";
import { wasmFailure, wasmFailureTitle, workerFailure } from "../common/failures.ts";
import { dismissed } from "../common/notices.ts";
import { createAssessor } from "../common/security/assessor.ts";
import type { Failure } from "../common/view.ts";
import type { RunningWorker, WorkerError } from "../common/worker-client.ts";
import { startMeasurement } from "./measure/client.ts";
import { type Selection, sameKeyChoices } from "./params/selection.ts";
import { readSelection, writeSelection } from "./params/url.ts";
import { buildRequest } from "./request.ts";
import { toCsv, toMarkdown } from "./results/export.ts";
import { largestFile, readRunFile, runFileName, writeRunFile } from "./results/file.ts";
import { buildRows } from "./results/rows.ts";
import { addEvent, emptyRun, ofBuild, type RunState, withoutLengths } from "./results/run.ts";
import { nextSort } from "./results/sort.ts";
import type { Actions, FieldProblems, SortKey, State, View } from "./state.ts";

/** Holds the state, follows the user's actions and the worker's events, and has the views show the outcome. */
export class App implements Actions {
  #state: State;
  #views: readonly View[] = [];
  #measurement: RunningWorker | undefined;
  #frame: number | undefined;
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));
  #hiddenSince: number | undefined;

  constructor(query: string) {
    const { selection, problems } = readSelection(query);
    this.#state = {
      selection,
      fieldProblems: {},
      notices: problems,
      library: { state: "loading" },
      security: { state: "loading" },
      sort: { key: "order", descending: false },
      open: new Set(),
      figures: undefined,
      rows: buildRows({ selection }),
    };
  }

  get state(): State {
    return this.#state;
  }

  show(views: readonly View[]): void {
    this.#views = views;
    this.#render();
    document.addEventListener("visibilitychange", () => this.#noteVisibility());
    this.#address.follow((query) => this.#followAddress(query));
  }

  /** Loads the build chosen, for the checks of parameters. The page shows theory and published figures without it. */
  async loadLibrary(): Promise<void> {
    const wanted = this.#state.selection.build;
    try {
      const rsa = await load({ build: wanted });
      if (wanted !== this.#state.selection.build) return; // chosen anew meanwhile
      const { engines, build } = rsa;
      if (this.#state.failure?.title === wasmFailureTitle) this.#forgetFailure();
      this.#change({ library: { state: "ready", engines, build, check: (params) => rsa.checkParams(params) } });
    } catch (error) {
      if (wanted !== this.#state.selection.build) return;
      const message = messageOf(error);
      if (error instanceof RsaError && error.code === "unsupported-build") {
        this.#state = { ...this.#state, notices: [...this.#state.notices, `${capitalised(message)}.`] };
        this.select({ build: "auto" });
        return;
      }
      this.#change({ library: { state: "failed", message }, failure: wasmFailure(message, need) });
    }
  }

  /** Loads what says which parameters are safe. Nothing waits for it, and everything else works without it. */
  async loadSecurity(): Promise<void> {
    try {
      const { load } = await import("rsa-variants/security");
      this.#change({ security: { state: "ready", assess: createAssessor(await load()) } });
    } catch (error) {
      this.#change({ security: { state: "failed", message: messageOf(error) } });
    }
  }

  select(change: Partial<Selection>): void {
    const selection = { ...this.#state.selection, ...change };
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    for (const field of Object.keys(change)) delete fieldProblems[field as keyof FieldProblems];
    this.#changeSelection(selection, { fieldProblems });
    this.#address.changed();
  }

  #changeSelection(selection: Selection, change: Partial<State>): void {
    if (selection.build === this.#state.selection.build) {
      this.#change({ ...change, selection });
      return;
    }
    this.#forgetFailure(); // it was the other build's
    this.#change({ ...change, selection, library: { state: "loading" } });
    this.loadLibrary();
  }

  /** Back and Forward, which links within the page make possible; a run goes on with what it was started with. */
  #followAddress(query: string): void {
    if (this.#measurement !== undefined) {
      this.#address.restore();
      return;
    }
    const { selection, problems } = readSelection(query);
    this.#changeSelection(selection, { fieldProblems: {}, notices: problems });
  }

  markField(field: keyof FieldProblems, problem: string | undefined): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    if (problem === undefined) delete fieldProblems[field];
    else fieldProblems[field] = problem;
    this.#change({ fieldProblems });
  }

  start(kind: "table" | "sweep"): void {
    if (this.#measurement !== undefined) return;
    const { selection, library, figures: previous } = this.#state;
    const request = buildRequest(selection, kind, library.state === "ready" ? library.check : undefined);
    const lengths = request.lengths.map(({ modulusLength }) => modulusLength);
    const query = writeSelection(selection);
    const kept = previous && sameKeyChoices(readSelection(previous.selection).selection, selection);
    const run = kept ? { ...withoutLengths(previous, lengths), ...runHead(query) } : emptyRun(query);
    const { failure: _failure, progress: _progress, ...rest } = this.#state;
    this.#state = { ...rest, run, running: kind };
    this.#hiddenSince = document.hidden ? performance.now() : undefined;
    this.#measurement = startMeasurement(request, (event) => this.#receive(event));
    this.#change({});
  }

  stop(): void {
    this.#measurement?.stop();
    this.#end("stopped");
  }

  sortBy(key: SortKey): void {
    this.#change({ sort: nextSort(this.#state.sort, key) });
  }

  toggleDetails(rowId: string): void {
    const open = new Set(this.#state.open);
    if (!open.delete(rowId)) open.add(rowId);
    this.#change({ open });
  }

  async load(file: File): Promise<void> {
    try {
      if (file.size > largestFile) throw new Error(`this file has ${file.size} bytes; at most ${largestFile} are read`);
      const run = readRunFile(await file.text());
      const { failure: _failure, ...rest } = this.#state;
      this.#state = { ...rest, loaded: { name: file.name, run } };
      // Without a run of its own the page shows what the file was measured with.
      const selection = this.#state.run === undefined ? readSelection(run.selection).selection : undefined;
      this.select(selection ?? {});
    } catch (error) {
      this.#change({ failure: { title: `${file.name} cannot be shown`, message: messageOf(error) } });
    }
  }

  unload(): void {
    const { loaded: _loaded, ...rest } = this.#state;
    this.#state = rest;
    this.#change({});
  }

  save(format: "json" | "csv"): void {
    const { figures, rows, selection, security } = this.#state;
    if (figures === undefined) return;
    const name = runFileName(figures, selection.modulusLength);
    const assess = security.state === "ready" ? security.assess : undefined;
    if (format === "json") download(`${name}.json`, "application/json", writeRunFile(figures, assess));
    else download(`${name}.csv`, "text/csv", toCsv(rows, selection.modulusLength));
  }

  async copyMarkdown(): Promise<void> {
    const { figures, rows, selection } = this.#state;
    await navigator.clipboard.writeText(toMarkdown(rows, figures, selection.modulusLength));
  }

  dismiss(what: "notices" | "failure"): void {
    this.#state = dismissed(this.#state, what);
    this.#render();
  }

  #forgetFailure(): void {
    this.#state = dismissed(this.#state, "failure");
  }

  #receive(event: MeasureEvent | WorkerError): void {
    const { run } = this.#state;
    if (run === undefined) return;
    if (event.type === "done") {
      this.#end("done");
      return;
    }
    if (event.type === "error") {
      this.#end(
        "failed",
        workerFailure(event, "measures", need, {
          title: "The measurement failed",
          remedy: "What was measured before is kept.",
        }),
      );
      return;
    }
    if (event.type === "progress") this.#state = { ...this.#state, progress: event.report };
    else addEvent(run, event, { userAgent: navigator.userAgent, processors: navigator.hardwareConcurrency });
    // Reports come in bursts, and a hidden page has no frames at all: it shows them when it returns.
    this.#frame ??= requestAnimationFrame(() => this.#render());
  }

  #end(state: RunState, failure?: Failure): void {
    this.#measurement = undefined;
    this.#noteVisibility(true);
    const { running: _running, progress: _progress, ...rest } = this.#state;
    if (rest.run !== undefined) rest.run.state = state;
    this.#state = failure === undefined ? rest : { ...rest, failure };
    this.#change({});
  }

  /** Adds up the time for which the page was hidden in a run: browsers slow hidden pages down. */
  #noteVisibility(ended = false): void {
    const { run } = this.#state;
    if (this.#hiddenSince !== undefined && run !== undefined) {
      run.hiddenSeconds += (performance.now() - this.#hiddenSince) / 1000;
    }
    this.#hiddenSince = !ended && document.hidden && this.#measurement !== undefined ? performance.now() : undefined;
    if (!ended) this.#change({});
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#render();
  }

  #render(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const { selection, library, security, run, loaded } = this.#state;
    // Until it is known which build comes, it is not known whose figures to show.
    const figures =
      run && library.state !== "loading"
        ? ofBuild(run, library.state === "ready" ? library.build : undefined)
        : undefined;
    const rows = buildRows({
      selection,
      ...(library.state === "ready" ? { available: library.engines, check: library.check } : {}),
      ...(security.state === "ready" ? { assess: security.assess } : {}),
      ...(figures === undefined ? {} : { run: figures }),
      ...(loaded === undefined ? {} : { loaded: loaded.run }),
    });
    this.#state = { ...this.#state, figures, rows };
    for (const view of this.#views) view.update(this.#state);
  }
}

function runHead(selection: string): { startedAt: string; selection: string; state: RunState; hiddenSeconds: number } {
  const { startedAt, state, hiddenSeconds } = emptyRun(selection);
  return { startedAt, selection, state, hiddenSeconds };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What is said where the WebAssembly is missing. */
const need = "Theory and published figures are shown all the same. Measuring needs WebAssembly";
