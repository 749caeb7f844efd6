//! The Chinese remainder theorem.

use core::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

use crate::inverse_vartime;

/// Why residues do not determine a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrtError {
    /// A modulus is 0.
    ZeroModulus {
        /// Its index.
        index: usize,
    },
    /// No number has this remainder and the earlier ones: two moduli share a factor, for which the remainders differ.
    Contradiction {
        /// The index of the later one.
        index: usize,
    },
}

impl fmt::Display for CrtError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroModulus { index } => write!(formatter, "modulus {index} must not be 0"),
            Self::Contradiction { index } => {
                write!(
                    formatter,
                    "remainder {index} contradicts one before it, whose modulus shares a factor with its own"
                )
            }
        }
    }
}

impl core::error::Error for CrtError {}

/// The least number with the given remainders, each a pair of a remainder and its modulus. Moduli may be even, and may share factors
/// if the remainders agree there. A remainder may be greater than its modulus. Without residues the result is 0. In **variable
/// time**.
///
/// Garner's algorithm ("The residue number system", IRE Transactions on Electronic Computers 8, 1959; Menezes et al.,
/// Handbook of Applied Cryptography, algorithm 14.71). The way back is `number % modulus`.
///
/// # Errors
/// [`CrtError`] if a modulus is 0, or no number has all remainders.
///
/// ```
/// use modular_powers::crt_vartime;
/// use num_bigint::BigUint;
///
/// // Sunzi: what leaves 2 when divided by 3, 3 when divided by 5, and 2 when divided by 7?
/// let residues = [(2u8, 3u8), (3, 5), (2, 7)].map(|(remainder, modulus)| (remainder.into(), modulus.into()));
/// let number = crt_vartime(&residues)?;
/// assert_eq!(number, BigUint::from(23u8));
/// assert!(residues.iter().all(|(remainder, modulus)| &number % modulus == *remainder));
/// # Ok::<(), modular_powers::CrtError>(())
/// ```
pub fn crt_vartime(residues: &[(BigUint, BigUint)]) -> Result<BigUint, CrtError> {
    let (mut number, mut product) = (BigUint::ZERO, BigUint::from(1u8));
    for (index, (remainder, modulus)) in residues.iter().enumerate() {
        if *modulus == BigUint::ZERO {
            return Err(CrtError::ZeroModulus { index });
        }
        // number + product·x ≡ remainder modulo the new modulus, which is solved without the common factor.
        let difference = remainder % modulus + modulus - &number % modulus;
        let common = product.gcd(modulus);
        let rest = modulus / &common;
        let inverse = inverse_vartime(&(&product / &common), &rest).filter(|_| difference.is_multiple_of(&common));
        let inverse = inverse.ok_or(CrtError::Contradiction { index })?;
        number += &product * (difference / common * inverse % &rest);
        product *= rest;
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{generator, random};

    fn numbers(numbers: &[(u32, u32)]) -> Vec<(BigUint, BigUint)> {
        numbers.iter().map(|(remainder, modulus)| ((*remainder).into(), (*modulus).into())).collect()
    }

    #[test]
    fn every_number_is_found_again() {
        for number in 0..1001u32 {
            let residues = numbers(&[7, 11, 13].map(|modulus| (number % modulus + modulus, modulus)));
            assert_eq!(crt_vartime(&residues).unwrap(), number.into());
        }
        let rng = &mut generator(70);
        let moduli = [521u32, 607, 61, 64].map(|bits| (BigUint::from(1u8) << bits) - u32::from(bits != 64));
        for _ in 0..20 {
            let number = random(1200, rng);
            let residues = moduli.each_ref().map(|modulus| (&number % modulus, modulus.clone()));
            assert_eq!(crt_vartime(&residues).unwrap(), number);
        }
    }

    #[test]
    fn edges_are_defined() {
        assert_eq!(crt_vartime(&[]).unwrap(), BigUint::ZERO);
        assert_eq!(crt_vartime(&numbers(&[(5, 1), (3, 4), (9, 1)])).unwrap(), 3u8.into());
        assert_eq!(crt_vartime(&numbers(&[(1, 3), (0, 0)])), Err(CrtError::ZeroModulus { index: 1 }));
        assert_eq!(crt_vartime(&numbers(&[(1, 6), (1, 5), (2, 9)])), Err(CrtError::Contradiction { index: 2 }));
    }

    #[test]
    fn moduli_may_share_factors() {
        for (one, other) in [(4, 6), (6, 4), (12, 18), (8, 8), (30, 1), (9, 3)] {
            for (a, b) in (0..one).flat_map(|a| (0..other).map(move |b| (a, b))) {
                let expected = (0..one * other).find(|number| number % one == a && number % other == b);
                let found = crt_vartime(&numbers(&[(a, one), (b, other)]));
                assert_eq!(found, expected.map(BigUint::from).ok_or(CrtError::Contradiction { index: 1 }));
            }
        }
        // The least common multiple counts, also for what comes after.
        assert_eq!(crt_vartime(&numbers(&[(3, 4), (5, 6), (11, 25)])).unwrap(), 11u8.into());
    }
}
