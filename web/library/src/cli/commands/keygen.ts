import { privateKeyFormats } from "../../formats/formats.js";
import type { KeyParamValues } from "../../params.js";
import type { GenerateKeyOptions } from "../../rsa.js";
import { hasParam, type VariantFacts, variantFacts, variants } from "../../variants.js";
import type { Arguments } from "../arguments.js";
import type { Command } from "../context.js";
import { UsageError } from "../failure.js";
import {
  exportPrivate,
  exportPublic,
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
  summary: "make a key",
  flags: {
    variant: { short: "v", value: "VARIANT", text: "how it is made and used, as below; default crt" },
    "modulus-length": { short: "n", value: "BITS", text: "n, 128 to 16384; default 3072" },
    primes: { short: "r", value: "COUNT", text: `r, for ${those("primes")}` },
    multiplicity: { value: "COUNT", text: "s, how often q stands in N = p^(r−s)·q^s, for multi-power; default 1" },
    "crt-exponent-length": { short: "w", value: "BITS", text: `w, for ${those("crtExponentLength")}` },
    "public-exponent": { short: "e", value: "NUMBER", text: "e, where it is chosen; default 65537" },
    "prime-length": { value: "BITS", text: `|p|, the length of the short prime, for ${those("primeLength")}` },
    "batch-size": { short: "b", value: "COUNT", text: "b, for batch; default 4" },
    ...newKeyFlags,
    ...outputFlags,
    "public-out": { value: "FILE", text: "where to write the public key, as SPKI PEM, or json for unbalanced" },
    "compatible-out": {
      value: "FILE",
      text: "where to write a second key on the same modulus, with a short e (65537, or --public-exponent); r-prime and rebalanced",
    },
    "compatible-public-out": { value: "FILE", text: "where to write its public key, as SPKI PEM" },
    ...privateFormatFlag,
    ...newPassphraseFlags,
  },
  notes: [
    "What is not given is the fastest that no known attack breaks. Weak parameters are reported, broken ones refused.",
    `Variants: ${variants.join(", ")}.`,
    "The private key is for its owner alone (mode 600). Its format is pkcs8-pem unless asked for, and json where there is no",
    `standard format: ${variants.filter((variant) => !variantFacts[variant].hasStandardFormat).join(", ")}.`,
  ],
  async run(given, context) {
    const compatible = outputsOf(given, "compatible-out", "compatible-public-out");
    const hasTwo = compatible.some(({ path }) => path !== undefined);
    const e = given.natural("public-exponent");
    const values: KeyParamValues = {
      variant: given.text("variant") === undefined ? "crt" : given.choice("variant", ["original", ...variants]),
      modulusLength: given.whole("modulus-length") ?? 3072,
      ...definite("primes", given.whole("primes")),
      ...definite("multiplicity", given.whole("multiplicity")),
      ...definite("crtExponentLength", given.whole("crt-exponent-length")),
      ...definite("publicExponent", hasTwo ? undefined : e),
      ...definite("batchSize", given.whole("batch-size")),
      ...definite("primeLength", given.whole("prime-length")),
    };
    const wanted = [...outputsOf(given, "out", "public-out"), ...compatible];
    await checkApart(wanted);
    if (hasTwo && compatible[0]?.path === undefined) {
      throw new UsageError("--compatible-public-out writes the public key of --compatible-out: give that too");
    }
    const rsa = await context.rsa();
    const params = await rsa.checkParams(values);
    const { allowBroken } = await judge("keygen", params, given, context);
    const usual = variantFacts[params.variant].hasStandardFormat ? "pkcs8-pem" : "json";
    const format = given.text("format") ? given.choice("format", privateKeyFormats) : usual;
    if ((given.has("encrypt") || given.text("new-passphrase-file") !== undefined) && !format.startsWith("pkcs8-")) {
      throw new UsageError(`a passphrase is for the formats pkcs8-pem and pkcs8-der, and not for ${format}`);
    }
    const password = await newPassphrase(given, context);
    // Opened before the work, so that a file that cannot be written is reported now.
    const force = given.has("force");
    const binary = format.endsWith("-der");
    // The first private key goes to standard output where no file is named.
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
        onProgress: ({ phase, done, expected }) => line.show(() => `${phase}: ${done} of some ${Math.round(expected)}`),
      };
      const keys = hasTwo
        ? await rsa.generateCommonModulusKeys(params, e, options)
        : { fast: await rsa.generateKey(params, options), compatible: undefined };
      line.clear();
      for (const [i, { flag, secret }] of used.entries()) {
        const key = flag.startsWith("compatible") ? keys.compatible : keys.fast;
        if (key === undefined) continue;
        const content = secret
          ? await exportPrivate(key, format, password, context)
          : await exportPublic(key.publicKey, usualPublicFormat(key.publicKey), context);
        await outputs[i]?.write(bytesOf(content));
      }
      // The files appear only now, when all of them are written.
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

/** Refuses two outputs that are one file, where the second would replace the first. */
async function checkApart(wanted: readonly Wanted[]): Promise<void> {
  for (const [i, { flag, path }] of wanted.entries()) {
    if (path === undefined) continue;
    for (const earlier of wanted.slice(0, i)) {
      if (await isSameOutput(earlier.path, path)) {
        const lost = earlier.secret ? "a private key" : "a public key";
        throw new UsageError(`--${flag} must be another file than --${earlier.flag}, or ${lost} is replaced`);
      }
    }
  }
}

/** The variants that take a parameter. */
function those(name: VariantFacts["params"][number]): string {
  return variants.filter((variant) => hasParam(variant, name)).join(", ");
}

function definite<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}
