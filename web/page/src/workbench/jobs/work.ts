import { formatBytes, formatDuration, formatList } from "@rsa-variants/measure/text/format";
import type { Dropped } from "../../ui/drops.ts";
import { problemOf } from "../problems.ts";
import {
  chosenKey,
  chosenKeys,
  idle,
  type JobProgress,
  type JobState,
  type Outcome,
  type Subject,
  type WorkbenchState,
  type WorkbenchStore,
  type WorkForm,
  type WorkOptions,
  type WorkTab,
} from "../state.ts";
import type { Destination, TemporaryFiles } from "./deliver.ts";
import { addRecipients, decrypt, encrypt, signatureEnding, signSource, verifySource } from "./operations.ts";
import { type Source, sourceOf } from "./streams.ts";

const busyNote = "This tab is busy, so nothing was taken. Wait or cancel first.";

/** Gives undefined if the user chose no file. */
type Operation = (options: WorkOptions) => Promise<Outcome | undefined>;

/** The tabs that work on files. Each does one piece of work at a time. */
export class Work {
  readonly #stops = new Map<WorkTab, AbortController>();

  /** @param files hold results that are long */
  constructor(
    private readonly store: WorkbenchStore,
    private readonly files: TemporaryFiles,
  ) {}

  /** Changes what a tab works on, which takes its result away. */
  change(tab: WorkTab, form: Partial<WorkForm>): void {
    const gone = "file" in form ? { temporaryFile: undefined } : {};
    this.#changeForm(tab, { dropNote: undefined, ...gone, ...form });
    this.#clear(tab);
  }

  chooseEncryption(choice: Partial<WorkbenchState["encryption"]>): void {
    this.store.change({ encryption: { ...this.store.state.encryption, ...choice } });
    this.#clear("encrypt");
  }

  chooseSignature(choice: Partial<WorkbenchState["signature"]>): void {
    this.store.change({ signature: { ...this.store.state.signature, ...choice } });
    this.change("verify", {});
  }

  drop(tab: WorkTab, dropped: Dropped): void {
    const { file, signature, note } = this.#stops.has(tab) ? { note: busyNote } : takeDrop(tab, dropped);
    if (file === undefined && signature === undefined) {
      this.#changeForm(tab, { dropNote: note });
      return;
    }
    if (signature !== undefined) this.store.change({ signature: { file: signature, text: "" } });
    this.change(tab, { ...(file === undefined ? {} : { file }), dropNote: note });
  }

  start(tab: WorkTab, destination: Destination): void {
    const { state } = this.store;
    const [key, ...others] = chosenKeys(state, tab);
    if (key === undefined || this.#stops.has(tab)) return;
    this.#changeForm(tab, { dropNote: undefined });
    const source = sourceOf(state.forms[tab]);
    const target = { destination, files: this.files };
    const isExtended = tab === "decrypt" && others.length > 0;
    const operations: Readonly<Record<WorkTab, Operation>> = {
      encrypt: (options) => encrypt([key, ...others], source, state.encryption, target, options),
      decrypt: (options) =>
        isExtended ? addRecipients(key, others, source, target, options) : decrypt(key, source, target, options),
      sign: (options) => signSource(key, source, options),
      verify: (options) => verifySource(key, source, state.signature, options),
    };
    const subject = {
      keyName: formatList([...others, key].map(({ name }) => name)), // the fingerprint follows
      fingerprint: key.fingerprint,
      fileName: source.fileName,
      isExtended,
    };
    void this.#run(tab, subject, source, operations[tab]);
  }

  cancel(tab: WorkTab): void {
    this.#stops.get(tab)?.abort();
  }

  /** Cancels work whose key is gone. */
  follow(state: Pick<WorkbenchState, "keys" | "forms">): void {
    for (const tab of this.#stops.keys()) if (chosenKey(state, tab) === undefined) this.cancel(tab);
  }

  async #run(tab: WorkTab, subject: Subject, source: Source, operate: Operation): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(tab, stop);
    const begun = performance.now();
    const inform = (done: number) => {
      const running = { done, total: source.blob.size, milliseconds: performance.now() - begun };
      this.store.changeSoon({ jobs: { ...this.store.state.jobs, [tab]: { running } } });
    };
    inform(0);
    let ended: JobState;
    try {
      const outcome = await operate({
        signal: stop.signal,
        onProgress: ({ done }) => stop.signal.aborted || inform(done),
      });
      // Work that was cancelled at the last moment has no result, except a file that is written already.
      if (stop.signal.aborted && outcome?.kind !== "saved") {
        this.#discard(outcome);
        throw stop.signal.reason;
      }
      ended = { outcome, subject };
    } catch (error) {
      const wasCanceled = stop.signal.aborted;
      ended = { problem: wasCanceled ? "Canceled. Nothing was saved." : problemOf(error), wasCanceled };
    }
    this.#stops.delete(tab);
    this.store.change({ jobs: { ...this.store.state.jobs, [tab]: ended } });
  }

  #discard(outcome: Outcome | undefined): void {
    const name = outcome?.kind === "result" ? outcome.result.temporaryFile : undefined;
    if (name !== undefined) void this.files.remove(name);
  }

