//! Moduli with a repeated prime, `N = p^(r−s)·q^s`: methods that use the power.

use core::f64::consts::LN_2;

use super::{Finding, Method, Shape, whole_bits};
use crate::attack_limits::square_free_length;
use crate::{Reach, sources};

/// The longest square-free part that [`class_group`](crate::attacks::class_group) finds in minutes.
const MINUTES: usize = 112;

/// The work in bits, lowest and highest, for finding the square in an `N = p^(r−s)·q^s` of n bits with class groups of binary
/// quadratic forms (Mulder 2023).
///
/// The square-free part of N has b bits: `b = n/r` for odd r, because one of p and q divides N an odd number of times, and `b =
/// 2n/r` for even r, because both do. With `L = b·ln 2`, the lowest figure is `√(L·ln L)/ln 2 + log₂(n·ln 2)`, the main term of
/// the paper's heuristic time. The highest adds `log₂(40·(n/64)²)` for the arithmetic of forms of n bits. Nobody has tried the
/// method at such sizes, so confidence is low.
pub fn class_group(modulus_length: usize, primes: usize) -> (f64, f64) {
    let n = modulus_length as f64;
    let prime_length = n / primes as f64;
    let l = LN_2 * if primes.is_multiple_of(2) { 2.0 * prime_length } else { prime_length };
    let low = (l * l.ln()).sqrt() / LN_2 + (n * LN_2).log2();
    (low, low + (40.0 * (n / 64.0).powi(2)).log2())
}

/// The work in bits for factoring an `N = p^(r−1)·q` of n bits with lattices: `2n/r²` (Boneh, Durfee, Howgrave-Graham 1999: the
/// attacker must guess two in r of the n/r bits of p). With s above 1 it is a lower bound, because the attacker must then guess s
/// + 1 in r. The improvement by Coron, Faugère, Renault, Zeitoun (CT-RSA 2016) needs an r far above 8.
pub fn lattice(modulus_length: usize, primes: usize) -> f64 {
    2.0 * modulus_length as f64 / (primes * primes) as f64
}

pub(super) fn class_group_finding(shape: &Shape) -> Option<Finding> {
    if !shape.repeated_prime {
        return None;
    }
    let (n, r) = (shape.modulus_length, shape.primes);
    let (low, high) = class_group(n, r);
    let (low, high) = (whole_bits(low), whole_bits(high));
    let length = square_free_length(n, r);
    let reason = format!(
        "With r = {r}, the square-free part of N (N without its largest square factor) has {length} bits. Finding it takes 2^{low} \
         to 2^{high} operations; confidence in this estimate is low."
    );
    let reach = Reach::of_length(length, MINUTES, MINUTES);
    let finding = Finding::new(Method::ClassGroup, low, reach, reason, sources::MULDER);
    Some(Finding { strength_range: Some((low, high)), ..finding })
}

pub(super) fn lattice_finding(shape: &Shape) -> Option<Finding> {
    if !shape.repeated_prime {
        return None;
    }
    let (n, r) = (shape.modulus_length, shape.primes);
    let strength = whole_bits(lattice(n, r));
    let reach = if strength <= 32 { Reach::Practical } else { Reach::Theory };
    let reason = format!("With r = {r}, a lattice finds p once 2n/r² = {strength} of its bits have been guessed.");
    Some(Finding::new(Method::PrimePowerLattice, strength, reach, reason, sources::BONEH_DURFEE_HOWGRAVE_GRAHAM))
}

#[cfg(test)]
mod tests {
    use super::super::factoring::{elliptic_curve, number_field_sieve};
    use super::*;

    #[test]
    fn class_groups_have_the_known_figures() {
        for (n, r, range) in [
            (1024, 3, (61, 75)),
            (2048, 3, (88, 104)),
            (3072, 3, (110, 126)),
            (4096, 3, (128, 145)),
            (4096, 5, (98, 115)),
        ] {
            let (low, high) = class_group(n, r);
            assert_eq!((whole_bits(low), whole_bits(high)), range, "{n}, {r}");
        }
    }

    #[test]
    fn what_falls_here_says_so() {
        for (n, r, is_here) in [(336, 3, true), (339, 3, false), (560, 5, true), (224, 4, true), (256, 4, false)] {
            let shape = Shape { primes: r, repeated_prime: true, ..Shape::of_public_key(n, 17, None) };
            let finding = class_group_finding(&shape).unwrap();
            assert_eq!(finding.attack, is_here.then_some("class-group"), "{n}, {r}");
            assert_eq!(finding.reach, Some(if is_here { Reach::Here } else { Reach::Theory }), "{n}, {r}");
        }
    }

    #[test]
    fn with_an_even_r_the_square_free_part_is_twice_as_long() {
        for n in [1024, 2048, 4096] {
            assert_eq!(class_group(n, 6), class_group(n, 3));
            assert!(class_group(n, 4).0 > class_group(n, 3).0);
        }
    }

    #[test]
    fn lattices_are_never_the_best_way_up_to_five_primes() {
        assert_eq!(lattice(2048, 4), 256.0);
        for n in 512..=16384 {
            for r in 3..=5 {
                assert!(lattice(n, r) > elliptic_curve(n, n / r).min(number_field_sieve(n)), "{n}, {r}");
            }
        }
        assert!(lattice(1024, 8) < elliptic_curve(1024, 128));
    }

    #[test]
    fn longer_is_never_easier() {
        for (n, r) in (192..16384).flat_map(|n| (3..=8).map(move |r| (n, r))) {
            assert!(class_group(n, r).0 < class_group(n + 1, r).0, "{n}, {r}");
            assert!(lattice(n, r) < lattice(n + 1, r), "{n}, {r}");
        }
    }
}
