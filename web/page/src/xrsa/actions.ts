import { refusedBy } from "@rsa-variants/measure/text/params";
import { type RunningWorker, startWorker } from "@rsa-variants/measure/worker-client";
import { load, type Xrsa } from "rsa-variants/xrsa";
import { AddressBar } from "../core/address-bar.ts";
import { download } from "../core/download.ts";
import { type Failure, wasmFailure, workerFailure } from "../core/failures.ts";
import type { Store } from "../core/store.ts";
import { fewestMultiplications, planAll } from "./plans.ts";
import { addEvent, type Run, type RunEvent, startedRun } from "./run/protocol.ts";
import { type NumberName, readSelection, writeSelection, type XrsaSelection } from "./selection.ts";
import { isRunning, shownTrack, unwatched, type XrsaState } from "./state.ts";
import { playedOn } from "./track.ts";

/** What is not needed at first. */
export const loadLater = () => import("./later.ts");

/** What most views get. */
export interface ViewProps {
  readonly state: XrsaState;
  readonly actions: Actions;
}

/** Everything that users can do. */
export class Actions {
  readonly #address = new AddressBar(() => writeSelection(this.store.state.selection));
  #xrsa: Xrsa | undefined;
  #run: RunningWorker | undefined;
  /** The next frame of what plays. */
  #frame = 0;
  /** How far it is: an index of the track, with a fraction. */
  #played = 0;

  constructor(private readonly store: Store<XrsaState>) {
    this.#address.follow((query) => this.#followAddress(query));
    // What was ignored is reported, and does not stay in the address.
    if (store.state.notices.length > 0) this.#address.restore();
  }

  /** Loads the library, which counts everything before anything is computed. */
  async loadLibrary(): Promise<void> {
    try {
      this.#xrsa = await load();
      const fewest = fewestMultiplications(this.#xrsa);
      this.store.change({ library: "ready", fewest, ...this.#planned(this.store.state.selection) });
    } catch (error) {
      const { message } = refusedBy(error);
      this.store.change({ library: "failed", failure: wasmFailure(message, need) });
    }
  }

  /** A lasting choice gets its own entry in the browser's history. */
  select(change: Partial<XrsaSelection>, lasting = false): void {
    const selection = { ...this.store.state.selection, ...change };
    const { windowWidth, ...others } = this.store.state.fieldProblems;
    // A field that is not shown cannot be fixed.
    const isHidden = windowWidth === undefined || selection.mode !== "window";
    const fieldProblems: Partial<Record<string, string>> = isHidden ? others : { ...others, windowWidth };
    for (const field of Object.keys(change)) delete fieldProblems[field];
    this.#choose(selection, { fieldProblems });
    this.#address.changed(lasting);
  }

  type(field: NumberName, value: number, problem: string | undefined): void {
    if (problem === undefined) this.select({ [field]: value });
    else this.store.change({ fieldProblems: { ...this.store.state.fieldProblems, [field]: problem } });
  }

  #choose(selection: XrsaSelection, change: Partial<XrsaState>): void {
    this.store.change({ ...unwatched, ...change, selection, ...this.#planned(selection) });
  }

  /** Plans a selection. If the device refuses it, what was shown before stays. */
  #planned(selection: XrsaSelection): Pick<XrsaState, "plans" | "shown"> {
    const plans = this.#xrsa && planAll(this.#xrsa, selection);
    const { shown } = this.store.state;
    const isKept = plans?.refusal !== undefined && shown.plans !== undefined && shown.plans.refusal === undefined;
    return { plans, shown: isKept ? shown : { selection, plans } };
  }

  /** Back and Forward, which a run does not follow. */
  #followAddress(query: string): void {
    if (isRunning(this.store.state)) {
      this.#address.restore();
      return;
    }
    const { choice: selection, problems } = readSelection(query);
    // A link within the page changes no choice.
    if (problems.length === 0 && writeSelection(selection) === writeSelection(this.store.state.selection)) return;
    this.#choose(selection, { fieldProblems: {}, notices: problems });
    if (problems.length > 0) this.#address.restore();
  }

  startOrStop(): void {
    if (isRunning(this.store.state)) {
      this.#run?.stop();
      this.#end("stopped");
      return;
    }
    const { selection } = this.store.state;
    this.store.change({ ...unwatched, failure: undefined, lastRun: startedRun(selection) });
    const create = () => new Worker(new URL("./run/worker.ts", import.meta.url), { type: "module", name: "xrsa" });
    this.#run = startWorker<RunEvent>(create, selection, (event) => this.#receive(event));
  }

  #receive(event: RunEvent): void {
    const { lastRun } = this.store.state;
    if (event.type === "done") this.#end("done");
    else if (event.type === "error") {
      this.#end("failed", workerFailure(event, "computes", need, { title: "The computation failed" }));
    }
    // Reports come in bursts; a hidden page, which has no frames, shows them when it returns.
    else if (lastRun !== undefined) this.store.changeSoon({ lastRun: addEvent(lastRun, event) });
  }

  #end(state: Run["state"], failure?: Failure): void {
    this.#run = undefined;
    const { lastRun, cursor } = this.store.state;
    // A run with every operation is there to be stepped through.
    const start = lastRun?.device?.trace === undefined ? cursor : 0;
    this.store.change({
      ...(failure && { failure }),
      ...(lastRun && { lastRun: { ...lastRun, state } }),
      cursor: start,
    });
  }

