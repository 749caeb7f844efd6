import { invalid } from "../errors.js";
import { type AttackTypes, descriptions } from "../generated/attacks.js";
import type { ModuleBindings } from "../instantiate.js";
import type { AsBindings, AttackOf, AttackProgressOptions, BindingsAttackProgress, SeedOptions } from "./attack.js";

export type { AttackTypes };

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
export interface AttacksBindings extends ModuleBindings {
  runAttack(
    name: string,
    target: object,
    options: object,
    random: Uint8Array,
    onProgress: BindingsAttackProgress | undefined,
  ): AsBindings<AttackOutcome>;
  demonstration(
    name: string,
    options: object,
    random: Uint8Array,
    onProgress: BindingsAttackProgress | undefined,
  ): AsBindings<Demonstration>;
}

/**
 * The attacks that you can run, with what they break and how to defend against them, cheapest first. The list needs no loading.
 *
 * @example
 * ```ts
 * import { attacks } from "rsa-variants/security";
 * for (const { name, breaks, source } of attacks) console.log(name, breaks, source.year);
 * ```
 */
export const attacks: readonly Attack[] = /* @__PURE__ */ Object.freeze(descriptions);

/** The attack of this name. */
export function attackNamed(name: AttackName): Attack {
  const found = attacks.find((attack) => attack.name === name);
  if (found !== undefined) return found;
  throw invalid("name", `must be one of ${attacks.map((attack) => attack.name).join(", ")}, got ${String(name)}`);
}
