import type { Powers, PowersWorkers } from "modular-powers";
import { type Repeatable, repeatOneByOne, repeatOver } from "../index.ts";
import { modPow } from "../tasks/bigint.ts";
import type { Workload } from "./workload.ts";

/** A safe prime, found in this thread. */
export function safePrime(powers: Powers, bits: number): Workload<"modular-powers"> {
  return {
    name: "safe-prime",
    length: bits,
    contestants: {
      "modular-powers": () => repeatOver([bits], () => powers.generatePrime({ bits, safe: true }), checkOf(bits)),
    },
  };
}

/** The same, found by workers. */
export function safePrimeFromWorkers(workers: PowersWorkers, bits: number): Repeatable {
  return repeatOneByOne([bits], () => workers.generatePrime({ bits, safe: true }), checkOf(bits));
}

/** With BigInt: Fermat's test with base 3 for the prime and its half. */
function checkOf(bits: number) {
  return (prime: bigint) => {
    const isPrime = (number: bigint) => modPow(3n, number - 1n, number) === 1n;
    if (prime.toString(2).length !== bits || !isPrime(prime) || !isPrime(prime >> 1n)) {
      throw new Error("a result is wrong: it is not a safe prime of this length");
    }
  };
}
