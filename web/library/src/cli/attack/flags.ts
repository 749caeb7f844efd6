import type { AttackOption, TargetField, TargetForm } from "../../security/attack.js";
import type { Attack, AttackTarget } from "../../security/attacks.js";
import type { Arguments, Flag } from "../arguments.js";
import type { Context } from "../context.js";
import { flagName, UsageError } from "../failure.js";
import { passphraseFlags, readPrivateKey, readPublicKey } from "../keys.js";

/** Options for the library. */
type Options = Readonly<Record<string, unknown>>;

/** The flags of an attack: its options and those of its demonstration, as the library describes them. */
export function attackFlags(attack: Attack): Readonly<Record<string, Flag>> {
  const keyed = keyedFlags(attack);
  const unkeyed = flagsOf(unkeyedOptions(attack));
  const names = new Set([...Object.keys(unkeyed), ...Object.keys(keyed)]);
  return {
    key: { short: "k", value: "FILE", text: "the key to attack, in any format; default: a new demonstration key" },
    ...Object.fromEntries([...names].map((name) => [name, either(unkeyed[name], keyed[name])])),
    seed: { value: "HEX", text: "1 to 32 bytes that determine all random choices, to repeat a run" },
    json: { text: "print JSON" },
    ...passphraseFlags,
  };
}

/** The options in the flags for an attack on a given key. */
export function optionsForKey(attack: Attack, given: Arguments): { readonly options: Options } {
  const keyed = keyedFlags(attack);
  const others = Object.keys(flagsOf(unkeyedOptions(attack))).filter((name) => !(name in keyed));
  given.refuse(others, "applies only to a demonstration key, without --key");
  return { options: { ...valuesOf(attack.options, given), ...seedFor(attack, seedOf(given)) } };
}

/** The options in the flags for a demonstration key, and for an attack on it. */
export function optionsForNoKey(
  attack: Attack,
  given: Arguments,
): { readonly options: Options; readonly demonstrationOptions: Options } {
  const unkeyed = flagsOf(unkeyedOptions(attack));
  const others = Object.keys(keyedFlags(attack)).filter((name) => !(name in unkeyed));
  given.refuse([...others, ...Object.keys(passphraseFlags)], "needs --key");
  const seed = seedOf(given);
  return {
    options: { ...valuesOf(ownOptions(attack), given), ...seedFor(attack, seed) },
    demonstrationOptions: { ...valuesOf(attack.demonstrationOptions, given), ...seed },
  };
}

/** The flags for a given key. */
function keyedFlags(attack: Attack): Readonly<Record<string, Flag>> {
  const fields = attack.targets.flatMap((form) => form.fields);
  const given = fields.map((field) => [flagName(field.name), { value: valueName(field), text: field.text }]);
  return { ...Object.fromEntries(given), ...flagsOf(attack.options) };
}

/** What stands for the value of a field in the help. Numbers are decimal, or hexadecimal with 0x. */
function valueName({ kind, items, unit, choices = [] }: TargetField): string {
  if (kind === "choice") return choices.map(({ value }) => value).join("|");
  if (kind === "count") return unit?.toUpperCase() ?? "COUNT";
  if (kind === "natural") return "NUMBER";
  return items === undefined ? "NUMBER,…" : Array(items).fill("NUMBER").join(",");
}

/** The options for a demonstration key. An option that key and attack share belongs to the key; the demonstration chooses the rest. */
function unkeyedOptions(attack: Attack): readonly AttackOption[] {
  return [...attack.demonstrationOptions, ...ownOptions(attack)];
}

/** The options of an attack that its demonstration does not have. */
function ownOptions({ options, demonstrationOptions }: Attack): readonly AttackOption[] {
  const taken = new Set<string>(demonstrationOptions.map(({ name }) => name));
  return options.filter(({ name }) => !taken.has(name));
}

/** The help of a flag that applies with --key, without it, or in both cases. */
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
  const unit = option.unit === "bits" ? "BITS" : "COUNT";
  const standard = option.default === undefined ? "" : `; default ${option.default}`;
  return { value: unit, text: `${title}, ${option.least} to ${option.most}${standard}` };
}

/** The values given on the command line. */
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

/** The seed, if the attack itself makes random choices. */
function seedFor({ acceptsSeed }: Attack, seed: { seed?: Uint8Array }): { seed?: Uint8Array } {
  return acceptsSeed ? seed : {};
}

function seedOf(given: Arguments): { seed?: Uint8Array } {
  const text = given.text("seed");
  if (text === undefined) return {};
  if (!/^([0-9a-fA-F]{2}){1,32}$/.test(text)) {
    throw new UsageError(`--seed must be 1 to 32 bytes in hexadecimal, got ${JSON.stringify(text)}`);
  }
  return { seed: Uint8Array.from(Buffer.from(text, "hex")) };
}

/** The target that `--key` and the flags of an attack name. */
export async function targetOf(
  attack: Attack,
  given: Arguments,
  context: Context,
): Promise<{ readonly target: AttackTarget }> {
  const path = given.required("key");
  const { key, fields } = formOf(attack, given);
  const values: { publicExponents?: readonly bigint[] } = Object.fromEntries(
    fields.map((field) => [field.name, fieldValue(field, given)]),
  );
  if (key === "private") {
    const components = await (await readPrivateKey(path, given, context)).components();
    const { modulus, publicExponents, privateExponent } = components;
    const all = [...publicExponents, ...(values.publicExponents ?? [])];
    return { target: { modulus, publicExponents: all, privateExponent } };
  }
  const { modulus, publicExponent } = await readPublicKey(path, given, context);
  return { target: { modulus, publicExponent, ...values } as AttackTarget }; // the library checks the rest
}

/** The kind of target of which there is a flag, or the usual one. */
function formOf({ targets }: Attack, given: Arguments): TargetForm {
  const flagsGiven = (form: TargetForm) =>
    form.fields.map(({ name }) => flagName(name)).filter((flag) => given.text(flag) !== undefined);
  const [form, other] = targets.filter((each) => flagsGiven(each).length > 0);
  if (form !== undefined && other !== undefined) {
    throw new UsageError(`--${flagsGiven(form)[0]} and --${flagsGiven(other)[0]} cannot be combined`);
  }
  return form ?? targets[0] ?? { key: "public", fields: [] };
}

/** What a flag says; missing flags are reported before anything is read. A list of any length may be empty. */
function fieldValue({ kind, name, items }: TargetField, given: Arguments): unknown {
  const flag = flagName(name);
  if (kind === "naturals" && items === undefined) return given.naturals(flag) ?? [];
  const text = given.required(flag);
  if (kind === "naturals") return given.naturals(flag);
  if (kind === "natural") return given.natural(flag);
  return kind === "count" ? given.whole(flag) : text;
}
