import { RsaError, type RsaErrorCode } from "../errors.js";
import {
  type PrivateKeyFormat,
  type PublicKeyFormat,
  privateKeyFormats,
  publicKeyFormats,
} from "../formats/formats.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../workers/rsa-workers.js";
import type { Arguments, Flag } from "./arguments.js";
import type { Context } from "./context.js";
import { Failure, UsageError } from "./failure.js";
import { readInput } from "./input.js";
import { askNewPassphrase, askPassphrase } from "./prompt.js";

/** The limit of the library on data of keys. */
export const mostKeyBytes = 64 * 1024;

/** The flag for the format of a private key, and that of a public one. */
export const privateFormatFlag = formatFlag(privateKeyFormats);
export const publicFormatFlag = formatFlag(publicKeyFormats);

function formatFlag(formats: readonly [string, ...string[]]) {
  return { format: { short: "f", value: "FORMAT", text: `one of ${formats.join(", ")}; default ${formats[0]}` } };
}

/** The flag of commands whose operand is a key, as other commands have it. */
export const keyFlag = {
  key: { short: "k", value: "FILE", text: "the key, instead of KEY" },
} as const satisfies Record<string, Flag>;

/** The key that a command is given, by its flag or as its operand. */
export function keyPath(given: Arguments): string | undefined {
  const [flag, operand] = [given.text("key"), given.operands[0]];
  if (flag === undefined || operand === undefined) return flag ?? operand;
  throw new UsageError(`one key is needed, but there are two: --key ${flag} and ${operand}`);
}

/** The flag of every command that reads a private key. */
export const passphraseFlags = {
  "passphrase-file": { value: "FILE", text: "its first line is the passphrase of the key; else it is asked for" },
} as const satisfies Record<string, Flag>;

/** The flag of commands that write a private key. */
export const newPassphraseFlags = {
  encrypt: { short: "p", text: "encrypt the key with a passphrase, which is asked for" },
  "new-passphrase-file": { value: "FILE", text: "encrypt the key with the first line of this file" },
} as const satisfies Record<string, Flag>;

/** A private key from a file in any format. */
export async function readPrivateKey(
  path: string | undefined,
  given: Arguments,
  context: Context,
): Promise<WorkerPrivateKey> {
  const data = await readInput(path, mostKeyBytes, context);
  return importPrivate(path, data, await passphraseFrom(given.text("passphrase-file"), context), context);
}

/** A public key from a file in any format; from a private key its public one. */
export async function readPublicKey(
  path: string | undefined,
  given: Arguments,
  context: Context,
): Promise<WorkerPublicKey> {
  const key = await importKey(path, await readInput(path, mostKeyBytes, context), "public", given, context);
  return "publicKey" in key ? key.publicKey : key;
}

/**
 * A key of either kind from the data of a file; `path` is for messages. A file may hold both: `first` is tried first. A broken
 * private key is only for looking at.
 */
export async function importKey(
  path: string | undefined,
  data: Uint8Array,
  first: "private" | "public",
  given: Arguments,
  context: Context,
  allowBroken = false,
): Promise<WorkerPrivateKey | WorkerPublicKey> {
  const rsa = await context.rsa();
  const password = await passphraseFrom(given.text("passphrase-file"), context); // a missing file is an error in any case
  const publicKey = () =>
    rsa
      .importPublicKey(data, { signal: context.signal })
      .catch((wrong: unknown) => Promise.reject(named(path, data, wrong)));
  const privateKey = () => importPrivate(path, data, password, context, allowBroken);
  const [one, other] = first === "public" ? [publicKey, privateKey] : [privateKey, publicKey];
  try {
    return await one();
  } catch (error) {
    if (error instanceof KeyFailure && error.code === "wrong-key-type") return other();
    throw error;
  }
}

async function importPrivate(
  path: string | undefined,
  data: Uint8Array,
  password: string | undefined,
  context: Context,
  allowBroken = false,
): Promise<WorkerPrivateKey> {
  const rsa = await context.rsa();
  const importWith = (used: string | undefined) =>
    rsa.importPrivateKey(data, { password: used, allowBroken, signal: context.signal });
  try {
    return await importWith(password);
  } catch (error) {
    if (password !== undefined || !(error instanceof RsaError) || error.code !== "password-required") {
      throw named(path, data, error);
    }
    const asked = await askPassphrase(`Passphrase of ${path ?? "the key"}`, context);
    return importWith(asked).catch((wrong: unknown) => Promise.reject(named(path, data, wrong)));
  }
}

