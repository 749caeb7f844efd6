// Reads the block that a private key recovers from a ciphertext.
import type { EncryptionParams, Hash } from "../algorithms.js";
import { bytesToHex } from "../bytes.js";
import { type Finding, finding, type Verdict } from "./answer.js";
import { isReadable, leadingZeros, textOf, utf8 } from "./bytes.js";
import { type Hasher, hashesOfLength } from "./hashes.js";
import { hashOfLabel, isOaep, messageOf, type OaepBlock, unmasked } from "./oaep.js";
import { pkcs1Block } from "./pkcs1.js";
import { variationsOf } from "./variations.js";

/** A reading of a block. */
export interface Reading {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Absent if the block has no padding, or a label that is unknown. */
  readonly algorithm?: EncryptionParams;
  /** The length of the message in bytes; undefined if there is none. */
  readonly messageLength?: number;
  /** Whether so few bytes show the padding that it can be an accident. */
  readonly canBeAccident?: boolean;
}

/** Labels of examples, of this library's files, and of TPMs (1.2, then 2.0). */
const usualLabels = [
  "orders",
  "label",
  "rsa-variants file key 1",
  "\0",
  "TCPA",
  "DUPLICATE\0",
  "IDENTITY\0",
  "SECRET\0",
];

/** Zeros that show a block without padding, in bytes. */
const leastZeros = 8;

/** Reads a block; undefined if it has no known padding. */
export function readEncryptedBlock(
  block: Uint8Array,
  labels: readonly Uint8Array[],
  hasher: Hasher,
): Reading | undefined {
  return readOaep(block, labels, hasher) ?? readPkcs1(block) ?? readRaw(block);
}

function readOaep(block: Uint8Array, labels: readonly Uint8Array[], hasher: Hasher): Reading | undefined {
  const known: [label: Uint8Array, name: string][] = [
    [new Uint8Array(), "an empty label"],
    ...labels.map((label): [Uint8Array, string] => [label, `the label ${shown(label)}`]),
    ...usualLabels.map((label): [Uint8Array, string] => [utf8(label), `the label ${shown(utf8(label))}`]),
  ];
  let certain: OaepBlock | undefined;
  for (const each of unmasked(block, hasher)) {
    const message = messageOf(each);
    if (message === undefined) continue;
    for (const [label, name] of known) {
      const hash = hashOfLabel(each, label, hasher);
      if (hash !== undefined) return oaepReading(each, hash, label, name, message.length);
    }
    if (certain === undefined && isOaep(each)) certain = each;
  }
  return certain && (readVariedLabel(certain, labels, hasher) ?? otherLabel(certain));
}

/** The given labels in other encodings. */
function readVariedLabel(block: OaepBlock, labels: readonly Uint8Array[], hasher: Hasher): Reading | undefined {
  for (const label of labels) {
    for (const { bytes } of variationsOf(label, hasher)) {
      const hash = hashOfLabel(block, bytes, hasher);
      if (hash === undefined) continue;
      const name = `the label ${shown(bytes)} instead of ${shown(label)}`;
      return oaepReading(block, hash, bytes, name, messageOf(block)?.length ?? 0);
    }
  }
  return undefined;
}

/** A label in a text: in quotation marks, or as hexadecimal digits. */
function shown(label: Uint8Array): string {
  return isReadable(label) ? JSON.stringify(textOf(label)) : `0x${bytesToHex(label)}`;
}

function oaepReading(
  { mgfHash }: OaepBlock,
  hash: Hash,
  label: Uint8Array,
  name: string,
  messageLength: number,
): Reading {
  const algorithm: EncryptionParams = {
    name: "RSA-OAEP",
    hash,
    ...(mgfHash === hash ? {} : { mgfHash }),
    ...(label.length === 0 ? {} : { label: new Uint8Array(label) }),
  };
  const unusual = mgfHash === hash ? [] : [finding("unusual-mgf-hash")];
  const findings = [finding("oaep", { hash, mgfHash, label: name }), ...unusual];
  return { verdict: "fits", algorithm, messageLength, findings };
}

function otherLabel({ mgfHash, labelHash }: OaepBlock): Reading {
  const candidates = hashesOfLength(labelHash.length);
  const hash = candidates.includes(mgfHash) ? mgfHash : (candidates[0] as Hash);
  return {
    verdict: "other-label",
    findings: [finding("oaep-other-label", { hash, mgfHash, length: labelHash.length })],
  };
}

/** Two bytes show this padding, and then that the message is text, or as long as a key. */
function readPkcs1(block: Uint8Array): Reading | undefined {
  const read = pkcs1Block(block);
  if (read?.type !== 2) return undefined;
  const { length } = read.content;
  return {
    verdict: "fits",
    algorithm: { name: "RSAES-PKCS1-v1_5" },
    messageLength: length,
    canBeAccident: !isReadable(read.content) && (length > 64 || length % 8 !== 0),
    findings: [finding("pkcs1-encryption")],
  };
}

/** A message without padding: a short one has zeros before it, text can have them after it. */
function readRaw(block: Uint8Array): Reading | undefined {
  const before = leadingZeros(block);
  const end = block.findLastIndex((byte) => byte !== 0) + 1;
  const isText = isReadable(block.subarray(before, end));
  if (end === 0 || (before < leastZeros && !isText)) return undefined;
  const zeros = before > 1 ? ", with zeros before it" : end < block.length ? ", with zeros after it" : "";
  return { verdict: "fits", messageLength: end - before, findings: [finding("raw", { zeros })] };
}
