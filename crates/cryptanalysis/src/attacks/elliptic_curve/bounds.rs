//! How far the two stages of a curve should go for a prime of a given length, and how many curves it then takes.
//!
//! A curve finds p if the order of its group modulo p is smooth: all its primes are up to B1, except for one up to B2. The orders
//! of Suyama's curves are divisible by 12 and on average as smooth as random numbers 23 times smaller than p (R. Barbulescu, J.
//! W. Bos, C. Bouvier, T. Kleinjung, P. L. Montgomery, "Finding ECM-friendly curves through a study of Galois properties", ANTS
//! 2012; GMP-ECM's `ECM_EXTRA_SMOOTHNESS`, e^3.134). [`smooth`](crate::attacks::smooth) computes the chance of that. The bounds
//! minimize the expected number of curves times the multiplications of one.

use super::super::record::record;
use core::f64::consts::{LN_2, LOG2_E};

use crate::attacks::smooth::{Dickman, primes_below};

/// How much smoother the group orders of Suyama's curves are than random numbers.
const GAIN: f64 = 22.97;
/// Multiplications for each bit of the first stage, as `lucas_chain` achieves; a squaring counts as one.
const MULTIPLICATIONS_A_BIT: f64 = 8.7;
/// The ratios of the two bounds to try.
const RATIOS: [u64; 7] = [20, 30, 50, 70, 100, 140, 200];

record! {
    /// The bounds of both stages.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Bounds {
        /// B1: the first stage multiplies by all prime powers up to it.
        pub first: u64,
        /// B2: the order of the group may have one more prime up to it.
        pub second: u64,
        /// The mean number of curves until one finds a prime of the length that the bounds are for.
        pub expected_curves: f64,
    }
}

impl Bounds {
    /// The bounds that minimize the work for a prime of `bits` bits.
    pub(super) fn for_prime_of(bits: usize) -> Self {
        let dickman = Dickman::new();
        let candidates = (0..).map(|step| (100.0 * 1.2f64.powi(step)) as u64).take_while(|first| *first < 1_000_000);
        let bounds = candidates.flat_map(|first| RATIOS.map(|ratio| (first, first * ratio)));
        let of = |(first, second)| {
            let expected_curves = 1.0 / chance(&dickman, bits, first as f64, second as f64);
            Self { first, second, expected_curves }
        };
        let work = |bounds: &Self| bounds.expected_curves * bounds.multiplications();
        bounds.map(of).min_by(|a, b| work(a).total_cmp(&work(b))).expect("there are candidates")
    }

    /// About how many multiplications a curve takes.
    pub(super) fn multiplications(&self) -> f64 {
        let first = self.first as f64 * LOG2_E * MULTIPLICATIONS_A_BIT;
        // In one of five cases, a pair covers two primes at once. Giant steps and their inversions come on top.
        let primes = primes_below(self.second as f64) - primes_below(self.first as f64);
        first + 0.82 * primes + self.second as f64 / 460.0 + 2000.0
    }
}

/// The chance that a curve with these bounds finds a prime of `bits` bits, that is, near 2^(bits − 1/2).
fn chance(dickman: &Dickman, bits: usize, first: f64, second: f64) -> f64 {
    dickman.chance((bits as f64 - 0.5) * LN_2 - GAIN.ln(), first, second)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with table 1 of GMP-ECM's README, without the extra factors of its second stage: 221 curves for a factor of 25
    /// digits and 453 for one of 30, which are 81.9 and 98.5 bits for the middle of the range.
    #[test]
    fn curves_are_as_many_as_gmp_ecm_expects() {
        let dickman = Dickman::new();
        for (bits, first, second, curves) in [(82, 50_000.0, 1.3e7, 221.0), (98, 250_000.0, 1.28e8, 453.0)] {
            let expected = 1.0 / chance(&dickman, bits, first, second);
            assert!((expected / curves - 1.0).abs() < 0.05, "{expected} curves instead of {curves}");
        }
    }

    #[test]
    fn longer_primes_take_larger_bounds_and_more_curves() {
        let bounds = [32, 48, 64, 80, 96].map(Bounds::for_prime_of);
        for pair in bounds.windows(2) {
            assert!(pair[0].first < pair[1].first && pair[0].expected_curves < pair[1].expected_curves, "{pair:?}");
        }
    }
}
