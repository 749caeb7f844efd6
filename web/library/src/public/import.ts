/** Reads the usual forms of a public key without the module of key formats, which reads all others. */

import type { Bindings, BindingsPublicKey } from "../bindings.js";
import { copyBytes, isBytes, toBytes } from "../bytes.js";
import { type PublicImportOptions, readPublicImport } from "../formats/formats.js";
import { decodedPublicKey, publicFromJson } from "../formats/from-numbers.js";
import type { KeyData } from "../formats/import.js";
import type { Members } from "../formats/members.js";
import type { FormatsModule } from "../formats/module.js";

/** The longest DER that is read here: a modulus and an exponent of 16384 bits. */
const mostBytes = 5000;

export async function importPublicKey(
  bindings: Pick<Bindings, "PublicKey">,
  formats: () => Promise<FormatsModule>,
  data: KeyData,
  options: PublicImportOptions,
): Promise<BindingsPublicKey> {
  const own = isBytes(data) ? copyBytes(toBytes("data", data)) : data;
  const { reading, password } = readPublicImport(options);
  password?.fill(0); // none of these forms needs one
  const checks = { reading, allowBroken: false };
  if (isJwk(own)) return publicFromJson(bindings, own, checks);
  const der = typeof own === "string" ? derIn(own) : isBytes(own) ? (own as Uint8Array) : undefined;
  const numbers = der && numbersIn(der);
  if (numbers !== undefined) return decodedPublicKey(bindings, { ...numbers, isBare: false }, checks);
  const [others, module] = await Promise.all([import("../formats/import.js"), formats()]);
  return others.importPublicKey(bindings, module, own, options);
}

/** Whether an object is a JSON Web Key, and not a pair of keys or an object of the platform. */
function isJwk(data: unknown): data is Members {
  return typeof data === "object" && data !== null && Object.hasOwn(data, "kty");
}

/** Lines as RFC 7468 prescribes them, and nothing else. */
const strictPem =
  /^-----BEGIN ((?:RSA )?PUBLIC KEY)-----\r?\n((?:[A-Za-z\d+/]{64}\r?\n)*[A-Za-z\d+/]{1,64}={0,2})\r?\n-----END \1-----\s*$/;

/** The bytes of PEM. */
function derIn(text: string): Uint8Array | undefined {
  const [, label, lines = ""] = (text.length <= 2 * mostBytes && strictPem.exec(text)) || [];
  const base64 = lines.replaceAll(/\s/g, "");
  if (label === undefined || base64.length % 4 !== 0) return undefined;
  const der = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  // Whatever the label or the last digit hides, the other reader reports.
  return isSpki(der) === (label === "PUBLIC KEY") && btoa(String.fromCharCode(...der)) === base64 ? der : undefined;
}

/** rsaEncryption with its parameter NULL, which all but very unusual keys have. */
const algorithm = "300d06092a864886f70d0101010500";

function isSpki(der: Uint8Array): boolean {
  return elementAt(der, 0x30)?.content[0] === 0x30;
}

/** The numbers of SPKI or PKCS #1 in DER; undefined for anything that deviates. */
function numbersIn(der: Uint8Array): { readonly modulus: Uint8Array; readonly publicExponent: Uint8Array } | undefined {
  const whole = elementAt(der, 0x30);
  if (whole === undefined || whole.rest.length > 0) return undefined;
  if (!isSpki(der)) {
    const [modulus, after] = numberAt(whole.content);
    const [publicExponent, end] = numberAt(after);
    return modulus && publicExponent && end?.length === 0 ? { modulus, publicExponent } : undefined;
  }
  const header = whole.content.subarray(0, algorithm.length / 2);
  if (Array.from(header, (byte) => byte.toString(16).padStart(2, "0")).join("") !== algorithm) return undefined;
  const bits = elementAt(whole.content.subarray(header.length), 0x03);
  if (bits === undefined || bits.rest.length > 0 || bits.content[0] !== 0) return undefined;
  const inner = bits.content.subarray(1);
  return isSpki(inner) ? undefined : numbersIn(inner);
}

/** The natural number that bytes begin with, without its leading zero, and the bytes after it. */
function numberAt(bytes: Uint8Array | undefined): readonly [number?: Uint8Array, rest?: Uint8Array | undefined] {
  const { content, rest } = (bytes && elementAt(bytes, 0x02)) ?? {};
  const [first = 0x80, second = 0] = content ?? [];
  if (content === undefined || first >= 0x80 || (first === 0 && second < 0x80)) return [];
  return [first === 0 ? content.subarray(1) : content, rest];
}

/** The element with this tag that bytes begin with; undefined unless its length is written as DER prescribes. */
function elementAt(bytes: Uint8Array, tag: number): { content: Uint8Array; rest: Uint8Array } | undefined {
  const [found, first = 0xff, second = 0, third = 0] = bytes;
  const [start, length, least] =
    first < 0x80 ? [2, first, 0] : first === 0x81 ? [3, second, 0x80] : [4, 256 * second + third, 0x100];
  const end = start + length;
  if (found !== tag || first > 0x82 || first === 0x80 || length < least || end > bytes.length) return undefined;
  return { content: bytes.subarray(start, end), rest: bytes.subarray(end) };
}
