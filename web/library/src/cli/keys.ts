import { isUtf8 } from "node:buffer";
import { RsaError, type RsaErrorCode } from "../errors.js";
import {
  encryptableFormats,
  type ImportWarning,
  type PasswordOptions,
  type PrivateKeyFormat,
  type PublicKeyFormat,
  privateKeyFormats,
  publicKeyFormats,
  type ReadOptions,
} from "../formats/formats.js";
import type { ImportedKeys, LeftOutKey } from "../formats/import-keys.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../workers/rsa-workers.js";
import type { Arguments, Flag } from "./arguments.js";
import { type Context, print } from "./context.js";
import { Failure, shownName, UsageError } from "./failure.js";
import { readInput } from "./input.js";
import { askNewPassphrase, askPassphrase, NoTerminal } from "./prompt.js";

/** The library's limit on the data of a key. */
export const mostKeyBytes = 64 * 1024;

/** The library's code for a file of several private keys. */
const severalKeys = "several-keys";

/** A limit on the work of checking numbers that no file of keys reaches. */
const mostPowers = 1_000_000;

/** The flags for the format of a private key, and of a public one. */
export const privateFormatFlag = formatFlag(privateKeyFormats);
export const publicFormatFlag = formatFlag(publicKeyFormats);

function formatFlag(formats: readonly [string, ...string[]]) {
  return { format: { short: "f", value: "FORMAT", text: `one of ${formats.join(", ")}; default ${formats[0]}` } };
}

/** The flag of commands whose operand is a key, for consistency with the other commands. */
export const keyFlag = {
  key: { short: "k", value: "FILE", text: "the key, instead of KEY" },
} as const satisfies Record<string, Flag>;

/** The path of a command's key, from its flag or its operand. */
export function keyPath(given: Arguments): string | undefined {
  const [flag, operand] = [given.text("key"), given.operands[0]];
  if (flag === undefined || operand === undefined) return flag ?? operand;
  throw new UsageError(`one key is needed, but there are two: --key ${flag} and ${operand}`);
}

/** The flag of every command that reads a private key. */
export const passphraseFlags = {
  "passphrase-file": {
    value: "FILE",
    text: "read the key's passphrase from the first line of this file; default: ask for it",
  },
} as const satisfies Record<string, Flag>;

/** The flag of commands that write a private key. */
export const newPassphraseFlags = {
  encrypt: { short: "p", text: `ask for a passphrase and encrypt the key with it (${encryptableFormats.join(", ")})` },
  "new-passphrase-file": { value: "FILE", text: "encrypt the key with the first line of this file as the passphrase" },
} as const satisfies Record<string, Flag>;

/** Reads a private key from a file in any format. */
export async function readPrivateKey(
  path: string | undefined,
  given: Arguments,
  context: Context,
): Promise<WorkerPrivateKey> {
  const data = await readInput(path, mostKeyBytes, context);
  return (await importerOf(path, data, given, context)).privateKey();
}

/** Reads a private key as `readPrivateKey` does, and the others of its file, one of which may fit. */
export async function readPrivateKeys(
  path: string | undefined,
  given: Arguments,
  context: Context,
): Promise<readonly [WorkerPrivateKey, ...WorkerPrivateKey[]]> {
  const data = await readInput(path, mostKeyBytes, context);
  return (await importerOf(path, data, given, context)).privateKeys();
}

/** Reads public keys from files as `readPublicKey` does. */
export async function readPublicKeys(
  [first, ...others]: readonly [string, ...string[]],
  given: Arguments,
  context: Context,
): Promise<readonly [WorkerPublicKey, ...WorkerPublicKey[]]> {
  const keys: [WorkerPublicKey, ...WorkerPublicKey[]] = [await readPublicKey(first, given, context)];
  for (const path of others) keys.push(await readPublicKey(path, given, context)); // each may ask for a passphrase
  return keys;
}

/** Reads a public key from a file in any format; from a private key, takes its public key. */
export async function readPublicKey(
  path: string | undefined,
  given: Arguments,
  context: Context,
): Promise<WorkerPublicKey> {
  const key = await importKey(path, await readInput(path, mostKeyBytes, context), "public", given, context);
  return "publicKey" in key ? key.publicKey : key;
}

/**
 * Imports a private or public key from the data of a file. A file can contain both; `first` is tried first.
 *
 * @param path the file's name for messages
 */
