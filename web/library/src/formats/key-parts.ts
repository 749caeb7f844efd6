/** One of the keys in a file. */
export interface KeyPart {
  /** What the file calls it: the comment of an OpenSSH key, or the `kid` of a JSON Web Key. */
  readonly name?: string | undefined;
  /** The key alone. */
  readonly data: Uint8Array;
}

const pemBlock = /-----BEGIN ([^-\n]+)-----[\s\S]*?(?:-----END \1-----|(?=-----BEGIN )|$)/g;
/** Blocks that hold only the parameters of another algorithm, next to its key. */
const noKey = /^(?:EC|DH|DSA) PARAMETERS$/;
/** A line of authorized_keys or known_hosts: options or hosts, the key, and a comment. */
const sshLine = /(?:^|\s)((?:ssh|ecdsa|sk)-[^\s"]+[ \t]+AAAA\S+)(?:[ \t]+(.*))?$/;

/**
 * Separates the keys in a file: blocks of PEM, the members of a JSON Web Key Set, or lines of OpenSSH keys. Anything else is one
 * part, whatever it is.
 *
 * @param data the content of the file
 */
export function keyParts(data: Uint8Array): KeyPart[] {
  const text = new TextDecoder().decode(data);
  const parts = blocksOf(text) ?? jwksOf(text) ?? linesOf(text);
  if (parts === undefined) return [{ data }];
  return parts.map(({ name, text: part }) => ({ ...(name ? { name } : {}), data: new TextEncoder().encode(part) }));
}

/** Whether data are PKCS #12, which has several keys under one password and cannot be separated without it. */
export function isPkcs12(data: Uint8Array): boolean {
  const [tag, length = 0] = data;
  if (tag !== 0x30) return new TextDecoder().decode(data).includes("-----BEGIN PKCS12-----");
  const at = length > 0x80 ? length - 0x80 + 2 : 2;
  // The number 3 and a sequence, with which no other structure of keys begins.
  return [0x02, 1, 3, 0x30].every((byte, index) => data[at + index] === byte);
}

type TextParts = { readonly name?: string | undefined; readonly text: string }[] | undefined;

function blocksOf(text: string): TextParts {
  const blocks = [...text.matchAll(pemBlock)].filter(([, label]) => !noKey.test(label as string));
  return blocks.length > 1 ? blocks.map(([block]) => ({ text: block })) : undefined;
}

function jwksOf(text: string): TextParts {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const keys: unknown = Array.isArray(value) ? value : (value as { keys?: unknown }).keys;
    if (!Array.isArray(keys) || keys.some((key) => typeof key !== "object" || key === null)) return undefined;
    return keys.length === 0 ? undefined : keys.map((key) => ({ name: kidOf(key), text: JSON.stringify(key) }));
  } catch {
    return undefined; // the reader says what is wrong
  }
}

function kidOf({ kid }: { readonly kid?: unknown }): string | undefined {
  return typeof kid === "string" ? kid : undefined;
}

function linesOf(text: string): TextParts {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^#\s]/.test(line));
  if (text.includes("-----BEGIN ") || !lines.some((line) => sshLine.test(line))) return undefined;
  return lines.map((line) => {
    const [, key = line, comment] = sshLine.exec(line) ?? [];
    return { name: comment?.trim(), text: key };
  });
}

/** What a key of a file shows anyone. */
export interface KeyNumbers {
  readonly isPrivate: boolean;
  readonly modulus: bigint;
  readonly publicExponent: bigint;
}

/**
 * Leaves out the public keys, such as those of certificates, that belong to a private key of the same file.
 *
 * @param items what was read of one file
 * @param numbersOf the numbers of an item, if it is a key
 */
export function withoutPublicHalves<Item>(
  items: readonly Item[],
  numbersOf: (item: Item) => KeyNumbers | undefined,
): Item[] {
  const privateKeys = items.map(numbersOf).filter((numbers) => numbers?.isPrivate);
  return items.filter((item) => {
    const numbers = numbersOf(item);
    if (numbers === undefined || numbers.isPrivate) return true;
    const { modulus, publicExponent } = numbers;
    return !privateKeys.some((other) => other?.modulus === modulus && other.publicExponent === publicExponent);
  });
}
