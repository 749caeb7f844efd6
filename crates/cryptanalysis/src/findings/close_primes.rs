//! Primes that are close to each other, or whose ratio is close to a simple fraction.

use num_bigint::{BigInt, BigUint, Sign};
use rsa_variants::moduli::primes_below;

use super::{KeyFinding, affordable};
use crate::attacks::{common_divisor, quadratic::square_root};
use crate::{Reach, sources};

/// Multipliers k of N for moduli up to 2048 bits: ratios u/v with u·v = k, such as 127/129.
const MULTIPLIERS: usize = 1 << 14;

/// Steps of Fermat's method with a multiplier.
fn steps(multiplier: usize) -> usize {
    match multiplier {
        1 => 1 << 12,
        2..=64 => 16,
        _ => 2,
    }
}

/// Fermat's method with Lehman's multipliers: `4uv·N = (u·p + v·q)² − (u·p − v·q)²`, and u·p + v·q is just above 2·√(uvN) where
/// u·p is close to v·q.
pub(super) fn fermat_finding(modulus: &BigUint) -> Option<KeyFinding> {
    if !modulus.bit(0) {
        return None;
    }
    let (multiplier, factor) = fermat(modulus)?;
    let reason = if multiplier == 1 {
        "The primes are so close that Fermat's method finds them in a few steps.".to_owned()
    } else {
        format!(
            "The ratio of the primes is so close to a simple fraction that Fermat's method on {multiplier}·N finds them in a few \
             steps."
        )
    };
    Some(KeyFinding::defect("close-primes", sources::LEHMAN, 0, Reach::Here, reason).with_factor(factor))
}

/// The first multiplier k for which `a² − 4kN = b²` for one of the first values of a from 2·√(kN) up, and the proper divisor of N
/// that follows.
fn fermat(modulus: &BigUint) -> Option<(usize, BigUint)> {
    /// Fractional bits of the roots. The errors of a few products are far below one.
    const GUARD: usize = 64;
    let count = affordable(modulus, MULTIPLIERS);
    let precision = modulus.bits() as usize / 2 + GUARD;
    let is_prime = primes_below(count + 1);
    // √(4kN) is √(4k/l·N)·√l with the least prime l of k: a product instead of a root for most k.
    let least_prime =
        |k: usize| is_prime.iter().map(|&l| l as usize).take_while(|l| l * l <= k).find(|l| k.is_multiple_of(*l));
    let mut roots = vec![BigUint::ZERO; count + 1];
    let mut small_roots = vec![BigUint::ZERO; count + 1];
    (1..=count).find_map(|k| {
        roots[k] = match least_prime(k) {
            Some(l) => (&roots[k / l] * &small_roots[l]) >> precision,
            None if k == 1 => ((modulus << 2u8) << (2 * GUARD)).sqrt(),
            None => (&roots[1] * (BigUint::from(k) << (2 * precision)).sqrt()) >> precision,
        };
        if k * k <= count && least_prime(k).is_none() {
            small_roots[k] = (BigUint::from(k) << (2 * precision)).sqrt();
        }
        Some((k, fermat_steps(modulus, k, &roots[k] >> GUARD)?))
    })
}

/// A proper divisor of N, if `a² − 4kN = b²` for one of the first values of a from here on.
fn fermat_steps(modulus: &BigUint, multiplier: usize, mut a: BigUint) -> Option<BigUint> {
    let product = modulus * (4 * multiplier);
    let mut square = BigInt::from(&a * &a) - BigInt::from(product);
    for _ in 0..=steps(multiplier) {
        if let Some(b) = (square.sign() != Sign::Minus).then(|| square_root(square.magnitude())).flatten() {
            let factor = common_divisor(&(&a + b), modulus);
            if factor.is_some() {
                return factor;
            }
        }
        square += BigInt::from(&a << 1u8) + 1;
        a += 1u8;
    }
    None
}
