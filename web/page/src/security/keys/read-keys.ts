import { formatBytes, sentence } from "@rsa-variants/measure/text/format";
import { type LeftOutKey, type PrivateKey, type PublicKey, type Rsa, RsaError, type RsaErrorCode } from "rsa-variants";

/** A text that was pasted, or a file. */
export interface KeyInput {
  /** The file's name; undefined for a text. */
  readonly name?: string;
  readonly data: string | Blob;
}

export interface ReadKey {
  readonly name: string;
  /** The caller frees it. */
  readonly key: PrivateKey | PublicKey;
}

/** Something that could not be read. */
export interface LeftOut {
  readonly name: string;
  /** Why, as a sentence for everybody. */
  readonly reason: string;
  /** Why, in the library's words. */
  readonly detail?: string;
  /** Whether a passphrase would help. */
  readonly isLocked?: boolean;
}

/** For data in which the library finds nothing like a key; its own words are for programmers. */
const noKey = "This doesn't look like a key. Paste the whole key file, including the BEGIN and END lines.";

/** The longest data that `importKeys` reads. */
const mostBytes = 1 << 20;

/** Reads every key of an input, also broken ones, and says why others cannot be read. What is wrong with one does not hide the others. */
export async function readKeys(
  rsa: Rsa,
  { name, data }: KeyInput,
  password: string | undefined,
): Promise<readonly (ReadKey | LeftOut)[]> {
  const own = name ?? "Pasted key";
  const bytes = await bytesOf(data);
  if (typeof bytes === "string") return [{ name: own, reason: bytes }];
  try {
    const found = await rsa.importKeys(bytes, { allowBroken: true, ...(password ? { password } : {}) });
    // A certificate or public key beside its private key counts as that key.
    const keys = found.keys.filter(({ privateKeyIndex }) => privateKeyIndex === undefined);
    const all = [...keys, ...found.leftOut].sort((a, b) => a.index - b.index);
    return all.map((each) => {
      const label = each.name ?? (all.length === 1 ? undefined : `key ${each.index + 1}`);
      const whole = label === undefined ? own : name === undefined ? label : `${name}: ${label}`;
      return "key" in each ? { name: whole, key: each.key } : leftOut(whole, each);
    });
  } catch (error) {
    if (!(error instanceof RsaError) || error.code === "load-failed") throw error;
    const detail = sentence(error.message);
    return [error.code === "invalid-encoding" ? { name: own, reason: noKey, detail } : { name: own, reason: detail }];
  }
}

/** The public key of a key of either kind. */
export function publicOf(key: PrivateKey | PublicKey): PublicKey {
  return key.type === "private" ? key.publicKey : key;
}

/** The content of an input, or why it cannot be read. */
async function bytesOf(data: string | Blob): Promise<Uint8Array | string> {
  const blob = typeof data === "string" ? new Blob([data.trim()]) : data;
  if (blob.size === 0) return "It is empty.";
  if (blob.size > mostBytes) return `It has ${formatBytes(blob.size)}, which is too long for keys.`;
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    return "The browser could not read the file. It may have changed since you chose it.";
  }
}

function leftOut(name: string, { reason: code, message }: LeftOutKey): LeftOut {
  if (code === "password-required") return { name, reason: "It is locked with a passphrase.", isLocked: true };
  if (code === "wrong-password") return { name, reason: "The passphrase does not open it.", isLocked: true };
  const detail = sentence(message);
  const reason = reasons[code];
  return reason === undefined ? { name, reason: detail } : { name, reason, detail };
}

/** Why a key cannot be used, in words for everybody, where the library's are for programmers. */
const reasons: Partial<Record<RsaErrorCode, string>> = {
  "invalid-encoding": "It looks like a key, but it is damaged or cut off.",
  "inconsistent-key": "It is a key, but its numbers do not belong together. It cannot work.",
  "invalid-modulus": "It is a key, but its numbers do not belong together. It cannot work.",
};
