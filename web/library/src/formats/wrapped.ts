/** Keys inside of what other software writes, as text or numbers, and private keys of formats that are only named. */

import { RsaError } from "../errors.js";
import { fromBase64, type Members, type Repair, toBase64url } from "./members.js";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What texts are that contain no key, or one that must be converted first. */
const refused: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /-BEGIN TSS2 PRIVATE KEY-/,
    "this private key can only be used by its TPM; openssl pkey -provider tpm2 -provider base -in FILE -pubout writes its public key",
  ],
  [
    /- ?BEGIN SSH2 ENCRYPTED PRIVATE KEY/,
    "this is a private key of ssh.com's software, which is not supported; puttygen FILE -O private-openssh -o NEW converts it",
  ],
  [
    /^\s*Modulus\s*=\s*[\dA-F]+\s*$/i,
    "this is a modulus without its public exponent, as openssl rsa -modulus prints it; pass both numbers to publicKey, or the key from openssl rsa -pubout",
  ],
];

/** What binary data are, by their first four letters. */
const blobs: Readonly<Record<string, string>> = { RSA1: "a public key", RSA2: "a private key", RSA3: "a private key" };

/** Refuses binary data that are named here. */
function checkBinary(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 11));
  const blob = blobs[start.slice(0, 4)];
  if (blob !== undefined) {
    const advice =
      "in .NET, CngKey.Import reads it, and ExportPkcs8PrivateKey or ExportSubjectPublicKeyInfo of RSACng converts it";
    throw new RsaError(
      "unsupported-format",
      `this is ${blob} in a blob of Windows CNG, which is not supported; ${advice}`,
    );
  }
  if (start === "\0\0\0\x07ssh-rsa" && fieldsIn(bytes) > 3) {
    const advice = "dropbearconvert dropbear openssh FILE NEW converts it";
    throw new RsaError("unsupported-format", `this is a private key of Dropbear, which is not supported; ${advice}`);
  }
}

/** How many fields with their lengths the bytes are. */
function fieldsIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let at = 0; at + 4 <= bytes.length && count < 10; count++) at += 4 + view.getUint32(at);
  return count;
}

/** The key in data, as text that the module of formats reads or as a JWK, or undefined for other data. */
export function keyInData(data: Uint8Array, repair: Repair): Uint8Array | Members | undefined {
  checkBinary(data);
  const isText = data.subarray(0, 200).every((byte) => byte >= 0x09 && byte !== 0x7f);
  return isText ? keyInText(new TextDecoder().decode(data), repair) : undefined;
}

