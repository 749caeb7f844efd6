import type { AnyPublicKey } from "../any-key.js";
import { concatenate, isBytes, isUint8Array } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import type { KeyData } from "../formats/import.js";
import { checkOptions } from "../options.js";
import { blockLength } from "../params.js";
import type { Rsa } from "../rsa.js";
import { answer, type Finding, finding, type SignatureAnswer, type Verdict } from "./answer.js";
import { bytesOf, type Data, fromBase64, isSame, textOf, utf8 } from "./bytes.js";
import { containerOf } from "./containers.js";
import { fromUtf16 } from "./forms.js";
import type { Hasher } from "./hashes.js";
import {
  algorithmOf,
  type Candidate,
  candidatesOf,
  describeAlgorithm,
  isSameAlgorithm,
  jsonText,
  nameOf,
  readToken,
  type Token,
} from "./jwt.js";
import { hasherOf } from "./key.js";
import { examine } from "./signature.js";

/** A signed token that does not verify. */
export interface TokenCase {
  /** The token: in compact serialization, also within other text, such as an address or a header; or a JWS in JSON. */
  readonly token: Data;
  /** The payload, if the token does not contain it. */
  readonly payload?: Data | undefined;
  /** A public key of this package, or key data of any kind: a JWK Set or a JWK, as text or object, PEM, certificates, or an object of them by their kid. */
  readonly key: KeyData | AnyPublicKey | { readonly keys: readonly object[] };
}

/** What a key says about one of a token's signatures. */
interface Outcome {
  readonly token: Token;
  readonly candidate: Candidate;
  readonly answer: SignatureAnswer;
}

/**
 * Says why a signed JWT does not verify: which key of a set it names and which verifies it, whether `alg` suits the key and the
 * signature, and whether the token was changed. Times are only mentioned.
 *
 * **For the owner's own machine**, like everything in this entry. It is not for accepting tokens, and runs in variable time.
 *
 * @param rsa the library, from `load()` of `rsa-variants`
 * @param given the token and the key or keys
 * @returns what the doctor found. No data make it throw
 * @throws RsaError `invalid-params` if an argument has the wrong type; `use-after-free`; `load-failed` if the module that reads
 * keys cannot be loaded
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { diagnoseToken } from "rsa-variants/doctor";
 *
 * const token = "eyJhbGciOiJub25lIn0.e30.";
 * const { verdict, findings } = await diagnoseToken(await load(), { token, key: { keys: [] } });
 * console.log(verdict, findings[0]?.code); // other-algorithm alg-none
 * ```
 */
export async function diagnoseToken(rsa: Rsa, given: TokenCase): Promise<SignatureAnswer> {
  const hasher = hasherOf(rsa);
  checkOptions(given, { token: true, key: true, payload: true }, "{ token, key, payload }");
  const key = isBytes(given.key) ? bytesOf("key", given.key) : given.key;
  if (typeof key !== "string" && (typeof key !== "object" || key === null)) {
    throw invalid("key", `must be a key or key data, got ${describe(key)}`);
  }
  const bytes = bytesOf("token", given.token);
  const container = containerOf(bytes, "token");
  if (container !== undefined && container.code !== "jws") return answer("container", container);
  const payload = given.payload === undefined ? undefined : bytesOf("payload", given.payload);
  const tokens = readToken(textOf(fromUtf16(bytes) ?? bytes) ?? "", payload);
  const suitable = tokens.filter(({ header }) => algorithmOf(header.alg) !== undefined);
  const first = suitable[0] ?? tokens[0];
  if (first === undefined) return answer("unknown", finding("token-malformed"));
  const { candidates, findings: unread, isSet } = await candidatesOf(rsa, key as KeyData | AnyPublicKey, hasher);
  try {
    const asidesOf = (token: Token) => [headerFinding(token), ...token.findings, ...times(token)];
    const unsuitable = unsuitableAlg(first.header.alg);
    if (unsuitable !== undefined) {
      const attack = unsuitable.code === "alg-hmac" && (await isSignedWithPublicKey(hasher, first, candidates, key));
      return answer(
        "other-algorithm",
        ...(attack ? [finding("hmac-with-public-key")] : []),
        unsuitable,
        ...asidesOf(first),
        ...unread,
      );
    }
    if (candidates.length === 0) return answer("other-algorithm", ...unread, finding("no-keys"), ...asidesOf(first));
    const { token, candidate, answer: found } = await bestOf(hasher, suitable, candidates);
    const { verdict, findings } = judge(token, found);
    const { isOther, kids } = isSet ? aboutKid(token, candidate, candidates, verdict) : { isOther: false, kids: [] };
    const warnings = [...keyFindings(token, candidate), ...unread];
    const all = isOther ? [...kids, ...findings] : [...findings, ...kids];
    return { ...found, verdict: isOther ? "other-key" : verdict, findings: [...all, ...warnings, ...asidesOf(token)] };
  } finally {
    for (const { key, isOwn } of candidates) if (isOwn) key.free();
  }
}

