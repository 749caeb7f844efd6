import { buildRequest } from "@rsa-variants/measure/plan/resolve";
import { type Selection, sameKeyChoices } from "@rsa-variants/measure/plan/selection";
import { parseLengths, readSelection, writeSelection } from "@rsa-variants/measure/plan/url";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { largestFile, readRunFile, runFileName, writeRunFile } from "@rsa-variants/measure/run/file";
import { linkedRun, readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { buildRows } from "@rsa-variants/measure/run/rows";
import {
  addEvent,
  continuedRun,
  emptyRun,
  enginesOf,
  ofBuild,
  type Run,
  type RunState,
} from "@rsa-variants/measure/run/run";
import { startMeasurement } from "@rsa-variants/measure/tasks/client";
import type { MeasureEvent } from "@rsa-variants/measure/tasks/protocol";
import { capitalized, formatList } from "@rsa-variants/measure/text/format";
import { refusedBy } from "@rsa-variants/measure/text/params";
import type { RunningWorker, WorkerError } from "@rsa-variants/measure/worker-client";
import { load, RsaError } from "rsa-variants";
import { AddressBar } from "../core/address-bar.ts";
import { download } from "../core/download.ts";
import { type Failure, wasmFailure, wasmFailureTitle, workerFailure } from "../core/failures.ts";
import { Store } from "../core/store.ts";
import type { FieldProblems, LoadedRun, State } from "./state.ts";
import { browserName } from "./texts.ts";

/** What most views get. */
export interface ViewProps {
  readonly state: State;
  readonly actions: Compare;
}

/** What the user can do: changes the state, follows the worker's events and the address bar. */
export class Compare {
  readonly store: Store<State>;
  #measurement: RunningWorker | undefined;
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));
  #hiddenSince: number | undefined;
  #frame: number | undefined;

  constructor(query: string) {
    const { selection, problems } = readSelection(query);
    const run = keptRun();
    const state: Omit<State, Derived> = {
      selection,
      fieldProblems: {},
      typedLengths: "",
      notices: problems,
      library: { state: "loading" },
      security: { state: "loading" },
      ...(run === undefined ? {} : { run }),
      loaded: [],
    };
    this.store = new Store({ ...state, ...derive(state) });
  }

  get #state(): State {
    return this.store.state;
  }

  /** Starts to load what the place needs, and to follow the browser. */
  start(): void {
    document.addEventListener("visibilitychange", () => this.#noteVisibility());
    window.addEventListener("pagehide", () => this.#state.run !== undefined && keepRun(this.#state.run));
    this.#address.follow((query) => this.#followAddress(query));
    void this.#loadLibrary();
    void this.#loadSecurity();
    void this.#loadRecorded();
    void this.#readLink();
  }

  /** Loads the chosen build, which checks parameters. Without it the page shows theory and published figures. */
  async #loadLibrary(): Promise<void> {
    const wanted = this.#state.selection.build;
    try {
      const rsa = await load({ build: wanted });
      if (wanted !== this.#state.selection.build) return; // another was chosen in the meantime
      const { engines, build } = rsa;
      if (this.#state.failure?.title === wasmFailureTitle) this.dismiss("failure");
      this.#change({ library: { state: "ready", engines, build, check: (params) => rsa.checkParams(params) } });
    } catch (error) {
      if (wanted !== this.#state.selection.build) return;
      const message = refusedBy(error).message;
      if (error instanceof RsaError && error.code === "unsupported-build") {
        this.#change({ notices: [...this.#state.notices, `${capitalized(message)}.`] });
        this.select({ build: "auto" });
        return;
      }
      this.#change({ library: { state: "failed", message }, failure: wasmFailure(message, need) });
    }
  }

  /** Loads the verdicts on parameters. Only the first look at a run waits for them; everything works without them. */
  async #loadSecurity(): Promise<void> {
    try {
      const { load } = await import("rsa-variants/security");
      this.#change({ security: { state: "ready", assess: createAssessor(await load()) } });
    } catch (error) {
      this.#change({ security: { state: "failed", message: refusedBy(error).message } });
    }
  }

  /** Loads the run that is shown until something is measured here. */
  async #loadRecorded(): Promise<void> {
    const recorded = await import("./recorded.json?raw").then(
      ({ default: text }) => readRunFile(text),
      () => emptyRun(""), // the page works without it
    );
    this.#change({ recorded });
  }

  /** Changes the selection; a lasting change gets its own entry in the browser's history. */
  select(change: Partial<Selection>, lasting = false): void {
    const selection = { ...this.#state.selection, ...change };
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    for (const field of Object.keys(change)) delete fieldProblems[field as keyof FieldProblems];
    this.#changeSelection(selection, { fieldProblems });
    this.#address.changed(lasting);
  }

  #changeSelection(selection: Selection, change: Partial<State>): void {
    if (selection.build === this.#state.selection.build) {
      this.#change({ ...change, selection });
      return;
    }
    this.dismiss("failure"); // it was about the other build
    this.#change({ ...change, selection, library: { state: "loading" } });
    void this.#loadLibrary();
  }

  /** Follows Back, Forward, and links to runs that are pasted into the address bar. A run keeps the settings it started with. */
  #followAddress(query: string): void {
    void this.#readLink();
    if (this.#measurement !== undefined) {
      this.#address.restore();
      return;
    }
    const { selection, problems } = readSelection(query);
    this.#changeSelection(selection, { fieldProblems: {}, notices: problems });
  }

  /** Notes why a field cannot be used; `undefined` if it can be used again. */
  markField(field: keyof FieldProblems, problem: string | undefined): void {
    const fieldProblems: FieldProblems = { ...this.#state.fieldProblems };
    if (problem === undefined) delete fieldProblems[field];
    else fieldProblems[field] = problem;
    this.#change({ fieldProblems });
  }

  /** Reads the lengths of a series as typed. */
  typeLengths(typedLengths: string): void {
    this.#change({ typedLengths });
    const { lengths, problem } = parseLengths(typedLengths);
    if (problem === undefined) this.select({ sweepLengths: lengths });
    else this.markField("sweepLengths", problem);
  }

  measure(kind: "table" | "sweep"): void {
    if (this.#measurement !== undefined) return;
    const { selection, library, figures: previous } = this.#state;
    const request = buildRequest(selection, kind, library.state === "ready" ? library.check : undefined);
    const lengths = request.lengths.map(({ modulusLength }) => modulusLength);
    const query = writeSelection(selection);
    const isContinued = previous && sameKeyChoices(readSelection(previous.selection).selection, selection);
    const run = isContinued ? continuedRun(previous, query, lengths) : emptyRun(query);
    this.#hiddenSince = document.hidden ? performance.now() : undefined;
    this.#measurement = startMeasurement(request, (event) => this.#receive(event));
    this.#change({ run, running: kind, progress: undefined, failure: undefined });
  }

  stop(): void {
    this.#measurement?.stop();
    this.#end("stopped");
  }

  async load(files: readonly File[]): Promise<void> {
    if (this.#state.failure?.title !== wasmFailureTitle) this.dismiss("failure");
    const refused: { readonly name: string; readonly message: string }[] = [];
    for (const file of files) {
      try {
        if (file.size > largestFile)
          throw new Error(`this file must have at most ${largestFile} bytes, got ${file.size}`);
        const run = readRunFile(await file.text());
        this.#addLoaded({ name: file.name, run });
        // If nothing was measured here, the page shows the settings of the file.
        if (this.#state.run === undefined) this.select(readSelection(run.selection).selection, true);
      } catch (error) {
        refused.push({ name: file.name, message: refusedBy(error).message });
      }
    }
    if (refused.length === 0) return;
    const title = `${formatList(refused.map(({ name }) => name))} could not be opened`;
    const messages = refused.map(({ name, message }) => (refused.length === 1 ? message : `${name}: ${message}`));
    this.#change({ failure: { title, message: messages.join("; ") } });
  }

  #addLoaded(added: LoadedRun): void {
    const { loaded } = this.#state;
    let { name } = added;
    for (let count = 2; loaded.some((each) => each.name === name); count += 1) name = `${added.name} (${count})`;
    this.#change({ loaded: [...loaded, { ...added, name }] });
  }

  /** Removes a loaded run, and its link from the address, so that a reload does not bring it back. */
  unload(place: number): void {
    const { loaded } = this.#state;
    const link = loaded[place]?.link;
    this.#change({ loaded: loaded.filter((_, at) => at !== place) });
    if (link !== undefined && link === linkedRun(location.hash)) {
      history.replaceState(null, "", `${location.pathname}${location.search}`);
    }
  }

  /** Shows the run in the address, unless it is already shown. The settings are in the address too. */
  async #readLink(): Promise<void> {
    const link = linkedRun(location.hash);
    if (link === undefined) return;
    try {
      const run = await readRunLink(link);
      if (this.#state.loaded.some((each) => each.link === link)) return;
      const name = `${browserName(run.environment?.userAgent ?? "")}, ${run.startedAt.slice(0, 10)}`;
      this.#addLoaded({ name, run, link });
    } catch (error) {
      this.#change({
        failure: { title: "The run in this link could not be opened", message: refusedBy(error).message },
      });
    }
  }

  /** Copies an address that contains the settings and the first rounds of the run. */
  async copyLink(): Promise<void> {
    const { figures, selection } = this.#state;
    if (figures === undefined) return;
    const hash = await writeRunLink(figures, selection.modulusLength);
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?${writeSelection(selection)}${hash}`);
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
    const { shown, rows, selection } = this.#state;
    await navigator.clipboard.writeText(toMarkdown(rows, shown, selection.modulusLength));
  }

  dismiss(what: "notices" | "failure"): void {
    this.#change(what === "notices" ? { notices: [] } : { failure: undefined });
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
          remedy: "The page keeps what it has measured so far.",
        }),
      );
      return;
    }
    if (event.type === "progress") {
      this.store.changeSoon({ progress: event.report });
      return;
    }
    addEvent(run, event, { userAgent: navigator.userAgent, processors: navigator.hardwareConcurrency });
    // Reports come in bursts. A hidden page has no frames at all and shows them when it returns.
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#change({});
    });
  }

  #end(state: RunState, failure?: Failure): void {
    this.#measurement = undefined;
    this.#noteVisibility(true);
    const { run } = this.#state;
    if (run !== undefined) run.state = state;
    this.#change({ running: undefined, progress: undefined, ...(failure === undefined ? {} : { failure }) });
  }

  /** Adds up the time for which the page is hidden during a run: browsers slow hidden pages down. */
  #noteVisibility(ended = false): void {
    const { run } = this.#state;
    if (this.#hiddenSince !== undefined && run !== undefined) {
      run.hiddenSeconds += (performance.now() - this.#hiddenSince) / 1000;
    }
    this.#hiddenSince = !ended && document.hidden && this.#measurement !== undefined ? performance.now() : undefined;
    if (!ended) this.#change({});
  }

  #change(change: Partial<State>): void {
    const state = { ...this.#state, ...change };
    this.store.change({ ...change, ...derive(state) });
  }
}

type Derived = "figures" | "shown" | "rows";

/** What follows from the rest of the state. */
export function derive({
  selection,
  library,
  security,
  run,
  recorded,
  loaded,
}: Pick<State, "selection" | "library" | "security" | "run" | "recorded" | "loaded">): Pick<State, Derived> {
  const ready = library.state === "ready" ? library : undefined;
  // While a build is loading, it is not known whose figures to show.
  const figures = run && library.state !== "loading" ? ofBuild(run, ready?.build) : undefined;
  const isRecorded = run === undefined && loaded.length === 0;
  const shown = isRecorded ? recorded : figures;
  // The other machine may not have had the engine that is the fastest here.
  const there = isRecorded && recorded && selection.engines.length === 0 ? enginesOf(recorded) : [];
  const rows = buildRows({
    selection,
    available: there.length > 0 ? there : ready?.engines,
    check: ready?.check,
    assess: security.state === "ready" ? security.assess : undefined,
    run: shown,
    loaded: loaded.map((each) => each.run),
  });
  return { figures, shown, rows };
}

/** What to say where WebAssembly is missing. */
const need = "The page still shows theory and published figures. Measuring needs WebAssembly";

/** Where the last run waits for this tab to come back. */
const keptName = "rsa-variants run";

/** Keeps a run until this tab is reloaded or comes back; a run that is too long for the browser's store is lost. */
function keepRun(run: Run): void {
  try {
    sessionStorage.removeItem(keptName); // otherwise an earlier run would be shown for one that does not fit
    sessionStorage.setItem(keptName, writeRunFile(run));
  } catch {
    // The page works without it.
  }
}

/** The run that was kept, if it can be read. */
function keptRun(): Run | undefined {
  try {
    const text = sessionStorage.getItem(keptName);
    return text === null ? undefined : readRunFile(text);
  } catch {
    return undefined;
  }
}
