import { type Bytes, bytesToBigInt, naturalToBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import type { Names, ReportOptions } from "../options.js";
import { checkWholeNumber, type GlueParams, type KeyParams, toGlueParams } from "../params.js";

/** Plain data from the bindings, with big-endian bytes in place of each bigint. */
export type Glued<T> = T extends bigint ? Uint8Array : T extends object ? { [Name in keyof T]: Glued<T[Name]> } : T;

/** Converts all bytes to numbers. The bindings use bytes for nothing else. */
export function fromGlued<T>(value: Glued<T>): T {
  return withNumbers(value) as T;
}

function withNumbers(value: unknown): unknown {
  if (value instanceof Uint8Array) return bytesToBigInt(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}

/** A paper or a standard. */
export interface Source {
  readonly authors: string;
  readonly title: string;
  /** Proceedings, journal or publisher. */
  readonly publishedIn: string;
  readonly year: number;
}

/** What every attacker has: the numbers of a public key. You can pass a `PublicKey`. */
export interface PublicKeyNumbers {
  /** N. */
  readonly modulus: bigint;
  /** e. */
  readonly publicExponent: bigint;
  /** `PublicKey.messageLength`, only with `unbalanced` keys. */
  readonly messageLength?: number | undefined;
}

/** The progress of an attack or a demonstration. */
export interface AttackProgress {
  /** The current step, in a few words with the numbers that matter. It changes with each step. */
  readonly step: string;
  /** How much of this step is done. */
  readonly done: number;
  /** How much work the step has, or is expected to have; absent if unknown. `done` may exceed it. */
  readonly expected?: number;
}

/**
 * Options of a call that reports progress: at each step and often in between. Up to 1024 bits, it calls `onProgress` about every
 * 50 ms. At 2048 bits some steps take 100 ms, at 16384 bits seconds. Recovering a key from a pair of exponents (`common-modulus`
 * with several owners) reports nothing until it ends: some tenths of a second at 2048 bits.
 */
export type AttackProgressOptions = ReportOptions<AttackProgress>;

/** Options of a call that draws random numbers. */
export interface SeedOptions {
  /** 1 to 32 bytes that determine all random numbers, to repeat a run. Default: random. */
  readonly seed?: Bytes | undefined;
}

/** The options that all attacks and all demonstrations have. */
export const attackNames: Names<AttackProgressOptions> = { onProgress: true, signal: true };
export const demonstrationNames: Names<AttackProgressOptions & SeedOptions> = { ...attackNames, seed: true };

/** The result of an attack: what was found, or why nothing was found, and the figures of the run. */
export type Outcome<Found extends object, Figures extends object = object> = (
  | ({ readonly found: true } & Found)
  | {
      readonly found: false;
      /** Why nothing was found, in one sentence. */
      readonly reason: string;
    }
) &
  Figures & {
    /** How long the attack took. */
    readonly seconds: number;
  };

/** The primes that were found. The modulus may have others. */
export interface FoundPrimes {
  /** In ascending order, each as often as it divides N. */
  readonly primes: readonly bigint[];
  /** The composite rest of N; empty if N is factored completely. */
  readonly unfactored: readonly bigint[];
}

/** How far the two stages of a method go. */
export interface StageBounds {
  /** B1. */
  readonly first: number;
  /** B2. */
  readonly second: number;
}

/** A fresh key that an attack can be tried on. */
export interface DemonstrationOf<Target, Options extends object, Secret extends object = object> {
  /** What the attacker sees. */
  readonly target: Target;
  /** The options for `runAttack` that fit this target. */
  readonly options: Options;
  /** The key's parameters, if this library makes such keys. */
  readonly params?: KeyParams;
  /** What the attacker is after, for comparison. */
  readonly secret: Secret & {
    /** The distinct primes of N. */
    readonly primes: readonly bigint[];
  };
}

/** An option whose value is a number. */
export interface NumberOption {
  readonly kind: "number";
  readonly name: string;
  /** The option's name to display. */
  readonly title: string;
  readonly unit: "bits" | "primes" | "curves" | "multipliers" | "seconds" | "exponents" | "processes";
  /** The smallest value. The values of other options may require a larger one. */
  readonly least: number;
  /** The largest value. The values of other options may require a smaller one. */
  readonly most: number;
  /** Absent if the default depends on other values. */
  readonly default?: number;
}

/** An option whose value is one of several names. */
export interface ChoiceOption {
  readonly kind: "choice";
  readonly name: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  readonly default: string;
}

/** An option that is on or off. */
export interface SwitchOption {
  readonly kind: "switch";
  readonly name: string;
  readonly title: string;
  readonly default: boolean;
}

/** An option of an attack or a demonstration, with everything needed to build a form control. */
export type AttackOption = NumberOption | ChoiceOption | SwitchOption;

/** An option of an options object. */
type OptionOf<Options> = AttackOption & { readonly name: Options extends unknown ? keyof Options : never };

/** The types of an attack. */
export interface AttackShape {
  readonly target: object;
  readonly options: object;
  readonly outcome: object;
  readonly demonstrationOptions: object;
  readonly demonstration: object;
}

/** The description of an attack. */
export interface AttackOf<Name extends string, Types extends AttackShape> {
  readonly name: Name;
  /** Its name to display. */
  readonly title: string;
  /** Which keys it breaks, in one or two sentences. */
  readonly breaks: string;
  /** What the attacker needs, in one or two sentences. */
  readonly needs: string;
  /** What it costs, in one sentence. */
  readonly cost: string;
  /** How to defend against it, in one or two sentences. */
  readonly defense: string;
  /** The paper that describes it. */
  readonly source: Source;
  /** The options of `runAttack`. */
  readonly options: readonly OptionOf<Types["options"]>[];
  /** The options of `demonstration`. */
  readonly demonstrationOptions: readonly OptionOf<Types["demonstrationOptions"]>[];
}

/** Returns false to cancel. */
export type GlueAttackProgress = (progress: AttackProgress) => boolean;

/** The last arguments of calls that report progress, and of calls that also draw random numbers. */
export type Reporting = [onProgress: GlueAttackProgress | undefined];
export type Drawing = [random: Uint8Array, ...Reporting];

/** An attack in the bindings. */
export type Run<Types extends AttackShape, Rest extends unknown[]> = (
  modulus: Uint8Array,
  publicExponent: Uint8Array,
  ...rest: Rest
) => Glued<Types["outcome"]>;

/** A demonstration in the bindings. */
type Demonstrate<Types extends AttackShape, Options extends unknown[]> = (
  ...args: [...Options, ...Drawing]
) => Glued<Types["demonstration"]>;

/** An attack and its demonstration in the bindings. */
export type AttackGlue<
  Name extends string,
  Types extends AttackShape,
  Rest extends unknown[],
  Options extends unknown[],
> = Readonly<Record<Name, Run<Types, Rest>>> & Readonly<Record<`${Name}Demonstration`, Demonstrate<Types, Options>>>;

/** An attack and its calls of the bindings. Both calls check types; the core checks ranges. */
export interface AttackDefinition<Name extends string, Types extends AttackShape, Calls> {
  readonly attack: AttackOf<Name, Types>;
  /** Without `attackNames`. */
  readonly optionNames: Names<Types["options"]>;
  /** Without `demonstrationNames`. */
  readonly demonstrationNames: Names<Types["demonstrationOptions"]>;
  run(glue: Calls, target: Types["target"], options: Types["options"], ...report: Reporting): Glued<Types["outcome"]>;
  demonstrate(glue: Calls, options: Types["demonstrationOptions"], ...drawing: Drawing): Glued<Types["demonstration"]>;
}

/** An option with a choice of names; the first is the default. */
export function choice<Name extends string, const Values extends readonly [string, ...string[]]>(
  name: Name,
  title: string,
  values: Values,
  titles: Readonly<Record<Values[number], string>>,
): ChoiceOption & { readonly name: Name; readonly default: Values[0] } {
  const choices = values.map((value: Values[number]) => ({ value, title: titles[value] }));
  return { kind: "choice", name, title, choices, default: values[0] };
}

/** An option with a number between two limits. Without `standard`, the default depends on other values. */
export function numberOption<const Name extends string>(
  ...option: [...NumberArguments<Name>, standard: number]
): NumberOption & { readonly name: Name; readonly default: number };
export function numberOption<const Name extends string>(
  ...option: NumberArguments<Name>
): NumberOption & { readonly name: Name };
export function numberOption(
  ...[name, title, unit, least, most, standard]: [...NumberArguments<string>, standard?: number]
): NumberOption {
  return { kind: "number", name, title, unit, least, most, ...(standard === undefined ? {} : { default: standard }) };
}

type NumberArguments<Name> = [name: Name, title: string, unit: NumberOption["unit"], least: number, most: number];

/** The option n of a demonstration's key. */
export const modulusLengthOf = (standard: number) =>
  numberOption("modulusLength", "Modulus length n", "bits", 128, 16384, standard);

/** Checks and converts a public key's numbers. */
export function toKeyArguments(target: PublicKeyNumbers): [modulus: Uint8Array, publicExponent: Uint8Array] {
  if (typeof target !== "object" || target === null) {
    throw invalid("target", `must be an object with modulus and publicExponent, got ${describe(target)}`);
  }
  return [naturalToBytes("modulus", target.modulus), naturalToBytes("publicExponent", target.publicExponent)];
}

/** Checks and converts a list of numbers. */
export function toNumbers(name: string, values: readonly bigint[]): Uint8Array[] {
  if (!Array.isArray(values)) {
    throw invalid(name, `must be an array of bigints, got ${describe(values)}`);
  }
  return values.map((value: bigint, index) => naturalToBytes(name, value, index));
}

/** Converts the parameters of a demonstration's key, some of which may be undefined. */
export function toOpenParams(params: { [Name in keyof KeyParams]: KeyParams[Name] | undefined }): GlueParams {
  // toGlueParams leaves out undefined values.
  return toGlueParams(params as KeyParams);
}

/** Checks whole numbers that may be undefined. */
export function checkWholeNumbers(numbers: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined) checkWholeNumber(name, value);
  }
}

/** Refuses a value that is not among the choices of an option. */
export function checkChoice({ name, choices }: ChoiceOption, value: unknown): void {
  if (choices.some((choice) => choice.value === value)) return;
  const values = choices.map((choice) => choice.value).join(", ");
  throw invalid(name, `must be one of ${values}, got ${String(value)}`);
}
