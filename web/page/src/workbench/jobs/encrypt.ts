import { armor, encryptIncrementalStream } from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import type { EncryptionChoice } from "../state.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { hybridWork } from "./hybrid/client.ts";
import type { Outcome, WorkOptions } from "./job.ts";
import { shortBytes } from "./short.ts";
import { streamInto } from "./sinks.ts";
import { readBlob, type Source } from "./source.ts";

/** The ending of what is encrypted. */
export const encryptedEnding = ".encrypted";

/** Encrypts a file or a text for the owner of a key. */
export async function encrypt(
  { publicKey }: KeyEntry,
  { fileName = "message.txt", blob }: Source,
  { mode, charactersAtOnce }: EncryptionChoice,
  { destination, files }: Pick<Delivery, "destination" | "files">,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  const name = `${fileName}${encryptedEnding}`;
  const held = await deliver({ name, destination, size: blob.size, files }, (target) => {
    if (mode === "hybrid") {
      const request = { direction: "encrypt", modulusLength: publicKey.modulusLength, blob, target } as const;
      return hybridWork(request, (...operation) => publicKey.encrypt(...operation), options);
    }
    const cipher = encryptIncrementalStream(publicKey, { ...options, charactersAtOnce });
    return streamInto(readBlob(blob).pipeThrough<Uint8Array>(cipher), target);
  });
  if (held === undefined || "kind" in held) return held;
  const bytes = await shortBytes(held.blob);
  // Lines of digits are text already.
  const text = bytes && (mode === "hybrid" ? armor(bytes) : new TextDecoder().decode(bytes));
  return { kind: "result", result: { ...held, text } };
}
