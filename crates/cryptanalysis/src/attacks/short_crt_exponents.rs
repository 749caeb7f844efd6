//! Types that the lattice attacks on short CRT exponents of two and of three primes share.

use num_bigint::BigUint;
use rsa_variants::PrivateKey;

use super::entry::{Attack, Example, OnlyKey};
use super::record::record;

record! {
    /// The result of an attack.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Outcome {
        /// The length in bits of the CRT exponents that the attack looked for.
        pub crt_exponent_length: usize,
        /// The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits.
        pub longest_crt_exponent: usize => figure("works here for w up to {} bits"),
        /// How often the lattice reductions swapped two vectors.
        pub swaps: u64 => figure("{} lattice swaps").one("{} lattice swap"),
    } hidden {
        /// The private key, if it was found.
        pub found: Option<Found>,
        /// How many primes the attack is for, as a word.
        pub(super) primes: &'static str,
    }
}

record! {
    /// The private key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// The primes.
        pub primes: Vec<BigUint>,
        /// d modulo p − 1 for each prime p.
        pub crt_exponents: Vec<BigUint>,
    }
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

record! {
    /// What the attacker is after.
    pub struct Secret {
        /// d modulo p − 1 for each prime p.
        pub crt_exponents: Vec<BigUint>,
    }
}

impl Demonstration {
    /// The key as an example.
    pub(super) fn example<A>(self) -> Example<A>
    where
        A: Attack<Target = OnlyKey, Fitting: Default, Secret = Secret, Aside = ()>,
    {
        let components = self.key.components();
        let secret = Secret { crt_exponents: components.crt_exponents.clone() };
        let example = Example::new((self.key.public_key().clone(), ()), components.primes.clone(), secret);
        Example { params: Some(self.key.params()), ..example }
    }
}
