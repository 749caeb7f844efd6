import type { AnyPrivateKey } from "../any-key.js";
import { describe, invalid } from "../errors.js";
import { checkOptions } from "../options.js";
import { blockLength } from "../params.js";
import type { Rsa } from "../rsa.js";
import { answer, type CiphertextAnswer, type Finding, finding } from "./answer.js";
import { bytesOf, type Data } from "./bytes.js";
import { containerOf } from "./containers.js";
import { type Reading, readEncryptedBlock } from "./encrypted-block.js";
import { blocksOf, cuts, type Form, formsOf } from "./forms.js";
import type { Hasher } from "./hashes.js";
import { applied, checkKey, hasherOf } from "./key.js";
import { pkcs1Block } from "./pkcs1.js";
import { decryptSnippets } from "./snippets/snippets.js";
import { unfit } from "./unfit.js";

/** A ciphertext that does not decrypt. */
export interface CiphertextCase {
  /** The private key that should decrypt it. */
  readonly privateKey: AnyPrivateKey;
  /** The ciphertext, as you have it. */
  readonly ciphertext: Data;
  /** Labels of OAEP to try, in addition to the empty one. */
  readonly labels?: readonly Data[] | undefined;
}

/**
 * Says how a ciphertext decrypts: which padding, hash functions and label it has, and what happened to its bytes.
 *
 * **For the owner's own machine only.** Anyone who may ask this about ciphertexts of their choice can decrypt everything that was
 * encrypted for the key: offered as a service, it is a padding oracle. `decrypt` does not use it. It runs in variable time.
 *
 * @param rsa the library, from `load()` of `rsa-variants`
 * @param given the private key, the ciphertext, and labels to try
 * @returns what the doctor found, without the message. No data make it throw
 * @throws RsaError `invalid-params` if an argument has the wrong type; `use-after-free`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { diagnoseCiphertext } from "rsa-variants/doctor";
 *
 * const rsa = await load();
 * const privateKey = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const message = new TextEncoder().encode("a letter");
 * const ciphertext = privateKey.publicKey.encrypt({ name: "RSA-OAEP", hash: "SHA-256", mgfHash: "SHA-1" }, message);
 * const { verdict, algorithm } = await diagnoseCiphertext(rsa, { privateKey, ciphertext });
 * console.log(verdict, algorithm); // fits … mgfHash: 'SHA-1'
 * privateKey.free();
 * ```
 */
export async function diagnoseCiphertext(rsa: Rsa, given: CiphertextCase): Promise<CiphertextAnswer> {
  const hasher = hasherOf(rsa);
  const names = { privateKey: true, ciphertext: true, labels: true } as const;
  checkOptions(given, names, "{ privateKey, ciphertext }");
  const { privateKey, labels = [] } = given;
  checkKey("private", privateKey);
  if (!Array.isArray(labels)) throw invalid("labels", `must be an array, got ${describe(labels)}`);
  const patient = { privateKey, labels: labels.map((label: Data) => bytesOf("labels", label)), hasher };
  const forms = formsOf(bytesOf("ciphertext", given.ciphertext), lengthOf(patient), "ciphertext");
  const isContainer = forms.some(
    ({ bytes, isWhole }) => isWhole && !["key-given", undefined].includes(containerOf(bytes, "ciphertext", true)?.code),
  ); // a key or a certificate often comes with data, and certutil labels all that it encodes as a certificate
  if (!isContainer) {
    const found =
      (await blockList(patient, forms)) ?? (await oneBlock(patient, forms)) ?? (await blockBesideData(patient, forms));
    if (found !== undefined) return answerOf(found);
  }
  const signature = await signatureIn(patient, forms);
  return signature === undefined
    ? unfit(forms, privateKey.publicKey, "ciphertext")
    : answer("other-algorithm", ...signature);
}

/** A private key, and what is tried with it. */
interface Patient {
  readonly privateKey: AnyPrivateKey;
  readonly labels: readonly Uint8Array[];
  readonly hasher: Hasher;
}

/** A reading of a ciphertext. */
interface Found {
  readonly reading: Reading;
  /** What has to be done with the data first. */
  readonly changes: readonly Finding[];
}