export async function importKey(
  path: string | undefined,
  data: Uint8Array,
  first: "private" | "public",
  given: Arguments,
  context: Context,
): Promise<WorkerPrivateKey | WorkerPublicKey> {
  const { publicKey, privateKey } = await importerOf(path, data, given, context);
  const [one, other] = first === "public" ? [publicKey, privateKey] : [privateKey, publicKey];
  try {
    return await one();
  } catch (error) {
    if (error instanceof KeyFailure && error.code === "wrong-key-type") return other();
    throw error;
  }
}

/** Imports all keys of a file, also broken ones, to inspect them. Keys that cannot be opened are left out. */
export async function importAll(
  path: string | undefined,
  data: Uint8Array,
  given: Arguments,
  context: Context,
): Promise<ImportedKeys<WorkerPrivateKey | WorkerPublicKey>> {
  return (await importerOf(path, data, given, context)).allKeys();
}

/** Imports keys from data, and asks for a passphrase once if one is needed and no flag names a file with it. */
async function importerOf(path: string | undefined, data: Uint8Array, given: Arguments, context: Context) {
  const rsa = await context.rsa();
  let hasSeveral = false;
  let password = await passphraseFrom(given.text("passphrase-file"), context); // reports a missing file in any case
  const attempt = <K>(importWith: (options: PasswordOptions & ReadOptions) => Promise<K>): Promise<K> =>
    withWarnings(path, context, (onWarning) => importWith({ password, onWarning, signal: context.signal }));
  const ask = async () => {
    password = await askPassphrase(`Passphrase for ${nameOf(path)}`, context);
  };
  const failed = (error: unknown) => Promise.reject(named(path, data, error));
  const asking = async <K>(importWith: (options: PasswordOptions & ReadOptions) => Promise<K>): Promise<K> => {
    try {
      return await attempt(importWith);
    } catch (error) {
      const isAsked = error instanceof RsaError && error.code === "password-required" && password === undefined;
      if (!isAsked) return failed(error);
    }
    await ask();
    return attempt(importWith).catch(failed);
  };
  const allKeys = async () => {
    const importWith = ({ onWarning, ...options }: PasswordOptions & ReadOptions) =>
      // Each key is examined for about a second in any case, and gets a verdict.
      rsa.importKeys(data, {
        ...options,
        onWarning: (warning) => warning.code !== "broken" && onWarning?.(warning),
        allowBroken: true,
        limits: { powers: mostPowers },
      });
    const found = await attempt(importWith).catch(failed);
    const isLocked = ({ reason }: LeftOutKey) => reason === "password-required";
    if (password !== undefined || !found.leftOut.some(isLocked)) return found;
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof NoTerminal)) throw error;
      const { message } = error;
      return { ...found, leftOut: found.leftOut.map((each) => (isLocked(each) ? { ...each, message } : each)) };
    }
    for (const { key } of found.keys) key.free();
    return attempt(importWith).catch(failed);
  };
  const privateKey = () => asking((options) => rsa.importPrivateKey(data, options));
  const privateKeys = async (): Promise<readonly [WorkerPrivateKey, ...WorkerPrivateKey[]]> => {
    const first = await asking((options) => {
      const onWarning = (warning: ImportWarning) => {
        const isSeveral = warning.code === severalKeys;
        options.onWarning?.(
          isSeveral ? { ...warning, message: "of several private keys, the one that fits is used" } : warning,
        );
        hasSeveral ||= isSeveral;
      };
      return rsa.importPrivateKey(data, { ...options, onWarning });
    });
    if (!hasSeveral) return [first];
    const { keys } = await rsa.importKeys(data, { password, signal: context.signal });
    const others = keys.flatMap(({ key }) =>
      "publicKey" in key && key.publicKey.modulus !== first.publicKey.modulus ? [key] : [],
    );
    return [first, ...others];
  };
  return { publicKey: () => asking((options) => rsa.importPublicKey(data, options)), privateKey, privateKeys, allKeys };
}

/** Imports a key, and prints on standard error what reading it repaired. */
async function withWarnings<K>(
  path: string | undefined,
  context: Context,
  importWith: (onWarning: (warning: ImportWarning) => void) => Promise<K>,
): Promise<K> {
  const warnings: ImportWarning[] = [];
  const key = await importWith((warning) => warnings.push(warning));
  for (const { message } of warnings) await print(context.stderr, `${nameOf(path)}: ${message}\n`);
  return key;
}

/** The name of a key's file in messages. */
function nameOf(path: string | undefined): string {
  return path === undefined ? "the key" : shownName(path);
}

/** A key that cannot be read. */
class KeyFailure extends Failure {
  readonly code: RsaErrorCode;

