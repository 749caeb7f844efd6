import { download } from "../../core/download.ts";
import type { Outcome, Result } from "../state.ts";
import type { SinkTarget } from "./sinks.ts";
import type { TemporaryFiles } from "./temporary-files.ts";

/** Where a result goes: into the page, or straight into a file that the user chooses. */
export type Destination = "page" | "file";

/** Bytes up to which a file is short: worked on in the page itself, and held in its memory. */
export const shortFile = 1 << 23;

/** What is to be delivered. */
export interface Delivery {
  readonly name: string;
  readonly destination: Destination;
  /** Bytes of the input, about as many as come out. */
  readonly size: number;
  readonly files: TemporaryFiles;
}

/** What came out, without what is shown of it. */
export type Held = Omit<Result, "text">;

/**
 * Does work and has its result put where it belongs.
 *
 * @param work writes into a target; gives back what it wrote when that is the memory
 * @returns what the page holds, or the outcome that a file of the user's is written; nothing where the user wanted none
 */
export async function deliver(
  { name, destination, size, files }: Delivery,
  work: (target: SinkTarget) => Promise<Blob | undefined>,
): Promise<Held | Extract<Outcome, { kind: "saved" }> | undefined> {
  if (destination === "file") {
    // First of all, because a browser lets a page ask for a file only just after a click.
    const handle = await chooseFile(name);
    if (handle === undefined) return undefined;
    await fillFile(handle, () => work({ kind: "file", handle }));
    return { kind: "saved", name: handle.name };
  }
  const handle = size > shortFile ? await files.create() : undefined;
  if (handle === undefined) return { name, blob: (await work({ kind: "memory" })) ?? new Blob() };
  try {
    await work({ kind: "temporary", handle });
    return { name, blob: await handle.getFile(), temporaryFile: handle.name };
  } catch (error) {
    await files.remove(handle.name);
    throw error;
  }
}

/** The part of the File System Access API that is used; not every browser has it. */
interface FilePickers {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** Not every browser can remove a file that it gave. */
interface RemovableHandle extends FileSystemFileHandle {
  remove?(): Promise<void>;
}

/** Whether work can go straight into a file, without being held. */
export function canSaveStreams(): boolean {
  return (globalThis as FilePickers).showSaveFilePicker !== undefined;
}

/** Asks where to save; nothing when the user cancels. */
export async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | undefined> {
  try {
    return await (globalThis as FilePickers).showSaveFilePicker?.({ suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/** Work on a file failed, and the empty file that the browser's dialog made for it could not be removed. */
export class EmptyFileError extends Error {
  /** @param cause what the work failed with */
  constructor(fileName: string, cause: unknown) {
    super(`an empty file named ${fileName} remains; you can delete it`, { cause });
  }
}

/**
 * Does all that a file is filled by. When it fails, a file that was empty is removed: the browser's dialog makes the file that
 * it gives, and an empty one would look like a result.
 *
 * @throws EmptyFileError when it fails and the browser cannot remove the file
 */
export async function fillFile<Result>(handle: RemovableHandle, fill: () => Promise<Result>): Promise<Result> {
  const wasEmpty = await isEmpty(handle);
  try {
    return await fill();
  } catch (error) {
    if (wasEmpty && (await isEmpty(handle)) && !(await isRemoved(handle))) throw new EmptyFileError(handle.name, error);
    throw error;
  }
}

/** Others may write the file meanwhile, or take it away. */
async function isEmpty(handle: FileSystemFileHandle): Promise<boolean> {
  return handle.getFile().then(
    ({ size }) => size === 0,
    () => false,
  );
}

async function isRemoved(handle: RemovableHandle): Promise<boolean> {
  if (handle.remove === undefined) return false;
  for (let tries = 20; tries > 0 && (await isEmpty(handle)); tries -= 1) {
    try {
      await handle.remove();
      return true;
    } catch (error) {
      // A worker that was ended just now may hold it still.
      if (!(error instanceof DOMException && error.name === "NoModificationAllowedError")) return false;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return false;
}

/** The longest text that goes into an address of mail: beyond it, programs cut off. */
const longestBody = 1500;

/**
 * Hands an encrypted result to the user's mail program: as an attachment where the browser can, as the body where it is short,
 * and else saved, to be attached by hand.
 *
 * @returns what is left to do, or nothing
 */
export async function mail({ name, blob, text }: Result): Promise<string | undefined> {
  const file = new File([blob], name, { type: "application/octet-stream" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return undefined;
    } catch (error) {
      // The user cancelled; any other failure is tried as mail.
      if (error instanceof DOMException && error.name === "AbortError") return undefined;
    }
  }
  if (text !== undefined && text.length <= longestBody) {
    openMail(name, text);
    return undefined;
  }
  download(name, "application/octet-stream", blob);
  openMail(name, `${name} is attached.`);
  return `Your browser saved ${name}. Attach it to the message.`;
}

function openMail(subject: string, body: string): void {
  const link = document.createElement("a");
  link.href = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  link.target = "_blank"; // else Chromium takes it for leaving the page
  link.click();
}
