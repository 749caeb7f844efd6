//! Primes with few different digits: N fixes about as many digits as there are to choose, so a search from the last digits goes on
//! with few candidates.

use num_bigint::BigUint;
use rsa_variants::Components;

use super::KeyFinding;
use super::guesses::{LATTICE, line, reach};
use crate::sources;

/// A random prime has so few different digits with a chance below 2^−this.
const UNLIKELY: f64 = 64.0;

/// The last j digits of all primes determine those of N, so of all choices for the next digit of each prime, one of `base` fits.
/// Half of the digits are enough for Coppersmith's method.
pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    let searches = [256u32, 16, 10].into_iter().filter_map(|base| {
        let all = f64::from(base).log2();
        let primes: Vec<_> = key.primes.iter().filter_map(|prime| few(prime, base)).collect();
        // The other primes have all digits.
        let choices: f64 = primes.iter().map(|(count, ..)| f64::from(*count).log2() - all).sum::<f64>()
            + all * (key.primes.len() - 1) as f64;
        let (_, length, choice) = *primes.iter().max_by(|a, b| a.2.total_cmp(&b.2))?;
        let strength = (choice + choices.max(0.0) * length / 2.0) as u64 + LATTICE;
        Some((strength, base)).filter(|(strength, _)| *strength < line(key.modulus.bits()))
    });
    let (strength, base) = searches.min()?;
    let reason = format!(
        "In base {base}, primes have few different digits: a search from the last ones takes about 2^{strength} steps."
    );
    let strength = strength as u32;
    Some(KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, strength, reach(strength), reason))
}

/// How many different digits there are, of how many, and log₂ of the number of ways to choose them; without the first digit and the
/// last two, which key generation may set.
fn few(number: &BigUint, base: u32) -> Option<(u32, f64, f64)> {
    let all = number.to_radix_le(base);
    let inner = all.get(2..all.len() - 1)?;
    let count = (0..=255).filter(|digit| inner.contains(digit)).count() as u32;
    let choice: f64 = (0..count).map(|i| (f64::from(base - i) / f64::from(count - i)).log2()).sum();
    let length = inner.len() as f64;
    let is_text = base == 256 && inner.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b' ');
    let choice = if is_text { 0.0 } else { choice };
    (length * (f64::from(base) / f64::from(count)).log2() > choice + UNLIKELY).then_some((count, length, choice))
}