function keyInText(text: string, repair: Repair): Uint8Array | Members | undefined {
  for (const [pattern, message] of refused) {
    if (pattern.test(text)) throw new RsaError("unsupported-format", message);
  }
  if (text.includes("-BEGIN")) return undefined;
  const encodedPem = pemIn(text);
  if (encodedPem !== undefined && !/^[\w+/=\s-]*$/.test(text)) {
    repair("encoded-twice", "the text contains Base64 of another text");
    return encode(encodedPem);
  }
  const [, before = "", line] = /([^\s\w\\])(ssh-rsa AAAA[\w+/]{60}[^"'`”’»\\<\n]*)/.exec(text) ?? [];
  if (line !== undefined) {
    if (/["'`“‘«]/.test(before)) repair("quotes", "the key is in quotation marks");
    else repair("line-prefixes", "other text stands directly before the key");
    return encode(line);
  }
  if (/^\s*rsa-sha2-(?:256|512) AAAA/.test(text)) {
    repair("ssh-algorithm", "the line names an algorithm of signatures instead of the key's type, ssh-rsa");
    return encode(text.replace(/rsa-sha2-\d+/, "ssh-rsa"));
  }
  const json = jsonIn(text);
  if (json !== undefined) {
    repair("line-prefixes", "other text stands before or after the JSON");
    return json;
  }
  const record = /v=DKIM1/i.test(text) ? recordIn(text) : undefined;
  if (record !== undefined) {
    repair("dkim-record", "the key is in a DKIM record");
    return encode(record);
  }
  return numbersInText(text, repair);
}

/** A JWK or a set of them inside of other text, as in Markdown or a file of variables, also with escapes. */
export function jsonIn(text: string): Members | undefined {
  if (!text.includes("kty")) return undefined;
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const value = parsed(json) ?? parsed(json.replaceAll('\\"', '"'));
  return typeof value === "object" && value !== null ? (value as Members) : undefined;
}

/** Modulus and exponent as two numbers, or with their names, as OpenSSL and Java print a key. */
function numbersInText(text: string, repair: Repair): Members | undefined {
  if (/private|prime/i.test(text)) return undefined;
  const parts = text.split(/(modulus|exponent)[^:=\n]{0,20}[:=]/i);
  const named = (name: string): string => {
    const at = parts.findIndex((part) => part.toLowerCase() === name);
    return at === -1 ? "" : firstNumber(parts[at + 1] ?? "");
  };
  const [modulus, exponent] = [named("modulus"), named("exponent")];
  if (modulus !== "" && exponent !== "") return keyOf(modulus, exponent, repair);
  const [first = "", second = "", ...others] = text.trim().split(/[|,;:\s]+/);
  if (others.length > 0 || !isDigits(first) || !isDigits(second)) return undefined;
  // The greater number is the modulus.
  const [one, other] = [first, second].map((digits) => digits.replace(/^(?:0x)?0*/i, "").toLowerCase()) as [
    string,
    string,
  ];
  const isSwapped = one.length === other.length ? one < other : one.length < other.length;
  return isSwapped ? keyOf(second, first, repair) : keyOf(first, second, repair);
}

/** The number at the start of a text, which may have several lines: one byte after the other, with colons or alone. */
function firstNumber(text: string): string {
  const [first = "", ...lines] = text.split("\n");
  const end = lines.findIndex((line) => !/^[\s\da-f:]+$/i.test(line));
  const isOfSeveral = first.trim() === "" || first.trim().endsWith(":");
  const number = isOfSeveral ? [first, ...lines.slice(0, end === -1 ? undefined : end)].join("") : first.trim();
  const digits = number.replaceAll(/[\s:]/g, "");
  if (number.includes(":")) return `0x${digits}`;
  if (isOfSeveral) return digits;
  // OpenSSL prints 65537 (0x10001).
  return /\((0x[\da-f]+)\)/i.exec(number)?.[1] ?? /^[\dxa-f]*/i.exec(number)?.[0] ?? "";
}

/** The value of p in a DKIM record (RFC 6376, section 3.6.1), also as it is in a file of a name server. */
function recordIn(text: string): string | undefined {
  const strings = Array.from(text.matchAll(/"([^"]*)"/g), ([, inside]) => inside).join("");
  const record = (strings === "" ? text : strings).replaceAll("\\;", ";");
  const [, value] = /(?:^|;)\s*p\s*=([^;]*)/.exec(record) ?? [];
  if (value?.trim() === "") throw new RsaError("invalid-encoding", "this DKIM record has no key: the key was revoked");
  return value?.replaceAll(/\s/g, "");
}

/** PEM or a line of OpenSSH that is Base64 again, as in Secrets of Kubernetes. */
function pemIn(text: string): string | undefined {
  const words = text.match(/(?:LS0tLS1CRUdJTi|c3NoLXJzYSB)[\w+/-]+={0,2}/g) ?? [];
  try {
    return words.length === 0 ? undefined : words.map((word) => atob(word)).join("\n");
  } catch {
    return undefined;
  }
}

/** How deep objects are searched, and how many values. */
const mostDepth = 5;
const mostValues = 1000;

/** The key in an object that is no key: a JWK, PEM, Base64 of DER, or numbers, in any member. */
export function keyInObject(given: Members, repair: Repair): Uint8Array | Members | undefined {
  const found = { jwks: [] as Members[], text: new Set<string>(), bytes: [] as Uint8Array[], numbers: [] as Members[] };
  let left = mostValues;
  const search = (value: unknown, depth: number): void => {
    if (depth > mostDepth || --left < 0) return;
    if (typeof value === "string") {
      if (/^\s*[{[]/.test(value)) search(parsed(value), depth + 1);
      else if (/---- ?BEGIN |^ssh-rsa AAAA|^PuTTY-User-Key-File-/.test(value)) found.text.add(value);
      else if (/^M[A-P][\w+/-]{60}/.test(value)) found.bytes.push(encode(value));
      else if (/^(?:LS0tLS1CRUdJTi|c3NoLXJzYSB)/.test(value)) search(pemIn(value), depth + 1);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (isByteList(value)) {
      found.bytes.push(Uint8Array.from(value));
      return;
    }
    const members = value as Members;
    if (members.kty === "RSA") found.jwks.push(members);
    else {
      found.numbers.push(members);
      for (const each of new Set([members.private_key, ...Object.values(members)])) search(each, depth + 1);
    }
  };
  search(given, 0);
  const { jwks, numbers } = found;
  const [jwk, other] = jwks;
  if (jwk !== undefined && other === undefined) {
    repair("nested-json", "the key is a JWK in a member of JSON");
    return jwk;
  }
  const bytes = found.text.size > 0 ? encode([...found.text].join("\n")) : found.bytes[0];
  if (bytes !== undefined) {
    repair("nested-json", "the key is in a member of JSON");
    return bytes;
  }
  for (const members of numbers) {
    const key = numbersIn(members, repair);
    if (key !== undefined) return key;
  }
  const { jwks_uri: address } = given as { jwks_uri?: unknown };
  if (typeof address === "string") {
    const shown = address.slice(0, 200).replaceAll(/[^!-~]/g, "");
    throw new RsaError(
      "unsupported-format",
      `this describes a server, not a key: pass what its jwks_uri returns, ${shown}`,
    );
  }
  return undefined;
}

/** Whether a value is an array of bytes, as a Buffer in JSON. */
function isByteList(value: object): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 50 &&
    value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A modulus and an exponent under any names, without private numbers; or in an array of two. */
function numbersIn(members: Members, repair: Repair): Members | undefined {
  const all = Object.entries(members);
  if (Array.isArray(members) && members.length === 2) {
    const [modulus, exponent] = members as unknown[];
    return isHexadecimal(modulus) ? keyOf(modulus, exponent, repair) : undefined;
  }
  const isPrivate = all.some(([name]) => /^(?:d|p|q|dp|dq|qi|inverse_?q)$|priv|prime/i.test(name));
  const named = (pattern: RegExp): unknown => all.find(([name]) => pattern.test(name))?.[1];
  const modulus = named(/^(?:rsa)?n$|(?:mod|modulus)$|_n$/i);
  const exponent = named(/^(?:rsa)?e$|(?:exp|exponent)$|_e$/i);
  if (isPrivate || typeof modulus !== "string" || exponent === undefined) return undefined;
  if (isHexadecimal(modulus)) return keyOf(modulus, exponent, repair);
  if (typeof exponent !== "string") return undefined;
  repair("bare-numbers", "the key is a modulus and an exponent in Base64");
  return { kty: "RSA", n: modulus, e: exponent };
}

function isHexadecimal(text: unknown): text is string {
  return typeof text === "string" && text.length >= 100 && isDigits(text);
}

function isDigits(text: string): boolean {
  return /^(?:0x)?[\da-f]{1,5000}$/i.test(text);
}

/** Exponents that keys have; most others that can be read in two ways are one of these in the other. */
const usualExponents: readonly bigint[] = [3n, 5n, 17n, 257n, 65537n];

/** A JWK of a modulus in hexadecimal or decimal digits, and an exponent in any form. */
function keyOf(modulus: string, exponent: unknown, repair: Repair): Members | undefined {
  const isDecimal = /^\d+$/.test(modulus); // among a hundred hexadecimal digits are letters
  const value = exponentOf(exponent, isDecimal);
  if (modulus.length < 100 || value === undefined) return undefined;
  repair("bare-numbers", "the key is a modulus and an exponent in digits");
  const isPlain = isDecimal || /^0x/i.test(modulus);
  return { kty: "RSA", n: toBase64url(BigInt(isPlain ? modulus : `0x${modulus}`)), e: toBase64url(value) };
}

function exponentOf(given: unknown, isDecimal: boolean): bigint | undefined {
  if (typeof given === "number") return Number.isSafeInteger(given) && given > 0 ? BigInt(given) : undefined;
  if (typeof given !== "string" || given.length > 5000) return undefined;
  if (!isDigits(given)) {
    return /^[\w+/-]+=*$/.test(given) ? fromBase64("the exponent", given, () => undefined) : undefined;
  }
  if (/^0x/i.test(given)) return BigInt(given);
  if (!/^\d+$/.test(given)) return BigInt(`0x${given}`);
  const [decimal, hexadecimal] = [BigInt(given), BigInt(`0x${given}`)];
  const usual = [hexadecimal, decimal].find((value) => usualExponents.includes(value));
  if (isDecimal || usual !== undefined) return isDecimal ? decimal : usual;
  if (decimal === hexadecimal) return decimal;
  throw new RsaError(
    "invalid-encoding",
    `the exponent ${given.slice(0, 40)} can be decimal or hexadecimal: pass both numbers to publicKey`,
  );
}
