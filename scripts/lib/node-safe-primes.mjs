// Safe primes in Node: ours beside those of Node itself, which no browser has.
import { generatePrimeSync } from "node:crypto";

const bits = 1024;
/**
 * Makes safe primes of 1024 bits in turns, and says how long they took.
 * @param {number} count how many of each; their times differ so much that fewer than 40 say little
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string>}
 */
export async function describeSafePrimes(count, onProgress) {
  const { load } = await import("modular-powers"); // when it is needed: the set-up, which links it, imports this file
  const powers = await load();
  const contestants = [
    { name: `modular-powers, build ${powers.build}`, make: () => powers.generatePrime({ bits, safe: true }), total: 0 },
    { name: "crypto.generatePrime", make: () => generatePrimeSync(bits, { safe: true }), total: 0 },
  ];
  for (let round = 0; round < count; round += 1) {
    onProgress(`safe primes in Node, ${round + 1} of ${count}`);
    for (const contestant of contestants) {
      const start = performance.now();
      contestant.make();
      contestant.total += performance.now() - start;
    }
  }
  const means = contestants.map(({ name, total }) => `${name} ${Math.round(total / count)} ms`);
  return `Safe primes of ${bits} bits in Node ${process.versions.node}, means of ${count}: ${means.join(", ")}`;
}