  constructor(path: string | undefined, error: RsaError) {
    const hint = error.code === "broken-key" ? "; inspect shows what that means" : "";
    super(`${nameOf(path)}: ${error.message}${hint}`, { cause: error });
    this.code = error.code;
  }
}

/** Data that are clearly not a key, not even a damaged one. */
export class NoKey extends KeyFailure {}

/** The library's error codes for data that it cannot read. */
const unread: ReadonlySet<string> = new Set<RsaErrorCode>(["unsupported-format", "invalid-encoding", "invalid-params"]);

/** Adds the file's name to an error about a key; returns other errors unchanged. */
function named(path: string | undefined, data: Uint8Array, error: unknown): unknown {
  if (!(error instanceof RsaError)) return error;
  const isNoKey = unread.has(error.code) && error.code !== "unsupported-format" && !hasKeyMark(data);
  return isNoKey ? new NoKey(path, error) : new KeyFailure(path, error);
}

/** Reads the first line of a file. */
async function passphraseFrom(path: string | undefined, context: Context): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const bytes = await readInput(path, 4096, context);
  if (bytes.includes(0) || !isUtf8(bytes)) {
    const remedy = "write it as UTF-8, in PowerShell with Set-Content -Encoding utf8";
    throw new Failure(
      `${nameOf(path)}: the file with the passphrase is not text in UTF-8, but UTF-16, an old encoding or binary; ${remedy}`,
    );
  }
  const passphrase = /^[^\r\n]*/.exec(new TextDecoder().decode(bytes))?.[0];
  if (passphrase) return passphrase;
  throw new Failure(`${nameOf(path)}: the passphrase, the first line of this file, must not be empty`);
}

/** Refuses a passphrase for a format that cannot be encrypted. */
export function checkEncryptable(format: PrivateKeyFormat, given: Arguments): void {
  const isWished = given.has("encrypt") || given.text("new-passphrase-file") !== undefined;
  if (!isWished || encryptableFormats.includes(format)) return;
  const formats = encryptableFormats.join(", ");
  throw new UsageError(`--encrypt and --new-passphrase-file apply only to the formats ${formats}, not to ${format}`);
}

/** The passphrase for a new key, if the flags ask for one. */
export async function newPassphrase(given: Arguments, context: Context): Promise<string | undefined> {
  const path = given.text("new-passphrase-file");
  if (path === undefined) return given.has("encrypt") ? askNewPassphrase(context) : undefined;
  return passphraseFrom(path, context);
}

/** The default format of a public key. */
export function usualPublicFormat({ messageLength }: WorkerPublicKey): PublicKeyFormat {
  return messageLength === undefined ? "spki-pem" : "json";
}

/** Exports a key for a file: text that ends with a line feed, or bytes. */
export async function exportKey<Format extends string>(
  key: { export(format: Format, options: PasswordOptions): Promise<string | Uint8Array | object> },
  format: Format,
  { signal }: Context,
  password?: string,
): Promise<string | Uint8Array> {
  const exported = await key.export(format, password === undefined ? { signal } : { signal, password });
  if (exported instanceof Uint8Array) return exported;
  if (typeof exported !== "string") return `${JSON.stringify(exported, undefined, 2)}\n`;
  return exported.endsWith("\n") ? exported : `${exported}\n`;
}

/** DER tags. */
const [integer, sequence] = [0x02, 0x30];

/**
 * Whether data are meant to be a key, perhaps a damaged one, whose defect is worth reporting. Other data are just not a key.
 */
export function hasKeyMark(data: Uint8Array): boolean {
  const text = Buffer.from(data).toString("latin1");
  return (
    // No repetition matches line ends: in a run of empty lines, the search would read the rest again from each line.
    /-----BEGIN |^[ \t]*ssh-rsa[ \t]+AAAA|^PuTTY-User-Key-File-/m.test(text) ||
    /^(?:\xef\xbb\xbf)?\s*\{/.test(text) ||
    beginsAsDer(data)
  );
}

/** Whether data begin like a key in DER: a sequence that begins with an INTEGER or a sequence. It may be cut off before these. */
function beginsAsDer(data: Uint8Array): boolean {
  const [tag, length = 0x82] = data;
  if (tag !== sequence || length > 0x82) return false;
  const isLong = length >= 0x80;
  const at = isLong ? length - 0x80 + 2 : 2;
  const first = data[at] ?? integer;
  // A short key is a public one, whose inner sequence has 13 bytes; without this check, the text "0x0" would pass.
  return first === integer || (first === sequence && (isLong || data[at + 1] === 13));
}
