import { invalid } from "../errors.js";
import type { ModuleGlue } from "../instantiate.js";
import type { AttackDefinition, AttackOf, AttackProgressOptions, SeedOptions } from "./attack.js";
import { type ClassGroup, type ClassGroupGlue, classGroup } from "./attacks/class-group.js";
import { type ClockSeed, type ClockSeedGlue, clockSeed } from "./attacks/clock-seed.js";
import { type CommonModulus, type CommonModulusGlue, commonModulus } from "./attacks/common-modulus.js";
import { type DebianSeed, type DebianSeedGlue, debianSeed } from "./attacks/debian-seed.js";
import { type EllipticCurve, type EllipticCurveGlue, ellipticCurve } from "./attacks/elliptic-curve.js";
import { type Fault, type FaultGlue, fault } from "./attacks/fault.js";
import { type MeetInTheMiddle, type MeetInTheMiddleGlue, meetInTheMiddle } from "./attacks/meet-in-the-middle.js";
import { type PartialExposure, type PartialExposureGlue, partialExposure } from "./attacks/partial-exposure.js";
import {
  type SeveralCrtExponents,
  type SeveralCrtExponentsGlue,
  severalCrtExponents,
} from "./attacks/several-crt-exponents.js";
import {
  type SmallCrtExponents,
  type SmallCrtExponentsGlue,
  smallCrtExponents,
} from "./attacks/small-crt-exponents.js";
import {
  type SmallPrivateExponent,
  type SmallPrivateExponentGlue,
  smallPrivateExponent,
} from "./attacks/small-private-exponent.js";

import {
  type UnbalancedChosenCiphertext,
  type UnbalancedChosenCiphertextGlue,
  unbalancedChosenCiphertext,
} from "./attacks/unbalanced-chosen-ciphertext.js";

/** The types of each attack. */
export interface AttackTypes {
  readonly "small-crt-exponents": SmallCrtExponents;
  readonly "partial-exposure": PartialExposure;
  readonly "several-crt-exponents": SeveralCrtExponents;
  readonly "small-private-exponent": SmallPrivateExponent;
  readonly "common-modulus": CommonModulus;
  readonly fault: Fault;
  readonly "unbalanced-chosen-ciphertext": UnbalancedChosenCiphertext;
  readonly "clock-seed": ClockSeed;
  readonly "debian-seed": DebianSeed;
  readonly "meet-in-the-middle": MeetInTheMiddle;
  readonly "class-group": ClassGroup;
  readonly "elliptic-curve": EllipticCurve;
}

/** The name of an attack. */
export type AttackName = keyof AttackTypes;
/** What the attacker has. */
export type AttackTarget<Name extends AttackName = AttackName> = AttackTypes[Name]["target"];
/** Options of an attack. */
export type AttackOptions<Name extends AttackName = AttackName> = AttackTypes[Name]["options"] & AttackProgressOptions;
/** The result of an attack. */
export type AttackOutcome<Name extends AttackName = AttackName> = AttackTypes[Name]["outcome"];
/** The key to make for a demonstration. */
export type DemonstrationOptions<Name extends AttackName = AttackName> = AttackTypes[Name]["demonstrationOptions"] &
  SeedOptions &
  AttackProgressOptions;
/** A fresh key, and whatever else the attacker sees. */
export type Demonstration<Name extends AttackName = AttackName> = AttackTypes[Name]["demonstration"];

/** The description of an attack, discriminated by its name. */
export type Attack<Name extends AttackName = AttackName> = {
  readonly [Each in Name]: AttackOf<Each, AttackTypes[Each]>;
}[Name];

/**
 * The generated bindings of the attacks' WebAssembly module. Integers are big-endian bytes. A test compiles this interface
 * against the generated declarations.
 */
export interface AttacksGlue
  extends ModuleGlue,
    ClassGroupGlue,
    ClockSeedGlue,
    CommonModulusGlue,
    DebianSeedGlue,
    EllipticCurveGlue,
    FaultGlue,
    MeetInTheMiddleGlue,
    PartialExposureGlue,
    SeveralCrtExponentsGlue,
    SmallCrtExponentsGlue,
    SmallPrivateExponentGlue,
    UnbalancedChosenCiphertextGlue {}

type Definition<Name extends AttackName> = AttackDefinition<Name, AttackTypes[Name], AttacksGlue>;

/** Cheapest first. */
const definitions: { readonly [Name in AttackName]: Definition<Name> } = {
  "small-crt-exponents": smallCrtExponents,
  "small-private-exponent": smallPrivateExponent,
  "common-modulus": commonModulus,
  fault,
  "unbalanced-chosen-ciphertext": unbalancedChosenCiphertext,
  "partial-exposure": partialExposure,
  "several-crt-exponents": severalCrtExponents,
  "clock-seed": clockSeed,
  "debian-seed": debianSeed,
  "meet-in-the-middle": meetInTheMiddle,
  "class-group": classGroup,
  "elliptic-curve": ellipticCurve,
};

/**
 * The attacks that you can run, with what they break and how to defend against them, cheapest first. The list needs no loading.
 *
 * @example
 * ```ts
 * import { attacks } from "rsa-variants/security";
 * for (const { name, breaks, source } of attacks) console.log(name, breaks, source.year);
 * ```
 */
export const attacks: readonly Attack[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.values(definitions).map(({ attack }) => attack),
);

/** The attack of this name. */
export function definitionOf<Name extends AttackName>(name: Name): Definition<Name> {
  if (Object.hasOwn(definitions, name)) return definitions[name];
  throw invalid("name", `must be one of ${Object.keys(definitions).join(", ")}, got ${String(name)}`);
}
