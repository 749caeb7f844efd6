import { encryptIncrementalStream, encryptStream } from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import { armour } from "./armour.ts";
import type { Outcome } from "./job.ts";
import type { WorkOptions } from "./jobs.ts";
import { chooseFile, shortBytes, streamToBlob, streamToFile } from "./sink.ts";
import { readBlob, type Source } from "./source.ts";

/** How to encrypt. */
export interface EncryptionChoice {
  readonly mode: "hybrid" | "incremental";
  /** c, of the incremental mode. */
  readonly charactersAtOnce: number;
}

/** The ending of what is encrypted. */
export const encryptedEnding = ".encrypted";

/** Where the result goes: into the page, or straight into a file that the user chooses. */
export type Target = "page" | "file";

/** Encrypts a file or a text for the owner of a key. */
export async function encrypt(
  { publicKey }: KeyEntry,
  { fileName = "message.txt", blob }: Source,
  { mode, charactersAtOnce }: EncryptionChoice,
  target: Target,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  const name = `${fileName}${encryptedEnding}`;
  const cipher =
    mode === "hybrid"
      ? encryptStream(publicKey, options)
      : encryptIncrementalStream(publicKey, { ...options, charactersAtOnce });
  const handle = target === "file" ? await chooseFile(name) : undefined;
  if (target === "file" && handle === undefined) return undefined;
  const stream = readBlob(blob).pipeThrough(cipher as TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>);
  if (handle !== undefined) {
    await streamToFile(stream, handle, options.signal);
    return { kind: "saved", name: handle.name };
  }
  const encrypted = await streamToBlob(stream);
  const bytes = await shortBytes(encrypted);
  // Lines of digits are text already.
  const text = bytes && (mode === "hybrid" ? armour(bytes) : new TextDecoder().decode(bytes));
  return { kind: "result", result: { name, blob: encrypted, text } };
}
