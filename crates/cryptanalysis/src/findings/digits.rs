//! Primes with few different digits: N fixes about as many digits as there are to choose, so a search from the last digits goes on
//! with few candidates.

use num_bigint::BigUint;
use rsa_variants::Components;

use super::KeyFinding;
use super::guesses::{LATTICE, line, reach};
use crate::sources;

/// Shorter primes may have few different digits by chance.
const SHORTEST: u64 = 96;
/// A random prime has so few different digits with a chance below 2^−this.
const UNLIKELY: f64 = 64.0;
/// Alphabets that everyone tries, as bytes.
const ALPHABETS: [&[u8]; 6] = [
    b"0123456789",
    b"0123456789abcdef",
    b"0123456789ABCDEF",
    b"abcdefghijklmnopqrstuvwxyz",
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b" abcdefghijklmnopqrstuvwxyz",
];

/// The last j digits of all primes determine those of N, so of all choices for the next digit of each prime, one of `base` fits.
/// Half of the digits are enough for Coppersmith's method.
pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    if key.primes.iter().any(|prime| prime.bits() < SHORTEST) {
        return None;
    }
    let (strength, base, counts) = [256u32, 16, 10]
        .into_iter()
        .filter_map(|base| {
            let sets: Vec<Digits> = key.primes.iter().map(|prime| Digits::of(prime, base)).collect();
            let chosen = sets.iter().filter(|set| set.is_unlikely).max_by(|a, b| a.choice.total_cmp(&b.choice))?;
            let choices: f64 = sets
                .iter()
                .map(|set| if set.is_unlikely { f64::from(set.count).log2() } else { f64::from(base).log2() })
                .sum();
            let growth = (choices - f64::from(base).log2()).max(0.0);
            let half = sets.iter().map(|set| set.length).fold(0.0, f64::max) / 2.0;
            let strength = (chosen.choice + growth * half) as u64 + LATTICE;
            (strength < line(n)).then(|| (strength, base, sets.iter().map(|set| set.count).collect::<Vec<_>>()))
        })
        .min()?;
    let counts = counts.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let reason = format!(
        "In base {base}, the primes have only {counts} different digits: a search from the last digits takes about 2^{strength} \
         steps."
    );
    let strength = strength as u32;
    Some(KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, strength, reach(strength), reason))
}

/// The digits of a number but for the first and the last two, which key generation may set.
struct Digits {
    /// How many different ones there are.
    count: u32,
    length: f64,
    /// log₂ of the number of sets of so many digits; 0 for a known alphabet.
    choice: f64,
    is_unlikely: bool,
}

impl Digits {
    fn of(number: &BigUint, base: u32) -> Self {
        let all = number.to_radix_le(base);
        let inner = &all[2..all.len() - 1];
        let mut is_used = [false; 256];
        inner.iter().for_each(|&digit| is_used[usize::from(digit)] = true);
        let known = ALPHABETS.iter().find(|alphabet| base == 256 && inner.iter().all(|digit| alphabet.contains(digit)));
        let count =
            known.map_or_else(|| is_used.iter().filter(|used| **used).count(), |alphabet| alphabet.len()) as u32;
        let choice: f64 = (0..count).map(|i| (f64::from(base - i) / f64::from(count - i)).log2()).sum();
        let length = inner.len() as f64;
        let is_unlikely = length * (f64::from(base) / f64::from(count)).log2() > choice + UNLIKELY;
        Self { count, length, choice: if known.is_some() { 0.0 } else { choice }, is_unlikely }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_digits_are_seen_and_powers_of_three_have_all() {
        let four: Vec<u8> = (0..70u32).map(|i| [0x93, 0xa7, 0xc5, 0xf9][(i * i % 11 % 4) as usize]).collect();
        let digits = Digits::of(&BigUint::from_bytes_be(&four), 256);
        assert!(digits.is_unlikely && digits.count <= 4, "{}", digits.count);
        for exponent in (100..3000).step_by(7) {
            let number = BigUint::from(3u8).pow(exponent);
            assert!([256, 16, 10].iter().all(|base| !Digits::of(&number, *base).is_unlikely), "{exponent}");
        }
    }
}
