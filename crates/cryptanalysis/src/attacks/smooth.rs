//! The chance that a number is smooth: all its primes are up to a first bound, except for one up to a second.
//!
//! It follows from the density of Dickman's function ρ near x, `ρ(u) − γ·ρ(u − 1)/ln x`, and for the second bound from a sum over
//! the one large prime (P. Zimmermann, B. Dodson, "20 years of ECM", ANTS 2006).

use crate::Error;

/// Euler's constant.
const GAMMA: f64 = 0.577_215_664_901_532_9;

/// The approximate number of primes below a number.
pub(super) fn primes_below(x: f64) -> f64 {
    x / (x.ln() - 1.08)
}

/// Dickman's function at multiples of 1/64: the chance that a number near x has no prime factor above `x^(1/u)`.
pub(super) struct Dickman {
    logarithms: Vec<f64>,
}

impl Dickman {
    const STEPS: usize = 64;
    const END: usize = 20;

    /// By `u·ρ(u) = ∫ ρ(t) dt` from u − 1 to u, with the trapezoidal rule.
    pub(super) fn new() -> Self {
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

    /// The chance that a number near `e^ln_order` has no prime factor above the first bound, except for one up to the second.
    pub(super) fn chance(&self, ln_order: f64, first: f64, second: f64) -> f64 {
        const PARTS: u32 = 60;
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

/// Whether 2k + 1 is prime, for all k up to a limit.
pub(super) fn odd_primes(limit: u64, tick: &mut dyn FnMut() -> Result<(), Error>) -> Result<Vec<bool>, Error> {
    let mut is_prime = vec![true; (limit / 2 + 1) as usize];
    is_prime[0] = false;
    for n in (3..=limit.isqrt()).step_by(2) {
        if is_prime[(n / 2) as usize] {
            tick()?;
            is_prime.iter_mut().skip((n * n / 2) as usize).step_by(n as usize).for_each(|mark| *mark = false);
        }
    }
    Ok(is_prime)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::LN_2;

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
}
