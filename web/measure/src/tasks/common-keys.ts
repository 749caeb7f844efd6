import { type KeyGenerationProgress, type PrivateKey, type Rsa, type Variant, variantFacts } from "rsa-variants";
import type { KeyRequest } from "./protocol.ts";

/** The pairs of variants whose keys can share a modulus: the first has a short e, the second a long one. */
const pairs: readonly (readonly [short: Variant, long: Variant])[] = [
  ["crt", "rebalanced"],
  ["multi-prime", "r-prime"],
];

/** Pairs of keys with a common modulus (Paixão, Gazzoni Filho 2005, section 5.3). A pair is made when its first key is needed. */
export class CommonKeys {
  readonly #rsa: Rsa;
  readonly #requests: readonly KeyRequest[];
  readonly #made = new Map<Variant, PrivateKey>();

  constructor(rsa: Rsa, requests: readonly KeyRequest[]) {
    this.#rsa = rsa;
    this.#requests = requests;
  }

  /** The key for a request, if its partner is measured too and has the same number of primes. */
  take(
    { params: { variant } }: KeyRequest,
    onProgress: (progress: KeyGenerationProgress) => void,
  ): PrivateKey | undefined {
    const pair = this.#pairOf(variant);
    if (pair === undefined) return undefined;
    const { short, long } = pair;
    if (!this.#made.has(variant)) {
      const { publicExponent } = short.params;
      const options = { allowBroken: true, onProgress };
      const keys = this.#rsa.generateCommonModulusKeys(long.params, publicExponent, options);
      this.#made.set(short.params.variant, keys.compatible).set(long.params.variant, keys.fast);
    }
    return this.#made.get(variant);
  }

  /** The note in the row of such a key. */
  note({ params: { variant } }: KeyRequest): string | undefined {
    const pair = this.#pairOf(variant);
    if (pair === undefined) return undefined;
    const { title } = variantFacts[(variant === pair.short.params.variant ? pair.long : pair.short).params.variant];
    return `Its key has the modulus of the row ${title}: one owner, two public exponents.`;
  }

  #pairOf(variant: Variant): { short: KeyRequest; long: KeyRequest } | undefined {
    const variants = pairs.find((pair) => pair.includes(variant));
    const [short, long] = (variants ?? []).map((each) => this.#requests.find(({ params }) => params.variant === each));
    const samePrimes = short?.params.primes === long?.params.primes;
    return short !== undefined && long !== undefined && samePrimes ? { short, long } : undefined;
  }
}
