// The parts of a token, and the keys that can verify it.
import { isJwsAlgorithm, joseSignatures, type SignatureParams } from "../algorithms.js";
import type { AnyPublicKey } from "../any-key.js";
import { concatenate, isUint8Array } from "../bytes.js";
import { RsaError } from "../errors.js";
import { numberChecks, Work } from "../formats/formats.js";
import type { KeyData } from "../formats/import.js";
import { jsonIn } from "../formats/wrapped.js";
import type { Rsa } from "../rsa.js";
import { type Finding, finding } from "./answer.js";
import { fromBase64, textOf, toBase64url, utf8, withoutMarkup, withoutPrefixes } from "./bytes.js";
import { fromUtf16 } from "./forms.js";
import type { Hasher } from "./hashes.js";
import { publicOf } from "./key.js";

/** An object of JSON from outside; the members that are read here can have any type. */
export type Members = {
  readonly [
    Name in | "alg" | "b64" | "e" | "exp" | "header" | "keys" | "kid" | "kty" | "n" | "nbf" | "payload" | "protected" | "signature"
      | "signatures" | "use" | "x5c" | "x5t"
  ]?: unknown;
}; // biome-ignore format: a list

/** The parts of a token (RFC 7515, section 7). */
export interface Token {
  readonly header: Members;
  /** The payload, if it is an object. */
  readonly claims: Members | undefined;
  /** Whether the payload is not in the token (appendix F). */
  readonly isDetached: boolean;
  /** What may be signed: header and payload as the text has them, or the payload as it is (RFC 7797); in base64url if they are not. */
  readonly signed: readonly Uint8Array[];
  readonly signature: string;
  /** What is wrong with the text around the parts, and with their encoding. */
  readonly findings: readonly Finding[];
}

/** The most signatures of one token that are read. */
const mostSignatures = 10;

/** Reads the first token in a text, once for each of its signatures, with its payload if that is detached. */
export function readToken(text: string, payload: Uint8Array | undefined): Token[] {
  const json = fromJson(text);
  if (json !== undefined) {
    const count = String(json.length);
    return json.slice(0, mostSignatures).flatMap((parts, i) => {
      const which = json.length > 1 ? [finding("token-signatures", { count, number: String(i + 1) })] : [];
      return tokenOf(parts, payload, [finding("token-json"), ...which]) ?? [];
    });
  }
  const found: Token[] = [];
  const plain = withoutMarkup(text);
  for (const searched of [
    joinedLines(plain),
    joinedLines(withoutPrefixes(plain) ?? ""),
    text,
    text.replaceAll(/\s/g, ""),
  ]) {
    for (const [compact, ...parts] of searched.matchAll(
      /(?<![\w+/]|[^>|]-)(e[\w+/-]*=*)\.([\w+/-]*=*)\.([\w+/-]+=*|(?![\w.]))/g,
    )) {
      const findings = [
        ...(compact === text ? [] : [finding("token-prefix")]),
        ...(/[+/=]/.test(compact) ? [finding("standard-base64")] : []),
      ];
      const token = tokenOf(parts, payload, findings);
      if (token !== undefined) found.push(token);
    }
  }
  // White space in a token is removed, but that after it may join it with other words: these are of no usual length.
  const token = found.find(({ signature }) => (fromBase64(signature)?.length ?? 1) % 16 === 0) ?? found[0];
  return token === undefined ? [] : [token];
}

function joinedLines(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.replace(/\\$/, "").trim())
    .join("");
}

function tokenOf(
  [first = "", inside = "", signature = "", unprotected]: readonly string[],
  payload: Uint8Array | undefined,
  findings: readonly Finding[],
): Token | undefined {
  const header = unprotected === undefined ? readJson(first) : { ...parseObject(unprotected), ...readJson(first) };
  if (header === undefined) return undefined;
  const content = payload ?? utf8(inside);
  const isEncoded = payload !== undefined && header.b64 !== false;
  const encoded = isEncoded ? utf8(toBase64url(content)) : content;
  const signed = [concatenate([utf8(`${first}.`), encoded])];
  // Software that passes tokens on may have encoded the parts again.
  const [url, urlInside] = [toUrlLetters(first), toUrlLetters(inside)];
  if (url !== first || urlInside !== inside) {
    signed.push(concatenate([utf8(`${url}.`), payload === undefined ? utf8(urlInside) : encoded]));
  }
  const isDetached = inside === "" && payload === undefined;
  return { header, claims: readJson(inside), isDetached, signed, signature, findings };
}

