// An ElGamal ballot: each choice is encrypted, the ciphertexts are multiplied, and only the sum is decrypted.
// node ballot.mjs 3   casts three ballots
import { getDiffieHellman, randomBytes } from "node:crypto";
import { load } from "modular-powers";

const voters = Number(process.argv[2] ?? 3);
const candidates = ["Ada", "Blaise", "Carl"];

// The group of 2048 bits of RFC 3526. Its prime p is safe, so 4 generates the subgroup of prime order q = (p − 1)/2.
const p = BigInt(`0x${getDiffieHellman("modp14").getPrime("hex")}`);
const q = (p - 1n) / 2n;

const powers = await load();
const group = powers.modulus(p);
const options = { exponentLength: 256 };
const random = () => new Uint8Array(randomBytes(32)); // a secret exponent

const secretKey = random();
const g = group.fixedBase(4n, options); // a table: every ballot needs two powers of it
const publicKey = group.element(g.pow(secretKey).toBytes());
const h = group.fixedBase(publicKey, options);

/** The ciphertext of a choice, 0 or 1: (g^r, h^r·g^choice). */
function encrypt(choice) {
  const r = random();
  return [g.pow(r), h.pow(r).multiply(g.pow(BigInt(choice)))];
}

const tally = candidates.map(() => [group.element(1n), group.element(1n)]);
const cast = candidates.map(() => 0);
for (let voter = 0; voter < voters; voter++) {
  const vote = randomBytes(1)[0] % candidates.length;
  cast[vote]++;
  for (const [index, sums] of tally.entries()) {
    const ciphertext = encrypt(index === vote ? 1 : 0);
    if (!ciphertext.every((part) => group.isInSubgroup(part, q))) throw new Error("not a ciphertext");
    for (const part of [0, 1]) sums[part] = sums[part].multiply(ciphertext[part]);
  }
}

/** The sum in the exponent: small, so it is found by trying. */
function decrypt([a, b]) {
  const power = b.multiply(group.pow(a, secretKey, options).invert());
  for (let sum = 0, x = group.element(1n); sum <= voters; sum++, x = x.multiply(4n)) if (x.equals(power)) return sum;
  throw new Error("the tally is damaged");
}

for (const [index, name] of candidates.entries()) {
  const sum = decrypt(tally[index]);
  console.log(`${name}: ${sum}${sum === cast[index] ? "" : ` instead of ${cast[index]}`}`);
}
