// No text or DER makes a reader take longer than its length explains: each reader gets the tokens that it knows, repeated.
import { type KeyData, load } from "rsa-variants";
import { diagnoseCiphertext, diagnoseSignature, diagnoseToken } from "rsa-variants/doctor";
import { dearmor, decryptIncrementalStream, decryptStream, detectStream } from "rsa-variants/files";
import { expect, it } from "vitest";
import { hasKeyMark } from "../../web/library/dist/cli/keys.js";
import { build, exhaustive, madeFrom } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(191));

type Part = string | readonly number[];
const bytesOf = (part: Part) => (typeof part === "string" ? new TextEncoder().encode(part) : Uint8Array.from(part));

/** A start, what is repeated, and an end. */
type Pattern = readonly [start: Part, token: Part, end: Part];

const plain: readonly Part[] = [
  ..."\n \t\r-=\\\"'`+%{[<#.A1,",
  ...[
    "\r\n",
    "\\n",
    "-----BEGIN ",
    "-----END ",
    "-----BEGIN A-----\n",
    "-----BEGIN A-----\n-----END A-----\n",
    "- BEGIN ",
  ],
  ...[
    "Proc-Type: 4,ENCRYPTED\n",
    "a: b\\\n",
    "ssh-rsa ",
    "ssh-rsa AAAA\n",
    "\nssh-rsa",
    "@revoked ",
    "friendlyName: a\n",
  ],
  ...["<RSAKeyValue>", "</", "<RSAKeyValue></RSAKeyValue>", "<X509Certificate>", "PuTTY-User-Key-File-3: ssh-rsa\n"],
  ...[
    "%0A",
    "-BEGIN+",
    '{"keys":[',
    '{"a":',
    "[{",
    "eyJ",
    "W3s",
    "0x",
    "00:",
    "\\x41",
    "1\n",
    "a.",
    "Bearer ",
    "\u00a0",
    "\u200b",
  ],
  ...["-----BEGIN RSA-VARIANTS FILE-----\n", "content-type: ", "data:", "MIIB"],
  ...[
    [0x30, 0x80],
    [0x30, 0x82, 0xff, 0xff],
    [0x24, 0x80],
    [0x04, 0x02, 0x30, 0],
    [2, 1, 3],
    [0x30, 0],
    [0],
    [0xff],
    [0x41, 0],
  ],
];

const nested: readonly Pattern[] = [
  ["-----BEGIN \\", "u005c", ""],
  ["-----BEGIN A-----\n", "a: b\\\n", "\n-----END A-----\n"],
  ["-----BEGIN PUBLIC KEY-----\n", "AAAA", "\n-----END PUBLIC KEY-----\n"],
  ["<RSAKeyValue>", "<Modulus></Modulus>", "</RSAKeyValue>"],
  ["PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: a\nPublic-Lines: 99999\n", "AAAA\n", ""],
  ["1", " ", "z"],
  ["1", ",", "z"],
  ["modulus:", " ", "z"],
  ["modulus:", "ab:\n", "z"],
  ["", "modulus: ab exponent: ", "z"],
  ["[", '{"kty":"RSA"},', "{}]"],
  ["[", '{"x5c":["AA"]},', "{}]"],
  ["[", '{"private_key":"-----BEGIN A-----"},', "{}]"],
  [[0x30, 0x80, 2, 1, 3, 0x30, 0x80], [0x24, 0x80], []],
];

const patterns: readonly Pattern[] = [...plain.map((token): Pattern => ["", token, ""]), ...nested];

function filled([start, token, end]: Pattern, length: number): Uint8Array<ArrayBuffer> {
  const [first, repeated, last] = [start, token, end].map(bytesOf) as [Uint8Array, Uint8Array, Uint8Array];
  const room = length - last.length;
  const data = new Uint8Array(length);
  data.set(first);
  for (let at = first.length; at < room; at += repeated.length) data.set(repeated.subarray(0, room - at), at);
  data.set(last, room);
  return data;
}

/** Long enough for a time that grows with the square of the length to be seen. */
const long = exhaustive ? 1 << 20 : 1 << 18;
/** The longest data of a single key. */
const ofOneKey = 1 << 16;
const drained = (stream: ReadableStream) => new Response(stream).arrayBuffer();
const readers: readonly [name: string, most: number, read: (data: Uint8Array<ArrayBuffer>) => unknown][] = [
  ["importKeys", long, (data) => rsa.importKeys(data)],
  ["importKey", ofOneKey, (data) => rsa.importKey(data)],
  ["importPublicKey", ofOneKey, (data) => rsa.importPublicKey(data)],
  ["hasKeyMark", long, hasKeyMark],
  ["diagnoseToken, the token", long, (data) => diagnoseToken(rsa, { token: data, key: { keys: [] } })],
  [
    "diagnoseToken, the key",
    ofOneKey,
    (data) => diagnoseToken(rsa, { token: "eyJhbGciOiJSUzI1NiJ9.e30.AAAA", key: data as KeyData }),
  ],
  ["diagnoseCiphertext", long, (data) => diagnoseCiphertext(rsa, { privateKey: key, ciphertext: data })],
  ["diagnoseSignature", long, (data) => diagnoseSignature(rsa, { publicKey: key.publicKey, signature: data })],
  ["dearmor", long, (data) => dearmor(new TextDecoder("latin1").decode(data))],
  ["detectStream", long, async (data) => drained((await detectStream(new Blob([data]).stream())).stream)],
  ["decryptStream", long, (data) => drained(new Blob([data]).stream().pipeThrough(decryptStream(key)))],
  // Each line may be a ciphertext, which is decrypted.
  [
    "decryptIncrementalStream",
    ofOneKey,
    (data) => drained(new Blob([data]).stream().pipeThrough(decryptIncrementalStream(key))),
  ],
];

/** The processor time of a call in milliseconds, whatever it says about the data. Unlike the time, it does not grow beside other work. */
async function timeOf(call: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await Promise.resolve()
    .then(call)
    .catch(() => undefined);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

it.each(readers)("repeated tokens take %s only as long as their length explains", async (name, most, read) => {
  for (const pattern of patterns) {
    const time = (length: number) => {
      const data = filled(pattern, length);
      return timeOf(() => read(data));
    };
    const whole = await time(most);
    if (whole < 1000) continue;
    // A quarter takes a quarter of the time, or a sixteenth if the time grows with the square of the length.
    expect(whole, `${name}, ${JSON.stringify(pattern)}: milliseconds`).toBeLessThan(1000 + 8 * (await time(most / 4)));
  }
});
