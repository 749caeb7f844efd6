import type { Mode } from "rsa-variants/xrsa";
import { primeName } from "../text/steps.ts";

/** What a prime's part of the picture depends on. */
export interface PartOptions {
  /** The prime, as an index into the key's. */
  readonly prime: number;
  /** How many primes the modulus has. */
  readonly primes: number;
  readonly mode: Mode;
  readonly windowWidth: number;
}

/** The names that the numbers of a prime's part have, as `formulaText` reads them. */
export interface PartNames {
  readonly prime: string;
  /** Whether the part begins the computation, with nothing to recombine. */
  readonly first: boolean;
  /** The power modulo this prime. */
  readonly power: string;
  /** What the primes before gave together, the coefficient of Garner's formula, and the primes' product. */
  readonly before: string;
  readonly coefficient: string;
  readonly product: string;
  /** What comes of this part. */
  readonly after: string;
}

/** Names after the paper for p and q, and after PKCS #1 for further primes. */
export function partNames({ prime, primes }: Pick<PartOptions, "prime" | "primes">): PartNames {
  const name = prime === 0 ? "p" : prime === 1 ? "q" : `r_${prime + 1}`;
  const last = primes === 2 ? prime === 0 : prime === primes - 1;
  return {
    prime: name,
    first: prime === 1,
    power: prime < 2 ? `S_${name}` : `S_${prime + 1}`,
    before: prime === 0 ? "S_q" : `S_{${joint(prime - 1)}}`,
    coefficient: prime === 0 ? "q_{inv}" : `t_${prime + 1}`,
    product: prime === 0 ? "q" : joint(prime - 1),
    after: last ? "S" : prime === 1 ? "S_q" : `S_{${joint(prime)}}`,
  };
}

/** The primes up to one, together: "pq", "p…r₃". */
function joint(prime: number): string {
  return prime < 2 ? "pq" : `p…${primeName(prime)}`;
}
