//! Primes that are close to each other, or whose ratio is close to a simple fraction.

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, KeyParams, far_apart};

use super::{KeyFinding, WEAK, is_proper_divisor, prime_count};
use crate::attacks::quadratic::square_root;
use crate::{Reach, sources};

/// Steps of Fermat's method on N itself.
const STEPS: usize = 1 << 12;
/// Steps for primes whose ratio is close to u/v.
const RATIO_STEPS: usize = 16;
/// The largest u and v.
const MOST_RATIO: u32 = 8;
/// With up to 2^45 steps, Fermat's method takes days at most.
const PRACTICAL_STEPS: u64 = 45;

/// The pairs u ≥ v without a common divisor, 1/1 first.
fn ratios() -> impl Iterator<Item = [u32; 2]> {
    (1..=MOST_RATIO).flat_map(|u| (1..=u).filter(move |v| u.gcd(v) == 1).map(move |v| [u, v]))
}

/// Fermat's method: `4uv·N = (u·p + v·q)² − (u·p − v·q)²`, and u·p + v·q is just above 2·√(uvN) where u·p is close to v·q.
pub(super) fn fermat_finding(modulus: &BigUint) -> Option<KeyFinding> {
    if !modulus.bit(0) {
        return None;
    }
    ratios().find_map(|[u, v]| {
        let steps = if u == 1 { STEPS } else { RATIO_STEPS };
        let factor = fermat(modulus, u * v, steps)?;
        let reason = if u == 1 {
            "The primes are so close that Fermat's method finds them in a few steps.".to_owned()
        } else {
            format!("The ratio of the primes is so close to {u}/{v} that Fermat's method finds them in a few steps.")
        };
        Some(KeyFinding::defect("close-primes", sources::LEHMAN, 0, Reach::Here, reason).with_factor(factor))
    })
}

/// A proper divisor of N, if `a² − 4kN = b²` for one of the first `steps` values of a from 2·√(kN) up.
fn fermat(modulus: &BigUint, multiplier: u32, steps: usize) -> Option<BigUint> {
    let product = modulus * (4 * multiplier);
    let mut a = product.sqrt();
    if &a * &a < product {
        a += 1u8;
    }
    let mut square = &a * &a - product;
    for _ in 0..steps {
        if let Some(b) = square_root(&square) {
            let factor = (&a + b).gcd(modulus);
            if is_proper_divisor(&factor, modulus) {
                return Some(factor);
            }
        }
        square += (&a << 1u8) + 1u8;
        a += 1u8;
    }
    None
}

/// Checks the distance of the primes: how many steps Fermat's method takes, and whether they are as far apart as key generation
/// makes them.
pub(super) fn private_finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let r = prime_count(params, key) as u64;
    let pairs = || key.primes.iter().enumerate().flat_map(|(i, p)| key.primes[..i].iter().map(move |q| [p, q]));
    if let ([p, q], 2) = (&key.primes[..], r) {
        // With D = |u·p − v·q|, Fermat's method takes about D²/(2·√(4uvN)) steps.
        let steps = |[u, v]: [u32; 2]| {
            let distance = |a: u32, b: u32| (p * a).max(q * b) - (p * a).min(q * b);
            let closest = distance(u, v).min(distance(v, u)).bits();
            (2 * closest).saturating_sub(n / 2 + u64::from((u * v).ilog2() / 2))
        };
        let least = ratios().map(steps).min().unwrap_or(u64::MAX);
        if least <= PRACTICAL_STEPS {
            let reason = format!("The primes are so close that Fermat's method finds them in about 2^{least} steps.");
            let reach = if least <= 12 { Reach::Here } else { Reach::Practical };
            return Some(KeyFinding::defect("close-primes", sources::LEHMAN, least as u32, reach, reason));
        }
    }
    // With r primes of one length, N^(1/r) has their common leading bits; Coppersmith's method finds the last n/r² bits of a
    // prime.
    let widest = pairs().map(|[p, q]| p.max(q) - p.min(q)).max()?.bits();
    if key.primes.len() as u64 == r && widest <= n / (r * r) {
        let reason = format!(
            "All {r} primes differ only in their last {widest} bits: the r-th root of N shows the other bits, and a lattice then \
             finds a prime."
        );
        return Some(KeyFinding::defect("close-primes", sources::COPPERSMITH, 0, Reach::Practical, reason));
    }
    if pairs().all(|[p, q]| far_apart(p, core::slice::from_ref(q))) {
        return None;
    }
    let reason = "Two primes have about 100 leading bits in common, which does not happen by chance.".to_owned();
    Some(KeyFinding::defect("near-primes", sources::FIPS_186_5, WEAK, Reach::Theory, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers stand in for primes: the tests only need odd numbers without a common divisor.
    fn pair(distance: u32) -> [BigUint; 2] {
        let p: BigUint = (BigUint::from(1u8) << 511) + 187u8;
        [p.clone(), p + distance]
    }

    #[test]
    fn close_primes_are_found_and_distant_ones_are_not() {
        let [p, q] = pair(1 << 20);
        assert!([&p, &q].contains(&&fermat_finding(&(&p * &q)).unwrap().factor.unwrap()));
        let far = &q + (BigUint::from(1u8) << 400);
        assert_eq!(fermat_finding(&(p * far)), None);
    }

    #[test]
    fn ratios_close_to_a_fraction_are_found() {
        let [p, _] = pair(0);
        for [u, v] in [[2u32, 1], [3, 2], [7, 5]] {
            let q: BigUint = (&p * u / v) | BigUint::from(1u8);
            let found = fermat_finding(&(&p * &q)).unwrap();
            assert!(is_proper_divisor(&found.factor.unwrap(), &(&p * &q)), "{u}/{v}");
        }
    }
}
