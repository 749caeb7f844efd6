import { decryptIncrementalStream, decryptStream, detectStream } from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { encryptedEnding } from "./encrypt.ts";
import { hybridWork } from "./hybrid/client.ts";
import type { Outcome, WorkOptions } from "./job.ts";
import { shortText } from "./short.ts";
import { streamInto } from "./sinks.ts";
import { readBlob, type Source } from "./source.ts";

/** What is said of text that nothing authenticates. */
const unprotected =
  "Incremental encryption: nothing shows whether this was changed, cut short, or put together by somebody else.";

/** Decrypts a file, or a text that was copied, of whatever format. */
export async function decrypt(
  { privateKey }: KeyEntry,
  source: Source,
  { destination, files }: Pick<Delivery, "destination" | "files">,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  if (privateKey === undefined) throw new Error("decryption takes the private key, and only the public one is here");
  const name = plainName(source.fileName);
  let note: string | undefined;
  const held = await deliver({ name, destination, size: source.blob.size, files }, async (target) => {
    const { blob } = source;
    if (blob.size === 0) throw new Error("the file is empty: it was cut short, or is no encrypted file");
    const { format, isArmored, stream } = await detectStream(readBlob(blob));
    if (format === undefined) throw new Error("this is no encrypted file of rsa-variants: it begins with another mark");
    if (format === "incremental") {
      note = unprotected;
      return streamInto(stream.pipeThrough(decryptIncrementalStream(privateKey, options)), target);
    }
    if (isArmored) return streamInto(stream.pipeThrough(decryptStream(privateKey, options)), target);
    await stream.cancel();
    const request = { direction: "decrypt", modulusLength: privateKey.params.modulusLength, blob, target } as const;
    return hybridWork(request, (...operation) => privateKey.decrypt(...operation), options);
  });
  if (held === undefined) return undefined;
  if ("kind" in held) return { ...held, note };
  return { kind: "result", result: { ...held, text: await shortText(held.blob) }, note };
}

function plainName(fileName = "message.txt"): string {
  return fileName.endsWith(encryptedEnding) ? fileName.slice(0, -encryptedEnding.length) : `decrypted-${fileName}`;
}
