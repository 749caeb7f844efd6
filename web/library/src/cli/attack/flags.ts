import type { AttackOption } from "../../security/attack.js";
import { type Attack, type AttackName, type AttackTarget, definitionOf } from "../../security/attacks.js";
import type { Arguments, Flag } from "../arguments.js";
import type { Context } from "../context.js";
import { flagName, UsageError } from "../failure.js";
import { passphraseFlags, readPrivateKey, readPublicKey } from "../keys.js";

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

/** What an attacker has besides the key, where there is more. Numbers are decimal, or hexadecimal after 0x. */
export const targetFlags: { readonly [Name in AttackName]?: Readonly<Record<string, Flag>> } = {
  "common-modulus": {
    "second-public-exponent": { value: "NUMBER", text: "another exponent of this modulus, of an outsider" },
    ciphertexts: {
      value: "NUMBER,NUMBER",
      text: "one message, unpadded, under the key's exponent and under the second",
    },
    "public-exponents": {
      value: "NUMBER,…",
      text: "the other exponents of this modulus, of an owner, whose private key --key then names",
    },
  },
  fault: {
    message: { value: "NUMBER", text: "the number that was signed: the padded hash, where a padding is" },
    signature: { value: "NUMBER", text: "what came out, as a number" },
  },
  "unbalanced-chosen-ciphertext": {
    messages: { value: "NUMBER,…", text: "messages for whose ciphertexts there was an answer" },
    answers: { value: "NUMBER,…", text: "the answers, in the same order" },
    refused: { value: "NUMBER,…", text: "messages for whose ciphertexts there was no answer" },
  },
  "partial-exposure": {
    end: { value: "low|high", text: "which bits are known" },
    "known-bits": { value: "BITS", text: "how many of each" },
    "crt-exponent-length": { value: "BITS", text: "w, the length of the CRT exponents" },
    "crt-exponent-parts": { value: "NUMBER,NUMBER", text: "the known bits of both as numbers, in any order" },
  },
  "clock-seed": {
    "first-second": { value: "SECONDS", text: "the first second that is tried, since the beginning of 1970 (UTC)" },
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
      if (given.text(flag) !== undefined) throw new UsageError(`--${flag} and --public-exponents exclude each other`);
    }
    const others = given.naturals("public-exponents") ?? [];
    const { modulus, publicExponents, privateExponent } = await (
      await readPrivateKey(path, given, context)
    ).components();
    return { target: { modulus, publicExponents: [...publicExponents, ...others], privateExponent } };
  }
  const more = besides(name, given);
  const { modulus, publicExponent } = await readPublicKey(path, given, context);
  return { target: { modulus, publicExponent, ...more } };
}

/** What a public key lacks; flags that are missing are told before anything is read. */
function besides(name: AttackName, given: Arguments): object {
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