async function oneBlock(patient: Patient, forms: readonly Form[]): Promise<Found | undefined> {
  for (const { bytes, findings, isWhole } of blocksOf(forms, lengthOf(patient), "ciphertext")) {
    const reading = await read(patient, bytes);
    const isAll = isWhole && findings.every(({ code }) => !cuts.includes(code));
    if (reading !== undefined && (isAll || reading.canBeAccident !== true)) return { reading, changes: findings };
  }
  return undefined;
}

/** Blocks one after the other. */
async function blockList(patient: Patient, forms: readonly Form[]): Promise<Found | undefined> {
  const length = lengthOf(patient);
  for (const { bytes, findings } of forms) {
    const count = bytes.length / length;
    if (count < 2 || !Number.isInteger(count)) continue;
    const reading = await read(patient, bytes.subarray(0, length));
    if (!isPadded(reading) || !isPadded(await read(patient, bytes.subarray(-length)))) continue;
    return { reading, changes: [...findings, finding("concatenated", { subject: "ciphertext", count, length })] };
  }
  return undefined;
}

async function blockBesideData(patient: Patient, forms: readonly Form[]): Promise<Found | undefined> {
  const length = lengthOf(patient);
  for (const { bytes, findings } of forms) {
    const found = bytes.length;
    if (found <= length) continue;
    // Programs often write the length of the block before it.
    for (const [where, at] of [
      ["first", 0],
      ["last", found - length],
      ["next", 2],
      ["next", 4],
    ] as const) {
      const reading = await read(patient, bytes.subarray(at, at + length));
      if (!isPadded(reading) || reading.canBeAccident === true) continue;
      const about = { subject: "ciphertext", found, length, where, rest: found - length };
      return { reading, changes: [...findings, finding("own-hybrid", about)] };
    }
  }
  return undefined;
}

/** Whether a reading cannot be an accident: most data have no padding, but some begin with zeros. */
function isPadded(reading: Reading | undefined): reading is Reading {
  return reading?.algorithm !== undefined || reading?.verdict === "other-label";
}

async function read({ privateKey, labels, hasher }: Patient, ciphertext: Uint8Array): Promise<Reading | undefined> {
  if (ciphertext.length !== blockLength(privateKey.modulusLength)) return undefined;
  const block = await applied(() => privateKey.decryptRaw(ciphertext));
  if (block === undefined) return undefined;
  const { messageLength } = privateKey.publicKey;
  // The blocks of `unbalanced` keys are shorter than their modulus.
  const padded = messageLength === undefined ? block : block.subarray(block.length - (messageLength >> 3));
  try {
    return readEncryptedBlock(padded, labels, hasher);
  } finally {
    block.fill(0);
  }
}

function lengthOf({ privateKey }: Patient): number {
  return blockLength(privateKey.modulusLength);
}

function answerOf({ reading, changes }: Found): CiphertextAnswer {
  const { algorithm, messageLength } = reading;
  const verdict = reading.verdict === "fits" && changes.length > 0 ? "repairable" : reading.verdict;
  const about =
    messageLength === undefined
      ? []
      : [finding("message-length", { length: messageLength, kind: kindOf(messageLength) })];
  return {
    verdict,
    findings: [...changes, ...reading.findings, ...about],
    snippets: verdict === "other-label" ? {} : decryptSnippets(algorithm ?? { name: "raw" }, changes),
    ...(algorithm === undefined ? {} : { algorithm }),
  };
}

function kindOf(length: number): string {
  return length === 16 || length === 24 || length === 32 ? ", as many as an AES key" : "";
}

/** The findings if a form is a signature by the key, which people also "decrypt". */
async function signatureIn({ privateKey }: Patient, forms: readonly Form[]): Promise<Finding[] | undefined> {
  const { publicKey } = privateKey;
  if (publicKey.messageLength !== undefined) return undefined;
  for (const { bytes, findings } of forms) {
    if (bytes.length !== blockLength(publicKey.modulusLength)) continue;
    const block = await applied(() => publicKey.encryptRaw(bytes));
    if (block !== undefined && pkcs1Block(block)?.type === 1) return [finding("signature-given"), ...findings];
  }
  return undefined;
}
