// A time-lock puzzle (Rivest, Shamir, Wagner 1996): its maker knows the primes and takes a shortcut; everyone else must square
// one time after the other. The squarings run in a worker, with progress and an abort.
// node time-lock.mjs 200000   makes a puzzle of 200,000 squarings and solves it
import { createHash } from "node:crypto";
import { connect } from "modular-powers";

const squarings = Number(process.argv[2] ?? 200_000);
const message = "Open me next year.";

/** Encrypts or decrypts: XOR with a key from the solution. */
function applyKey(solution, bytes) {
  const key = createHash("shake256", { outputLength: bytes.length }).update(solution.toString(16)).digest();
  return bytes.map((byte, index) => byte ^ key[index]);
}

async function makePuzzle(workers) {
  const search = { bits: 1024, topTwoBits: true };
  const [p, q] = await Promise.all([workers.generatePrime(search), workers.generatePrime(search)]);
  const n = p * q;
  // The shortcut: 2^t can be reduced modulo the order of the group.
  const order = (p - 1n) * (q - 1n);
  const exponents = workers.modulus(order / (order & -order)); // an odd part, as Montgomery arithmetic needs
  const odd = await exponents.pow(2n, BigInt(squarings), { publicExponent: true });
  const twos = order & -order; // it divides 2^t
  const exponent = await workers.crt([
    { remainder: odd, modulus: exponents.value },
    { remainder: 0n, modulus: twos },
  ]);
  const solution = await workers.modulus(n).pow(2n, exponent);
  return { n, ciphertext: applyKey(solution, new TextEncoder().encode(message)) };
}

async function solve(workers, { n, ciphertext }) {
  let shown = 0;
  const onProgress = ({ done, total }) => {
    const percent = Math.floor((100 * done) / total);
    if (percent < shown + 10) return;
    shown = percent;
    console.log(`${percent} %`);
  };
  const signal = AbortSignal.timeout(600_000);
  const solution = await workers.modulus(n).squareRepeatedly(2n, squarings, { onProgress, signal });
  return new TextDecoder().decode(applyKey(solution, ciphertext));
}

const workers = await connect();
const puzzle = await makePuzzle(workers);
console.log(`solved: ${await solve(workers, puzzle)}`);
await workers.close();
