//! What Schemes A and B ask of the length of their exponents.

use super::LEAST_CRT_EXPONENT_LENGTH;
use crate::Variant;

/// The length of k_2 in Scheme A, by which e is longer than a prime, in bits.
pub(crate) const SCHEME_A_COFACTOR_LENGTH: usize = 56;

/// The least w of Schemes A and B: a prime is sought among the k of w bits, so there must be enough of them. Sixteen times
/// the mean count of tries leaves no prime once in 10⁷ parameter sets.
pub(super) fn shortest_scheme_exponent(variant: Variant, modulus_length: usize) -> usize {
    // Odd k alone in Scheme B; in both, the first of the w bits is set.
    let (tries, fixed_bits) = match variant {
        Variant::SchemeA => (scheme_a_tries(modulus_length), 1),
        _ => (scheme_b_tries(modulus_length), 2),
    };
    LEAST_CRT_EXPONENT_LENGTH.max((16 * tries).ilog2() as usize + 1 + fixed_bits)
}

/// Mean tries for a prime of Scheme B: a number of h bits is prime once in `h·ln 2`, and about every second P is in the
/// part of its range that the exact length of N asks for.
pub(crate) fn scheme_b_tries(modulus_length: usize) -> u64 {
    (modulus_length as f64 / 2.0 * core::f64::consts::LN_2 / 0.5).ceil() as u64
}

/// Mean tries for a prime of Scheme A: about one P in 3300 has a divisor of 56 bits from primes below 2^15, and an even
/// cofactor gives a prime of h bits once in `h·ln 2/2`. Counted over 16, 16 and 8 keys at n = 256, 512 and 1024: 0.15, 0.28
/// and 0.61 million.
pub(crate) fn scheme_a_tries(modulus_length: usize) -> u64 {
    (3300.0 * modulus_length as f64 / 2.0 * core::f64::consts::LN_2 / 2.0).ceil() as u64
}
