// Written by `cargo run -p xtask` from crates/rsa/src/params/limits.rs: why a value cannot be smaller, and not greater.

export const limitReasons = {
  original: {
    publicExponent: ["e is odd and at least 3", "e has at most 256 bits, and half as many as N"],
  },
  crt: {
    publicExponent: ["e is odd and at least 3", "e has at most 256 bits, and half as many as N"],
  },
  "multi-prime": {
    primes: ["a modulus has at least two primes", "each prime needs at least 64 bits, and a modulus has at most 8"],
    publicExponent: ["e is odd and at least 3", "e has at most 256 bits, and half as many as N"],
  },
  "multi-power": {
    primes: ["one of its two primes divides N more than once", "each prime needs at least 64 bits, and a modulus has at most 8"],
    multiplicity: ["q divides N at least once", "q divides N fewer times than p, which needs 64 bits"],
    publicExponent: ["e is odd and at least 3", "e has at most 256 bits, and half as many as N"],
  },
  rebalanced: {
    crtExponentLength: ["a CRT exponent has at least 16 bits", "a CRT exponent is no longer than a prime"],
  },
  "r-prime": {
    primes: ["with two primes, its keys are those of rebalanced", "each prime needs at least 64 bits, and a modulus has at most 8"],
    crtExponentLength: ["a CRT exponent has at least 16 bits", "a CRT exponent is no longer than a prime"],
  },
  "scheme-a": {
    crtExponentLength: ["shorter ones leave too few keys of this length", "longer ones are as long as a prime"],
  },
  "scheme-b": {
    crtExponentLength: ["shorter ones leave too few keys of this length", "longer ones are as long as a prime"],
  },
  tunable: {
    crtExponentLength: ["e and a CRT exponent together need 16 bits more than a prime", "a CRT exponent is no longer than a prime"],
    publicExponent: ["e is odd and at least 3", "e has at most half as many bits as N"],
  },
  batch: {
    primes: ["a modulus has at least two primes", "each prime needs at least 64 bits, and a modulus has at most 8"],
    batchSize: ["a batch has at least two ciphertexts", "each ciphertext of a batch needs its own small public exponent, and there are 8"],
  },
  unbalanced: {
    primeLength: ["the short prime needs at least 64 bits, and the other one has at most 8192", "the short prime must be shorter than half of the modulus"],
    publicExponent: ["e is odd and at least 3", "e has at most 256 bits, and half as many as N"],
  },
} as const;
