import { naturalToBytes } from "../bytes.js";
import type { AbortOptions } from "../callback.js";
import { describe, invalid } from "../errors.js";
import {
  componentsOf,
  fromGlueParams,
  type GlueComponents,
  type GlueParams,
  type KeyParams,
  type PrivateKeyNumbers,
  toGlueComponents,
  toGlueParams,
} from "../params.js";
import { toKeyArguments } from "./arguments.js";
import { type Assessment, commonMembers, type GlueJudgement, type Reach } from "./assess.js";
import type { PublicKeyNumbers, Source } from "./attack.js";
import { fromGlued, type Glued } from "./glued.js";

/** A defect of one key, or something unusual about it. */
export interface KeyFinding {
  /** A stable name: `close-primes`, `shared-prime`, `roca` and so on. */
  readonly code: string;
  /** `note` is a remark that lowers no verdict. */
  readonly severity: "broken" | "weak" | "note";
  /** Bits of work that the defect leaves; absent for a note. */
  readonly strength?: number;
  /** How close to practice it is, where it breaks the key. */
  readonly reach?: Reach;
  /** Why, with the numbers: a sentence. */
  readonly reason: string;
  readonly source: Source;
  /** What to do: a sentence. */
  readonly remedy: string;
  /** A divisor of N, where the public key alone gave one away. */
  readonly factor?: bigint;
}

/** The assessment of a key: by the methods that its actual lengths allow, and by what is wrong with this key alone. */
export interface KeyAssessment extends Omit<Assessment, "params"> {
  /** The parameters of a private key. A public key does not show its variant. */
  readonly params?: KeyParams;
  /** Bits of N. */
  readonly modulusLength: number;
  /** What is wrong with this key, worst first; may be empty. */
  readonly keyFindings: readonly KeyFinding[];
  /** What decided the verdict, a key finding or a method: a sentence. */
  readonly why: string;
}

/** As it crosses. */
export interface GlueKeyAssessment extends GlueJudgement {
  params?: GlueParams;
  modulusLength: number;
  keyFindings: Glued<KeyFinding>[];
}

/** Options of an assessment of a key. */
export interface AssessKeyOptions extends AbortOptions {
  /** Further keys, which may share a prime with this one. The same modulus again is no finding. */
  readonly others?: readonly PublicKeyNumbers[] | undefined;
}

/** A key as it crosses. */
export type KeyArguments =
  | { readonly kind: "public"; readonly numbers: [modulus: Uint8Array, publicExponent: Uint8Array] }
  | { readonly kind: "private"; readonly params: GlueParams; readonly components: GlueComponents };

/** Whether the input is a key, and no set of parameters. */
export function isKey(input: unknown): input is PublicKeyNumbers | PrivateKeyNumbers {
  return typeof input === "object" && input !== null && ("modulus" in input || "components" in input);
}

/** Checks and converts a key of either kind. */
export function toAssessable(key: PublicKeyNumbers | PrivateKeyNumbers): KeyArguments {
  if (!("components" in key)) return { kind: "public", numbers: toKeyArguments(key) };
  return { kind: "private", params: toGlueParams(key.params), components: toGlueComponents(componentsOf(key)) };
}

/** The moduli of other keys. */
export function toModuli(others: readonly PublicKeyNumbers[]): Uint8Array[] {
  if (!Array.isArray(others)) throw invalid("others", `must be an array, got ${describe(others)}`);
  return others.map((key: PublicKeyNumbers, index) => naturalToBytes(`others[${index}].modulus`, key.modulus));
}

/** The assessment of a key as this package gives it. */
export function fromGlueKeyAssessment(glue: GlueKeyAssessment): KeyAssessment {
  const { params, keyFindings: glued, ...rest } = glue;
  const keyFindings = glued.map((finding) => fromGlued<KeyFinding>(finding));
  const members = commonMembers(rest, rest.modulusLength);
  const worst = keyFindings.find(({ strength }) => strength !== undefined && strength === rest.strength);
  const { decisive } = members;
  return {
    ...members,
    modulusLength: rest.modulusLength,
    ...(params === undefined ? {} : { params: fromGlueParams(params) }),
    keyFindings,
    why: worst === undefined ? `${decisive.name}: ${decisive.reason}` : worst.reason,
  };
}
