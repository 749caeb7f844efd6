import type { Repeatable } from "@rsa-variants/measure";
import { bytesToBigInt } from "@rsa-variants/measure/tasks/bigint";
import type { KeyComponents } from "rsa-variants";
import { bigIntToBytes } from "../numbers.ts";
import type { Exponentiation, Pairs } from "../powers.ts";

/** The bindings of lab/crates/peers that wasm-bindgen generates. */
export interface PeerCrates {
  default(source: { readonly module_or_path: URL }): Promise<unknown>;
  readonly Powers: new (arithmetic: string, numbers: Uint8Array, length: number) => PeerPowers;
  readonly RsaKey: {
    new (...numbers: [modulus: Uint8Array, e: Uint8Array, d: Uint8Array, p: Uint8Array, q: Uint8Array]): PeerRsaKey;
    generate(modulusLength: number, random: Uint8Array): PeerRsaKey;
  };
}

interface PeerPowers {
  compute(pair: number): void;
  take(): Uint8Array;
}

/** A key of the crate `rsa`. */
export interface PeerRsaKey {
  modulus(): Uint8Array;
  decryptRaw(block: Uint8Array): Uint8Array;
  free(): void;
}

const loads = new Map<string, Promise<PeerCrates>>();

/** Loads the crates, compiled with the settings of a build of the package. */
export function loadCrates(build: string): Promise<PeerCrates> {
  const known = loads.get(build);
  if (known !== undefined) return known;
  const load = startCrates(build);
  loads.set(build, load);
  return load;
}

async function startCrates(build: string): Promise<PeerCrates> {
  // The set-up makes these files, only for this command. The path is not static, so that tools do not look for them.
  const folder = new URL(`/wasm/${build}/`, location.href);
  const crates: PeerCrates = await import(/* @vite-ignore */ new URL("peers.js", folder).href);
  await crates.default({ module_or_path: new URL("peers_bg.wasm", folder) });
  return crates;
}

/**
 * The pairs in the arithmetic of one crate: `num-bigint-crate`, `crypto-bigint`, or one of our engines by name. Copying the numbers
 * and, if the crate supports it, preparing the moduli is not timed.
 */
export function cratePowers(crates: PeerCrates, arithmetic: string, pairs: Pairs): Repeatable {
  const bytes = pairs.length / 8;
  const triple = ({ base, exponent, modulus }: Exponentiation) => [base, exponent, modulus];
  const numbers = pairs.pairs.flat().flatMap(triple);
  const joined = new Uint8Array(numbers.length * bytes);
  for (const [index, number] of numbers.entries()) joined.set(bigIntToBytes(number, bytes), index * bytes);
  const powers = new crates.Powers(arithmetic, joined, bytes);
  let computed = 0;
  return {
    run(repetitions) {
      for (let index = 0; index < repetitions; index += 1) powers.compute(index % pairs.pairs.length);
      computed = repetitions;
      return [];
    },
    check() {
      const results = powers.take();
      if (results.length !== computed * 2 * bytes) {
        throw new Error(`there are ${results.length} bytes of powers instead of ${computed * 2 * bytes}`);
      }
      for (let index = 0; index < computed; index += 1) {
        const at = (place: number) => bytesToBigInt(results.subarray(place * bytes, (place + 1) * bytes));
        pairs.check([at(2 * index), at(2 * index + 1)], index % pairs.pairs.length);
      }
    },
  };
}

/** A key of the crate `rsa` with the numbers of our key. */
export function crateKey(crates: PeerCrates, modulusLength: number, components: KeyComponents): PeerRsaKey {
  const { modulus, publicExponents, privateExponent, primes } = components;
  const [publicExponent] = publicExponents as [bigint];
  const [p, q] = primes as [bigint, bigint];
  const full = Math.ceil(modulusLength / 8);
  const half = Math.ceil(modulusLength / 16);
  return new crates.RsaKey(
    bigIntToBytes(modulus, full),
    bigIntToBytes(publicExponent, 4),
    bigIntToBytes(privateExponent, full),
    bigIntToBytes(p, half),
    bigIntToBytes(q, half),
  );
}
