import type { Repeatable } from "@rsa-variants/measure";
import { ballot } from "@rsa-variants/measure/arithmetic/ballot";
import { PaillierOperands, paillier } from "@rsa-variants/measure/arithmetic/paillier";
import { PowerOperands, power } from "@rsa-variants/measure/arithmetic/power";
import { product } from "@rsa-variants/measure/arithmetic/product";
import { safePrime, safePrimeFromWorkers } from "@rsa-variants/measure/arithmetic/safe-prime";
import { SquaringOperands, squarings } from "@rsa-variants/measure/arithmetic/squarings";
import type { Workload } from "@rsa-variants/measure/arithmetic/workload";
import { modPow } from "bigint-crypto-utils";
import { connect, load } from "modular-powers";
import { PublicKey } from "paillier-bigint";
import { forgePower } from "../peers/forge.ts";
import { gmpPower, gmpSquarings } from "../peers/gmp.ts";
import type { WorkOptions, Workshop } from "../workshop.ts";
import { tokens } from "./tokens.ts";

/** A contestant from elsewhere. */
type Prepare = () => Repeatable | Promise<Repeatable>;

/** What programs other than RSA compute with the engine: the jobs that the page measures too, beside packages that do them today. */
export async function arithmetic(workshop: Workshop): Promise<void> {
  const powers = await load();
  const add = (workload: Workload, peers: Record<string, Prepare> = {}, slow: Record<string, WorkOptions> = {}) =>
    addAll(workshop, workload, peers, slow);

  const operands = new PowerOperands(3072);
  await add(power(powers, operands), powerPeers(operands));
  for (const length of [3072, 4096]) await add(ballot(powers, length));
  for (const length of [2048, 3072]) {
    const messages = new PaillierOperands(length);
    await add(paillier(powers, messages), {
      "paillier-bigint": () => {
        const key = new PublicKey(messages.n, messages.n + 1n);
        return messages.repeat(({ message, random }) => key.encrypt(message, random));
      },
    });
  }
  const chain = new SquaringOperands(2048);
  await add(squarings(powers, chain), { "gmp-wasm": () => gmpSquarings(chain) });
  await add(product(powers, 3072, 1000), {}, { "one-by-one": { everyRounds: 2 }, bigint: { everyRounds: 6 } });
  await tokens(workshop, powers);
}

/** Safe primes of 1024 and 1536 bits, in this thread, in one worker and in two. They need many samples: their times vary. */
export async function safePrimes(workshop: Workshop): Promise<void> {
  const powers = await load();
  const pools = await Promise.all([1, 2].map((workers) => connect({ workers })));
  for (const length of [1024, 1536]) {
    const inWorkers = pools.map((pool, index): [string, Prepare] => [
      `workers-${index + 1}`,
      () => safePrimeFromWorkers(pool, length),
    ]);
    const options = { everyRounds: length === 1024 ? 1 : 8 };
    const turns = ["modular-powers", "workers-1", "workers-2"].map((contestant) => [contestant, options] as const);
    await addAll(workshop, safePrime(powers, length), Object.fromEntries(inWorkers), Object.fromEntries(turns));
  }
  for (const pool of pools) workshop.atEnd(() => pool.close());
}

async function addAll(
  workshop: Workshop,
  { name, length, contestants }: Workload,
  peers: Record<string, Prepare>,
  options: Record<string, WorkOptions>,
): Promise<void> {
  for (const [contestant, prepare] of Object.entries({ ...contestants, ...peers })) {
    await workshop.add(`${name}, ${contestant}`, length, prepare, options[contestant]);
  }
}

function powerPeers(operands: PowerOperands): Record<string, Prepare> {
  const { base, modulus } = operands;
  const asItIs = (found: bigint) => found;
  return {
    "bigint-crypto-utils": () => operands.repeat((exponent) => modPow(base, exponent, modulus), asItIs),
    "gmp-wasm": async () => {
      const power = await gmpPower();
      return operands.repeat((exponent) => power(base, exponent, modulus), asItIs);
    },
    "node-forge": () => operands.repeat((exponent) => forgePower(base, exponent, modulus), asItIs),
  };
}
