import { decryptIncrementalStream, decryptStream, recognise } from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import { isArmoured, unarmour } from "./armour.ts";
import { encryptedEnding, type Target } from "./encrypt.ts";
import type { Outcome } from "./job.ts";
import type { WorkOptions } from "./jobs.ts";
import { chooseFile, shortText, streamToBlob, streamToFile } from "./sink.ts";
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
  target: Target,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  if (privateKey === undefined) throw new Error("decryption takes the private key, and only the public one is here");
  const name = plainName(source.fileName);
  // At once, because a browser lets a page ask for a file only just after a click.
  const handle = target === "file" ? await chooseFile(name) : undefined;
  if (target === "file" && handle === undefined) return undefined;
  const blob = await withoutArmour(source.blob);
  const format = recognise(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
  if (blob.size === 0) throw new Error("the file is empty: it was cut short, or is no encrypted file");
  if (format === undefined) throw new Error("this is no encrypted file of rsa-variants: it begins with another mark");
  const note = format === "incremental" ? unprotected : undefined;
  const cipher =
    format === "hybrid" ? decryptStream(privateKey, options) : decryptIncrementalStream(privateKey, options);
  const stream = readBlob(blob).pipeThrough(cipher as TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>);
  if (handle !== undefined) {
    await streamToFile(stream, handle, options.signal);
    return { kind: "saved", name: handle.name, note };
  }
  const plain = await streamToBlob(stream);
  return { kind: "result", result: { name, blob: plain, text: await shortText(plain) }, note };
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
