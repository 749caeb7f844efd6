import { primeName } from "../text/steps.ts";
import type { PartOptions } from "./options.ts";

/** The names that the numbers of a prime's part have, as `formulaText` reads them. */
export interface PartNames {
  readonly prime: string;
  /** Whether the part begins the computation, with nothing to recombine. */
  readonly first: boolean;
  /** Whether the part ends it, with nothing more to recombine. */
  readonly last: boolean;
  /** The power modulo this prime. */
  readonly power: string;
  /** What the primes before gave together, the coefficient of Garner's formula, and the primes' product. */
  readonly before: string;
  /** The same modulo this prime. */
  readonly known: string;
  readonly coefficient: string;
  readonly product: string;
  /** What comes of this part. */
  readonly after: string;
}

/** Names after the paper for p and q, and after PKCS #1 for further primes. */
export function partNames({ prime, primes }: Pick<PartOptions, "prime" | "primes">): PartNames {
  const name = prime === 0 ? "p" : prime === 1 ? "q" : `r_${prime + 1}`;
  const last = primes === 2 ? prime === 0 : prime === primes - 1;
  const before = prime === 0 ? "S_q" : `S_{${joint(prime - 1)}}`;
  return {
    prime: name,
    first: prime === 1,
    last,
    power: prime < 2 ? `S_${name}` : `S_${prime + 1}`,
    before,
    known: `${before} mod ${name}`,
    coefficient: prime === 0 ? "q_{inv}" : `t_${prime + 1}`,
    product: prime === 0 ? "q" : joint(prime - 1),
    after: last ? "S" : prime === 1 ? "S_q" : `S_{${joint(prime)}}`,
  };
}

/** The primes up to one, together: "pq", "p…r₃". */
function joint(prime: number): string {
  return prime < 2 ? "pq" : `p…${primeName(prime)}`;
}
