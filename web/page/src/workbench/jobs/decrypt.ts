import { decryptIncrementalStream, recognise } from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import { isArmoured, unarmour } from "./armour.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { encryptedEnding } from "./encrypt.ts";
import { hybridWork } from "./hybrid/client.ts";
import type { Outcome } from "./job.ts";
import type { WorkOptions } from "./jobs.ts";
import { shortText } from "./short.ts";
import { streamInto } from "./sinks.ts";
import { readBlob, type Source } from "./source.ts";

/** The most bytes of an armoured text, which is held as a whole. */
const mostArmoured = 1 << 24;

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
    const blob = await withoutArmour(source.blob);
    if (blob.size === 0) throw new Error("the file is empty: it was cut short, or is no encrypted file");
    const format = recognise(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
    if (format === "hybrid") {
      const request = { direction: "decrypt", modulusLength: privateKey.params.modulusLength, blob, target } as const;
      return hybridWork(request, (...operation) => privateKey.decrypt(...operation), options);
    }
    if (format === undefined) throw new Error("this is no encrypted file of rsa-variants: it begins with another mark");
    note = unprotected;
    return streamInto(readBlob(blob).pipeThrough<Uint8Array>(decryptIncrementalStream(privateKey, options)), target);
  });
  if (held === undefined) return undefined;
  if ("kind" in held) return { ...held, note };
  return { kind: "result", result: { ...held, text: await shortText(held.blob) }, note };
}

async function withoutArmour(blob: Blob): Promise<Blob> {
  if (!isArmoured(await blob.slice(0, 256).text())) return blob;
  if (blob.size > mostArmoured) {
    throw new Error(`the text has ${blob.size} bytes; as text at most ${mostArmoured} are read`);
  }
  return new Blob([unarmour(await blob.text())]);
}

function plainName(fileName = "message.txt"): string {
  return fileName.endsWith(encryptedEnding) ? fileName.slice(0, -encryptedEnding.length) : `decrypted-${fileName}`;
}
