import { chooseFile, fillFile } from "./chosen-file.ts";
import type { Outcome, Result } from "./job.ts";
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
