// Text to numbers and back, like json.ts. Which variant the numbers suit, and whether they make a key, is for the core
// to say.

/** Keys as JSON Web Keys (RFC 7517; RFC 7518, section 6.3), with `oth` for more than two primes. */
import { RsaError } from "../errors.js";
import type { KeyComponents } from "../params.js";
import {
  checkMembers,
  checkObject,
  fromBase64,
  type Members,
  privateKeyGiven,
  publicKeyGiven,
  type Repair,
  readList,
  toBase64url,
} from "./members.js";

/** A public key as a JSON Web Key. Numbers are base64url. */
export type RsaPublicJwk = {
  /** The type of the key. */
  kty: "RSA";
  /** N. */
  n: string;
  /** e. */
  e: string;
};

/** A private key as a JSON Web Key. Numbers are base64url. */
export type RsaPrivateJwk = RsaPublicJwk & {
  /** d. */
  d: string;
  /** The first prime. */
  p: string;
  /** The second prime. */
  q: string;
  /** d mod (p − 1). */
  dp: string;
  /** d mod (q − 1). */
  dq: string;
  /** The inverse of q modulo p. */
  qi: string;
  /** The third and all further primes, each with its CRT exponent and coefficient. */
  oth?: { r: string; d: string; t: string }[];
};

/** The numbers of a public key. */
export interface PublicNumbers {
  /** N. */
  readonly modulus: bigint;
  /** e. */
  readonly publicExponent: bigint;
  /** `PublicKey.messageLength`, only with `unbalanced` keys. */
  readonly messageLength?: number | undefined;
}

/** N, e and d. */
export interface KeyExponents extends Omit<PublicNumbers, "messageLength"> {
  /** d. */
  readonly privateExponent: bigint;
}

/** The maximum number of primes in a key. */
const mostPrimes = 8;

export function writePublicJwk({ modulus, publicExponent }: PublicNumbers): RsaPublicJwk {
  return { kty: "RSA", n: toBase64url(modulus), e: toBase64url(publicExponent) };
}

/** Writes the numbers that standard formats list. */
export function writePrivateJwk(components: KeyComponents): RsaPrivateJwk {
  const { modulus, publicExponents, privateExponent, primes, crtExponents, crtCoefficients } = components;
  const text = (numbers: readonly bigint[], index: number): string => toBase64url(numbers[index] as bigint);
  return {
    ...writePublicJwk({ modulus, publicExponent: publicExponents[0] as bigint }),
    d: toBase64url(privateExponent),
    p: text(primes, 0),
    q: text(primes, 1),
    dp: text(crtExponents, 0),
    dq: text(crtExponents, 1),
    qi: text(crtCoefficients, 0),
    ...(primes.length > 2 && {
      oth: primes.slice(2).map((prime, i) => ({
        r: toBase64url(prime),
        d: text(crtExponents, i + 2),
        t: text(crtCoefficients, i + 1),
      })),
    }),
  };
}

/** Reads a public key. Other members, such as `kid` and `use`, are ignored (RFC 7517, section 4). */
export function readPublicJwk(given: Members, repair: Repair): PublicNumbers {
  checkType(given);
  const jwk = withoutNull(given, repair);
  const { d } = jwk;
  if (d !== undefined) throw privateKeyGiven();
  return readPublicNumbers(jwk, repair);
}

/**
 * Reads a private key: all its numbers, or N, e and d if it contains only these. Without dp, dq and qi, the lists of CRT numbers
 * are empty.
 */
export function readPrivateJwk(given: Members, repair: Repair): KeyComponents | KeyExponents {
  checkType(given);
  const jwk = withoutNull(given, repair);
  const { d, oth } = jwk;
  if (d === undefined) throw publicKeyGiven();
  const { modulus, publicExponent } = readPublicNumbers(jwk, repair);
  const number = (name: string): bigint => fromBase64(name, jwk[name], repair);
  const privateExponent = number("d");
  const isMissing = (name: string): boolean => jwk[name] === undefined;
  const names = ["p", "q", "dp", "dq", "qi"];
  if ([...names, "oth"].every(isMissing)) return { modulus, publicExponent, privateExponent };
  // RFC 7518, section 6.3.2: if one of them is present, all must be.
  const misses = oth === undefined && ["dp", "dq", "qi"].some(isMissing);
  checkMembers("the JWK", jwk, misses ? ["p", "q"] : names, "ignored");
  const [p, q] = [number("p"), number("q")];
  const key = { modulus, publicExponents: [publicExponent], privateExponent };
  if (misses) {
    repair("computed-numbers", "dp, dq or qi is missing in the JWK and is computed from the other numbers");
    const isWrong =
      p < 2n ||
      q < 2n ||
      (!isMissing("dp") && number("dp") !== privateExponent % (p - 1n)) ||
      (!isMissing("dq") && number("dq") !== privateExponent % (q - 1n)) ||
      (!isMissing("qi") && (number("qi") * q) % p !== 1n);
    if (isWrong) throw new RsaError("inconsistent-key", "the JWK's CRT numbers do not belong to its other numbers");
    return { ...key, primes: [p, q], crtExponents: [], crtCoefficients: [] };
  }
  const [dp, dq, qi] = ["dp", "dq", "qi"].map(number) as [bigint, bigint, bigint];
  const readOther = otherReader(repair);
  const others = oth === undefined ? [] : readList("oth", oth, mostPrimes - 2, readOther);
  return {
    ...key,
    primes: [p, q, ...others.map(({ prime }) => prime)],
    crtExponents: [dp, dq, ...others.map(({ exponent }) => exponent)],
    crtCoefficients: [qi, ...others.map(({ coefficient }) => coefficient)],
  };
}

function otherReader(repair: Repair) {
  return (name: string, value: unknown): { prime: bigint; exponent: bigint; coefficient: bigint } => {
    checkObject(name, value);
    checkMembers(name, value, ["r", "d", "t"], "ignored");
    const [prime, exponent, coefficient] = ["r", "d", "t"].map((member) =>
      fromBase64(`${name}.${member}`, value[member], repair),
    ) as [bigint, bigint, bigint];
    return { prime, exponent, coefficient };
  };
}

/** Some software writes `null` for what a key does not have. */
function withoutNull(jwk: Members, repair: Repair): Members {
  const members = Object.entries(jwk).filter(([, value]) => value !== null);
  if (members.length === Object.keys(jwk).length) return jwk;
  repair("null-members", "members of the JWK are null");
  return Object.fromEntries(members);
}

function readPublicNumbers(jwk: Members, repair: Repair): PublicNumbers {
  checkMembers("the JWK", jwk, ["n", "e"], "ignored");
  const { n, e } = jwk;
  return { modulus: fromBase64("n", n, repair), publicExponent: fromBase64("e", e, repair) };
}

function checkType(jwk: Members): void {
  if (jwk.kty === "RSA") return;
  throw new RsaError("unsupported-format", `the JWK's kty must be "RSA", got ${JSON.stringify(jwk.kty)?.slice(0, 40)}`);
}