/** The best answer for all signatures and keys; that of the key that the token names if they are equally good. */
async function bestOf(hasher: Hasher, tokens: readonly Token[], candidates: readonly Candidate[]): Promise<Outcome> {
  const order: readonly Verdict[] = ["fits", "repairable", "other-message"];
  const rank = (outcome: Outcome) => (order.indexOf(outcome.answer.verdict) + order.length + 1) % (order.length + 1);
  const outcomes: Outcome[] = [];
  for (const token of tokens) {
    const name = nameOf(token.header);
    const named = token.header[name];
    const sorted = candidates.toSorted((a, b) => Number(b.jwk?.[name] === named) - Number(a.jwk?.[name] === named));
    const text = utf8(token.signature);
    const bytes = fromBase64(token.signature);
    for (const candidate of sorted) {
      // In other forms, it has to be changed first.
      const signature = bytes?.length === blockLength(candidate.key.modulusLength) ? bytes : text;
      for (const signed of token.signed) {
        const outcome = { token, candidate, answer: await examine(hasher, candidate.key, signature, signed) };
        if (outcome.answer.verdict === "fits") return outcome;
        outcomes.push(outcome);
      }
    }
  }
  return outcomes.reduce((best, each) => (rank(each) < rank(best) ? each : best));
}

/** The verdict on the token, from that on its signature. */
function judge(
  { header: { alg }, isDetached }: Token,
  { verdict, findings, algorithm }: SignatureAnswer,
): { verdict: Verdict; findings: Finding[] } {
  const isValid = verdict === "fits" || verdict === "repairable";
  const named = algorithmOf(alg);
  const replaced = findings.map((each) => {
    if (each.code === "valid-signature") return finding("valid-token");
    if (each.code !== "other-message") return each;
    return isDetached ? finding("token-detached") : finding("changed-token", {}, each.certainty);
  });
  if (verdict === "other-message" && isDetached) return { verdict: "unknown", findings: replaced };
  if (!isValid || named === undefined || algorithm === undefined || isSameAlgorithm(named, algorithm)) {
    return { verdict, findings: replaced };
  }
  const differs = finding("alg-differs", { alg: jsonText(alg), actual: describeAlgorithm(algorithm) });
  return { verdict: "other-algorithm", findings: [differs, ...replaced.filter(({ code }) => code !== "valid-token")] };
}

function headerFinding({ header }: Token): Finding {
  const { alg } = header;
  const name = nameOf(header);
  const named = header[name] === undefined ? ", and no kid" : ` and the ${name} ${JSON.stringify(header[name])}`;
  return finding("token-header", { alg: `alg ${JSON.stringify(alg) ?? "nothing"}`, kid: named });
}

/** What is wrong if the algorithm is not one of RSA. */
function unsuitableAlg(alg: unknown): Finding | undefined {
  if (algorithmOf(alg) !== undefined) return undefined;
  const name = jsonText(alg);
  if (/^none$/i.test(name)) return finding("alg-none");
  if (/^HS(?:256|384|512)$/.test(name)) return finding("alg-hmac", { alg: name });
  if (/^(?:ES(?:256K?|384|512)|EdDSA|Ed25519|Ed448|ML-DSA-\d+)$/.test(name))
    return finding("alg-not-rsa", { alg: name });
  return finding("alg-unknown", { alg: name });
}

