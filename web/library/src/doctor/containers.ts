import { bytesToHex } from "../bytes.js";
import { isArmored } from "../files/armor.js";
import { detectFormat } from "../files/detect.js";
import { type Finding, finding } from "./answer.js";
import { charactersOf, fromBase64, startsWith } from "./bytes.js";
import type { FindingCode } from "./finding-texts.js";

/** The number of bytes that show a format. */
const startLength = 1 << 12;

/** Formats that begin with a text, after white space. */
const texts: readonly (readonly [FindingCode, RegExp])[] = [
  [
    "key-given",
    /^----[- ]BEGIN [A-Z0-9 ]*(?:KEY|CERTIFICATE|CERTIFICATE REQUEST|PARAMETERS)[- ]----|^ssh-\w+ AAAA|^PuTTY-User-Key/,
  ],
  ["key-given", /^\{.*"kty"\s*:/s],
  [
    "cms",
    /^-----BEGIN (?:PKCS ?#?7|CMS|PKCS #7 SIGNED DATA)-----|^(?:[\w-]+: .*\r?\n)*content-type:\s*(?:application\/(?:x-)?pkcs7|multipart\/signed)/i,
  ],
  ["age", /^age-encryption\.org\/|^-----BEGIN AGE ENCRYPTED FILE-----/],
  ["pgp", /^-----BEGIN PGP /],
  ["ssh-sig", /^-----BEGIN SSH SIGNATURE-----|^SSHSIG/],
  ["openssl-salted", /^(?:Salted__|U2FsdGVkX1)/],
  ["xml", /^<.*<?(?:\w+:)?(?:Encrypted(?:Data|Key)|Signature)[\s>/]/s],
  ["jwe", /^\{(?=.*"ciphertext"\s*:).*"(?:protected|unprotected|recipients|header)"\s*:/s],
  ["jws", /^\{(?=.*"payload"\s*:).*"(?:protected|signatures)"\s*:/s],
];

/** The object identifiers of CMS (RFC 5652): data, signed, enveloped and others, 1.2.840.113549.1.7. */
const cmsIdentifier = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07];
/** rsaEncryption, which a key names; PKCS #1 begins with a version or the modulus instead. */
const rsaIdentifier = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];

/** The format that data begin like, if it is not a bare block; with `isSure`, not one that other data could look like. */
export function containerOf(bytes: Uint8Array, subject: string, isSure = false): Finding | undefined {
  const start = bytes.subarray(0, startLength);
  const code = textContainer(start) ?? binaryContainer(start);
  return code === undefined || (isSure && code === "incremental-file") ? undefined : finding(code, { subject });
}

function textContainer(start: Uint8Array): FindingCode | undefined {
  if (isArmored(start)) return "hybrid-file";
  const format = detectFormat(start);
  // A bare decimal number can be a block, too.
  if (format !== undefined && (format === "hybrid" || start.includes(0x0a))) return `${format}-file`;
  const text = charactersOf(start)
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  return texts.find(([, pattern]) => pattern.test(text))?.[0] ?? compactContainer(text);
}

/** The compact serializations of JOSE: five parts or three, of which the first is a header in JSON. */
function compactContainer(text: string): FindingCode | undefined {
  const [, header, rest] = /^([\w-]+)((?:\.[\w-]*)+)/.exec(text) ?? [];
  if (header === undefined || rest === undefined) return undefined;
  const json = fromBase64(header);
  const object = json && charactersOf(json);
  if (object === undefined || !/^\{\s*["}]/.test(object)) return undefined; // so begins "example.com", too
  const isEncrypted = /"enc"\s*:/.test(object);
  return isEncrypted ? "jwe" : "jws";
}

function binaryContainer(start: Uint8Array): FindingCode | undefined {
  if (start[0] === 0x30) {
    const count = (start[1] ?? 0) > 0x80 ? (start[1] as number) - 0x80 : 0;
    const content = start.subarray(2 + count);
    if (startsWith(content, cmsIdentifier)) return "cms";
    const isKey = (at: number) => startsWith(content.subarray(at), rsaIdentifier);
    if (isKey(2) || isKey(5)) return "key-given";
  }
  return pgpPackets.test(bytesToHex(start.subarray(0, 16))) ? "pgp" : undefined;
}

/**
 * A packet of a session key under a public key, version 3 (RFC 9580, section 5.1), or of a signature, version 4 (5.2), as
 * hexadecimal digits: the tag, the length, the version, then the identifier of the key or the type and the algorithms.
 */
const pgpPackets =
  /^(?:(?:84|c1)..|85....|c1[cd]...)03.{16}0[1-3]|^(?:(?:88|c2)..|89....|c2[cd]...)04[014].0[1-3]0[1-9a-e]00/;
