import type { State } from "../state.ts";

/** The prefix of the folders' names, and of the locks that say that a folder's page is there. */
const prefix = "results-";

/** Milliseconds for which a file stays when its result is gone: a download may still be reading it. */
const grace = 60_000;

/** A directory's entries, which the types do not know everywhere. */
type Listed = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> };

/**
 * Files of this page in the browser's own storage (the origin private file system), which hold results that are too long for
 * the memory. They go with their results, with the page, and at the latest when the page is opened the next time.
 */
export class TemporaryFiles {
  readonly #name = `${prefix}${crypto.randomUUID()}`;
  #folder: Promise<FileSystemDirectoryHandle | undefined> | undefined;
  /** Held until the page is gone; the folder is made under it, so that no other page takes it for abandoned. */
  #lock: Promise<void> | undefined;
  /** The names of those that results are in. */
  #used: ReadonlySet<string> = new Set();

  /** Removes what pages left that are gone, and this page's own files when it goes. */
  async start(): Promise<void> {
    const root = await rootFolder();
    if (root === undefined) return;
    addEventListener("pagehide", ({ persisted }) => {
      // One request to the browser: what takes more is not done any more by a page that goes.
      if (!persisted) void removeFolder(root, this.#name);
    });
    await removeAbandoned(root).catch(() => {}); // what cannot be removed now goes the next time
  }

  /** A new empty file; nothing where the browser has no place for it, or writes to it in workers alone. */
  async create(): Promise<FileSystemFileHandle | undefined> {
    if (!("createWritable" in (globalThis.FileSystemFileHandle?.prototype ?? {}))) return undefined;
    return this.#create().catch(() => {
      // The user may have cleared what the site keeps, and the folder with it.
      this.#folder = undefined;
      return this.#create().catch(() => undefined);
    });
  }

  async #create(): Promise<FileSystemFileHandle | undefined> {
    this.#folder ??= this.#open();
    return (await this.#folder)?.getFileHandle(crypto.randomUUID(), { create: true });
  }

  /** Removes a file; one that a worker still holds, which was just ended, a moment later. */
  async remove(name: string): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined);
    await folder?.removeEntry(name).catch((error: unknown) => {
      const isHeld = error instanceof DOMException && error.name === "NoModificationAllowedError";
      if (isHeld) setTimeout(() => this.remove(name), 1000);
    });
  }

  /** Hears which results there are; the file of one that is gone is removed a minute from now. */
  follow({ jobs }: Pick<State, "jobs">): void {
    const outcomes = Object.values(jobs).flatMap(({ outcome }) => (outcome?.kind === "result" ? outcome.result : []));
    const used = new Set(outcomes.flatMap(({ temporaryFile }) => temporaryFile ?? []));
    for (const name of this.#used) {
      if (!used.has(name)) setTimeout(() => this.remove(name), grace);
    }
    this.#used = used;
  }

  async #open(): Promise<FileSystemDirectoryHandle | undefined> {
    const root = await rootFolder();
    if (root === undefined) return undefined;
    this.#lock ??= hold(this.#name);
    await this.#lock;
    return root.getDirectoryHandle(this.#name, { create: true });
  }
}

/** Takes a lock for as long as the page lives. */
function hold(name: string): Promise<void> {
  return new Promise((held, failed) => {
    const forEver = () => {
      held();
      return new Promise<never>(() => {});
    };
    navigator.locks.request(name, forEver).catch(failed);
  });
}

/** Private windows of some browsers have none. */
async function rootFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (navigator.storage?.getDirectory === undefined || navigator.locks === undefined) return undefined;
  return navigator.storage.getDirectory().catch(() => undefined);
}

/** Removes the folders whose lock nobody holds: a page that is there does. */
async function removeAbandoned(root: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of (root as Listed).keys()) {
    if (!name.startsWith(prefix)) continue;
    await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && removeFolder(root, name));
  }
}

async function removeFolder(root: FileSystemDirectoryHandle, name: string): Promise<void> {
  await root.removeEntry(name, { recursive: true }).catch(() => {}); // there is none, or it goes the next time
}
