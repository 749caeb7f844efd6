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
 * Does work that writes into a file which the user chose. The browser's dialog makes the file that it gives: one that was
 * empty, and is not written because the work fails, would look like a result, and is removed.
 */
export async function intoFile<Result>(handle: FileSystemFileHandle, work: () => Promise<Result>): Promise<Result> {
  const wasEmpty = (await handle.getFile()).size === 0;
  try {
    return await work();
  } catch (error) {
    if (wasEmpty) await (handle as RemovableHandle).remove?.().catch(() => {});
    throw error;
  }
}
