//! Numbers that do not look random: repeated bytes, long runs, too few or too many ones.

use num_bigint::BigUint;
use rsa_variants::Components;

use super::{KeyFinding, NEW_KEY, WEAK};
use crate::{Reach, sources};

/// Bytes of a window that must not stand in a number twice: by chance that happens once in 2^47 primes of 2048 bits.
const WINDOW: usize = 8;
/// Deviations of the count of ones, in standard deviations: by chance once in 10^11 numbers.
const DEVIATIONS: f64 = 7.0;

/// What is not random about a number. The highest and lowest bytes are left out, because key generation fixes bits of them.
fn pattern(number: &BigUint) -> Option<String> {
    let bytes = number.to_bytes_be();
    let inner = bytes.get(2..bytes.len().saturating_sub(2)).filter(|inner| inner.len() >= 2 * WINDOW)?;
    let ones: u32 = inner.iter().map(|byte| byte.count_ones()).sum();
    let bits = (8 * inner.len()) as f64;
    if (f64::from(ones) - bits / 2.0).abs() > DEVIATIONS * bits.sqrt() / 2.0 {
        return Some(format!("has {ones} ones among {} bits", 8 * inner.len()));
    }
    let windows: Vec<u64> =
        inner.windows(WINDOW).map(|bytes| bytes.iter().fold(0, |w, byte| w << 8 | u64::from(*byte))).collect();
    // Two million comparisons at 16384 bits, in a millisecond or two.
    let repeated = (1..windows.len()).find(|&index| windows[..index].contains(&windows[index]))?;
    let text = format!("{:016x}", windows[repeated]);
    Some(format!("has the bytes {text} more than once"))
}

/// The modulus: vanity keys choose some of its bits, and poor generators leave patterns in it.
pub(super) fn modulus_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let pattern = pattern(modulus)?;
    let reason = format!("The modulus {pattern}: it was chosen, or made by a poor generator.");
    Some(KeyFinding {
        remedy: NEW_KEY,
        ..KeyFinding::defect("modulus-pattern", sources::BERNSTEIN_COPPERSMITH, WEAK, Reach::Theory, reason)
    })
}

/// The primes. A number with so regular a shape is found by searching for its shape.
pub(super) fn primes_finding(key: &Components) -> Option<KeyFinding> {
    let (index, pattern) = key.primes.iter().enumerate().find_map(|(i, prime)| Some((i + 1, pattern(prime)?)))?;
    let reason = format!("Prime {index} {pattern}: it is not random, and known patterns are searched for.");
    Some(KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, 40, Reach::Practical, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_numbers_are_seen() {
        assert!(pattern(&((BigUint::from(1u8) << 512) + 75u8)).unwrap().contains("ones among"));
        assert!(pattern(&((BigUint::from(1u8) << 521) - 1u8)).unwrap().contains("ones among"));
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
