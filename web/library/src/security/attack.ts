import { type Bytes, bytesToBigInt, isUint8Array, naturalToBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { checkBoolean, checkWholeNumber, type Names, type ReportOptions } from "../options.js";
import { checkVariant, type KeyParams, type PublicKeyNumbers, paramNames } from "../params.js";

/** Plain data from the bindings, with big-endian bytes in place of each bigint. */
export type AsBindings<T> = T extends bigint
  ? Uint8Array
  : T extends object
    ? { [Name in keyof T]: AsBindings<T[Name]> }
    : T;

/** Converts all bytes to numbers. The bindings use bytes for nothing else. */
export function fromBindings<T>(value: AsBindings<T>): T {
  return withNumbers(value) as T;
}

function withNumbers(value: unknown): unknown {
  if (isUint8Array(value)) return bytesToBigInt(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}

/** A paper or a standard. */
export interface Source {
  /** The authors. */
  readonly authors: string;
  /** The title. */
  readonly title: string;
  /** Proceedings, journal or publisher. */
  readonly publishedIn: string;
  /** The year of publication. */
  readonly year: number;
}

export type { PublicKeyNumbers } from "../params.js";

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
 * Options of a call that reports progress: at each step and often in between, less often the longer the modulus is. Recovering a key
 * from a pair of exponents (`common-modulus` with several owners) reports nothing until it ends.
 */
export type AttackProgressOptions = ReportOptions<AttackProgress>;

/** Options of a call that draws random numbers. */
export interface SeedOptions {
  /** 1 to 32 bytes that determine all random numbers, to repeat a run. Default: random. */
  readonly seed?: Bytes | undefined;
}

/** The options that all attacks and all demonstrations have. */
export const attackNames: Names<AttackProgressOptions> = { onProgress: true, signal: true };
export const seedNames: Names<SeedOptions> = { seed: true };
export const demonstrationNames: Names<AttackProgressOptions & SeedOptions> = { ...attackNames, ...seedNames };

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
  /** Tells the kinds of options apart. */
  readonly kind: "number";
  /** Its name in the options object. */
  readonly name: string;
  /** The option's name to display. */
  readonly title: string;
  /** What the number counts. */
  readonly unit: "bits" | "primes" | "curves" | "multipliers" | "exponents" | "processes";
  /** The smallest value. The values of other options may require a larger one. */
  readonly least: number;
  /** The largest value. The values of other options may require a smaller one. */
  readonly most: number;
  /** Absent if the default depends on other values. */
  readonly default?: number;
  /** Absent if it always applies. */
  readonly only?: Condition;
}

/** An option applies only if another option has a value. */
export interface Condition {
  /** The name of the other option. */
  readonly option: string;
  /** The value that it must have. */
  readonly value: string;
}

/** A name, and its title to display. */
export interface Choice {
  /** The name, as the option accepts it. */
  readonly value: string;
  /** Its title to display. */
  readonly title: string;
}

/** An option whose value is one of several names. */
export interface ChoiceOption {
  /** Tells the kinds of options apart. */
  readonly kind: "choice";
  /** Its name in the options object. */
  readonly name: string;
  /** The option's name to display. */
  readonly title: string;
  /** The possible values. */
  readonly choices: readonly Choice[];
  /** The value if none is given. */
  readonly default: string;
}

/** An option that is on or off. */
export interface SwitchOption {
  /** Tells the kinds of options apart. */
  readonly kind: "switch";
  /** Its name in the options object. */
  readonly name: string;
  /** The option's name to display. */
  readonly title: string;
  /** Whether it is on if nothing is given. */
  readonly default: boolean;
}

/** An option of an attack or a demonstration, with everything needed to build a form control. */
export type AttackOption = NumberOption | ChoiceOption | SwitchOption;

/** An option of an options object. */
type OptionOf<Options> = AttackOption & { readonly name: Options extends unknown ? keyof Options : never };

/** What a target has besides the numbers of a key. */
export interface TargetField {
  /** A bigint, a list of them, a count, or one of several names. */
  readonly kind: "natural" | "naturals" | "count" | "choice";
  /** Its name in the target. */
  readonly name: string;
  /** The field's name to display. */
  readonly title: string;
  /** What it is, in a few words. */
  readonly text: string;
  /** How many numbers the list has; absent if any number of them. */
  readonly items?: number;
  /** The unit of a count. */
  readonly unit?: "bits";
  /** The possible values of a choice. */
  readonly choices?: readonly Choice[];
}

/** A kind of target. */
export interface TargetForm {
  /**
   * The key that the attacker has: `public` for `modulus` and `publicExponent`, `private` for `modulus`, `privateExponent` and
   * `publicExponents`, of which the key's own comes first.
   */
  readonly key: "public" | "private";
  /** What it has in addition to the numbers of the key. */
  readonly fields: readonly TargetField[];
}

/** A figure of an outcome, to display. */
export interface OutcomeFigure {
  /** Its name in the outcome. */
  readonly name: string;
  /** A few words in which `{}` stands for the value: "{} curves". */
  readonly text: string;
  /** The same for a value of 1. */
  readonly one?: string;
  /** What the value is if it is not a count: a number of bytes, a Unix time, or the number of something. */
  readonly unit?: "bytes" | "id";
  /** The titles of the values, if they are names. */
  readonly choices?: readonly Choice[];
}

/** A column of the estimates of an outcome, to display. */
export interface EstimateColumn {
  /** Its name in each estimate. */
  readonly name: string;
  /** Its title to display. */
  readonly title: string;
  /** The unit of the values, if they have one. */
  readonly unit?: "bits" | "bytes" | "seconds";
}

/** The types of an attack. */
export interface AttackShape {
  /** What the attacker has. */
  readonly target: object;
  /** The options of `runAttack`. */
  readonly options: object;
  /** What `runAttack` returns. */
  readonly outcome: object;
  /** The options of `demonstration`. */
  readonly demonstrationOptions: object;
  /** What `demonstration` returns. */
  readonly demonstration: object;
}

/** The description of an attack. */
export interface AttackOf<Name extends string, Types extends AttackShape> {
  /** Its name, as `runAttack` accepts it. */
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
  /** Whether `runAttack` draws random numbers, which the option `seed` determines. */
  readonly acceptsSeed?: boolean;
  /** Whether `demonstration` also accepts all parameters of keys. */
  readonly acceptsKeyParams?: boolean;
  /** What the attacker has. A target is of one of these kinds; the first is the usual one. */
  readonly targets: readonly TargetForm[];
  /** The options of `runAttack`. */
  readonly options: readonly OptionOf<Types["options"]>[];
  /** The options of `demonstration`. */
  readonly demonstrationOptions: readonly OptionOf<Types["demonstrationOptions"]>[];
  /** The figures of an outcome. */
  readonly figures: readonly OutcomeFigure[];
  /** The columns of `estimates`, if an outcome has them. */
  readonly estimates?: readonly EstimateColumn[];
}

/** Returns false to cancel. */
export type BindingsAttackProgress = (progress: AttackProgress) => boolean;

/** The names of a call's options. */
export function namesOf(options: readonly { readonly name: string }[]): Record<string, true> {
  return Object.fromEntries(options.map(({ name }) => [name, true]));
}

type Values = Readonly<Record<string, unknown>>;

/** A field of a target or an option. */
type Convertible = Pick<TargetField, "name" | "choices" | "items"> & {
  readonly kind: TargetField["kind"] | AttackOption["kind"];
};

/** The parameters of keys as options. */
export const paramOptions: readonly Convertible[] = Object.keys(paramNames).map((name) => ({
  kind: name === "publicExponent" ? "natural" : name === "variant" ? "choice" : "number",
  name,
}));

/** Checks the types of a target and converts its numbers; the core checks ranges. */
export function toBindingsTarget(targets: readonly TargetForm[], target: unknown): Values {
  if (typeof target !== "object" || target === null) {
    throw invalid("target", `must be an object with modulus and publicExponent, got ${describe(target)}`);
  }
  const key = "privateExponent" in target ? "private" : "public";
  const form = targets.find((each) => each.key === key) ?? targets[0];
  const exponent = form?.key === "private" ? "privateExponent" : "publicExponent";
  const numbers = ["modulus", exponent].map((name) => ({ kind: "natural", name }) as const);
  return converted([...numbers, ...(form?.fields ?? [])], target as Values);
}

/** Checks the types of options, of which some may be undefined; the core chooses defaults and checks ranges. */
export function toBindingsOptions(options: readonly Convertible[], values: object): Values {
  const given = options.filter(({ name }) => (values as Values)[name] !== undefined);
  return converted(given, values as Values);
}

function converted(fields: readonly Convertible[], values: Values): Values {
  return Object.fromEntries(fields.map((field) => [field.name, convertedValue(field, values[field.name])]));
}

function convertedValue({ kind, name, items, choices = [] }: Convertible, value: unknown): unknown {
  switch (kind) {
    case "natural":
      return naturalToBytes(name, value as bigint);
    case "naturals":
      return toNumbers(name, value, items);
    case "switch":
      return checkBoolean(name, value);
    case "choice":
      // Each attack explains why it does not suit a variant.
      if (name === "variant") checkVariant(value);
      else checkChoice(name, choices, value);
      return value;
    default:
      checkWholeNumber(name, value);
      return value;
  }
}

/** Checks and converts a public key's numbers. */
export function toKeyArguments(target: PublicKeyNumbers): [modulus: Uint8Array, publicExponent: Uint8Array] {
  return [naturalToBytes("modulus", target.modulus), naturalToBytes("publicExponent", target.publicExponent)];
}

/** Checks and converts a list of numbers. */
function toNumbers(name: string, values: unknown, items: number | undefined): Uint8Array[] {
  if (!Array.isArray(values)) {
    throw invalid(name, `must be an array of bigints, got ${describe(values)}`);
  }
  const numbers = values.map((value: bigint, index) => naturalToBytes(name, value, index));
  if (items !== undefined && numbers.length !== items) {
    throw invalid(name, `must have ${items} items, got ${numbers.length}`);
  }
  return numbers;
}

/** Refuses a value that is not among the choices of an option. */
function checkChoice(name: string, choices: readonly Choice[], value: unknown): void {
  if (choices.some((choice) => choice.value === value)) return;
  const values = choices.map((choice) => choice.value).join(", ");
  throw invalid(name, `must be one of ${values}, got ${String(value)}`);
}
