//! R-Prime RSA (Paixão 2003; Paixão, Gazzoni Filho, "An efficient variant of the RSA cryptosystem", 2005): r primes as in
//! multi-prime with the w-bit exponents of rebalanced RSA.

use super::definition::{CrtExponents, Definition, Primes, PublicExponent, Speedup, USUAL};
use crate::Variant;

pub(super) const DEFINITION: Definition = Definition {
    name: "r-prime",
    title: "R-Prime",
    source: "Paixão 2003",
    primes: Some(Primes::as_openssl(3, "with two primes, its keys are those of rebalanced")),
    crt_exponents: Some(CrtExponents::BELOW_PRIME),
    public_exponent: PublicExponent::Computed,
    with_short_public_exponent: Some(Variant::MultiPrime),
    little_studied: Some(
        "R-Prime is little studied: no lattice attack on its keys is known when e is as long as N, but few have looked for one, so \
         these keys never get a better verdict than acceptable.",
    ),
    speedup: Speedup { modulus_length: 1, primes: 1, crt_exponent_length: -1, ..Speedup::times(1.0) },
    ..USUAL
};

/// Key generation: as in rebalanced, with r primes whose `gcd(p_i − 1, p_j − 1)` is 2 for **every pair**.
///
/// The papers only ask for an overall `gcd(p_1 − 1, …, p_r − 1) = 2`, which is not enough. For the primes 7, 11 and 31
/// no d is 5 mod 6, 3 mod 10 and 7 mod 30. In 76.4 % of random triples with an overall gcd of 2, a pair has a larger gcd.
pub(super) use super::rebalanced::generate;

/// Private operation: as in multi-prime, with exponents of w bits.
pub(super) use super::rebalanced::prepare;

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_integer::Integer;

    use crate::generate::gcd_is_two;

    /// The counterexample to the papers' condition: the overall gcd is 2, but there is no solution.
    #[test]
    fn overall_gcd_of_two_is_not_enough() {
        let primes = [7u32, 11, 31];
        let overall = primes.iter().fold(0, |gcd, prime| (prime - 1).gcd(&gcd));
        assert_eq!(overall, 2);
        let solutions = (0..2 * 3 * 5 * 15).filter(|d| d % 6 == 5 && d % 10 == 3 && d % 30 == 7);
        assert_eq!(solutions.count(), 0);
        let primes: Vec<BigUint> = primes.into_iter().map(BigUint::from).collect();
        assert!(gcd_is_two(&primes[1], &primes[..1]) && !gcd_is_two(&primes[2], &primes[..2]));
    }
}
