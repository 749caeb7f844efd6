import { factsOf, type Variant } from "rsa-variants";
import { sentence } from "../text/format.ts";

/** Who reads the most ordinary keys. */
export const allSoftware = "all software";

/** Which software reads keys, in short; the table in docs/keys-and-formats.md has the details. */
export function readersOf(variant: Variant, primes = 2): { readonly privateKeys: string; readonly publicKeys: string } {
  const { hasStandardFormat, publicExponent } = factsOf(variant);
  const isLong = publicExponent !== "chosen";
  if (hasStandardFormat !== true) return { privateKeys: "only this library", publicKeys: allSoftware };
  if (!isLong && primes === 2) return { privateKeys: allSoftware, publicKeys: allSoftware };
  return {
    privateKeys:
      primes === 2 ? "OpenSSL, Node and Firefox; Chromium refuses them" : "OpenSSL and Node; browsers refuse them",
    publicKeys: isLong ? "OpenSSL and Node up to 3072 bits; browsers refuse them or compute wrongly" : allSoftware,
  };
}

/** The same as a sentence or two. */
export function readersText({ privateKeys, publicKeys }: ReturnType<typeof readersOf>): string {
  if (privateKeys === publicKeys) return sentence(privateKeys);
  return `Private keys: ${privateKeys}. Public keys: ${publicKeys}.`;
}
