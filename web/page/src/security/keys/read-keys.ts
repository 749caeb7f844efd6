import { isPkcs12, keyParts, withoutPublicHalves } from "@rsa-variants/measure/key-parts";
import { formatBytes, sentence } from "@rsa-variants/measure/text/format";
import { type PrivateKey, type PublicKey, type Rsa, RsaError } from "rsa-variants";

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

/** The longest input that is searched for keys, in bytes: some thousand public keys. */
const mostBytes = 1 << 20;

/** Yields every key of an input, also broken ones, or why it cannot be read. What is wrong with one does not hide the others. */
export async function* readKeys(
  rsa: Rsa,
  { name, data }: KeyInput,
  password: string | undefined,
): AsyncGenerator<ReadKey | LeftOut, void, void> {
  const own = name ?? "Pasted key";
  const bytes = await bytesOf(data);
  if (typeof bytes === "string") {
    yield { name: own, reason: bytes };
    return;
  }
  const parts = keyParts(bytes);
  const read: (ReadKey | LeftOut)[] = [];
  for (const [index, part] of parts.entries()) {
    const label = part.name ?? (parts.length === 1 ? undefined : `key ${index + 1}`);
    const whole = label === undefined ? own : name === undefined ? label : `${name}: ${label}`;
    const readPart = isPkcs12(part.data) ? readContainer : readKey;
    read.push(
      ...(await readPart(rsa, whole, part.data, password).catch((error) => [leftOutOf(whole, error, part.data)])),
    );
    await new Promise((resolve) => setTimeout(resolve)); // the page gets its turn
  }
  yield* withoutPublicHalves(read, (each) => {
    if (!("key" in each)) return undefined;
    const { modulus, publicExponent } = publicOf(each.key);
    return { isPrivate: each.key.type === "private", modulus, publicExponent };
  });
}

/** The public key of a key of either kind. */
export function publicOf(key: PrivateKey | PublicKey): PublicKey {
  return key.type === "private" ? key.publicKey : key;
}

/** The content of an input, or why there is none to read. */
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

async function readKey(rsa: Rsa, name: string, data: Uint8Array, password: string | undefined): Promise<ReadKey[]> {
  return [{ name, key: await rsa.importKey(data, { allowBroken: true, ...(password ? { password } : {}) }) }];
}

/** Reads all keys and certificates in PKCS #12. */
async function readContainer(
  rsa: Rsa,
  name: string,
  data: Uint8Array,
  password: string | undefined,
): Promise<(ReadKey | LeftOut)[]> {
  const { keys, leftOut } = await rsa.importKeys(data, { allowBroken: true, ...(password ? { password } : {}) });
  const isOne = keys.length + leftOut.length === 1;
  const nameOf = (own: string | undefined) => (isOne || own === undefined ? name : `${name}: ${own}`);
  return [
    ...keys.map((each) => ({ name: nameOf(each.name), key: each.key })),
    ...leftOut.map((each) => leftOutOf(nameOf(each.name), new RsaError(each.reason, each.message), data)),
  ];
}

function leftOutOf(name: string, error: unknown, data: Uint8Array): LeftOut {
  if (!(error instanceof RsaError) || error.code === "load-failed") throw error;
  const detail = sentence(error.message);
  if (error.code === "password-required") return { name, reason: "It is locked with a passphrase.", isLocked: true };
  if (error.code === "wrong-password") return { name, reason: "The passphrase does not open it.", isLocked: true };
  const reason = reasonOf(error, data);
  return reason === undefined ? { name, reason: detail } : { name, reason, detail };
}

/** Why data are no key, in words for everybody; undefined if the library's own say it best. */
function reasonOf({ code }: RsaError, data: Uint8Array): string | undefined {
  switch (code) {
    case "invalid-encoding":
      return looksLikeKey(data)
        ? "It looks like a key, but it is damaged or cut off."
        : "It is not a key or certificate that this page can read.";
    case "invalid-params":
      return "It is too long to be a key.";
    case "unsupported-format":
      return undefined;
    default:
      return "It is a key, but its numbers do not belong together. It cannot work.";
  }
}

/** Whether data begin as PEM, JSON or DER keys do, or hold the line of an OpenSSH key. */
function looksLikeKey(data: Uint8Array): boolean {
  const text = new TextDecoder().decode(data);
  return /-----BEGIN |ssh-rsa\s+AAAA|^\s*\{/.test(text) || (data[0] === 0x30 && (data[1] ?? 0) > 0x80);
}
