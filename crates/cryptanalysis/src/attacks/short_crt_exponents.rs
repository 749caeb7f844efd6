//! Types that the lattice attacks on short CRT exponents of two and of three primes share.

use num_bigint::BigUint;
use rsa_variants::PrivateKey;

/// Options of the attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The length of the CRT exponents to look for, in bits; it sets the weights of the lattice. Default: the longest that the
    /// attack reaches, which finds shorter ones too.
    pub crt_exponent_length: Option<usize>,
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The private key, if it was found.
    pub found: Option<Found>,
    /// The length of the CRT exponents that the attack looked for, in bits.
    pub crt_exponent_length: usize,
    /// The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits.
    pub longest_crt_exponent: usize,
    /// How often the lattice reductions swapped two vectors.
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
    /// Why nothing was found, in one sentence.
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