  #changeForm(tab: WorkTab, form: Partial<WorkForm>): void {
    const { forms } = this.store.state;
    this.store.change({ forms: { ...forms, [tab]: { ...forms[tab], ...form } } });
  }

  /** Removes a result that belongs to other input. */
  #clear(tab: WorkTab): void {
    if (this.#stops.has(tab) || this.store.state.jobs[tab] === idle) return;
    this.store.change({ jobs: { ...this.store.state.jobs, [tab]: idle } });
  }
}

/** How far work is, how fast, and how much longer it takes. */
export function progressText({ done, total, milliseconds }: JobProgress): string {
  const share = `${formatBytes(done)} of ${formatBytes(total)}`;
  if (done === 0 || milliseconds < 500) return share;
  const rate = `${formatBytes((done / milliseconds) * 1000)}/s`;
  const rest = ((total - done) / done) * milliseconds;
  return rest < 1000 ? `${share}, ${rate}` : `${share}, ${rate}, about ${formatDuration(rest)} left`;
}

interface TakenDrop {
  readonly file?: File;
  readonly signature?: File;
  /** What was taken, or why nothing was, unless that is plain to see. */
  readonly note?: string;
}

/**
 * Chooses among files that are dropped onto a tab: it takes one, and Verify also the signature, which it knows by its ending.
 * Of more files it takes none, because a choice would be a guess.
 */
export function takeDrop(tab: WorkTab, dropped: Dropped): TakenDrop {
  const { files, folders } = dropped;
  const [first, second] = files;
  const rule = `you can ${tab} one file at a time${tab === "verify" ? ", with its signature" : ""}`;
  if (folders.length > 0 || first === undefined || files.length > 2) return refused(dropped, rule);
  if (tab !== "verify") return second === undefined ? { file: first } : refused(dropped, rule);
  if (second === undefined) {
    return isSignature(first) ? { signature: first, note: `${first.name} is the signature.` } : { file: first };
  }
  const signature = signatureOf(first, second);
  if (signature === undefined) {
    const which = isSignature(first) ? "both names end" : "neither name ends";
    return refused(dropped, `${which} in ${signatureEnding}, so it is unclear which is the signature`);
  }
  const file = signature === first ? second : first;
  return { file, signature, note: `${file.name} is the file, ${signature.name} its signature.` };
}

function refused({ files, folders }: Dropped, why: string): TakenDrop {
  const counts = [...counted(files.length, "file"), ...counted(folders.length, "folder")];
  if (counts.length === 0) return { note: "The dropped item is not a file." };
  return { note: `Nothing was taken: you dropped ${formatList(counts)}, but ${why}.` };
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

function isSignature({ name }: File): boolean {
  return name.toLowerCase().endsWith(signatureEnding);
}

/** The file with the ending; if both have it, the one that is named after the other. */
function signatureOf(first: File, second: File): File | undefined {
  if (isSignature(first) !== isSignature(second)) return isSignature(first) ? first : second;
  const isNamedAfter = (one: File, other: File) =>
    one.name.toLowerCase() === other.name.toLowerCase() + signatureEnding;
  if (isNamedAfter(first, second)) return first;
  return isNamedAfter(second, first) ? second : undefined;
}
