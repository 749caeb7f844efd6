//! Factoring N however the key was made: the cost by the length of N, and by the length of its smallest prime.

use core::f64::consts::LN_2;

use super::{Finding, Method, Shape, whole_bits};
use crate::attack_limits::PRIME_LENGTHS;
use crate::{Reach, sources};

/// The work in bits that the number field sieve takes for a modulus of n bits: `(1.923·∛x·∛(ln x)² − 4.69)/ln 2` with
/// `x = n·ln 2` (SP 800-56B rev. 2, Appendix D; FIPS 140-2 Implementation Guidance, section 7.5).
///
/// | n | 1024 | 1536 | 2048 | 3072 | 4096 | 8192 |
/// | --- | --: | --: | --: | --: | --: | --: |
/// | bits | 80 | 97 | 110 | 132 | 150 | 202 |
pub fn number_field_sieve(modulus_length: usize) -> f64 {
    let x = modulus_length as f64 * LN_2;
    // The cube root by a logarithm, because `cbrt` would add 2 kB to the WebAssembly.
    let root = ((x * x.ln().powi(2)).log2() / 3.0).exp2();
    (1.923 * root - 4.69) / LN_2
}

/// The strength that the standards list for a modulus of n bits, for the few n in their tables (SP 800-56B rev. 2, Appendix D;
/// SP 800-57 part 1 for 1024, 7680 and 15360 bits).
///
/// It is the formula rounded to the nearest multiple of eight, so 110 becomes 112. The exceptions are 7680 and 15360 bits: the
/// formula gives 196 and 263, but the standards assign them to the levels of 192 and 256 bits.
pub fn standard_strength(modulus_length: usize) -> Option<u32> {
    Some(match modulus_length {
        1024 => 80,
        2048 => 112,
        3072 => 128,
        4096 => 152,
        6144 => 176,
        7680 => 192,
        8192 => 200,
        15360 => 256,
        _ => return None,
    })
}

/// The work in bits that elliptic curves take to find a prime factor of ℓ bits in a modulus of n bits:
/// `2·log₂ n + √(2L·ln L)/ln 2 − 17.34` with `L = ℓ·ln 2` (Lenstra 2001).
///
/// The form is that of the paper; the constant is fitted so that operations compare with those of [`number_field_sieve`].
pub fn elliptic_curve(modulus_length: usize, prime_length: usize) -> f64 {
    let l = prime_length as f64 * LN_2;
    2.0 * (modulus_length as f64).log2() + (2.0 * l * l.ln()).sqrt() / LN_2 - 17.34
}

/// The longest modulus of two primes of equal length that has been factored: RSA-250, of 829 bits, in 2020.
const FACTORED_LENGTH: usize = 829;
/// The longest prime that elliptic curves have found: 83 decimal digits, in 2013.
const FOUND_PRIME_LENGTH: usize = 276;

pub(super) fn number_field_sieve_finding(shape: &Shape) -> Option<Finding> {
    let n = shape.modulus_length;
    let strength = whole_bits(number_field_sieve(n));
    let standard = match standard_strength(n) {
        Some(bits) if bits != strength => format!("; the standards put it at 2^{bits}"),
        _ => String::new(),
    };
    let reach = Reach::of_length(n, 0, FACTORED_LENGTH);
    let reason = format!("Factoring a modulus of {n} bits takes about 2^{strength} operations{standard}.");
    Some(Finding::new(Method::NumberFieldSieve, strength, reach, reason, sources::SP_800_56B))
}

pub(super) fn elliptic_curve_finding(shape: &Shape) -> Option<Finding> {
    let (n, length) = (shape.modulus_length, shape.smallest_prime?);
    let strength = whole_bits(elliptic_curve(n, length));
    let reach = Reach::of_length(length, *PRIME_LENGTHS.end(), FOUND_PRIME_LENGTH);
    let reason =
        format!("Finding a prime of {length} bits in a modulus of {n} bits takes about 2^{strength} operations.");
    Some(Finding::new(Method::EllipticCurve, strength, reach, reason, sources::LENSTRA))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_field_sieve_has_the_known_figures() {
        for (n, bits) in [(1024, 80), (1536, 97), (2048, 110), (3072, 132), (4096, 150), (8192, 202)] {
            assert_eq!(whole_bits(number_field_sieve(n)), bits, "{n}");
        }
        // The unrounded values near the thresholds of the verdicts.
        assert!((number_field_sieve(2048) - 110.1176).abs() < 1e-3);
        assert!((number_field_sieve(3072) - 131.9701).abs() < 1e-3);
    }

    #[test]
    fn standards_round_the_formula_to_eight_bits() {
        for n in (128..=16384).filter(|&n| standard_strength(n).is_some()) {
            let rounded = 8 * (number_field_sieve(n) / 8.0).round() as u32;
            let expected = match n {
                7680 => 192,
                15360 => 256,
                _ => rounded,
            };
            assert_eq!(standard_strength(n), Some(expected), "{n}");
        }
    }

    #[test]
    fn elliptic_curves_have_the_known_figures() {
        for (n, r, bits) in [
            (1024, 2, 95.8),
            (1024, 3, 76.0),
            (1024, 4, 64.5),
            (2048, 3, 114.8),
            (2048, 4, 97.8),
            (3072, 4, 123.8),
            (4096, 3, 171.0),
            (4096, 4, 145.9),
            (4096, 5, 129.1),
            (8192, 4, 215.8),
            (8192, 5, 191.0),
        ] {
            assert!((elliptic_curve(n, n / r) - bits).abs() < 0.15, "{n}, {r}: {}", elliptic_curve(n, n / r));
        }
    }

    #[test]
    fn longer_is_never_easier() {
        for n in 128..16384 {
            assert!(number_field_sieve(n) < number_field_sieve(n + 1));
            assert!(elliptic_curve(n, n / 2) < elliptic_curve(n + 1, n / 2));
            assert!(elliptic_curve(n, n / 2) < elliptic_curve(n, n / 2 + 1));
        }
    }
}
