//! Scheme B (Sun, Wu, "Design of rebalanced RSA-CRT for fast encryption", ISC 2005): a public exponent of
//! n/2 bits with CRT exponents of w bits (n = 1024: 512 and 198).
//!
//! Broken at those lengths: Bleichenbacher, May, "New attacks on RSA with small secret CRT-exponents", PKC 2006.

use modular_powers::random::{self, Draws, StuckGenerator};
use modular_powers::{Engine, prime};
use num_bigint::BigUint;

use super::definition::{
    CrtExponentRoom, CrtExponents, Definition, PublicExponent, SHORT_CRT_EXPONENTS, Speedup, USUAL,
};
use super::{Operation, crt};
use crate::arithmetic::{inverse, least_common_multiple};
use crate::generate::{Generator, PATIENCE, far_apart, prime_interval};
use crate::{CheckedParams, Components, Error, Progress};

pub(super) const DEFINITION: Definition = Definition {
    name: "scheme-b",
    title: "Scheme B",
    source: "Sun, Wu 2005",
    crt_exponents: Some(CrtExponents {
        excess: 1,
        // One in `h·ln 2` numbers of h bits is prime, and about every second P is in the part of its range that gives N its exact
        // length. The first and the last bit of k are set.
        room: CrtExponentRoom::Search { tries_per_bit: core::f64::consts::LN_2, fixed_bits: 2 },
    }),
    public_exponent: PublicExponent::Half { excess: 0 },
    little_studied: Some(SHORT_CRT_EXPONENTS),
    speedup: Speedup::TWO_SHORT_EXPONENTS,
    ..USUAL
};

/// Key generation:
///
/// 1. fix the odd `e = 2^(n/2−1) + 1`;
/// 2. for each prime: random odd k of w bits with `gcd(k, e) = 1`;
/// 3. the unique d, `k < d < 2k`, and P, `e < P < 2e`, with `e·d = k·P + 1`;
/// 4. accept if p = P + 1 is a prime of n/2 bits, otherwise go to 2.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let shape = Shape::new(params);
    let e = (BigUint::from(1u8) << (shape.prime_length - 1)) + 1u8;
    let w = shape.exponent_length;
    let expected = DEFINITION.expected_tries(params.values.modulus_length);
    let primes = shape.primes(&e, generator, |generator, earlier| {
        let mut draws = Draws::new(PATIENCE * expected);
        for tries in 0u64.. {
            if tries.is_multiple_of(16) {
                generator.report(Progress::Candidates { done: tries, expected })?;
            }
            let k =
                random::below_power_of_two(w - 1, generator.rng) | (BigUint::from(1u8) << (w - 1)) | BigUint::from(1u8);
            draws.note(&k, w as u64 - 2)?;
            let Some(remainder) = inverse(&e, &k) else { continue };
            let d = remainder + &k;
            let p = (&e * &d - 1u8) / &k + 1u8;
            if shape.accepts(&p, &d, earlier) && shape.is_prime(&p, generator)? {
                return Ok(p);
            }
        }
        unreachable!("the loop has no end")
    })?;
    Ok(shape.components(params, e, primes))
}

/// Private operation: as in CRT. The exponents are below 2k, so they have up to w + 1 bits.
pub(super) fn prepare(params: &CheckedParams, components: &Components) -> Option<Operation> {
    let w = params.values.crt_exponent_length.expect("checked: the variant has CRT exponents of a chosen length");
    Some(crt::with_short_exponents(components, w + 1))
}

/// The requirements of both schemes on their primes.
pub(super) struct Shape {
    /// The length of both primes in bits: n/2, rounded up.
    pub(super) prime_length: usize,
    /// w
    pub(super) exponent_length: usize,
    /// Bounds of the primes such that N has exactly n bits.
    pub(super) low: BigUint,
    pub(super) high: BigUint,
}

impl Shape {
    pub(super) fn new(params: &CheckedParams) -> Self {
        let prime_length = params.values.modulus_length.div_ceil(2);
        let (root, high) = prime_interval(prime_length, 2);
        // e fixes the length of both primes. For odd n = 2h − 1, two primes of h bits below √2·2^(h−1) have a product
        // of n bits: at least 2^(2h−2) and below 2^(2h−1). The root is rounded up by at most one part in 2^51.
        let below_root = &root - (&root >> 50);
        let (low, high) =
            if params.values.modulus_length.is_multiple_of(2) { (root, high) } else { (high >> 1, below_root) };
        let exponent_length =
            params.values.crt_exponent_length.expect("checked: the schemes have CRT exponents of a chosen length");
        Self { prime_length, exponent_length, low, high }
    }

    /// The two primes of a key; `search` finds one that `accepts` beside the earlier primes and their CRT exponents.
    pub(super) fn primes(
        &self,
        e: &BigUint,
        generator: &mut Generator<'_>,
        mut search: impl FnMut(&mut Generator<'_>, &[(BigUint, BigUint)]) -> Result<BigUint, Error>,
    ) -> Result<Vec<BigUint>, Error> {
        // p determines d: e·d ≡ 1 modulo p − 1, and d < p − 1.
        let exponent = |p: &BigUint| inverse(e, &(p - 1u8));
        let pairs = |primes: &[BigUint]| -> Vec<(BigUint, BigUint)> {
            primes.iter().filter_map(|p| Some((p.clone(), exponent(p)?))).collect()
        };
        let w = self.exponent_length as u64;
        generator.fill(
            &[self.prime_length; 2],
            |known, _, earlier| {
                // k < d < 2k
                let fits = |d: BigUint| (w..=w + 1).contains(&d.bits()) && self.accepts(known, &d, &pairs(earlier));
                *known >= self.low && exponent(known).is_some_and(fits)
            },
            |generator, _, earlier| search(generator, &pairs(earlier)),
        )
    }

    /// Whether `p` with CRT exponent `d` may join the primes found so far. Does not test primality.
    pub(super) fn accepts(&self, p: &BigUint, d: &BigUint, found: &[(BigUint, BigUint)]) -> bool {
        p.bit(0)
            && *p >= self.low
            && *p < self.high
            && *d < p - 1u8
            && found.iter().all(|(prime, exponent)| exponent != d && far_apart(p, std::slice::from_ref(prime)))
    }

    /// The primality test for numbers of special structure.
    pub(super) fn is_prime(&self, p: &BigUint, generator: &mut Generator<'_>) -> Result<bool, StuckGenerator> {
        prime::is_prime(p, Engine::default(), generator.rng)
    }

    /// The key with these primes. `e·d_p ≡ 1` modulo p − 1 holds by construction, so `d = e⁻¹ mod λ` has these
    /// residues.
    pub(super) fn components(&self, params: &CheckedParams, e: BigUint, primes: Vec<BigUint>) -> Components {
        let lambda = least_common_multiple(primes.iter().map(|p| p - 1u8));
        let d = inverse(&e, &lambda).expect("e is a unit modulo p − 1 and q − 1");
        Components::new(params, primes, vec![e], d)
    }
}

#[cfg(test)]
mod tests;
