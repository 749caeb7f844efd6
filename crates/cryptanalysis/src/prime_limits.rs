//! How many primes a modulus may have, by several criteria.

use rsa_variants::MOST_PRIMES;

use crate::Verdict;
use crate::strength::factoring::{elliptic_curve, number_field_sieve};

/// The most distinct primes of equal length that a modulus of n bits may have. The criteria differ in what they require and in
/// how they estimate the cost of elliptic curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimeLimits {
    /// OpenSSL's limit: 2 below 1024 bits, 3 below 4096, 4 below 8192, and 5 from there on (`ossl_rsa_multip_cap`).
    pub openssl: usize,
    /// By the formulas of [`factoring`](crate::strength::factoring): the most that make factoring no easier than two primes do.
    pub same_strength: usize,
    /// By the same formulas: the most with an acceptable strength (what the standards call 112 bits), up to the limit of this
    /// library. `None` if even two primes are too weak.
    pub acceptable: Option<usize>,
}

/// The limits for a modulus of n bits.
pub fn prime_limits(modulus_length: usize) -> PrimeLimits {
    let n = modulus_length;
    let openssl = match n {
        ..1024 => 2,
        1024..4096 => 3,
        4096..8192 => 4,
        _ => 5,
    };
    let sieve = number_field_sieve(n).round();
    let most = |least: f64| (2..=MOST_PRIMES).rev().find(|&r| elliptic_curve(n, n / r).round() >= least);
    let least = f64::from(Verdict::Acceptable.least());
    // Below a few hundred bits, elliptic curves beat the sieve's formula even with two primes, the least possible number.
    PrimeLimits { openssl, same_strength: most(sieve).unwrap_or(2), acceptable: most(least).filter(|_| sieve >= least) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_the_known_ones() {
        for (modulus_length, openssl, same_strength, acceptable) in [
            (512, 2, 2, None),
            (1024, 3, 2, None),
            (2048, 3, 3, Some(3)),
            (3072, 3, 3, Some(4)),
            (4096, 4, 3, Some(6)),
            (8192, 5, 4, Some(8)),
        ] {
            assert_eq!(
                prime_limits(modulus_length),
                PrimeLimits { openssl, same_strength, acceptable },
                "{modulus_length}"
            );
        }
        let openssl = |n| prime_limits(n).openssl;
        assert_eq!([1023, 1024, 4095, 4096, 8191, 8192].map(openssl), [2, 3, 3, 4, 4, 5]);
    }

    #[test]
    fn two_primes_are_the_limit_only_where_three_are_easier() {
        for n in 512..=16384 {
            assert!(elliptic_curve(n, n / 2) > number_field_sieve(n), "{n}");
        }
    }
}
