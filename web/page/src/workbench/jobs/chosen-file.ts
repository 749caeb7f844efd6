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

/** Work on a file failed, and the empty file that the browser's dialog made for it could not be removed. */
export class EmptyFileError extends Error {
  /** @param cause what the work failed with */
  constructor(fileName: string, cause: unknown) {
    super(`an empty file named ${fileName} stays behind, and can be deleted`, { cause });
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
