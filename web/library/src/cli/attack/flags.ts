import type { AttackOption } from "../../security/attack.js";
import { type Attack, type AttackName, type AttackTarget, definitionOf } from "../../security/attacks.js";
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
  for (const name of Object.keys(flagsOf(unkeyedOptions(attack)))) {
    if (!(name in keyed)) refuse(given, name, "applies only to a demonstration key, without --key");
  }
  return { options: { ...valuesOf(attack.options, given), ...seedFor(attack, seedOf(given)) } };
}

/** The options in the flags for a demonstration key, and for an attack on it. */
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

/** The flags for a given key. */
function keyedFlags({ name, options }: Attack): Readonly<Record<string, Flag>> {
  return { ...targetFlags[name], ...flagsOf(options) };
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
  const unit = option.unit === "bits" || option.unit === "seconds" ? option.unit.toUpperCase() : "COUNT";
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

/** What an attacker has in addition to the key, for the attacks that need more. Numbers are decimal, or hexadecimal with 0x. */
export const targetFlags: { readonly [Name in AttackName]?: Readonly<Record<string, Flag>> } = {
  "common-modulus": {
    "second-public-exponent": { value: "NUMBER", text: "as an outsider: another public exponent of this modulus" },
    ciphertexts: {
      value: "NUMBER,NUMBER",
      text: "the ciphertexts of one unpadded message, with the key's exponent and with the second one",
    },
    "public-exponents": {
      value: "NUMBER,…",
      text: "as an owner, with a private key as --key: the other public exponents of this modulus",
    },
  },
  fault: {
    message: { value: "NUMBER", text: "the number that was signed; with padding, the padded hash" },
    signature: { value: "NUMBER", text: "the faulty signature, as a number" },
  },
  "unbalanced-chosen-ciphertext": {
    messages: { value: "NUMBER,…", text: "the messages whose ciphertexts were answered" },
    answers: { value: "NUMBER,…", text: "the answers, in the same order" },
    refused: { value: "NUMBER,…", text: "the messages whose ciphertexts were refused" },
  },
  "partial-exposure": {
    end: { value: "low|high", text: "which bits are known" },
    "known-bits": { value: "BITS", text: "how many bits of each CRT exponent are known" },
    "crt-exponent-length": { value: "BITS", text: "w, the length of the CRT exponents" },
    "crt-exponent-parts": { value: "NUMBER,NUMBER", text: "the known bits of both as numbers, in any order" },
  },
  "clock-seed": {
    "first-second": { value: "SECONDS", text: "the first second to try, counted from the beginning of 1970 (UTC)" },
  },
};

/** The target that `--key` and the flags of an attack name. */
export async function targetOf(
  name: AttackName,
  given: Arguments,
  context: Context,
): Promise<{ readonly target: AttackTarget }> {
  const path = given.required("key");
  if (name === "common-modulus" && given.text("public-exponents") !== undefined) {
    for (const flag of ["second-public-exponent", "ciphertexts"]) {
      if (given.text(flag) !== undefined) throw new UsageError(`--${flag} and --public-exponents cannot be combined`);
    }
    const others = given.naturals("public-exponents") ?? [];
    const { modulus, publicExponents, privateExponent } = await (
      await readPrivateKey(path, given, context)
    ).components();
    return { target: { modulus, publicExponents: [...publicExponents, ...others], privateExponent } };
  }
  const more = furtherTarget(name, given);
  const { modulus, publicExponent } = await readPublicKey(path, given, context);
  return { target: { modulus, publicExponent, ...more } };
}

/** What the attack needs in addition to the public key; missing flags are reported before anything is read. */
function furtherTarget(name: AttackName, given: Arguments): object {
  if (name === "unbalanced-chosen-ciphertext") {
    // A device may have answered everything, or nothing.
    const [messages, answers, refused] = ["messages", "answers", "refused"].map((flag) => given.naturals(flag) ?? []);
    return { messages, answers, refused };
  }
  for (const flag of Object.keys(targetFlags[name] ?? {})) {
    if (flag !== "public-exponents") given.required(flag);
  }
  switch (name) {
    case "common-modulus": {
      const ciphertexts = given.naturals("ciphertexts");
      return { secondPublicExponent: given.natural("second-public-exponent"), ciphertexts };
    }
    case "fault":
      return { message: given.natural("message"), signature: given.natural("signature") };
    case "partial-exposure":
      return {
        end: given.text("end"),
        knownBits: given.whole("known-bits"),
        crtExponentLength: given.whole("crt-exponent-length"),
        crtExponentParts: given.naturals("crt-exponent-parts"),
      };
    case "clock-seed":
      return { firstSecond: given.whole("first-second") };
    default:
      return {};
  }
}
