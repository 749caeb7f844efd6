//! Primes p for which an elliptic curve that everyone can write down has a smooth order modulo p.
//!
//! Over the nine imaginary quadratic fields of class number one, curves with complex multiplication have rational coefficients,
//! such as `y² = x³ + kx` and `y² = x³ + k`. Their orders follow from p alone: `p + 1 ± t` with `4p = t² + D·s²`. Pollard's method
//! with such a curve in place of the multiplicative group is the first attempt of the elliptic curve method (Lenstra 1987).

use num_bigint::BigUint;
use rsa_variants::Components;

use super::KeyFinding;
use super::factors::passes_fermat;
use super::guesses::{line, reach};
use super::smooth::{SHORT_STEPS, smoothness};
use crate::attacks::quadratic::square_root;
use crate::sources;

/// The discriminants of class number one, without their signs.
const DISCRIMINANTS: [u32; 9] = [3, 4, 7, 8, 11, 19, 43, 67, 163];

/// A random number is so smooth with a chance of 2^−51 (see [`smoothness`]); a prime has 12 such orders on average.
pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    // A composite number in place of a prime has no such orders, and the search for a non-square modulo it would take long.
    let primes = key.primes.iter().filter(|p| passes_fermat(p));
    let orders =
        primes.flat_map(|p| DISCRIMINANTS.iter().flat_map(move |&d| orders(p, d).map(move |order| (d, order))));
    let found = orders.filter_map(|(d, order)| Some((smoothness(&order, SHORT_STEPS)?, d)));
    let (smooth, d) = found.min().filter(|(smooth, _)| u64::from(smooth.strength) < line(key.modulus.bits()))?;
    let reason = format!(
        "N has a prime p modulo which a curve with complex multiplication by √−{d} has an order of primes of at most {} bits, and \
         one of {} bits: finding p takes about 2^{} steps.",
        smooth.second, smooth.longest, smooth.strength
    );
    Some(KeyFinding::defect("smooth-curve", sources::LENSTRA_CURVES, smooth.strength, reach(smooth.strength), reason))
}

/// The orders of these curves and their twists modulo p; none if −D is no square modulo p, where all have p + 1 points.
fn orders(p: &BigUint, d: u32) -> impl Iterator<Item = BigUint> {
    let traces = norm_equation(p, d).map_or_else(Vec::new, |[t, s]| match d {
        3 => vec![t.clone(), (&t + &s * 3u8) >> 1u8, (t.clone().max(&s * 3u8) - t.min(s * 3u8)) >> 1u8],
        4 => vec![t, s * 2u8],
        _ => vec![t],
    });
    let middle = p + 1u8;
    // A prime has |t| ≤ 2·√p, but what is no prime may come this far.
    traces.into_iter().filter(move |t| *t < middle).flat_map({
        let middle = p + 1u8;
        move |t| [&middle + &t, &middle - &t]
    })
}

/// t and s with `4p = t² + D·s²`, by Cornacchia's method (Cohen 1993, algorithm 1.5.3).
fn norm_equation(p: &BigUint, d: u32) -> Option<[BigUint; 2]> {
    // By reciprocity, −D is a square modulo p if and only if p is one modulo D.
    let modulus = if d.is_multiple_of(4) { 4 } else { d };
    if d != 8 && !(1..modulus).any(|x| *p > BigUint::from(d) && p % modulus == BigUint::from(x * x % modulus)) {
        return None;
    }
    let mut root = square_root_modulo(&(p - d % p), p)?;
    if root.bit(0) != (d % 2 == 1) {
        root = p - root;
    }
    let quadruple: BigUint = p * 4u8;
    let mut rest = [p * 2u8, root];
    while &rest[1] * &rest[1] > quadruple {
        let [a, b] = rest;
        let remainder = a % &b;
        rest = [b, remainder];
    }
    let [_, t] = rest;
    let square = &quadruple - &t * &t;
    (&square % d == BigUint::ZERO).then(|| square_root(&(square / d)))?.map(|s| [t, s])
}

/// A square root modulo a prime (Tonelli 1891, Shanks 1973); `None` if there is none, or if `2^MOST_TWOS` divides p − 1: then p − 1
/// is another finding.
fn square_root_modulo(a: &BigUint, p: &BigUint) -> Option<BigUint> {
    const MOST_TWOS: u64 = 128;
    const MOST_TRIES: u32 = 1000;
    let one = BigUint::from(1u8);
    let less: BigUint = p - 1u8;
    let twos = less.trailing_zeros().filter(|twos| (1..=MOST_TWOS).contains(twos))?;
    let odd = &less >> twos;
    let half: BigUint = a.modpow(&((&odd - 1u8) >> 1u8), p);
    let mut root = a * &half % p;
    let mut rest = &root * half % p;
    if rest == one {
        return Some(root);
    }
    let mut generator = (2..MOST_TRIES)
        .map(|z| BigUint::from(z).modpow(&odd, p))
        .find(|power| power.modpow(&(&one << (twos - 1)), p) == less)?;
    let mut order = twos;
    while rest != one {
        // The least k with rest^(2^k) = 1, below the order; there is none if a is no square.
        let mut square = rest.clone();
        let k = (1..order).find(|_| {
            square = &square * &square % p;
            square == one
        })?;
        let step = generator.modpow(&(&one << (order - k - 1)), p);
        generator = &step * &step % p;
        root = root * step % p;
        rest = rest * &generator % p;
        order = k;
    }
    Some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIMES: [u32; 6] = [1009, 1013, 1019, 65_537, 7681, 12_289];

    #[test]
    fn square_roots_are_found_if_there_are_any() {
        for p in PRIMES {
            for a in 1..200u32 {
                let expected = (1..p).any(|x| u64::from(x) * u64::from(x) % u64::from(p) == u64::from(a));
                let root = square_root_modulo(&a.into(), &p.into());
                assert_eq!(root.is_some(), expected, "√{a} modulo {p}");
                assert!(root.is_none_or(|root| &root * &root % p == a.into()), "√{a} modulo {p}");
            }
        }
    }

    /// The points of `y² = x³ + ax + b`, counted.
    fn count(p: u32, a: u32, b: u32) -> u32 {
        let p = u64::from(p);
        let mut squares = vec![0u32; p as usize];
        (0..p).for_each(|y| squares[(y * y % p) as usize] += 1);
        1 + (0..p).map(|x| squares[((x * x % p * x + u64::from(a) * x + u64::from(b)) % p) as usize]).sum::<u32>()
    }

    #[test]
    fn orders_are_those_of_the_curves() {
        for p in [1009u32, 1013, 1033, 7681] {
            let all = |d| orders(&p.into(), d).collect::<Vec<_>>();
            let is_among = |d, order: u32| all(d).is_empty() || all(d).contains(&order.into());
            for k in 1..12 {
                assert!(is_among(3, count(p, 0, k)), "y² = x³ + {k} modulo {p}");
                assert!(is_among(4, count(p, k, 0)), "y² = x³ + {k}x modulo {p}");
            }
            // j = −3375 and j = 8000
            assert!(is_among(7, count(p, p - 35, 98)), "√−7 modulo {p}");
            assert!(is_among(8, count(p, p - 30, 56)), "√−8 modulo {p}");
            assert_eq!([3, 4].map(|d| all(d).is_empty()), [p % 3 != 1, p % 4 != 1]);
        }
    }
}
