//! Types that the lattice attacks on short CRT exponents of two and of three primes share.

use num_bigint::BigUint;
use rsa_variants::PrivateKey;

use super::attack::{Attack, Example, OnlyKey, Outcome};
use super::record::record;

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// The length in bits of the CRT exponents that the attack looked for.
        pub crt_exponent_length: usize,
        /// The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits.
        pub longest_crt_exponent: usize => figure("works here for w up to {} bits"),
        /// How often the lattice reductions swapped two vectors.
        pub swaps: u64 => figure("{} lattice swaps").one("{} lattice swap"),
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

record! {
    /// What the attacker is after.
    pub struct Answer {
        /// d modulo p − 1 for each prime p.
        pub crt_exponents: Vec<BigUint>,
    }
}

/// The outcome of an attack for so many primes, as a word.
pub(super) fn outcome(found: Option<Found>, figures: Figures, primes: &str) -> Outcome<Figures, Found> {
    let reached = figures.longest_crt_exponent.min(figures.crt_exponent_length);
    let reason = || {
        format!(
            "the lattice contains no factor of N: the key does not have {primes} primes of equal length with CRT exponents of at \
             most {reached} bits"
        )
    };
    Outcome { found: found.ok_or_else(reason), figures }
}

/// A key whose CRT exponents are the answer.
pub(super) fn example<A>(target: A::Target, key: &PrivateKey) -> Example<A>
where
    A: Attack<Answer = Answer, Note = ()>,
{
    let components = key.components();
    let answer = Answer { crt_exponents: components.crt_exponents.clone() };
    Example::new(target, components.primes.clone(), answer)
}

/// The same for an attack that needs only the public key.
pub(super) fn example_of_key<A>(key: &PrivateKey) -> Example<A>
where
    A: Attack<Target = OnlyKey, Answer = Answer, Note = ()>,
{
    Example { params: Some(key.params()), ..example(key.public_key().into(), key) }
}
