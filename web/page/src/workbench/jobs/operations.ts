import {
  addRecipientsStream,
  armor,
  decryptIncrementalStream,
  decryptStream,
  detectStream,
  encryptIncrementalStream,
  encryptStream,
  sign,
  verify,
} from "rsa-variants/files";
import type { KeyEntry } from "../keys/entry.ts";
import type { EncryptionChoice, Outcome, WorkbenchState, WorkOptions } from "../state.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { readBlob, type Source, streamInto } from "./streams.ts";

type Target = Pick<Delivery, "destination" | "files">;

const encryptedEnding = ".encrypted";
export const signatureEnding = ".sig";

/** Encrypts a file or a text for the owners of keys. */
export async function encrypt(
  keys: readonly [KeyEntry, ...KeyEntry[]],
  { fileName = "message.txt", blob }: Source,
  { mode, charactersAtOnce }: EncryptionChoice,
  { destination, files }: Target,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  const name = `${fileName}${encryptedEnding}`;
  const held = await deliver({ name, destination, size: blob.size, files }, (handle) => {
    const cipher =
      mode === "hybrid"
        ? encryptStream(
            keys.map(({ publicKey }) => publicKey),
            options,
          )
        : encryptIncrementalStream(keys[0].publicKey, { ...options, charactersAtOnce });
    return streamInto(readBlob(blob).pipeThrough<Uint8Array>(cipher), handle);
  });
  return encrypted(held, mode);
}

/** Encrypted data with their text: the armor, but the incremental format is text already. */
async function encrypted(
  held: Awaited<ReturnType<typeof deliver>>,
  mode: EncryptionChoice["mode"],
): Promise<Outcome | undefined> {
  if (held === undefined || "kind" in held) return held;
  const bytes = held.blob.size > mostShown ? undefined : new Uint8Array(await held.blob.arrayBuffer());
  const text = bytes && (mode === "hybrid" ? armor(bytes) : new TextDecoder().decode(bytes));
  return { kind: "result", result: { ...held, text } };
}

/** Lets the owners of further keys decrypt an encrypted file or text, too. */
export async function addRecipients(
  { privateKey }: KeyEntry,
  others: readonly KeyEntry[],
  { fileName = `message.txt${encryptedEnding}`, blob }: Source,
  { destination, files }: Target,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  if (privateKey === undefined) throw new Error("only the public key is here; this needs the private key");
  const held = await deliver({ name: fileName, destination, size: blob.size, files }, async (handle) => {
    const { format, stream } = await detectStream(readBlob(blob));
    if (format !== "hybrid") throw new Error("only a file of hybrid encryption can get further recipients");
    const added = others.map(({ publicKey }) => publicKey);
    return streamInto(stream.pipeThrough(addRecipientsStream(privateKey, added, options)), handle);
  });
  return encrypted(held, "hybrid");
}

/** The warning about text without authentication. */
const unprotected =
  "This text was encrypted incrementally. Anyone may have changed, shortened or rearranged it, and nothing would show it.";

/** Decrypts a file or a pasted text of any format. */
export async function decrypt(
  { privateKey }: KeyEntry,
  { fileName = "message.txt", blob }: Source,
  { destination, files }: Target,
  options: WorkOptions,
): Promise<Outcome | undefined> {
  if (privateKey === undefined) throw new Error("only the public key is here; decryption needs the private key");
  const name = fileName.endsWith(encryptedEnding)
    ? fileName.slice(0, -encryptedEnding.length)
    : `decrypted-${fileName}`;
  let note: string | undefined;
  const held = await deliver({ name, destination, size: blob.size, files }, async (handle) => {
    if (blob.size === 0) throw new Error("the file is empty: it was cut short or is not an encrypted file");
    const { format, stream } = await detectStream(readBlob(blob));
    if (format === undefined) throw new Error("this was not encrypted by rsa-variants: it starts differently");
    if (format === "incremental") note = unprotected;
    const decipher = format === "incremental" ? decryptIncrementalStream : decryptStream;
    return streamInto(stream.pipeThrough(decipher(privateKey, options)), handle);
  });
  if (held === undefined) return undefined;
  if ("kind" in held) return { ...held, note };
  return { kind: "result", result: { ...held, text: await shortText(held.blob) }, note };
}

/** The most bytes that are shown as text: more is a file, which nobody reads or copies by hand. */
const mostShown = 1 << 16;

/** Undefined if the blob is long or not a text. */
async function shortText(blob: Blob): Promise<string | undefined> {
  if (blob.size > mostShown) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await blob.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Bytes of the longest modulus, 16384 bits. */
const longestSignature = 2048;

/** Signs a file or a text. The result is the signature, also as Base64. */
export async function signSource({ privateKey }: KeyEntry, source: Source, options: WorkOptions): Promise<Outcome> {
  const { fileName = "message.txt", blob } = source;
  if (privateKey === undefined) throw new Error("only the public key is here; signing needs the private key");
  const signature = new Uint8Array(await sign(privateKey, readBlob(blob), options));
  const text = toBase64(signature);
  return { kind: "result", result: { name: `${fileName}${signatureEnding}`, blob: new Blob([signature]), text } };
}

/** Whether a key signed exactly this file or text. */
export async function verifySource(
  { publicKey }: KeyEntry,
  { blob }: Source,
  signature: WorkbenchState["signature"],
  options: WorkOptions,
): Promise<Outcome> {
  const bytes = await signatureBytes(signature);
  return { kind: "verdict", isValid: await verify(publicKey, bytes, readBlob(blob), options) };
}

async function signatureBytes({ file, text }: WorkbenchState["signature"]): Promise<Uint8Array> {
  if (file === undefined) return fromBase64(text);
  if (file.size > longestSignature) {
    throw new Error(`the file ${file.name} has ${file.size} bytes; a signature has at most ${longestSignature}`);
  }
  return new Uint8Array(await file.arrayBuffer());
}

/** Characters in a line of Base64, as in PEM. */
const lineLength = 64;

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(new RegExp(`.{${lineLength}}(?=.)`, "g"), "$&\n");
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)); // atob skips spaces and line breaks
  } catch {
    throw new Error("the pasted signature is not Base64: copy the whole text that Sign shows");
  }
}