/** Whether a token was signed by HMAC with the text or the bytes of the public key. */
async function isSignedWithPublicKey(
  hasher: Hasher,
  { header, signed, signature }: Token,
  candidates: readonly Candidate[],
  given: TokenCase["key"],
): Promise<boolean> {
  const hash = `SHA-${jsonText(header.alg).slice(2)}` as "SHA-256" | "SHA-384" | "SHA-512";
  const secrets: Uint8Array[] = typeof given === "string" || isUint8Array(given) ? [bytesOf("key", given)] : [];
  for (const { key } of candidates) {
    for (const format of ["spki-pem", "spki-der", "pkcs1-pem", "pkcs1-der"] as const) {
      const written = await key.export(format).catch(() => undefined); // an `unbalanced` key has none of these formats
      if (written !== undefined) secrets.push(bytesOf("key", written));
    }
  }
  const found = fromBase64(signature);
  if (found === undefined) return false;
  return secrets
    .flatMap((secret) => [secret, withoutEnd(secret), concatenate([withoutEnd(secret), utf8("\n")])])
    .some((secret) => signed.some((each) => isSame(hasher.hmac(hash, secret, each), found)));
}

function withoutEnd(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0x0a && byte !== 0x0d) + 1);
}

/** Which key of a set was used, and whether it is another one than the token names. */
function aboutKid(
  { header }: Token,
  { jwk }: Candidate,
  candidates: readonly Candidate[],
  verdict: Verdict,
): { isOther: boolean; kids: Finding[] } {
  const name = nameOf(header);
  const [kid, own] = [header[name], jwk?.[name]];
  if (kid === undefined || own === kid) {
    return { isOther: false, kids: own === undefined ? [] : [finding("kid-used", { name, kid: JSON.stringify(own) })] };
  }
  // Keys in a list of PEM have no names, which `setIn` writes as undefined.
  const isNameless = candidates.every(
    (each) => each.jwk !== undefined && name in each.jwk && each.jwk[name] === undefined,
  );
  if (isNameless) return { isOther: false, kids: [] };
  const isKnown = candidates.some((each) => each.jwk?.[name] === kid);
  const known = candidates.map((each) => JSON.stringify(each.jwk?.[name]) ?? "one without").slice(0, 10);
  const kids = isKnown ? [] : [finding("kid-unknown", { name, kid: JSON.stringify(kid), known: known.join(", ") })];
  const isOther = verdict === "fits" || verdict === "repairable" || verdict === "other-message";
  const other = own === undefined ? `a key without ${name}` : `the key with the ${name} ${JSON.stringify(own)}`;
  if (isOther) kids.unshift(finding("kid-differs", { name, kid: JSON.stringify(kid), other }));
  return { isOther, kids };
}

/** What the key says about its own use. */
function keyFindings({ header: { alg } }: Token, { key, jwk }: Candidate): Finding[] {
  const findings: Finding[] = [];
  const own = jwk?.alg;
  if (own !== undefined && own !== alg)
    findings.push(finding("key-alg-differs", { own: jsonText(own), alg: jsonText(alg) }));
  if (jwk?.use === "enc") findings.push(finding("key-use"));
  if (key.modulusLength < 2048) findings.push(finding("short-key", { bits: key.modulusLength }));
  return findings;
}

function times({ claims }: Token): Finding[] {
  const now = Date.now() / 1000;
  const findings: Finding[] = [];
  const add = (code: "expired" | "not-yet-valid", seconds: unknown, isTold: (value: number) => boolean): void => {
    if (typeof seconds !== "number" || !isTold(seconds)) return;
    const time = new Date(1000 * seconds);
    findings.push(finding(code, { time: Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString() }));
  };
  add("expired", claims?.exp, (value) => value < now);
  add("not-yet-valid", claims?.nbf, (value) => value > now);
  return findings;
}