  /** Steps to an operation, at most the last. */
  step(index: number): void {
    const { length = 0 } = shownTrack(this.store.state) ?? {};
    if (length > 0) this.store.change({ cursor: Math.max(0, Math.min(length - 1, index)), isPlaying: false });
  }

  /** Goes on playing, or from the start if everything has been played. */
  playOrPause(): void {
    const { cursor = 0, isPlaying } = this.store.state;
    const { length = 0 } = shownTrack(this.store.state) ?? {};
    if (length === 0) return;
    this.#played = !isPlaying && cursor >= length - 1 ? 0 : cursor;
    this.store.change({ cursor: this.#played, isPlaying: !isPlaying });
    cancelAnimationFrame(this.#frame);
    if (!isPlaying) this.#playOn();
  }

  /** Without a frame before, none of the time has passed: a frame’s time is that of its start, which may be before Play. */
  #playOn(last?: number): void {
    this.#frame = requestAnimationFrame((now) => {
      try {
        if (this.#playFrame(now - (last ?? now))) this.#playOn(now);
      } catch (error) {
        const { message } = refusedBy(error);
        this.store.change({ ...unwatched, failure: { title: "The player stopped because of an error", message } });
      }
    });
  }

  /** Shows what some milliseconds play, and returns whether it goes on. */
  #playFrame(milliseconds: number): boolean {
    const { cursor = 0, isPlaying, speed } = this.store.state;
    const track = shownTrack(this.store.state);
    if (!isPlaying || track === undefined) return false;
    this.#played = playedOn(track, this.#played, milliseconds * speed);
    const isOver = this.#played >= track.length;
    const index = isOver ? track.length - 1 : Math.floor(this.#played);
    // Who wants no motion sees step after step, not a count that runs.
    const isFast = track.timeAt(index) / speed < slow && matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = track.starts.findLast((each) => each <= index) ?? 0;
    const shown = isFast && !isOver ? Math.max(cursor, start) : index;
    if (shown !== cursor || isOver) this.store.change({ cursor: shown, isPlaying: !isOver });
    return !isOver;
  }

  setSpeed(speed: XrsaState["speed"]): void {
    this.store.change({ speed });
  }

  async saveTable(): Promise<void> {
    const { exportName, toCsv } = await loadLater();
    const { shown } = this.store.state;
    download(`${exportName(shown.selection)}.csv`, "text/csv", toCsv(shown));
  }
}

/** Milliseconds from which on a change can be followed one by one. */
const slow = 250;

/** The message’s beginning where WebAssembly is missing. */
const need = "Counting and computing need WebAssembly";
