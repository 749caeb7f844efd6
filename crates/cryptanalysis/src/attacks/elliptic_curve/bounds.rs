//! How far the two stages of a curve should go for a prime of a given length, and how many curves it then takes.
//!
//! A curve finds p when the order of its group modulo p is smooth: all primes up to B1, but for one up to B2. Orders of
//! Suyama's curves are divisible by 12 and in the mean as smooth as random numbers 23 times smaller than p (R. Barbulescu, J. W.
//! Bos, C. Bouvier, T. Kleinjung, P. L. Montgomery, "Finding ECM-friendly curves through a study of Galois properties", ANTS 2012;
//! GMP-ECM's `ECM_EXTRA_SMOOTHNESS`, e^3.134). The chance follows from Dickman's function ρ by its density near x, `ρ(u) − γ·ρ(u −
//! 1)/ln x`, and for the second stage from the sum over the one large prime (P. Zimmermann, B. Dodson, "20 years of ECM", ANTS
//! 2006). The bounds are those for which the curves to be expected, times the multiplications of one, are fewest.

use core::f64::consts::{LN_2, LOG2_E};

/// What the group orders of Suyama's curves gain over random numbers.
const GAIN: f64 = 22.97;
/// Euler's constant.
const GAMMA: f64 = 0.577_215_664_901_532_9;
/// Multiplications a bit of the first stage: what `lucas_chain` reaches, a square counted as one.
const MULTIPLICATIONS_A_BIT: f64 = 8.7;
/// Ratios of the two bounds that are tried.
const RATIOS: [u64; 7] = [20, 30, 50, 70, 100, 140, 200];

/// The bounds of both stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// B1: all prime powers up to it are multiplied in the first stage.
    pub first: u64,
    /// B2: one more prime up to it may divide the group's order.
    pub second: u64,
    /// The mean count of curves until one finds a prime of the length for which the bounds are.
    pub expected_curves: f64,
}

impl Bounds {
    /// The bounds with which a prime of `bits` bits takes least work.
    pub(super) fn for_prime_of(bits: usize) -> Self {
        let dickman = Dickman::new();
        let candidates = (0..).map(|step| (100.0 * 1.2f64.powi(step)) as u64).take_while(|first| *first < 1_000_000);
        let bounds = candidates.flat_map(|first| RATIOS.map(|ratio| (first, first * ratio)));
        let of = |(first, second)| {
            let expected_curves = 1.0 / dickman.chance(bits, first as f64, second as f64);
            Self { first, second, expected_curves }
        };
        let work = |bounds: &Self| bounds.expected_curves * bounds.multiplications();
        bounds.map(of).min_by(|a, b| work(a).total_cmp(&work(b))).expect("there are candidates")
    }

    /// About how many multiplications a curve takes.
    pub(super) fn multiplications(&self) -> f64 {
        let first = self.first as f64 * LOG2_E * MULTIPLICATIONS_A_BIT;
        // A good pairing takes two primes at once in one of five cases; giant steps and their inversions come besides.
        let primes = primes_below(self.second as f64) - primes_below(self.first as f64);
        first + 0.82 * primes + self.second as f64 / 460.0 + 2000.0
    }
}

/// About how many primes there are below a number.
fn primes_below(x: f64) -> f64 {
    x / (x.ln() - 1.08)
}

/// Dickman's function at multiples of 1/64: the chance that a number near x has no prime factor above `x^(1/u)`.
struct Dickman {
    logarithms: Vec<f64>,
}

impl Dickman {
    const STEPS: usize = 64;
    const END: usize = 20;

    /// By `u·ρ(u) = ∫ ρ(t) dt` from u − 1 to u, with the trapezoidal rule.
    fn new() -> Self {
        let mut values = vec![1.0; Self::STEPS + 1];
        for index in Self::STEPS + 1..=Self::STEPS * Self::END {
            let inner: f64 = values[index - Self::STEPS + 1..].iter().sum();
            values.push((inner + 0.5 * values[index - Self::STEPS]) / (index as f64 - 0.5));
        }
        Self { logarithms: values.into_iter().map(f64::ln).collect() }
    }

    /// ρ(u), linear in its logarithm between two values.
    fn value(&self, u: f64) -> f64 {
        let place = u.max(0.0) * Self::STEPS as f64;
        let index = (place as usize).min(self.logarithms.len() - 2);
        let part = (place - index as f64).min(1.0);
        (self.logarithms[index] * (1.0 - part) + self.logarithms[index + 1] * part).exp()
    }

    /// The chance that a number near `e^ln_x` has no prime factor above `e^ln_bound`.
    fn near(&self, ln_x: f64, ln_bound: f64) -> f64 {
        let u = ln_x / ln_bound;
        if u <= 1.0 { 1.0 } else { self.value(u) - GAMMA * self.value(u - 1.0) / ln_x }
    }

    /// The chance that a curve with these bounds finds a prime of `bits` bits.
    fn chance(&self, bits: usize, first: f64, second: f64) -> f64 {
        const PARTS: u32 = 60;
        // A prime of n bits is near 2^(n − 1/2).
        let ln_order = (bits as f64 - 0.5) * LN_2 - GAIN.ln();
        let ln_first = first.ln();
        // Over primes t with density 1/ln t: ∫ … d ln ln t.
        let width = (second.ln().ln() - ln_first.ln()) / f64::from(PARTS);
        let with_large_prime: f64 = (0..PARTS)
            .map(|part| (ln_first.ln() + (f64::from(part) + 0.5) * width).exp())
            .map(|ln_prime| width * self.near((ln_order - ln_prime).max(0.0), ln_first))
            .sum();
        (self.near(ln_order, ln_first) + with_large_prime).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dickman_s_function_has_its_known_values() {
        let dickman = Dickman::new();
        let expected = [(1.0, 1.0), (2.0, 1.0 - LN_2), (3.0, 0.048_608_4), (4.0, 0.004_910_93), (6.0, 1.964_97e-5)];
        for (u, value) in expected {
            assert!((dickman.value(u) / value - 1.0).abs() < 1e-3, "rho({u}) = {}", dickman.value(u));
        }
    }

    #[test]
    fn dickman_s_function_stays_at_the_end_of_its_table() {
        let dickman = Dickman::new();
        let last = dickman.value(Dickman::END as f64);
        assert!(last > 0.0 && last < dickman.value(Dickman::END as f64 - 0.01));
        assert_eq!(dickman.value(1000.0), last);
    }

    /// 78,498 below 10^6 and 5,761,455 below 10^8.
    #[test]
    fn primes_are_about_as_many_as_there_are() {
        for (limit, count) in [(1e6, 78_498.0), (1e8, 5_761_455.0)] {
            assert!((primes_below(limit) / count - 1.0).abs() < 0.01, "{} below {limit}", primes_below(limit));
        }
    }

    /// Table 1 of GMP-ECM's README, without the extra factors of its second stage: 221 curves for a factor of 25 digits,
    /// 453 for one of 30, which are 81.9 and 98.5 bits in the middle of the digits.
    #[test]
    fn curves_are_as_many_as_gmp_ecm_expects() {
        let dickman = Dickman::new();
        for (bits, first, second, curves) in [(82, 50_000.0, 1.3e7, 221.0), (98, 250_000.0, 1.28e8, 453.0)] {
            let expected = 1.0 / dickman.chance(bits, first, second);
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
