//! Types that the lattice attacks on short CRT exponents of two and of three primes share.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rsa_variants::PrivateKey;

use super::attack::{Attack, Example, OnlyKey, Outcome};
use super::quadratic::with_sum_and_product;
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

/// p and q of a product from the cofactors k of their CRT exponents, in `e·d = 1 + k·(p − 1)`. With κ = k − 1,
///
/// ```text
/// (e·d_p + κ_p)·(e·d_q + κ_q) = k_p·k_q·p·q,
/// e·d_p·d_q + s = (k_p·k_q·p·q − κ_p·κ_q)/e,  s = d_p·κ_q + d_q·κ_p.
/// ```
///
/// If s is not given, it must be below e. Its two terms follow from their sum and their product.
pub(super) fn primes(product: &BigInt, e: &BigInt, [k, other]: [&BigInt; 2], s: Option<BigInt>) -> Option<[BigInt; 2]> {
    let one = BigInt::from(1u8);
    // With k_p = 1, p = e·d_p would not be prime.
    let [less, other_less] = [k, other].map(|k| k - &one);
    if less <= BigInt::ZERO || other_less <= BigInt::ZERO {
        return None;
    }
    let sum = (k * other * product - &less * &other_less) / e;
    let s = s.unwrap_or_else(|| sum.mod_floor(e));
    let terms = with_sum_and_product(&s, &((sum - &s) / e * &less * &other_less))?.map(BigInt::from);
    // It is not known which of the two belongs to which k.
    [[0, 1], [1, 0]].into_iter().find_map(|[first, second]| {
        let p = (e * (&terms[first] / &other_less) - &one) / k + &one;
        let q = (e * (&terms[second] / &less) - &one) / other + &one;
        (&p * &q == *product && p > one && q > one).then_some([p, q])
    })
}

/// The key with these primes, the longest first.
pub(super) fn key<const COUNT: usize>(e: &BigInt, primes: [BigInt; COUNT]) -> Option<Found> {
    let mut primes = primes.map(|prime| prime.into_parts().1);
    primes.sort_by(|p, q| q.cmp(p));
    let crt_exponents = primes.iter().map(|prime| e.magnitude().modinv(&(prime - 1u8))).collect::<Option<_>>()?;
    Some(Found { primes: primes.into(), crt_exponents })
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
