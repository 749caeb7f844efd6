//! A short private exponent.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, KeyParams, PublicComponents, PublicKey};

use super::{KeyFinding, WEAK, prime_count};
use crate::attacks::small_private_exponent;
use crate::strength::decimal;
use crate::{Reach, sources};

/// How far above a line d still counts as weak, as a part of n.
const MARGIN: f64 = 0.02;

/// Wiener's attack, which takes milliseconds.
pub(super) fn public_finding(key: &PublicComponents) -> Option<KeyFinding> {
    let public = PublicKey::new(&key.modulus, &key.public_exponent).ok()?;
    let outcome = small_private_exponent::attack(&public, &mut |_| ControlFlow::Continue(())).ok()?;
    let found = outcome.found?;
    let bits = found.private_exponent.bits();
    let reason = format!("The private exponent has {bits} bits only: the continued fraction of e/N shows it.");
    let [p, _] = found.primes;
    Some(KeyFinding::defect("short-private-exponent", sources::WIENER, 0, Reach::Here, reason).with_factor(p))
}

/// The least d, modulo λ(N), against the lines for r primes: `1/(2r)` for continued fractions and `1 − √(1 − 1/r)` for lattices,
/// both as parts of n (0.25 and 0.292 for two primes).
pub(super) fn private_finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let lambda = key.primes.iter().map(|prime| prime - 1u8).reduce(|product, next| product.lcm(&next))?;
    let d: BigUint = &key.private_exponent % lambda;
    let primes = prime_count(params, key);
    let (n, r) = (key.modulus.bits() as f64, primes as f64);
    let bits = d.bits();
    let part = bits as f64 / n;
    let [fraction, lattice] = [1.0 / (2.0 * r), 1.0 - (1.0 - 1.0 / r).sqrt()];
    let of = |line: f64| {
        let [part, line] = [part, line].map(|part| decimal(part, 3));
        format!("The private exponent has {bits} bits, {part}·n, and {line}·n is the line for {primes} primes")
    };
    let (strength, reach, reason) = if part < fraction {
        (0, Reach::Practical, format!("{}: a continued fraction shows it.", of(fraction)))
    } else if part < lattice {
        (0, Reach::Theory, format!("{} of lattices that grow without bound.", of(lattice)))
    } else if part < lattice + MARGIN {
        (WEAK, Reach::Theory, format!("{} of lattices: too close to be called more than weak.", of(lattice)))
    } else {
        return None;
    };
    let source = if primes == 2 { sources::BONEH_DURFEE } else { sources::HINEK };
    Some(KeyFinding::defect("short-private-exponent", source, strength, reach, reason))
}
