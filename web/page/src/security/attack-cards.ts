import type { AttackName } from "rsa-variants/security";

type AttackGroup = "parameters" | "key" | "misuse" | "fault";

/** The groups, in the order of the page. */
export const attackGroups: readonly { readonly id: AttackGroup; readonly title: string; readonly about: string }[] = [
  {
    id: "parameters",
    title: "The parameters are too weak",
    about: "Every key with such parameters can be broken, however carefully it was made.",
  },
  {
    id: "key",
    title: "One key was made badly",
    about: "Other keys of the same length and variant are not affected.",
  },
  {
    id: "misuse",
    title: "A sound key is misused",
    about: "The key withstands every attack until it is used like this.",
  },
  { id: "fault", title: "A device leaks or fails", about: "One wrong bit, or a few known ones, reveal the key." },
];

/** What the page says about an attack to readers who do not know it. */
interface AttackCard {
  readonly group: AttackGroup;
  /** How it works, in a sentence or two. */
  readonly idea: string;
  /** What is seen when it succeeds. */
  readonly shows: string;
  /** How long the attack takes with the default options: several runs in Chromium on two busy cores. */
  readonly usually: string;
}

export const attackCards: Readonly<Record<AttackName, AttackCard>> = {
  "small-crt-exponents": {
    group: "parameters",
    idea: "Fast variants have short secret exponents. If the public exponent is short as well, a small lattice finds them.",
    shows: "Both primes of a 1024-bit key.",
    usually: "less than a second",
  },
  "several-crt-exponents": {
    group: "parameters",
    idea: "The same for keys with three primes: a lattice finds what the short secret exponents have in common.",
    shows: "All three primes of a 2048-bit key.",
    usually: "about a second",
  },
  "meet-in-the-middle": {
    group: "parameters",
    idea: "Splits a short secret exponent into two halves and lists all values of each. That halves the bits to search.",
    shows: "Both primes of a 512-bit key, plus an estimate for longer exponents.",
    usually: "1 to 3 seconds",
  },
  "class-group": {
    group: "parameters",
    idea: "Finds a prime that divides the modulus twice. How long that prime is hardly matters.",
    shows: "The primes of a 256-bit key, plus an estimate for longer keys.",
    usually: "1 to 10 seconds",
  },
  "elliptic-curve": {
    group: "parameters",
    idea: "Finds short primes one after the other, however long the modulus is.",
    shows: "All eight primes of a 512-bit key, plus an estimate for longer primes.",
    usually: "2 to 30 seconds",
  },
  "small-private-exponent": {
    group: "key",
    idea: "A short private exponent makes decryption fast. The ratio of two public numbers reveals it.",
    shows: "Both primes of a 1024-bit key.",
    usually: "less than a second",
  },
  "debian-seed": {
    group: "key",
    idea: "From 2006 to 2008, OpenSSL on Debian made one of only 32,768 keys of each kind. Trying all of them finds yours.",
    shows: "The process that made the key, and its primes.",
    usually: "2 to 20 seconds",
  },
  "common-modulus": {
    group: "misuse",
    idea: "A message goes to two public keys with the same modulus. Without padding, anyone can read it.",
    shows: "The message, without any private key.",
    usually: "less than a second",
  },
  "unbalanced-chosen-ciphertext": {
    group: "misuse",
    idea: "A device decrypts numbers that are too large for its short prime. Its answer reveals the prime.",
    shows: "The primes, after one answer.",
    usually: "less than a second",
  },
  fault: {
    group: "fault",
    idea: "A chip makes one signature with one wrong bit. That signature separates the primes.",
    shows: "The primes, and how this library’s check stops the same fault.",
    usually: "less than a second",
  },
  "partial-exposure": {
    group: "fault",
    idea: "A device leaks some bits of its secret exponents. A lattice computes the others.",
    shows: "Both primes, from fewer than half of the bits.",
    usually: "less than a second",
  },
};
