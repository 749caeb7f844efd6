//! The lengths of exponents in Schemes A and B.

use super::LEAST_CRT_EXPONENT_LENGTH;
use crate::Variant;

/// The length of k_2 in Scheme A, in bits. The public exponent e is longer than a prime by this length.
pub(crate) const SCHEME_A_COFACTOR_LENGTH: usize = 56;

/// The least w of Schemes A and B. Key generation looks for a prime among the k of w bits, so there must be enough of
/// them. With sixteen times the mean number of tries, one in 10⁷ parameter sets has no prime.
pub(super) fn shortest_scheme_exponent(variant: Variant, modulus_length: usize) -> usize {
    // Scheme B uses only odd k. In both schemes the first of the w bits is set.
    let (tries, fixed_bits) = match variant {
        Variant::SchemeA => (scheme_a_tries(modulus_length), 1),
        _ => (scheme_b_tries(modulus_length), 2),
    };
    LEAST_CRT_EXPONENT_LENGTH.max((16 * tries).ilog2() as usize + 1 + fixed_bits)
}

/// The mean number of tries for a prime of Scheme B. One in `h·ln 2` numbers of h bits is prime, and about every second
/// P is in the part of its range that gives N its exact length.
pub(crate) fn scheme_b_tries(modulus_length: usize) -> u64 {
    (modulus_length as f64 / 2.0 * core::f64::consts::LN_2 / 0.5).ceil() as u64
}

/// The mean number of tries for a prime of Scheme A. About one P in 3300 has a divisor of 56 bits made of primes below
/// 2^15, and one in `h·ln 2/2` even cofactors gives a prime of h bits. Counted over 16, 16 and 8 keys at n = 256, 512
/// and 1024: 0.15, 0.28 and 0.61 million.
pub(crate) fn scheme_a_tries(modulus_length: usize) -> u64 {
    (3300.0 * modulus_length as f64 / 2.0 * core::f64::consts::LN_2 / 2.0).ceil() as u64
}