/** A key that cannot be read. */
class KeyFailure extends Failure {
  readonly code: RsaErrorCode;

  constructor(path: string | undefined, error: RsaError, message = error.message) {
    const hint = error.code === "broken-key" ? "; inspect shows what that means" : "";
    super(`${path ?? "the key"}: ${message}${hint}`, { cause: error });
    this.code = error.code;
  }
}

/** Data that nobody would take for a key: the library does not know what they are either. */
export class NoKey extends KeyFailure {
  constructor(path: string | undefined, error: RsaError) {
    super(path, error, "it is no key");
  }
}

/** What the library says of data that it cannot read. */
const unread: ReadonlySet<string> = new Set<RsaErrorCode>(["unsupported-format", "invalid-encoding", "invalid-params"]);

/** Says which file it is about; what is no matter of the key stays as it is. */
function named(path: string | undefined, data: Uint8Array, error: unknown): unknown {
  if (!(error instanceof RsaError)) return error;
  const isNoKey = unread.has(error.code) && error.code !== "unsupported-format" && !hasKeyMark(data);
  return isNoKey ? new NoKey(path, error) : new KeyFailure(path, error);
}

/** The first line of a file. */
async function passphraseFrom(path: string | undefined, context: Context): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = new TextDecoder().decode(await readInput(path, 4096, context));
  return /^[^\r\n]*/.exec(text)?.[0] ?? "";
}

/** The passphrase for a key that is written, where one is wanted. */
export async function newPassphrase(given: Arguments, context: Context): Promise<string | undefined> {
  const path = given.text("new-passphrase-file");
  if (path === undefined) return given.has("encrypt") ? askNewPassphrase(context) : undefined;
  const passphrase = await passphraseFrom(path, context);
  if (passphrase === "") throw new Failure(`${path}: its first line is empty, which protects nothing`);
  return passphrase;
}

/** A key as a file has it: text with a line's end, or bytes. */
export async function exportPrivate(
  key: WorkerPrivateKey,
  format: PrivateKeyFormat,
  password: string | undefined,
  { signal }: Context,
): Promise<string | Uint8Array> {
  return toFile(await key.export(format, { password, signal }));
}

/** The format of a public key if no other is asked for. */
export function usualPublicFormat({ messageLength }: WorkerPublicKey): PublicKeyFormat {
  return messageLength === undefined ? "spki-pem" : "json";
}

/** As `exportPrivate`. */
export async function exportPublic(
  key: WorkerPublicKey,
  format: PublicKeyFormat,
  { signal }: Context,
): Promise<string | Uint8Array> {
  return toFile(await key.export(format, { signal }));
}

function toFile(exported: string | Uint8Array | object): string | Uint8Array {
  if (exported instanceof Uint8Array) return exported;
  if (typeof exported !== "string") return `${JSON.stringify(exported, undefined, 2)}\n`;
  return exported.endsWith("\n") ? exported : `${exported}\n`;
}

/** Tags of DER. */
const [integer, sequence] = [0x02, 0x30];

/**
 * Whether data are meant as a key, whole or damaged: what is wrong with such is worth telling. Of other data it is only
 * that they are no key.
 */
export function hasKeyMark(data: Uint8Array): boolean {
  const text = Buffer.from(data).toString("latin1");
  return /-----BEGIN |^\s*ssh-rsa\s+AAAA/m.test(text) || /^(?:\xef\xbb\xbf)?\s*\{/.test(text) || beginsAsDer(data);
}

/** As DER of a key begins: a sequence, and in it an INTEGER or a sequence first. Before that it may be cut off. */
function beginsAsDer(data: Uint8Array): boolean {
  const [tag, length = 0x82] = data;
  if (tag !== sequence || length > 0x82) return false;
  const isLong = length >= 0x80;
  const at = isLong ? length - 0x80 + 2 : 2;
  const first = data[at] ?? integer;
  // A short one is a public key, where the inner sequence has 13 bytes; without that, the text "0x0" would pass.
  return first === integer || (first === sequence && (isLong || data[at + 1] === 13));
}
