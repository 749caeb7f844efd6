/** This library's own JSON format for keys: it holds every variant, including those that no standard format can hold. */
import { RsaError } from "../errors.js";
import { checkVariant, countParams, type KeyComponents, type KeyParams, type KeyParamValues } from "../params.js";
import type { PublicNumbers } from "./jwk.js";
import {
  checkMembers,
  checkObject,
  fromBase64url,
  type Members,
  privateKeyGiven,
  publicKeyGiven,
  readList,
  refuseObject,
  toBase64url,
} from "./members.js";

/** The version that is written, and the only one that is read. */
const version = 1;
const privateFormat = "rsa-variants private key";
const publicFormat = "rsa-variants public key";

/** A public key in this library's JSON. Numbers are big-endian, in base64url, without leading zeros. */
export type PublicKeyJson = {
  /** Marks the format. */
  format: typeof publicFormat;
  /** The version of the format. */
  version: typeof version;
  /** N. */
  modulus: string;
  /** e. */
  publicExponent: string;
  /** `PublicKey.messageLength`, only with `unbalanced` keys. */
  messageLength?: number;
};

/** A private key of any variant in this library's JSON. Numbers are big-endian, in base64url, without leading zeros. */
export type PrivateKeyJson = {
  /** Marks the format. */
  format: typeof privateFormat;
  /** The version of the format. */
  version: typeof version;
  /** `KeyParams`, with every value that applies to the variant. */
  params: Omit<KeyParamValues, "publicExponent"> & { publicExponent?: string };
  /** `KeyComponents`. */
  components: {
    modulus: string;
    publicExponents: string[];
    privateExponent: string;
    primes: string[];
    crtExponents: string[];
    crtCoefficients: string[];
  };
};

/** The maximum number of public exponents, and of primes, in a key. */
const mostNumbers = 8;

export function writePublicJson({ modulus, publicExponent, messageLength }: PublicNumbers): PublicKeyJson {
  const numbers = { modulus: toBase64url(modulus), publicExponent: toBase64url(publicExponent) };
  return { format: publicFormat, version, ...numbers, ...(messageLength !== undefined && { messageLength }) };
}

export function writePrivateJson(params: KeyParams, components: KeyComponents): PrivateKeyJson {
  const { publicExponent, ...others } = params;
  return {
    format: privateFormat,
    version,
    params: { ...others, ...(publicExponent !== undefined && { publicExponent: toBase64url(publicExponent) }) },
    components: {
      modulus: toBase64url(components.modulus),
      publicExponents: components.publicExponents.map(toBase64url),
      privateExponent: toBase64url(components.privateExponent),
      primes: components.primes.map(toBase64url),
      crtExponents: components.crtExponents.map(toBase64url),
      crtCoefficients: components.crtCoefficients.map(toBase64url),
    },
  };
}

export function readPublicJson(json: Members): PublicNumbers {
  if (json.format === privateFormat) throw privateKeyGiven();
  checkFormat(json, publicFormat);
  const { messageLength, ...others } = json;
  checkMembers("the key", others, ["format", "version", "modulus", "publicExponent"], "refused");
  const { modulus, publicExponent } = others;
  if (messageLength !== undefined && typeof messageLength !== "number") {
    throw new RsaError("invalid-encoding", "messageLength must be a number");
  }
  return {
    modulus: fromBase64url("modulus", modulus),
    publicExponent: fromBase64url("publicExponent", publicExponent),
    ...(messageLength !== undefined && { messageLength }),
  };
}

export function readPrivateJson(json: Members): { params: KeyParamValues; components: KeyComponents } {
  if (json.format === publicFormat) throw publicKeyGiven();
  checkFormat(json, privateFormat);
  checkMembers("the key", json, ["format", "version", "params", "components"], "refused");
  const { params, components } = json;
  return { params: readParams(params), components: readComponents(components) };
}

function checkFormat(json: Members, wanted: string): void {
  const { format, version: found } = json;
  if (format === undefined) refuseObject(wanted);
  if (format !== wanted) {
    throw new RsaError("unsupported-format", `format must be ${JSON.stringify(wanted)}, got ${shown(format)}`);
  }
  if (found !== version) {
    throw new RsaError("unsupported-format", `version must be ${version}, got ${shown(found)}`);
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value).slice(0, 40);
}

/** Checks types and names; the core checks ranges and conflicts. */
function readParams(params: unknown): KeyParamValues {
  checkObject("params", params);
  const { variant, publicExponent, ...counts } = params;
  checkVariant(variant);
  for (const [name, value] of Object.entries(counts)) {
    if (!(countParams as readonly string[]).includes(name)) {
      throw new RsaError("invalid-encoding", `params has the unknown member ${name}`);
    }
    if (typeof value !== "number") throw new RsaError("invalid-encoding", `params.${name} must be a number`);
  }
  return {
    ...(counts as Pick<KeyParamValues, "modulusLength">),
    variant,
    ...(publicExponent !== undefined && { publicExponent: fromBase64url("params.publicExponent", publicExponent) }),
  };
}

function readComponents(components: unknown): KeyComponents {
  checkObject("components", components);
  const names = ["modulus", "publicExponents", "privateExponent", "primes", "crtExponents", "crtCoefficients"] as const;
  checkMembers("components", components, names, "refused");
  const one = (name: (typeof names)[number]): bigint => fromBase64url(`components.${name}`, components[name]);
  const list = (name: (typeof names)[number]): bigint[] =>
    readList(`components.${name}`, components[name], mostNumbers, fromBase64url);
  return {
    modulus: one("modulus"),
    publicExponents: list("publicExponents"),
    privateExponent: one("privateExponent"),
    primes: list("primes"),
    crtExponents: list("crtExponents"),
    crtCoefficients: list("crtCoefficients"),
  };
}
