//! What the lattice attacks on short CRT exponents of two primes and of three have in common.

use num_bigint::BigUint;
use rsa_variants::PrivateKey;

/// What the attacker may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The length of the CRT exponents in bits for which the lattice is weighed. Default: the longest that the attack reaches;
    /// shorter ones are found with the same weights.
    pub crt_exponent_length: Option<usize>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The private key, if it was found.
    pub found: Option<Found>,
    /// The length of the CRT exponents in bits for which the lattice was weighed.
    pub crt_exponent_length: usize,
    /// The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits.
    pub longest_crt_exponent: usize,
    /// How often the reductions exchanged two vectors.
    pub swaps: u64,
    /// How many primes the attack is for, as a word.
    pub(super) primes: &'static str,
}

/// The private key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The primes.
    pub primes: Vec<BigUint>,
    /// The CRT exponents in the same order.
    pub crt_exponents: Vec<BigUint>,
}

impl Outcome {
    /// Why nothing was found, in a sentence.
    pub fn reason(&self) -> Option<String> {
        let reached = self.longest_crt_exponent.min(self.crt_exponent_length);
        self.found.is_none().then(|| {
            format!(
                "the lattice contains no factor of N: the key does not have {} primes of equal length with CRT exponents of at \
                 most {reached} bits",
                self.primes
            )
        })
    }
}

/// A key for the attack.
#[derive(Debug)]
pub struct Demonstration {
    /// The key. The attacker sees only its public key.
    pub key: PrivateKey,
}
