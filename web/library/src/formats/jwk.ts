// Text to numbers and back, like json.ts. Which variant the numbers suit, and whether they make a key, is for the core
// to say.

/** Keys as JSON Web Keys (RFC 7517; RFC 7518, section 6.3), with `oth` for more than two primes. */
import { RsaError } from "../errors.js";
import type { KeyComponents } from "../params.js";
import {
  checkMembers,
  checkObject,
  fromBase64url,
  type Members,
  privateKeyGiven,
  publicKeyGiven,
  readList,
  toBase64url,
} from "./members.js";

/** A public key as a JSON Web Key. Numbers are base64url. */
export type RsaPublicJwk = { kty: "RSA"; n: string; e: string };

/** A private key as a JSON Web Key. Numbers are base64url. */
export type RsaPrivateJwk = RsaPublicJwk & {
  d: string;
  p: string;
  q: string;
  dp: string;
  dq: string;
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
export function readPublicJwk(jwk: Members): PublicNumbers {
  checkType(jwk);
  const { d } = jwk;
  if (d !== undefined) throw privateKeyGiven();
  return readPublicNumbers(jwk);
}

/** Reads a private key: all its numbers, or N, e and d if it contains only these. */
export function readPrivateJwk(jwk: Members): KeyComponents | KeyExponents {
  checkType(jwk);
  const { d, oth } = jwk;
  if (d === undefined) throw publicKeyGiven();
  const { modulus, publicExponent } = readPublicNumbers(jwk);
  const privateExponent = number(jwk, "d");
  const names = ["p", "q", "dp", "dq", "qi"];
  if ([...names, "oth"].every((name) => jwk[name] === undefined)) return { modulus, publicExponent, privateExponent };
  // RFC 7518, section 6.3.2: if one of them is present, all must be.
  checkMembers("the JWK", jwk, names, "ignored");
  const [p, q, dp, dq, qi] = names.map((name) => number(jwk, name)) as [bigint, bigint, bigint, bigint, bigint];
  const others = oth === undefined ? [] : readList("oth", oth, mostPrimes - 2, readOther);
  return {
    modulus,
    publicExponents: [publicExponent],
    privateExponent,
    primes: [p, q, ...others.map(({ prime }) => prime)],
    crtExponents: [dp, dq, ...others.map(({ exponent }) => exponent)],
    crtCoefficients: [qi, ...others.map(({ coefficient }) => coefficient)],
  };
}

function readOther(name: string, value: unknown): { prime: bigint; exponent: bigint; coefficient: bigint } {
  checkObject(name, value);
  checkMembers(name, value, ["r", "d", "t"], "ignored");
  const [prime, exponent, coefficient] = ["r", "d", "t"].map((member) =>
    fromBase64url(`${name}.${member}`, value[member]),
  ) as [bigint, bigint, bigint];
  return { prime, exponent, coefficient };
}

function readPublicNumbers(jwk: Members): PublicNumbers {
  checkMembers("the JWK", jwk, ["n", "e"], "ignored");
  return { modulus: number(jwk, "n"), publicExponent: number(jwk, "e") };
}

function checkType(jwk: Members): void {
  if (jwk.kty === "RSA") return;
  throw new RsaError("unsupported-format", `the JWK's kty must be "RSA", got ${JSON.stringify(jwk.kty)?.slice(0, 40)}`);
}

function number(jwk: Members, name: string): bigint {
  return fromBase64url(name, jwk[name]);
}
