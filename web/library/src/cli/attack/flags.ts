import type { AttackOption } from "../../security/attack.js";
import { type Attack, definitionOf } from "../../security/attacks.js";
import type { Arguments, Flag } from "../arguments.js";
import { flagName, UsageError } from "../failure.js";
import { passphraseFlags } from "../keys.js";
import { targetFlags } from "./target.js";

/** Options as the library takes them. */
type Options = Readonly<Record<string, unknown>>;

/** The flags of an attack: its options and those of its demonstration, as the library describes them. */
export function attackFlags(attack: Attack): Readonly<Record<string, Flag>> {
  const keyed = keyedFlags(attack);
  const unkeyed = flagsOf(unkeyedOptions(attack));
  const names = new Set([...Object.keys(unkeyed), ...Object.keys(keyed)]);
  return {
    key: { short: "k", value: "FILE", text: "the key to attack, in any format; without it a fresh one is made" },
    ...Object.fromEntries([...names].map((name) => [name, either(unkeyed[name], keyed[name])])),
    seed: { value: "HEX", text: "1 to 32 bytes that fix what is drawn at random, so that a run can be repeated" },
    json: { text: "as JSON" },
    ...passphraseFlags,
  };
}

/** What the flags say of an attack on a given key. */
export function optionsForKey(attack: Attack, given: Arguments): { readonly options: Options } {
  const keyed = keyedFlags(attack);
  for (const name of Object.keys(flagsOf(unkeyedOptions(attack)))) {
    if (!(name in keyed)) refuse(given, name, "is for a fresh key, without --key");
  }
  return { options: { ...valuesOf(attack.options, given), ...seedFor(attack, seedOf(given)) } };
}

/** What the flags say of a fresh key, and of an attack on it. */
export function optionsForNoKey(
  attack: Attack,
  given: Arguments,
): { readonly options: Options; readonly demonstrationOptions: Options } {
  const unkeyed = flagsOf(unkeyedOptions(attack));
  for (const name of Object.keys(keyedFlags(attack))) {
    if (!(name in unkeyed)) refuse(given, name, "needs --key");
  }
  for (const name of Object.keys(passphraseFlags)) refuse(given, name, "needs --key");
  const seed = seedOf(given);
  return {
    options: { ...valuesOf(ownOptions(attack), given), ...seedFor(attack, seed) },
    demonstrationOptions: { ...valuesOf(attack.demonstrationOptions, given), ...seed },
  };
}

function refuse(given: Arguments, name: string, why: string): void {
  if (given.text(name) !== undefined) throw new UsageError(`--${name} ${why}`);
}

/** With a given key. */
function keyedFlags({ name, options }: Attack): Readonly<Record<string, Flag>> {
  return { ...targetFlags[name], ...flagsOf(options) };
}

/** With a fresh key: an option of both is the key's, and the demonstration says what fits it. */
function unkeyedOptions(attack: Attack): readonly AttackOption[] {
  return [...attack.demonstrationOptions, ...ownOptions(attack)];
}

/** The options of an attack that its demonstration has not. */
function ownOptions({ options, demonstrationOptions }: Attack): readonly AttackOption[] {
  const taken = new Set<string>(demonstrationOptions.map(({ name }) => name));
  return options.filter(({ name }) => !taken.has(name));
}

/** A flag that has a meaning with a key, without, or both. */
function either(unkeyed: Flag | undefined, keyed: Flag | undefined): Flag {
  if (unkeyed === undefined) return { ...keyed, text: `with --key: ${keyed?.text}` };
  if (keyed === undefined) return { ...unkeyed, text: `${unkeyed.text} (without --key)` };
  return unkeyed.text === keyed.text ? unkeyed : { ...unkeyed, text: `${unkeyed.text}; with --key: ${keyed.text}` };
}

function flagsOf(options: readonly AttackOption[]): Readonly<Record<string, Flag>> {
  return Object.fromEntries(options.map((option) => [flagName(option.name), flagOf(option)]));
}

function flagOf(option: AttackOption): Flag {
  const title = option.title.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  if (option.kind === "choice") {
    const values = option.choices.map(({ value }) => value).join(", ");
    return { value: "NAME", text: `${title}: ${values}; default ${option.default}` };
  }
  if (option.kind === "switch") {
    return { value: "yes|no", text: `${title}; default ${option.default ? "yes" : "no"}` };
  }
  const unit = option.unit === "bits" || option.unit === "seconds" ? option.unit.toUpperCase() : "COUNT";
  const standard = option.default === undefined ? "" : `; default ${option.default}`;
  return { value: unit, text: `${title}, ${option.least} to ${option.most}${standard}` };
}

/** The values that are given. */
function valuesOf(options: readonly AttackOption[], given: Arguments): Options {
  const values = options.map((option) => [option.name, optionValue(option, flagName(option.name), given)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function optionValue(option: AttackOption, flag: string, given: Arguments): unknown {
  if (given.text(flag) === undefined) return undefined;
  if (option.kind === "number") return given.whole(flag);
  if (option.kind === "switch") return given.choice(flag, ["yes", "no"]) === "yes";
  return given.choice(flag, [option.default, ...option.choices.map(({ value }) => value)]);
}

/** The seed, where the attack itself draws random numbers. */
function seedFor({ name }: Attack, seed: { seed?: Uint8Array }): { seed?: Uint8Array } {
  return "seed" in definitionOf(name).optionNames ? seed : {};
}

function seedOf(given: Arguments): { seed?: Uint8Array } {
  const text = given.text("seed");
  if (text === undefined) return {};
  if (!/^([0-9a-fA-F]{2}){1,32}$/.test(text)) {
    throw new UsageError(`--seed must be 1 to 32 bytes in hexadecimal, got ${JSON.stringify(text)}`);
  }
  return { seed: Uint8Array.from(Buffer.from(text, "hex")) };
}
