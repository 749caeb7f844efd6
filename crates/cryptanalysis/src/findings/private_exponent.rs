//! A short private exponent.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, KeyParams, PublicComponents};

use super::guesses::log2;
use super::{KeyFinding, WEAK, prime_count};
use crate::attacks::small_private_exponent;
use crate::relations::of_exponent;
use crate::strength::decimal;
use crate::{Progress, Reach, sources};

/// The greatest a and b in d = a·N + b.
const MOST: u32 = 256;
/// How far above the limit of the lattices d still counts as weak, as a fraction of n.
const MARGIN: f64 = 0.02;

/// Whether lattices of a usual size find such a d, as a fraction of n. Published programs do so for 0.26·n and a little more at 1024
/// bits, within minutes. The lines are a cautious reading of that: longer moduli need larger lattices.
fn was_broken(part: f64, modulus_length: f64) -> bool {
    part <= if modulus_length <= 3072.0 { 0.265 } else { 0.255 }
}

/// Wiener's attack, which takes milliseconds.
pub(super) fn public_finding(key: &PublicComponents) -> Option<KeyFinding> {
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let outcome = small_private_exponent::attack_numbers(&key.modulus, &key.public_exponent, go_on).ok()?;
    let found = outcome.found.ok()?;
    let bits = found.private_exponent.bits();
    let [p, _] = found.primes;
    let what = if 2 * bits < key.modulus.bits() {
        format!("has only {bits} bits")
    } else {
        "differs from a simple fraction of λ(N) only by a short number".to_owned()
    };
    let reason = format!("The private exponent {what}: the continued fraction of e/N reveals it.");
    Some(KeyFinding::defect("short-private-exponent", sources::WIENER, 0, Reach::Here, reason).with_factor(p))
}

/// `e·(a·N + b) ≡ 1 mod λ(N)` for short a and b: `4^(e·a·N) = 4^(1 − e·b)` for some of them.
pub(super) fn linear_finding(key: &PublicComponents) -> Option<KeyFinding> {
    let [modulus, e] = [&key.modulus, &key.public_exponent];
    if e.bits() < modulus.bits() / 2 || !modulus.bit(0) {
        return None;
    }
    let four = BigUint::from(4u8);
    // Powers of 4^e and of 4^(e·N), from −MOST to MOST
    let base = four.modpow(e, modulus);
    let powers = |base: BigUint| {
        let inverse = base.modinv(modulus)?;
        let first = inverse.modpow(&MOST.into(), modulus);
        let next = |power: &BigUint| Some(power * &base % modulus);
        Some(core::iter::successors(Some(first), next).take(2 * MOST as usize + 1).collect::<Vec<_>>())
    };
    let [of_n, of_one] = [powers(base.modpow(modulus, modulus))?, powers(base)?];
    // 4^(e·a·N) = 4·4^(−e·b)
    let wanted: Vec<BigUint> = of_one.into_iter().map(|power| power * &four % modulus).collect();
    let (a, b) =
        of_n.iter().enumerate().find_map(|(a, power)| Some((a, wanted.iter().position(|other| other == power)?)))?;
    let [a, b] = [a as i64 - i64::from(MOST), i64::from(MOST) - b as i64];
    let reason =
        format!("d is {a}·N + {b}, up to a multiple of λ(N): powers of 4 show it, and e and d give the primes.");
    Some(KeyFinding::defect("short-private-exponent", sources::DELAURENTIS, 0, Reach::Here, reason))
}

/// Compares the length of d modulo λ(N) with the limits for r primes: `1/(2r)` for continued fractions and `1 − √(1 − 1/r)` for
/// lattices, both as fractions of n (0.25 and 0.292 for two primes).
///
/// An s with `b·d = a·λ(N) + s` takes the place of d, for small a and b: `e·s ≡ b mod λ(N)`. It costs the bits of b at most.
/// Random d have such an s of x bits less the bits of b with a chance of about 2^(x − n).
pub(super) fn private_finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let lambda = key.primes.iter().map(|prime| prime - 1u8).reduce(|product, next| product.lcm(&next))?;
    let d: BigUint = &key.private_exponent % &lambda;
    let primes = prime_count(params, key);
    let (n, r) = (key.modulus.bits() as f64, primes as f64);
    let e = key.public_exponents.iter().product();
    let relations = of_exponent(&d, &lambda, &e).map(|near| (near.rest.bits() + log2(&near.denominator), near));
    let (bits, near) = relations.min_by_key(|(bits, _)| *bits)?;
    let part = bits as f64 / n;
    let [fraction, lattice] = [1.0 / (2.0 * r), 1.0 - (1.0 - 1.0 / r).sqrt()];
    let what = if near.numerator == BigUint::ZERO {
        format!("The private exponent has {bits} bits")
    } else {
        format!(
            "The private exponent differs from {}/{}·λ(N) only by a number that is as good as a private exponent of {bits} bits",
            near.numerator, near.denominator
        )
    };
    let beside = |relation: &str, line: f64| {
        let [part, line] = [part, line].map(|part| decimal(part, 3));
        format!("{what} or {part}·n, {relation} the limit of {line}·n for {primes} primes")
    };
    let (strength, reach, reason) = if part < fraction {
        (0, Reach::Practical, format!("{}: a continued fraction reveals it.", beside("below", fraction)))
    } else if part < lattice {
        let below = beside("below", lattice);
        if primes == 2 && was_broken(part, n) {
            (0, Reach::Practical, format!("{below}: lattices of a few dozen rows find it within hours."))
        } else {
            (
                0,
                Reach::Theory,
                format!("{below}: in theory, lattices find it. They reach that limit only as they grow without bound."),
            )
        }
    } else if part < lattice + MARGIN {
        let above = beside("just above", lattice);
        (WEAK, Reach::Theory, format!("{above} that lattices approach: too close to count as better than weak."))
    } else {
        return None;
    };
    let source = if primes == 2 { sources::BONEH_DURFEE } else { sources::HINEK };
    Some(KeyFinding::defect("short-private-exponent", source, strength, reach, reason))
}

#[cfg(test)]
mod tests {
    use rsa_variants::Variant;

    use super::*;

    /// Programs may store d modulo φ(N), or with any multiple of λ(N) added.
    #[test]
    fn a_short_private_exponent_is_found_whatever_multiple_of_lambda_is_added() {
        let [p, q] = [127u32, 107].map(|exponent| (BigUint::from(1u8) << exponent) - 1u8);
        let lambda = (&p - 1u8).lcm(&(&q - 1u8));
        let short = BigUint::from(65_539u32);
        let params = KeyParams::new(Variant::Original, 234);
        for multiple in 0..3u8 {
            let key = Components {
                modulus: &p * &q,
                public_exponents: vec![short.modinv(&lambda).unwrap()],
                private_exponent: &short + &lambda * multiple,
                primes: vec![p.clone(), q.clone()],
                crt_exponents: Vec::new(),
                crt_coefficients: Vec::new(),
            };
            let found = private_finding(&params, &key).unwrap();
            assert!(found.reason.contains("has 17 bits"), "{}", found.reason);
        }
    }
}
