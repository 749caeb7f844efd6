import { buildRequest } from "@rsa-variants/measure/plan/resolve";
import { type Selection, sameKeyChoices } from "@rsa-variants/measure/plan/selection";
import { parseLengths, readSelection, writeSelection } from "@rsa-variants/measure/plan/url";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import type { LengthRows } from "@rsa-variants/measure/run/export";
import { openRunFile, readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import {
  addEvent,
  continuedRun,
  emptyRun,
  measuredLengths,
  type Run,
  type RunState,
} from "@rsa-variants/measure/run/run";
import { startMeasurement } from "@rsa-variants/measure/tasks/client";
import type { MeasureEvent } from "@rsa-variants/measure/tasks/protocol";
import { capitalized, formatList } from "@rsa-variants/measure/text/format";
import { refusedBy } from "@rsa-variants/measure/text/params";
import type { RunningWorker, WorkerError } from "@rsa-variants/measure/worker-client";
import { load, RsaError, type Variant } from "rsa-variants";
import { AddressBar } from "../core/address-bar.ts";
import { download } from "../core/download.ts";
import { type Failure, wasmFailure, wasmFailureTitle, workerFailure } from "../core/failures.ts";
import { Store } from "../core/store.ts";
import type { Dropped } from "../ui/drops.ts";
import { scopeOf } from "./charts/scope.ts";
import { type Derived, derive, ownRun, settingsOf } from "./derive.ts";
import { forgetRun, keepRun, keptRuns, rememberInTab, runOfTab } from "./kept.ts";
import { nameOfRun, nameRuns, runFileName, timeOf } from "./names.ts";
import type { CompareState, FieldProblems, LoadedRun } from "./state.ts";
import { operationTexts } from "./texts.ts";

/** The version and commit of the page, from vite.config.ts. */
declare const PAGE_VERSION: string;

/** What most views get. */
export interface ViewProps {
  readonly state: CompareState;
  readonly actions: Compare;
}

/** What saves and copies tables, and reads and writes links. */
type Exchange = Pick<typeof import("@rsa-variants/measure/run/export"), "toCsv" | "toMarkdown"> &
  Pick<typeof import("@rsa-variants/measure/run/link"), "readRunLink" | "writeRunLink">;

/** What the user can do: changes the state, follows the worker's events and the address bar. */
export class Compare {
  readonly store: Store<CompareState>;
  #measurement: RunningWorker | undefined;
  readonly #address = new AddressBar(() => writeSelection(this.#state.selection));
  #hiddenSince: number | undefined;
  #frame: number | undefined;

  /**
   * @param query the query string of the address
   * @param loadExchange loads what few visitors need
   */
  constructor(
    query: string,
    private readonly loadExchange: () => Promise<Exchange>,
  ) {
    const { selection, problems } = readSelection(query);
    const run = runOfTab();
    const state: Omit<CompareState, Derived> = {
      selection,
      fieldProblems: {},
      typedLengths: "",
      notices: problems,
      library: { state: "loading" },
      security: { state: "loading" },
      ...(run === undefined ? {} : { run }),
      opened: [],
    };
    this.store = new Store({ ...state, ...derive(state) });
  }

  get #state(): CompareState {
    return this.store.state;
  }

  /** Starts to load what the place needs, and to follow the browser. */
  start(): void {
    document.addEventListener("visibilitychange", () => this.#noteVisibility());
    window.addEventListener("pagehide", () => this.#measurement !== undefined && this.#keep());
    window.addEventListener("storage", () => this.#listKept()); // another tab keeps or deletes a run
    this.#address.follow((query) => this.#followAddress(query));
    void this.#loadLibrary();
    void this.#loadSecurity();
    // The run of a link comes first, so that the recorded run is not seen before it.
    void this.#readLink()
      .then(() => this.#loadRecorded())
      .then(() => this.#listKept());
  }

  /** Loads the chosen build, which checks parameters. Without it the page shows theory and published figures. */
  async #loadLibrary(): Promise<void> {
    const wanted = this.#state.selection.build;
    try {
      const rsa = await load({ build: wanted });
      if (wanted !== this.#state.selection.build) return; // another was chosen in the meantime
      const { engines, build } = rsa;
      if (this.#state.failure?.title === wasmFailureTitle) this.#change({ failure: undefined });
      this.#change({ library: { state: "ready", engines, build, check: (params) => rsa.checkParams(params) } });
    } catch (error) {
      if (wanted !== this.#state.selection.build) return;
      const message = refusedBy(error).message;
      if (error instanceof RsaError && error.code === "unsupported-build") {
        this.#change({ notices: [...this.#state.notices, `${capitalized(message)}.`] });
        this.select({ build: "auto" });
        return;
      }
      this.#change({ library: { state: "failed" }, failure: wasmFailure(message, need) });
    }
  }

  /** Loads the verdicts on parameters. Only the first look at a run waits for them; everything works without them. */
  async #loadSecurity(): Promise<void> {
    try {
      const { load } = await import("rsa-variants/security");
      this.#change({ security: { state: "ready", assess: createAssessor(await load()) } });
    } catch {
      this.#change({ security: { state: "failed" } });
    }
  }

  /** Loads the run that is shown until something is measured or opened here. */
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

  #changeSelection(selection: Selection, change: Partial<CompareState>): void {
    if (selection.build === this.#state.selection.build) {
      this.#change({ ...change, selection });
      return;
    }
    this.#change({ failure: undefined }); // it was about the other build
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
    const { selection, library } = this.#state;
    const previous = ownRun(this.#state);
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

  /** Opens runs from files, and says which files cannot be opened. */
  async load({ files, folders }: Dropped): Promise<void> {
    this.#forgetFailure();
    const refused = folders.map((name) => ({ name, message: "this is a folder: choose the files in it" }));
    for (const file of files) {
      try {
        const run = await openRunFile(file);
        this.#open({ run });
        // Later ones are shown beside the first, with its settings.
        if (this.#state.shown === run) this.select(settingsOf(run), true);
      } catch (error) {
        refused.push({ name: file.name, message: refusedBy(error).message });
      }
    }
    if (refused.length === 0) return;
    const title = `${formatList(refused.map(({ name }) => name))} could not be opened`;
    const messages = refused.map(({ name, message }) => (refused.length === 1 ? message : `${message} (${name})`));
    this.#change({ failure: { title, message: messages.join("; ") } });
  }

  #open(added: Omit<LoadedRun, "name">): void {
    this.#change({ opened: nameRuns([...this.#state.opened, added]) });
  }

  /** Reads the kept runs again. Those that are shown stay shown. */
  #listKept(): void {
    const { opened } = this.#state;
    const hidden = ({ startedAt }: Run) =>
      !opened.some(({ run, isKept, isHidden }) => isKept && !isHidden && run.startedAt === startedAt);
    const kept = keptRuns().map((run) => ({ run, isKept: true, isHidden: hidden(run) }));
    this.#change({ opened: nameRuns([...opened.filter(({ isKept }) => !isKept), ...kept]) });
  }

  /** Keeps the run of this tab, and says so if that takes the place of others, or fails. */
  #keep(): void {
    const { run, notices } = this.#state;
    if (run === undefined || run.measurements.length === 0) return;
    let notice: string | undefined;
    try {
      const gone = keepRun(run).map((each) => each.name ?? `${nameOfRun(each)}, ${timeOf(each)}`);
      rememberInTab(run);
      if (gone.length > 0) notice = `The oldest kept runs made room for this one: ${formatList(gone)}.`;
    } catch {
      notice = "The browser has no room to keep this run. Save it as a file, or it is gone when you close the page.";
    }
    if (notice !== undefined && !notices.includes(notice)) this.#change({ notices: [...notices, notice] });
    this.#listKept();
  }

  /** Shows a kept run, or shows it no longer. */
  setHidden(run: Run, isHidden: boolean): void {
    const opened = this.#state.opened.map((each) => (each.run === run ? { ...each, isHidden } : each));
    this.#change({ opened });
    if (this.#state.shown === run) this.select(settingsOf(run), true);
  }

  /** Gives a kept run a name, or takes it away. */
  rename(run: Run, name: string): void {
    const own = this.#state.run?.startedAt === run.startedAt ? this.#state.run : undefined;
    for (const each of [run, own]) {
      if (each === undefined) continue;
      if (name === "") delete each.name;
      else each.name = name;
    }
    keepRun(run);
    this.#listKept();
  }

  /** Deletes a kept run, also where this tab shows it. */
  forget(run: Run): void {
    forgetRun(run);
    if (this.#state.run?.startedAt === run.startedAt) {
      rememberInTab(undefined);
      this.#change({ run: undefined });
    }
    this.#listKept();
  }

  /** Removes an opened run, and its link from the address, so that a reload does not bring it back. */
  unload({ run, link, isKept }: LoadedRun): void {
    if (isKept) this.setHidden(run, true);
    else this.#change({ opened: nameRuns(this.#state.opened.filter((each) => each.run !== run)) });
    if (link !== undefined && link === linkedRun(location.hash)) {
      history.replaceState(null, "", `${location.pathname}${location.search}`);
    }
  }

  /** Opens the run in the address, unless it is already open. A link usually has the settings in the address, too. */
  async #readLink(): Promise<void> {
    const link = linkedRun(location.hash);
    const isOpen = () => this.#state.opened.some((each) => each.link === link);
    if (link === undefined || isOpen()) return;
    this.#forgetFailure();
    try {
      const { readRunLink } = await this.loadExchange();
      const run = await readRunLink(link);
      if (isOpen()) return;
      this.#open({ run, link });
      if (this.#state.shown === run && location.search === "") this.select(settingsOf(run));
    } catch (error) {
      this.#change({
        failure: { title: "The run in this link could not be opened", message: refusedBy(error).message },
      });
    }
  }

  /** Removes a message that what the user does now makes obsolete. */
  #forgetFailure(): void {
    if (this.#state.failure?.title !== wasmFailureTitle) this.#change({ failure: undefined });
  }

  /** Copies an address that contains the settings and the shown run: of a long one, what is shown of it. */
  async copyLink(): Promise<void> {
    const { shown, selection, rows } = this.#state;
    if (shown === undefined) return;
    const { writeRunLink } = await this.loadExchange();
    const hash = await writeRunLink(shown, selection.modulusLength, rows);
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?${writeSelection(selection)}${hash}`);
  }

  /** The rows at every length that the shown run measured, and at the chosen one. */
  #tables(): LengthRows[] {
    const { selection, rows, shown } = this.#state;
    const lengths = new Set([...measuredLengths(shown), selection.modulusLength]);
    return [...lengths]
      .sort((a, b) => a - b)
      .map((modulusLength) => {
        if (modulusLength === selection.modulusLength) return { modulusLength, rows };
        return { modulusLength, rows: derive({ ...this.#state, selection: { ...selection, modulusLength } }).rows };
      });
  }

  async saveTable(): Promise<void> {
    const { shown } = this.#state;
    if (shown === undefined) return;
    try {
      const { toCsv } = await this.loadExchange();
      download(`${this.#fileName(shown)}.csv`, "text/csv", toCsv(this.#tables(), shown));
    } catch (error) {
      this.#change({ failure: { title: "The table could not be saved", message: refusedBy(error).message } });
    }
  }

  /** Saves the table as it is shown. */
  async savePicture(): Promise<void> {
    const { shown, selection } = this.#state;
    const [outcome, { svgOf }] = [document.querySelector("#outcome"), await import("../ui/svg.ts")];
    if (outcome === null) return;
    const { title } = operationTexts[selection.compared];
    const foot = [scopeOf(this.#state), location.href];
    const name = shown === undefined ? "rsa-variants" : this.#fileName(shown);
    download(`${name}.svg`, "image/svg+xml", svgOf(outcome, `${title}, ${selection.modulusLength} bits`, foot));
  }

  /** Saves a run with every raw sample that it has. */
  saveRun(run: Run): void {
    const { security } = this.#state;
    const assess = security.state === "ready" ? security.assess : undefined;
    download(`${this.#fileName(run)}.json`, "application/json", writeRunFile(run, assess));
  }

  #fileName(run: Run): string {
    return runFileName(run, this.#state.selection.modulusLength);
  }

  async copyMarkdown(): Promise<void> {
    const { shown, selection, loaded } = this.#state;
    const { toMarkdown } = await this.loadExchange();
    const names = loaded.map(({ name }) => name);
    await navigator.clipboard.writeText(toMarkdown(this.#tables(), shown, selection, names));
  }

  /** Opens the worked example with a variant. */
  follow(variant: Variant): void {
    this.#change({ followed: { variant } });
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
    const { userAgent, hardwareConcurrency: processors } = navigator;
    addEvent(run, event, { userAgent, processors, version: PAGE_VERSION });
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
    this.#keep();
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

  #change(change: Partial<CompareState>): void {
    const state = { ...this.#state, ...change };
    this.store.change({ ...change, ...derive(state) });
  }
}

/** What to say where WebAssembly is missing. */
const need = "The page still shows theory and published figures. Measuring needs WebAssembly";
