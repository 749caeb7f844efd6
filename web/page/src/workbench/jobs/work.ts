import type { Dropped } from "../../core/drop.ts";
import { formatBytes, formatDuration } from "../../core/format.ts";
import { sentence } from "../../core/text.ts";
import type { KeyEntry } from "../keys/entry.ts";
import { problemOf } from "../problems.ts";
import {
  chosenKey,
  emptyForm,
  idle,
  type JobProgress,
  type JobState,
  type Outcome,
  type State,
  type WorkbenchStore,
  type WorkForm,
  type WorkOptions,
  type WorkTab,
  workTabs,
} from "../state.ts";
import { type Destination, EmptyFileError } from "./deliver.ts";
import { takeDrop } from "./drops.ts";
import { decrypt, encrypt, signSource, verifySource } from "./operations.ts";
import { type Source, sourceOf } from "./source.ts";
import type { TemporaryFiles } from "./temporary-files.ts";

/** What is said of files that are dropped while the tab works. */
const busyNote = "This tab is busy, so nothing was taken. Wait or cancel first.";

/** The tabs that work on files: what is worked on, and one piece of work on each tab at a time. */
export class Work {
  readonly #store: WorkbenchStore;
  readonly #files: TemporaryFiles;
  readonly #stops = new Map<WorkTab, AbortController>();

  /** @param files hold results that are long */
  constructor(store: WorkbenchStore, files: TemporaryFiles) {
    this.#store = store;
    this.#files = files;
  }

  /** Changes what a tab works on, which takes its result away. */
  change(tab: WorkTab, form: Partial<WorkForm>): void {
    this.#changeForm(tab, { dropNote: undefined, ...form });
    this.#clear(tab);
  }

  chooseEncryption(choice: Partial<State["encryption"]>): void {
    this.#store.change({ encryption: { ...this.#store.state.encryption, ...choice } });
    this.#clear("encrypt");
  }

  chooseSignature(choice: Partial<State["signature"]>): void {
    this.#store.change({ signature: { ...this.#store.state.signature, ...choice } });
    this.change("verify", {});
  }

  /** Takes what is dropped onto a tab, and says what it took where that is not seen. */
  drop(tab: WorkTab, dropped: Dropped): void {
    const { file, signature, note } = this.#stops.has(tab) ? { note: busyNote } : takeDrop(tab, dropped);
    if (file === undefined && signature === undefined) {
      this.#changeForm(tab, { dropNote: note });
      return;
    }
    if (signature !== undefined) this.#store.change({ signature: { file: signature, text: "" } });
    this.change(tab, { ...(file === undefined ? {} : { file }), dropNote: note });
  }

  /** Does a tab's work with its key. */
  start(tab: WorkTab, destination: Destination): void {
    const { state } = this.#store;
    const key = chosenKey(state, tab);
    if (key === undefined || this.#stops.has(tab)) return;
    this.#changeForm(tab, { dropNote: undefined });
    void this.#run(tab, key, sourceOf(state.forms[tab]), { destination, files: this.#files });
  }

  cancel(tab: WorkTab): void {
    this.#stops.get(tab)?.abort();
  }

  /** Takes away what was worked on with keys that leave the page, or have left it, and what came out. */
  release(fingerprints: ReadonlySet<string>): void {
    for (const tab of workTabs) {
      const { fingerprint } = this.#store.state.forms[tab];
      const stays = this.#store.state.keys.some((key) => key.fingerprint === fingerprint);
      if (fingerprint === undefined || (stays && !fingerprints.has(fingerprint))) continue;
      this.cancel(tab);
      this.#clear(tab);
      this.#changeForm(tab, { ...emptyForm, fingerprint });
      if (tab === "verify") this.#store.change({ signature: { file: undefined, text: "" } });
    }
  }

  /** Ends what runs with a key that is gone. */
  follow(state: Pick<State, "keys" | "forms">): void {
    for (const tab of this.#stops.keys()) if (chosenKey(state, tab) === undefined) this.cancel(tab);
  }

  async #run(
    tab: WorkTab,
    key: KeyEntry,
    source: Source,
    target: { readonly destination: Destination; readonly files: TemporaryFiles },
  ): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(tab, stop);
    const begun = performance.now();
    const inform = (done: number) => {
      const running = { done, total: source.blob.size, milliseconds: performance.now() - begun };
      this.#store.changeSoon({ jobs: { ...this.#store.state.jobs, [tab]: { ...idle, running } } });
    };
    inform(0);
    const options: WorkOptions = {
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (!stop.signal.aborted) inform(done);
      },
    };
    let ended: JobState;
    try {
      const outcome = await this.#operate(tab, key, source, target, options);
      // What was cancelled at its very end is not shown; a file that is written is.
      if (stop.signal.aborted && outcome?.kind !== "saved") {
        this.#discard(outcome);
        throw stop.signal.reason;
      }
      const subject = { keyName: key.name, fingerprint: key.fingerprint, fileName: source.fileName };
      ended = { ...idle, outcome, subject };
    } catch (error) {
      ended = { ...idle, problem: endText(error, stop.signal.aborted) };
    }
    this.#stops.delete(tab);
    this.#store.change({ jobs: { ...this.#store.state.jobs, [tab]: ended } });
  }

  /** @returns nothing where the user wanted no result */
  #operate(
    tab: WorkTab,
    key: KeyEntry,
    source: Source,
    target: { readonly destination: Destination; readonly files: TemporaryFiles },
    options: WorkOptions,
  ): Promise<Outcome | undefined> {
    const { encryption, signature } = this.#store.state;
    switch (tab) {
      case "encrypt":
        return encrypt(key, source, encryption, target, options);
      case "decrypt":
        return decrypt(key, source, target, options);
      case "sign":
        return signSource(key, source, options);
      case "verify":
        return verifySource(key, source, signature, options);
    }
  }

  #discard(outcome: Outcome | undefined): void {
    const name = outcome?.kind === "result" ? outcome.result.temporaryFile : undefined;
    if (name !== undefined) void this.#files.remove(name);
  }

  #changeForm(tab: WorkTab, form: Partial<WorkForm>): void {
    const { forms } = this.#store.state;
    this.#store.change({ forms: { ...forms, [tab]: { ...forms[tab], ...form } } });
  }

  /** Takes a result away that belongs to other input. */
  #clear(tab: WorkTab): void {
    if (this.#stops.has(tab) || this.#store.state.jobs[tab] === idle) return;
    this.#store.change({ jobs: { ...this.#store.state.jobs, [tab]: idle } });
  }
}

/** Why there is no result, and what remains of the attempt, as sentences. */
function endText(error: unknown, wasCancelled: boolean): string {
  if (error instanceof EmptyFileError) return `${endText(error.cause, wasCancelled)} ${sentence(error.message)}`;
  return wasCancelled ? "Cancelled. Nothing was saved." : problemOf(error);
}

/** How far, how fast and how long still; the last two once there is something to go by. */
export function progressText({ done, total, milliseconds }: JobProgress): string {
  const share = `${formatBytes(done)} of ${formatBytes(total)}`;
  if (done === 0 || milliseconds < 500) return share;
  const rate = `${formatBytes((done / milliseconds) * 1000)}/s`;
  const rest = ((total - done) / done) * milliseconds;
  return rest < 1000 ? `${share}, ${rate}` : `${share}, ${rate}, about ${formatDuration(rest)} left`;
}
