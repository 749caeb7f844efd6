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

/** Asks where to save; nothing when the user wants not. */
export async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | undefined> {
  try {
    return await (globalThis as FilePickers).showSaveFilePicker?.({ suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/**
 * Puts a stream into a file, which gets its content when the stream has ended well, and keeps what it had when it fails. A
 * file that was empty is removed then.
 */
export async function streamToFile(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  handle: FileSystemFileHandle,
  signal: AbortSignal,
): Promise<void> {
  // What is written is in a temporary file until the end; an error aborts the writable, which removes it.
  const wasEmpty = (await handle.getFile()).size === 0;
  try {
    await stream.pipeTo(await handle.createWritable(), { signal });
  } catch (error) {
    // The browser's dialog makes the file that it gives: one that stayed empty would look like a result.
    if (wasEmpty) await (handle as RemovableHandle).remove?.().catch(() => {});
    throw error;
  }
}

/**
 * What comes out of a stream, held where the browser holds files: each piece is a blob as soon as it is there. (A `Response`
 * would do the same in one call, but what the stream fails with would be lost.)
 */
export async function streamToBlob(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const pieces: Blob[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(new Blob([next.value]));
  return new Blob(pieces);
}

/** The most bytes that are shown, or offered as text. */
const mostShown = 1 << 20;

/** The text of a blob: nothing where it is none, or too long to look at. */
export async function shortText(blob: Blob): Promise<string | undefined> {
  if (blob.size > mostShown) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await blob.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The bytes of a blob: nothing where there are too many to be written as text. */
export async function shortBytes(blob: Blob): Promise<Uint8Array | undefined> {
  return blob.size > mostShown ? undefined : new Uint8Array(await blob.arrayBuffer());
}
