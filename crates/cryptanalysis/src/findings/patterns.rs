//! Numbers that do not look random: repeated bytes, and too few or too many one bits.

use num_bigint::BigUint;
use rsa_variants::Components;

use super::{KeyFinding, NEW_KEY, WEAK};
use crate::{Reach, sources};

/// No 8 consecutive bytes may occur twice in a number. By chance that happens once in 2^47 primes of 2048 bits.
const WINDOW: usize = 8;
/// How many standard deviations the count of ones may differ from the mean. By chance more happens once in 10^11 numbers.
const DEVIATIONS: f64 = 7.0;

/// What is not random about a number. The two highest and the two lowest bytes do not count, because key generation fixes some
/// of their bits.
fn pattern(number: &BigUint) -> Option<String> {
    let bytes = number.to_bytes_be();
    let inner = bytes.get(2..bytes.len().saturating_sub(2)).filter(|inner| inner.len() >= 2 * WINDOW)?;
    let ones: u32 = inner.iter().map(|byte| byte.count_ones()).sum();
    let bits = (8 * inner.len()) as f64;
    if (f64::from(ones) - bits / 2.0).abs() > DEVIATIONS * bits.sqrt() / 2.0 {
        return Some(format!("has {ones} one bits out of {}", 8 * inner.len()));
    }
    let windows: Vec<u64> =
        inner.windows(WINDOW).map(|bytes| bytes.iter().fold(0, |w, byte| w << 8 | u64::from(*byte))).collect();
    // Two million comparisons at 16384 bits, which take a millisecond or two.
    let repeated = (1..windows.len()).find(|&index| windows[..index].contains(&windows[index]))?;
    let text = format!("{:016x}", windows[repeated]);
    Some(format!("contains the bytes {text} more than once"))
}

/// A pattern in the modulus. Vanity keys choose some of its bits, and poor random number generators leave patterns in it.
pub(super) fn modulus_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let pattern = pattern(modulus)?;
    let reason = format!("The modulus {pattern}: someone chose part of it, or a poor random number generator made it.");
    Some(KeyFinding {
        remedy: NEW_KEY,
        ..KeyFinding::defect("modulus-pattern", sources::BERNSTEIN_COPPERSMITH, WEAK, Reach::Theory, reason)
    })
}

/// A pattern in a prime. Attackers can search for primes of such a regular shape.
pub(super) fn primes_finding(key: &Components) -> Option<KeyFinding> {
    let (index, pattern) = key.primes.iter().enumerate().find_map(|(i, prime)| Some((i + 1, pattern(prime)?)))?;
    let reason = format!("Prime {index} {pattern}: it is not random, and attackers search for known patterns.");
    Some(KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, 40, Reach::Practical, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_numbers_are_seen() {
        assert!(pattern(&((BigUint::from(1u8) << 512) + 75u8)).unwrap().contains("one bits out of"));
        assert!(pattern(&((BigUint::from(1u8) << 521) - 1u8)).unwrap().contains("one bits out of"));
        let bytes = [0x6d, 0xb6, 0xdb, 0x5a, 0x13].repeat(20);
        assert!(pattern(&BigUint::from_bytes_be(&bytes)).unwrap().contains("more than once"));
    }

    #[test]
    fn powers_of_three_look_random() {
        for exponent in (100..3000).step_by(7) {
            assert_eq!(pattern(&BigUint::from(3u8).pow(exponent)), None, "{exponent}");
        }
    }
}
