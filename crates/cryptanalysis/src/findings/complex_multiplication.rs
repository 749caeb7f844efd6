//! Primes p with `4p − 1 = D·s²` and a small D (Cheng 2002; Sedlacek, Klinec, Sys, Svenda, Matyas 2019).

use num_bigint::BigUint;
use rsa_variants::Components;

use super::KeyFinding;
use super::factors::{Factors, STEPS, small_factors};
use super::guesses::{line, log2, reach};
use crate::attacks::quadratic::square_root;
use crate::sources;

/// A curve with complex multiplication by √−D, of trace ±1 or ±s, has p points modulo p: N times any of its points has a
/// coordinate that shares p with N. Trying all D up to this one costs about D class polynomials, each of D operations.
///
/// Among random primes of ℓ bits, fewer than `2^((ℓ + c)/2)` of 2^ℓ have a D below 2^c: a chance below 2^(c − ℓ/2).
pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    let found = key.primes.iter().filter_map(|p| square_free_part(&(p * 4u8 - 1u8))).min()?;
    let strength = (2 * log2(&found) + 10) as u32;
    (u64::from(strength) < line(key.modulus.bits())).then(|| {
        let reason = format!(
            "N has a prime p for which 4p − 1 is {found} times a square: a curve with complex multiplication has p points modulo \
             p, which reveals p in about 2^{strength} steps."
        );
        KeyFinding::defect("complex-multiplication", sources::CHENG, strength, reach(strength), reason)
    })
}

/// The square-free part, if all its primes are small.
fn square_free_part(number: &BigUint) -> Option<BigUint> {
    let Factors { primes, rest } = small_factors(number, STEPS);
    square_root(&rest)?;
    let odd = primes.chunk_by(|a, b| a == b).filter(|chunk| chunk.len() % 2 == 1);
    Some(odd.map(|chunk| &chunk[0]).product())
}
