// The parts of a token, and the keys that can verify it.
import { joseSignatures, type SignatureParams } from "../algorithms.js";
import type { AnyPublicKey } from "../any-key.js";
import { isUint8Array } from "../bytes.js";
import { RsaError } from "../errors.js";
import { numberChecks, Work } from "../formats/formats.js";
import type { KeyData } from "../formats/import.js";
import type { Rsa } from "../rsa.js";
import { type Finding, finding } from "./answer.js";
import { fromBase64, textOf } from "./bytes.js";
import { publicOf } from "./key.js";

/** An object of JSON from outside; the members that are read here can have any type. */
export type Members = {
  readonly [Name in "alg" | "e" | "exp" | "keys" | "kid" | "kty" | "n" | "nbf" | "use"]?: unknown;
};

/** The parts of a token in compact serialization (RFC 7515, section 7.1). */
export interface Token {
  readonly header: Members;
  /** The payload, if it is an object. */
  readonly claims: Members | undefined;
  /** What is signed: header and payload as text. */
  readonly signed: string;
  readonly signature: string;
  /** What is wrong with the text around the parts, and with their encoding. */
  readonly findings: readonly Finding[];
}

/** Reads a token; a text says what is wrong with it. */
export function readToken(text: string): Token | string {
  const bare = text
    .replaceAll(/\s/g, "")
    .replace(/^(?:Authorization:)?Bearer/i, "")
    .replaceAll(/^["']|["']$/g, "");
  const parts = bare.split(".");
  if (parts.length !== 3) return parts.length === 1 ? "it has no dots" : `it has ${parts.length} parts`;
  const [first, payload, signature] = parts as [string, string, string];
  const header = readJson(first);
  if (header === undefined) return "its first part is not the Base64 of a JSON object";
  const isStandard = /[+/=]/.test(bare);
  const findings = [
    ...(bare === text ? [] : [finding("token-prefix")]),
    ...(isStandard ? [finding("standard-base64")] : []),
  ];
  return { header, claims: readJson(payload), signed: `${first}.${payload}`, signature, findings };
}

function readJson(part: string): Members | undefined {
  const bytes = fromBase64(part);
  return bytes && parseObject(textOf(bytes) ?? "");
}

/** A value from JSON in a text. Its own `toString` is not called, because it can be anything. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}

/** Parses JSON of an object; undefined for anything else. */
export function parseObject(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** A key that may verify a token. */
export interface Candidate {
  readonly key: AnyPublicKey;
  /** The members of its JWK, if it is one. */
  readonly jwk: Members | undefined;
  /** Whether the doctor imported the key, and has to free it. */
  readonly isOwn: boolean;
}

/** The most keys of a set that are read. */
const mostKeys = 100;

/** The RSA keys of any key data, a JWK or a JWK Set, and what is wrong with the others. */
export async function candidatesOf(
  rsa: Rsa,
  given: KeyData | AnyPublicKey,
): Promise<{ candidates: Candidate[]; findings: Finding[]; isSet: boolean }> {
  if (isKey(given))
    return { candidates: [{ key: publicOf(given), jwk: undefined, isOwn: false }], findings: [], isSet: false };
  const json = jsonOf(given);
  const { keys } = json ?? {};
  const isSet = Array.isArray(keys);
  const items: readonly unknown[] = isSet ? keys.slice(0, mostKeys) : [json?.kty === undefined ? given : json];
  const candidates: Candidate[] = [];
  const findings: Finding[] = [];
  const work = new Work();
  for (const item of items) {
    const jwk = typeof item === "object" && item !== null && "kty" in item ? (item as Members) : undefined;
    const kty = jwk?.kty;
    if (jwk !== undefined && kty !== "RSA") {
      findings.push(finding("key-not-rsa", { kty: jsonText(kty) }));
      continue;
    }
    try {
      const data = jwk === undefined ? item : { kty: "RSA", n: jwk.n, e: jwk.e };
      if (isSet) work.spend(6 * jsonText(jwk?.n ?? item).length, numberChecks.public);
      candidates.push({ key: publicOf(await rsa.importKey(data as KeyData)), jwk, isOwn: true });
    } catch (error) {
      if (!(error instanceof RsaError)) throw error;
      if (!isSet && error.code === "load-failed") throw error;
      findings.push(finding("key-unreadable", { problem: error.message }));
    }
  }
  return { candidates, findings, isSet };
}

function isKey(given: unknown): given is AnyPublicKey {
  return typeof given === "object" && given !== null && "free" in given;
}

function jsonOf(given: unknown): Members | undefined {
  if (typeof given === "string") return parseObject(given);
  if (isUint8Array(given)) return parseObject(textOf(given) ?? "");
  return typeof given === "object" && given !== null && ("keys" in given || "kty" in given)
    ? (given as Members)
    : undefined;
}

/** The algorithm of RSA that an `alg` names (RFC 7518, section 3.1); undefined for others. */
export function algorithmOf(alg: unknown): SignatureParams | undefined {
  return Object.entries(joseSignatures).find(([name]) => name === alg)?.[1];
}

/** Whether two algorithms are the same, with all parameters. */
export function isSameAlgorithm(one: SignatureParams, other: SignatureParams): boolean {
  const all = (algorithm: SignatureParams) =>
    JSON.stringify({ mgfHash: algorithm.hash, saltLength: 0, ...algorithm }, ["name", "hash", "mgfHash", "saltLength"]);
  return all(one) === all(other);
}

/** An algorithm in words, with the `alg` that names it if there is one. */
export function describeAlgorithm(algorithm: SignatureParams): string {
  const named = Object.entries(joseSignatures).find(([, params]) => isSameAlgorithm(params, algorithm));
  if (named !== undefined) return named[0];
  const { name, hash = "SHA-256" } = algorithm;
  if (name !== "RSA-PSS") return `PKCS #1 v1.5 with ${hash}`;
  const { mgfHash = hash, saltLength = "auto" } = algorithm;
  return `PSS with ${hash}, MGF1 with ${mgfHash} and a salt of ${saltLength} bytes`;
}
