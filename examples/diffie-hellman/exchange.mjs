// A Diffie–Hellman key exchange with a group of RFC 3526, checked against Node's own.
// node exchange.mjs 14   uses the group of 2048 bits
import { createHash, getDiffieHellman, randomBytes } from "node:crypto";
import { load } from "modular-powers";

const other = getDiffieHellman(`modp${process.argv[2] ?? 14}`); // 14 to 18: 2048 to 8192 bits
const prime = new Uint8Array(other.getPrime());
const powers = await load();
const group = powers.modulus(prime);
const order = (group.value - 1n) / 2n; // RFC 3526 has safe primes

// Twice the strength of the group is enough for a secret exponent. The length is public, the exponent is not.
const options = { exponentLength: 512 };
const secret = new Uint8Array(randomBytes(64));
const ours = group.pow(2n, secret, options);

const theirs = group.element(new Uint8Array(other.generateKeys()));
// Refuse 1, −1 and everything else that is not in the large subgroup.
if (theirs.equals(1n) || !group.isInSubgroup(theirs, order)) throw new Error("not a public key of this group");
const shared = group.pow(theirs, secret, options);
secret.fill(0);

const key = createHash("sha256").update(shared.toBytes()).digest("hex");
const expected = createHash("sha256").update(other.computeSecret(ours.toBytes())).digest("hex");
console.log(`${group.bitLength} bits: ${key === expected ? "both have the same key" : "the keys differ"}`);
