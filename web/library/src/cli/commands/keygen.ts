import { privateKeyFormats } from "../../formats/formats.js";
import type { KeyParamValues } from "../../params.js";
import { hasParam, type VariantFacts, variantFacts, variants } from "../../variants.js";
import type { Command } from "../context.js";
import { UsageError } from "../failure.js";
import { exportPrivate, exportPublic, newPassphrase, newPassphraseFlags, privateFormatFlag } from "../keys.js";
import { judge, newKeyFlags } from "../new-key.js";
import { bytesOf, isSameOutput, openOutput, outputFlags } from "../output.js";
import { ProgressLine } from "../progress.js";

export const keygen: Command = {
  name: "keygen",
  summary: "make a key",
  flags: {
    variant: { short: "v", value: "VARIANT", text: "how it is made and used, as below; default crt" },
    "modulus-length": { short: "n", value: "BITS", text: "n, 128 to 16384; default 3072" },
    primes: { short: "r", value: "COUNT", text: `r, for ${those("primes")}` },
    "crt-exponent-length": { short: "w", value: "BITS", text: `w, for ${those("crtExponentLength")}` },
    "public-exponent": { short: "e", value: "NUMBER", text: "e, where it is chosen; default 65537" },
    "batch-size": { short: "b", value: "COUNT", text: "b, for batch; default 4" },
    ...newKeyFlags,
    ...outputFlags,
    "public-out": { value: "FILE", text: "where to write the public key, as SPKI PEM" },
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
    const values: KeyParamValues = {
      variant: given.text("variant") === undefined ? "crt" : given.choice("variant", ["original", ...variants]),
      modulusLength: given.whole("modulus-length") ?? 3072,
      ...definite("primes", given.whole("primes")),
      ...definite("crtExponentLength", given.whole("crt-exponent-length")),
      ...definite("publicExponent", given.natural("public-exponent")),
      ...definite("batchSize", given.whole("batch-size")),
    };
    const [out, publicOut] = [given.text("out"), given.text("public-out")];
    if (publicOut !== undefined && (await isSameOutput(out, publicOut))) {
      throw new UsageError("--public-out must be another file than --out, or the public key replaces the private one");
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
    // Opened before the work, so that files that cannot be written are told now.
    const force = given.has("force");
    const binary = format.endsWith("-der");
    const outputs = [await openOutput(out, { force, secret: true, binary }, context)];
    try {
      if (publicOut !== undefined) outputs.push(await openOutput(publicOut, { force }, context));
      const line = new ProgressLine(context);
      const key = await rsa.generateKey(params, {
        signal: context.signal,
        allowBroken,
        onProgress: ({ phase, done, expected }) => line.show(() => `${phase}: ${done} of some ${Math.round(expected)}`),
      });
      line.clear();
      const contents = [
        await exportPrivate(key, format, password, context),
        await exportPublic(key.publicKey, "spki-pem", context),
      ];
      for (const [i, output] of outputs.entries()) {
        await output.write(bytesOf(contents[i] ?? ""));
        await output.finish();
      }
    } catch (error) {
      for (const output of outputs) await output.discard();
      throw error;
    }
  },
};

/** The variants that take a parameter. */
function those(name: VariantFacts["params"][number]): string {
  return variants.filter((variant) => hasParam(variant, name)).join(", ");
}

function definite<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}
