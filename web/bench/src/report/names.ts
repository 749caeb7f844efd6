import type { WorkloadName } from "@rsa-variants/measure/arithmetic/workload";
import { describeParams, resolveVariant } from "@rsa-variants/measure/plan/resolve";
import { allEngines } from "@rsa-variants/measure/plan/selection";
import { builds, type Variant, variantFacts, variants } from "rsa-variants";
import type { Subject } from "../protocol.ts";
import { variantSelections } from "../selections.ts";

const names: Readonly<Record<string, string>> = {
  "rsa-variants": "rsa-variants",
  bigint: "JavaScript BigInt",
  "crypto-bigint": "crypto-bigint",
  "gmp-wasm": "gmp-wasm",
  guarded: "rsa-variants, fastest engine, with guards",
  "node-forge": "node-forge",
  "num-bigint-crate": "num-bigint",
  "one-by-one": "`decryptRaw`, one after the other",
  "one-call": "`decryptRawMany`",
  "own-decrypt": "rsa-variants, `decrypt`, RSA-OAEP",
  "own-sign": "rsa-variants, `sign`, RSASSA-PKCS1-v1_5",
  "rsa-crate": "the crate rsa",
  "searching-1": "rsa-variants, 4096 bits, 1 worker",
  "searching-2": "rsa-variants, 4096 bits, 2 workers",
  webcrypto: "WebCrypto",
  "webcrypto-decrypt": "WebCrypto, RSA-OAEP decryption",
  "webcrypto-sign": "WebCrypto, RSASSA-PKCS1-v1_5 signature",
  "webcrypto-verify": "WebCrypto, RSASSA-PKCS1-v1_5 verification",
  "workers-1": "`decryptRawMany`, 1 worker",
  "workers-2": "`decryptRawMany`, 2 workers",
};

/** Contestants of the part `arithmetic`. */
const ownNames: Readonly<Record<string, string>> = {
  batch: "rsa-variants, 100 at once",
  "batch-multi-prime": "rsa-variants, 100 at once, multi-prime",
  pow: "`pow`",
  "fixed-base": "`fixedBase` of 1 MiB",
  product: "`productPow`",
  "one-by-one": "`pow` and `multiply`, one by one",
  "workers-1": "modular-powers, 1 worker",
  "workers-2": "modular-powers, 2 workers",
};

/** The jobs of the part `arithmetic`. */
const jobs: Readonly<Record<WorkloadName, string>> = {
  power: "a power, exponent of 256 bits",
  ballot: "an ElGamal ballot of 50 choices",
  paillier: "a Paillier encryption",
  squarings: "100,000 squarings",
  product: "a product of 1,000 powers",
  "safe-prime": "a safe prime",
  "blind-sign": "the issuer of a blind token",
  "blind-client": "the client of a blind token",
  "partially-blind-client": "the client of a partially blind token",
};

/** The name of a subject in a table. */
export function nameOf({ contestant, length }: Omit<Subject, "part">): string {
  const [job = "", own = ""] = contestant.split(", ");
  if (job in jobs)
    return `${jobs[job as WorkloadName]}, ${length} bits: ${ownNames[own] ?? nameOf({ contestant: own, length })}`;
  if (allEngines.some((engine) => engine === contestant)) return `rsa-variants, engine \`${contestant}\``;
  if (builds.some((build) => build === contestant)) return `rsa-variants, build \`${contestant}\``;
  const variant = variants.find((each) => each === contestant);
  return variant === undefined ? (names[contestant] ?? contestant) : variantName(variant, length);
}

function variantName(variant: Variant, length: number): string {
  const { title: name } = variantFacts[variant];
  const selection = variantSelections.find(({ modulusLength }) => modulusLength === length);
  if (selection === undefined) return name;
  return `${name}, ${describeParams({ resolved: resolveVariant(variant, length, selection) })}`;
}
