import { sign, verify } from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import type { Outcome, WorkOptions } from "./job.ts";
import { readBlob, type Source } from "./source.ts";

/** The ending of a signature's file. */
export const signatureEnding = ".sig";

/** The longest signature that is read: that of the longest modulus, 16384 bits. */
const longestSignature = 2048;

/** Signs a file or a text; the signature is a file of its own. */
export async function signSource(
  { privateKey }: KeyEntry,
  { fileName = "message.txt", blob }: Source,
  options: WorkOptions,
): Promise<Outcome> {
  if (privateKey === undefined) throw new Error("signing takes the private key, and only the public one is here");
  const signature = await sign(privateKey, readBlob(blob), options);
  const file = new Blob([new Uint8Array(signature)]);
  return { kind: "result", result: { name: `${fileName}${signatureEnding}`, blob: file, text: undefined } };
}

/** Whether a file is the signature of another. */
export async function verifySource(
  { publicKey }: KeyEntry,
  { blob }: Source,
  signature: File,
  options: WorkOptions,
): Promise<Outcome> {
  if (signature.size > longestSignature) {
    throw new Error(
      `the file ${signature.name} has ${signature.size} bytes, and no signature has more than ${longestSignature}`,
    );
  }
  const bytes = new Uint8Array(await signature.arrayBuffer());
  return { kind: "verdict", isValid: await verify(publicKey, bytes, readBlob(blob), options) };
}