function toUrlLetters(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The parts of a JWS in JSON (section 7.2), for each signature: the protected header, the payload, the signature, and the other header. */
function fromJson(text: string): string[][] | undefined {
  const json = parseObject(text);
  const signatures = Array.isArray(json?.signatures) ? (json.signatures as (Members | null)[]) : [json];
  const all = signatures.flatMap((each) => {
    if (typeof each?.signature !== "string") return [];
    const { protected: header = "", signature } = each;
    if (header === "" && each.header === undefined) return [];
    return [[header, json?.payload ?? "", signature, each.header ?? {}].map(jsonText)];
  });
  return all.length === 0 ? undefined : all;
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
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** How a token names its key: by its kid, or the hash value of its certificate. */
export function nameOf({ kid, x5t }: Members): "kid" | "x5t" {
  return kid === undefined && x5t !== undefined ? "x5t" : "kid";
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

/** The RSA keys of any key data, of a JWK Set, a list of certificates or an object of them, and what is wrong with the others. */
export async function candidatesOf(
  rsa: Rsa,
  given: KeyData | AnyPublicKey,
  hasher: Hasher,
): Promise<{ candidates: Candidate[]; findings: Finding[]; isSet: boolean }> {
  if (isKey(given))
    return { candidates: [{ key: publicOf(given), jwk: undefined, isOwn: false }], findings: [], isSet: false };
  const set = setIn(given, hasher);
  const isSet = set !== undefined;
  const json = jsonOf(given);
  const items: readonly unknown[] = set?.slice(0, mostKeys) ?? [json?.kty === undefined ? given : json];
  const candidates: Candidate[] = [];
  const findings: Finding[] = [];
  const work = new Work();
  for (const item of items) {
    const jwk = isSet || (typeof item === "object" && item !== null && "kty" in item) ? (item as Members | null) : null;
    const kty = jwk?.kty;
    const chain = jwk?.x5c;
    const certificate = jwk?.n === undefined && Array.isArray(chain) ? (chain[0] as unknown) : undefined;
    if (jwk !== null && kty !== "RSA") {
      findings.push(finding("key-not-rsa", { kty: jsonText(kty) }));
      continue;
    }
    try {
      const data = certificate ?? (jwk === null ? item : { kty: "RSA", n: jwk.n, e: jwk.e });
      if (isSet) work.spend(6 * jsonText(jwk?.n ?? certificate ?? item).length, numberChecks.public);
      candidates.push({ key: publicOf(await rsa.importKey(data as KeyData)), jwk: jwk ?? undefined, isOwn: true });
    } catch (error) {
      if (!(error instanceof RsaError)) throw error;
      if (!isSet && error.code === "load-failed") throw error;
      findings.push(finding("key-unreadable", { problem: error.message }));
    }
  }
  return { candidates, findings, isSet };
}

/** The keys of a set, as JWKs: those of a JWK Set, or certificates, with the names under which an object has them. */
function setIn(given: unknown, hasher: Hasher): unknown[] | undefined {
  const json = jsonOf(given);
  if (Array.isArray(json?.keys)) return json.keys;
  const certificates = (text: string): string[] => text.match(/-----BEGIN ([^-]*)-----[^-]+-----END \1-----/g) ?? [];
  const named = Object.entries(json ?? {}).flatMap(([kid, value]) =>
    typeof value === "string" ? certificates(value).map((pem) => ({ pem, kid })) : [],
  );
  const text = typeof given === "string" ? given : isUint8Array(given) ? (textOf(given) ?? "") : "";
  const listed = named.length > 0 ? named : certificates(text).map((pem) => ({ pem, kid: undefined }));
  if (named.length === 0 && listed.length < 2) return undefined;
  return listed.map(({ pem, kid }) => {
    const der = fromBase64(pem.replaceAll(/-----[^-]*-----|\s/g, "")) ?? new Uint8Array();
    return { kty: "RSA", x5c: [pem], kid, x5t: toBase64url(hasher.digest("SHA-1", der)) };
  });
}

function isKey(given: unknown): given is AnyPublicKey {
  return typeof given === "object" && given !== null && "free" in given;
}

function jsonOf(given: unknown): Members | undefined {
  const text = isUint8Array(given) ? (textOf(fromUtf16(given) ?? given) ?? "") : given;
  if (typeof text === "string") return parseObject(text) ?? jsonIn(text);
  const isPlain = typeof given === "object" && given !== null && Object.getPrototypeOf(given) === Object.prototype;
  return isPlain ? (given as Members) : undefined;
}

/** The algorithm of RSA that an `alg` names (RFC 7518, section 3.1); undefined for others. */
export function algorithmOf(alg: unknown): SignatureParams | undefined {
  return isJwsAlgorithm(alg) ? joseSignatures[alg] : undefined;
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
