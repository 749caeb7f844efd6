import type { Outcome, Result, WorkbenchState } from "../state.ts";

/** Into the page, or straight into a file that the user chooses. */
export type Destination = "page" | "file";

/** Bytes of a short file, whose result the page holds in memory. */
const shortFile = 1 << 23;

export interface Delivery {
  readonly name: string;
  readonly destination: Destination;
  /** Bytes of the input; the result has about as many. */
  readonly size: number;
  readonly files: TemporaryFiles;
}

type Held = Omit<Result, "text">;

/**
 * Does work and puts its result where it belongs.
 *
 * @param work writes into a file, or returns the result
 * @returns what the page holds, or that the user's file is written; undefined if the user chose no file
 */
export async function deliver(
  { name, destination, size, files }: Delivery,
  work: (handle: FileSystemFileHandle | undefined) => Promise<Blob | undefined>,
): Promise<Held | Extract<Outcome, { kind: "saved" }> | undefined> {
  if (destination === "file") {
    // Browsers let a page ask for a file only just after a click.
    const handle = await chooseFile(name);
    if (handle === undefined) return undefined;
    await fillFile(handle, () => work(handle));
    return { kind: "saved", name: handle.name };
  }
  const handle = size > shortFile ? await files.create() : undefined;
  if (handle === undefined) return { name, blob: (await work(undefined)) ?? new Blob() };
  try {
    await work(handle);
    return { name, blob: await handle.getFile(), temporaryFile: handle.name };
  } catch (error) {
    await files.remove(handle.name);
    throw error;
  }
}

/** Of the File System Access API, which not every browser has. */
interface FilePickers {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

interface RemovableHandle extends FileSystemFileHandle {
  remove?(): Promise<void>;
}

/** Whether results can go straight into a file. */
export function canSaveStreams(): boolean {
  return (globalThis as FilePickers).showSaveFilePicker !== undefined;
}

/** Undefined if the user cancels. */
async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | undefined> {
  try {
    return await (globalThis as FilePickers).showSaveFilePicker?.({ suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/** Fills a file. If that fails, removes the empty file that the browser's dialog made: it would look like a result. */
async function fillFile<Result>(handle: RemovableHandle, fill: () => Promise<Result>): Promise<Result> {
  const wasEmpty = await isEmpty(handle);
  try {
    return await fill();
  } catch (error) {
    if (wasEmpty && (await isEmpty(handle))) await handle.remove?.().catch(() => {});
    throw error;
  }
}

/** Another program may write or remove the file. */
async function isEmpty(handle: FileSystemFileHandle): Promise<boolean> {
  return handle.getFile().then(
    ({ size }) => size === 0,
    () => false,
  );
}

/** Begins the names of folders, and of the locks that their pages hold. */
const prefix = "results-";

/** Milliseconds until a file is removed after its result: a download may still read it. */
const grace = 60_000;

type Listed = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> };

/**
 * Files in the origin private file system for results that are too long for the memory. They are removed with their results,
 * with the page, or when the page is opened again.
 */
export class TemporaryFiles {
  readonly #name = `${prefix}${crypto.randomUUID()}`;
  /** Held until the page is gone, so that no other page takes the folder for abandoned. */
  #lock: Promise<void> | undefined;
  /** The files of results. */
  #used: ReadonlySet<string> = new Set();

  /** Removes files of pages that are gone, and this page's own when it closes. */
  async start(): Promise<void> {
    const root = await rootFolder();
    if (root === undefined) return;
    addEventListener("pagehide", ({ persisted }) => {
      // A closing page has time for only one request.
      if (!persisted) void removeFolder(root, this.#name);
    });
    await removeAbandoned(root).catch(() => {}); // try again the next time
  }

  /** A new empty file; undefined if the browser has no place for it, or writes to it only in workers. */
  async create(): Promise<FileSystemFileHandle | undefined> {
    if (!("createWritable" in (globalThis.FileSystemFileHandle?.prototype ?? {}))) return undefined;
    const root = await rootFolder();
    if (root === undefined) return undefined;
    try {
      this.#lock ??= hold(this.#name);
      await this.#lock;
      const folder = await root.getDirectoryHandle(this.#name, { create: true });
      return await folder.getFileHandle(crypto.randomUUID(), { create: true });
    } catch {
      return undefined;
    }
  }

  async remove(name: string): Promise<void> {
    const folder = await (await rootFolder())?.getDirectoryHandle(this.#name).catch(() => undefined);
    await folder?.removeEntry(name).catch(() => {}); // it goes with the page
  }

  /** Removes the files of results that are gone, unless another tab works on them. */
  follow({ jobs, forms }: Pick<WorkbenchState, "jobs" | "forms">): void {
    const outcomes = Object.values(jobs).flatMap(({ outcome }) => (outcome?.kind === "result" ? outcome.result : []));
    const used = new Set([...outcomes, ...Object.values(forms)].flatMap(({ temporaryFile }) => temporaryFile ?? []));
    for (const name of this.#used) {
      if (!used.has(name)) setTimeout(() => this.remove(name), grace);
    }
    this.#used = used;
  }
}

/** Takes a lock until the page is gone. */
function hold(name: string): Promise<void> {
  return new Promise((held, failed) => {
    const forEver = () => {
      held();
      return new Promise<never>(() => {});
    };
    navigator.locks.request(name, forEver).catch(failed);
  });
}

/** Undefined in private windows of some browsers. */
async function rootFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (navigator.storage?.getDirectory === undefined || navigator.locks === undefined) return undefined;
  return navigator.storage.getDirectory().catch(() => undefined);
}

/** Removes the folders whose page no longer holds the lock. */
async function removeAbandoned(root: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of (root as Listed).keys()) {
    if (!name.startsWith(prefix)) continue;
    await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && removeFolder(root, name));
  }
}

async function removeFolder(root: FileSystemDirectoryHandle, name: string): Promise<void> {
  await root.removeEntry(name, { recursive: true }).catch(() => {}); // there is none, or try again the next time
}
