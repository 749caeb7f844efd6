import type { AttackName, AttackTarget } from "../../security/attacks.js";
import type { Arguments, Flag } from "../arguments.js";
import type { Context } from "../context.js";
import { UsageError } from "../failure.js";
import { readPrivateKey, readPublicKey } from "../keys.js";

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
