// The module of blind signatures in the build that is tested, and the key of a specification's test vectors. Runs in Node and in browsers.
import type { PrivateKey, Rsa } from "rsa-variants";
import { type Blind, type BlindWorkers, connect, load } from "rsa-variants/blind";
import draftFile from "../../../crates/rsa/tests/blind/partially-blind.json" with { type: "json" };
import { build } from "../support.ts";

// Written out, so that Vite finds the files.
const withoutRelaxedSimd = new URL("../../../web/library/dist/wasm/rsa-variants-blind.wasm", import.meta.url);
const files = {
  "relaxed-simd": new URL("../../../web/library/dist/wasm/rsa-variants-blind-relaxed-simd.wasm", import.meta.url),
  simd: withoutRelaxedSimd,
  baseline: withoutRelaxedSimd,
};

/** Loads the build that is tested, whichever this platform would choose. */
export function loadBlind(): Promise<Blind> {
  return load({ source: files[build] });
}

/** Starts workers with the build that is tested. */
export function connectBlind(workers: number): Promise<BlindWorkers> {
  return connect({ workers, source: files[build] });
}

interface Numbers {
  readonly n: string;
  readonly e: string;
  readonly d: string;
}

/** The key of a file of test vectors. */
export function keyOf(rsa: Rsa, { key: { n, e, d } }: { readonly key: Numbers }): PrivateKey {
  const [modulus, publicExponent, privateExponent] = [n, e, d].map((hex) => BigInt(`0x${hex}`));
  return rsa.keyFromExponents({ modulus, publicExponent, privateExponent } as {
    readonly modulus: bigint;
    readonly publicExponent: bigint;
    readonly privateExponent: bigint;
  });
}

/** The test vectors of draft-irtf-cfrg-partially-blind-rsa-02, appendix B. */
export const draft = draftFile;
