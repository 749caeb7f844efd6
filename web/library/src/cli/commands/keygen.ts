import { privateKeyFormats } from "../../formats/formats.js";
import { countParams, type KeyParamValues } from "../../params.js";
import type { GenerateKeyOptions } from "../../rsa.js";
import { factsOf, hasParam, type VariantFacts, variants } from "../../variants.js";
import type { Arguments } from "../arguments.js";
import type { Command } from "../context.js";
import { flagName, UsageError } from "../failure.js";
import {
  checkEncryptable,
  exportKey,
  newPassphrase,
  newPassphraseFlags,
  privateFormatFlag,
  usualPublicFormat,
} from "../keys.js";
import { judge, newKeyFlags } from "../new-key.js";
import { bytesOf, isSameOutput, type Output, openOutput, outputFlags } from "../output.js";
import { ProgressLine } from "../progress.js";

export const keygen: Command = {
  name: "keygen",
  summary: "Make a key",
  flags: {
    variant: { short: "v", value: "VARIANT", text: "the variant, see below; default crt" },
    "modulus-length": { short: "n", value: "BITS", text: "n, the length of the modulus, 128 to 16384; default 3072" },
    primes: {
      short: "r",
      value: "COUNT",
      text: `r, the number of primes, up to 8, for ${those("primes")}; default depends on n (batch: 2)`,
    },
    multiplicity: { value: "COUNT", text: "s, the exponent of q in N = p^(r−s)·q^s, for multi-power; default 1" },
    "crt-exponent-length": {
      short: "w",
      value: "BITS",
      text: `w, the length of the CRT exponents, from 16 bits, for ${those("crtExponentLength")}; default: the shortest acceptable`,
    },
    "public-exponent": {
      short: "e",
      value: "NUMBER",
      text: `e, for ${those("publicExponent")}; default 65537, except for tunable`,
    },
    "prime-length": {
      value: "BITS",
      text: `|p|, the length of the short prime, from 64 to less than n/2 bits, for ${those("primeLength")}; default: the shortest acceptable`,
    },
    "batch-size": { short: "b", value: "COUNT", text: "b, the number of public keys, 2 to 8, for batch; default 4" },
    ...newKeyFlags,
    ...outputFlags,
    "public-out": { value: "FILE", text: "where to write the public key, as SPKI PEM, or as json for unbalanced" },
    "compatible-out": {
      value: "FILE",
      text: "where to write a second key with the same modulus and a short e (65537, or --public-exponent), for r-prime and rebalanced",
    },
    "compatible-public-out": { value: "FILE", text: "where to write the second public key, as SPKI PEM" },
    ...privateFormatFlag,
    ...newPassphraseFlags,
  },
  examples: [
    "keygen --out private.pem --public-out public.pem",
    "keygen --variant r-prime --modulus-length 2048 --primes 3 --encrypt --out private.pem",
  ],
  notes: [
    `Variants: ${variants.join(", ")}.`,
    "Parameters that you omit get values whose verdict is acceptable (--primes: as many as OpenSSL allows; 4 for " +
      "multi-power, 2 for batch). Weak parameters are reported; broken ones are refused.",
    "Only the owner of the private key can read its file (mode 600). Its default format is pkcs8-pem, or json for variants " +
      `without a standard format: ${variants.filter((variant) => !factsOf(variant).hasStandardFormat).join(", ")}.`,
  ],
  async run(given, context) {
    const compatible = outputsOf(given, "compatible-out", "compatible-public-out");
    const hasTwo = compatible.some(({ path }) => path !== undefined);
    const e = given.natural("public-exponent");
    const values: KeyParamValues = {
      variant: given.text("variant") === undefined ? "crt" : given.choice("variant", ["original", ...variants]),
      modulusLength: given.whole("modulus-length") ?? 3072,
      ...(hasTwo || e === undefined ? {} : { publicExponent: e }),
      ...counts(given),
    };
    const wanted = [...outputsOf(given, "out", "public-out"), ...compatible];
    await checkApart(wanted);
    if (hasTwo && compatible[0]?.path === undefined) {
      throw new UsageError("--compatible-public-out needs --compatible-out: give that too");
    }
    const rsa = await context.rsa();
    const params = await rsa.checkParams(values);
    const { allowBroken } = await judge("keygen", params, given, context);
    const usual = factsOf(params.variant).hasStandardFormat ? "pkcs8-pem" : "json";
    const format = given.text("format") ? given.choice("format", privateKeyFormats) : usual;
    checkEncryptable(format, given);
    const password = await newPassphrase(given, context);
    // Opened before the work, so that a file that cannot be written is reported at once.
    const force = given.has("force");
    const binary = format.endsWith("-der");
    // Without --out, the first private key goes to standard output.
    const used = wanted.filter(({ flag, path }) => flag === "out" || path !== undefined);
    const outputs: Output[] = [];
    try {
      for (const { path, secret } of used) {
        outputs.push(await openOutput(path, secret ? { force, secret, binary } : { force }, context));
      }
      const line = new ProgressLine(context);
      const options: GenerateKeyOptions = {
        signal: context.signal,
        allowBroken,
        onProgress: ({ phase, done, expected }) =>
          line.show(() => `${phase}: ${done} of about ${Math.round(expected)}`),
      };
      const keys = hasTwo
        ? await rsa.generateCommonModulusKeys(params, e, options)
        : { fast: await rsa.generateKey(params, options), compatible: undefined };
      line.clear();
      for (const [i, { flag, secret }] of used.entries()) {
        const key = flag.startsWith("compatible") ? keys.compatible : keys.fast;
        if (key === undefined) continue;
        const content = secret
          ? await exportKey(key, format, context, password)
          : await exportKey(key.publicKey, usualPublicFormat(key.publicKey), context);
        await outputs[i]?.write(bytesOf(content));
      }
      // The files appear only now that all of them are written.
      for (const output of outputs) await output.finish();
    } catch (error) {
      for (const output of outputs) await output.discard();
      throw error;
    }
  },
};

/** A file that keygen writes, and the flag that names it. */
interface Wanted {
  readonly flag: string;
  readonly path: string | undefined;
  readonly secret: boolean;
}

function outputsOf(given: Arguments, privateFlag: string, publicFlag: string): readonly [Wanted, Wanted] {
  return [
    { flag: privateFlag, path: given.text(privateFlag), secret: true },
    { flag: publicFlag, path: given.text(publicFlag), secret: false },
  ];
}

/** Refuses two outputs to the same file: the second would overwrite the first. */
async function checkApart(wanted: readonly Wanted[]): Promise<void> {
  for (const [i, { flag, path }] of wanted.entries()) {
    if (path === undefined) continue;
    for (const earlier of wanted.slice(0, i)) {
      if (await isSameOutput(earlier.path, path)) {
        const lost = earlier.secret ? "a private key" : "a public key";
        throw new UsageError(`--${flag} must not name the file of --${earlier.flag}: it would overwrite ${lost}`);
      }
    }
  }
}

/** The variants that have a parameter. */
function those(name: VariantFacts["params"][number]): string {
  return variants.filter((variant) => hasParam(variant, name)).join(", ");
}

/** The numbers of a key that are given, except for the length of the modulus. Flags have their names with hyphens. */
function counts(given: Arguments): Partial<KeyParamValues> {
  const named = countParams.filter((name) => name !== "modulusLength");
  const values = named.map((name) => [name, given.whole(flagName(name))]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
