import type { AttackName, Demonstration, DemonstrationOptions, Security } from "rsa-variants/security";
import examples from "../../../crates/cryptanalysis/src/attacks/small-examples.json" with { type: "json" };
import { seedOf } from "../support.ts";

type SmallKeys = { readonly [Name in AttackName]: DemonstrationOptions<Name> };

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A key for each attack, small enough for a fraction of a second. The Rust tests check that there is one for each. */
export const small = Object.fromEntries(
  Object.entries(examples).map(([name, [options = {}]]) => [
    name,
    Object.fromEntries(Object.entries(options).map(([option, value]) => [camelCase(option), value])),
  ]),
) as unknown as SmallKeys;

/** A demonstration with such a key, the same in every run. */
export function smallDemonstration<Name extends AttackName>(
  security: Security,
  name: Name,
  seed: number,
): Promise<Demonstration<Name>> {
  return security.demonstration(name, { ...small[name], seed: seedOf(seed) });
}

/** A key without any weakness: two primes and e = 65537. */
export const sound = { modulus: (2n ** 127n - 1n) * (2n ** 521n - 1n), publicExponent: 65537n };
