// Numbers and keys for several test files. Runs in Node and in browsers.
import {
  type Build,
  builds,
  factsOf,
  type KeyComponents,
  type KeyParams,
  type PrivateKey,
  type Rsa,
  RsaError,
  variants,
} from "rsa-variants";
import { afterAll, inject } from "vitest";
import { relaxedSimd, simd } from "wasm-feature-detect";
import { toBytes } from "../numbers.ts";
import { refusalsOf } from "../refusals.ts";

export * from "../numbers.ts";

declare module "vitest" {
  interface ProvidedContext {
    build: Build;
    exhaustive: boolean;
  }
}

/** The build that this run of the suite tests; the configuration has one run for each. */
export const build = inject("build");

/** Whether tests may take long, as in node lab/exhaustive.mjs. */
export const exhaustive = inject("exhaustive");

/** The builds that run here. */
export const runnable: readonly Build[] = builds.slice((await relaxedSimd()) ? 0 : (await simd()) ? 1 : 2);

/** The given parameters, and the defaults at 512 bits of each other variant, unless its keys take long to make. */
export function ofEveryVariant(chosen: readonly KeyParams[]): readonly KeyParams[] {
  const others = variants.filter(
    (variant) => !factsOf(variant).isSlowToGenerate && chosen.every((params) => params.variant !== variant),
  );
  return [...chosen, ...others.map((variant) => ({ variant, modulusLength: 512 }))];
}

/** Small enough to make many keys. */
export const smallParams = ofEveryVariant([
  { variant: "crt", modulusLength: 512, publicExponent: 17n },
  { variant: "multi-prime", modulusLength: 521, primes: 4 },
  { variant: "multi-power", modulusLength: 512, primes: 3 },
  { variant: "multi-power", modulusLength: 520, primes: 5, multiplicity: 2 },
  { variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 },
  { variant: "r-prime", modulusLength: 515, primes: 3, crtExponentLength: 64 },
  { variant: "scheme-b", modulusLength: 512, crtExponentLength: 100 },
  { variant: "tunable", modulusLength: 512, publicExponent: (1n << 99n) + 1n, crtExponentLength: 200 },
  { variant: "batch", modulusLength: 512, batchSize: 4 },
  { variant: "batch", modulusLength: 515, primes: 3, batchSize: 2 },
  { variant: "unbalanced", modulusLength: 512, primeLength: 240 },
]);

/** A seed that differs from test to test. */
export function seedOf(number: number): Uint8Array {
  return new Uint8Array([0x5e, 0xed, number >> 8, number & 0xff]);
}

/** Options for a key that is the same in every run and may be broken: tests use keys that are fast to make. */
export function madeFrom(number: number): { readonly seed: Uint8Array; readonly allowBroken: true } {
  return { seed: seedOf(number), allowBroken: true };
}

/** Whether a key decrypts what was encrypted for another. */
export function answersFor(key: PrivateKey, other: PrivateKey): boolean {
  const block = toBytes(2n ** 200n + 3n, Math.ceil(other.params.modulusLength / 8));
  return key.decryptRaw(other.publicKey.encryptRaw(block)).join() === block.join();
}

/** Workers that are closed after the tests of the file that starts them. */
export function closedAtEnd<Workers extends { close(): Promise<void> }>(workers: Workers): Workers {
  afterAll(() => workers.close());
  return workers;
}

/** A key whose numbers are not checked, as workers make it. */
export function restore(rsa: Rsa, params: KeyParams, components: KeyComponents): PrivateKey {
  return (rsa as unknown as { restoreKey(...args: unknown[]): PrivateKey }).restoreKey(params, components);
}

/** Messages below the modulus: the edge cases, and some in between that are the same in every run. */
export function messagesBelow(modulus: bigint, count: number): bigint[] {
  const step = modulus / BigInt(count + 1);
  const between = Array.from({ length: count }, (_, i) => step * BigInt(i + 1) + BigInt(i * i));
  return [0n, 1n, 2n, modulus - 2n, modulus - 1n, ...between];
}

/**
 * The memories of the instances that a call starts, of modules with this export. Memories are private to their instances; this
 * function intercepts them when the library starts an instance.
 */
export async function memoriesOf(exported: string, call: () => Promise<void>): Promise<WebAssembly.Memory[]> {
  const memories: WebAssembly.Memory[] = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports);
      const { memory } = this.exports;
      // Node has its own modules, for fetch.
      if (exported in this.exports && memory instanceof WebAssembly.Memory) memories.push(memory);
    }
  };
  try {
    await call();
  } finally {
    WebAssembly.Instance = Instance;
  }
  return memories;
}

export const { expectRefused, expectRejected } = refusalsOf(RsaError);
