//! Powers modulo squares.

use num_bigint::BigUint;

use crate::Modulus;
#[cfg(lanes)]
use crate::lanes::{self, SquareArithmetic};

/// The square m² of an odd number, prepared for powers with public exponents, as Paillier's encryption computes them ("Public-key
/// cryptosystems based on composite degree residuosity classes", EUROCRYPT '99, section 4).
///
/// A power takes 0.70 (m of 3072 bits) to 0.75 (2048 bits) of the time of [`Modulus::pow_public_vartime`], because numbers are kept as
/// two digits of base m, for which products modulo m are enough. `docs/lanes.md` has the measurement.
///
/// ```
/// use modular_powers::{Modulus, SquareModulus};
/// use num_bigint::BigUint;
///
/// let modulus = Modulus::new(&BigUint::from(3233u32 * 3233))?;
/// let [base, exponent] = [65u32, 3233].map(BigUint::from);
/// let power = SquareModulus::new(&modulus).and_then(|square| square.pow_public_vartime(&base, &exponent));
/// let power = power.unwrap_or_else(|| modulus.pow_public_vartime(&base, &exponent));
/// assert_eq!(power, base.modpow(&exponent, &BigUint::from(3233u32 * 3233)));
/// # Ok::<(), modular_powers::ModulusError>(())
/// ```
pub struct SquareModulus {
    #[cfg(lanes)]
    arithmetic: SquareArithmetic,
}

impl SquareModulus {
    /// Prepares a modulus if it is a square. `None` if it is not, if its root has more than 33,994 bits (16,994 in WebAssembly without
    /// relaxed SIMD), or if [`Engine::Lanes`](crate::Engine::Lanes) does not run here; then use [`Modulus::pow_public_vartime`].
    #[must_use]
    pub fn new(modulus: &Modulus) -> Option<Self> {
        #[cfg(lanes)]
        if lanes::are_available() {
            let root = root(&modulus.value().to_biguint())?;
            return SquareArithmetic::new(&root).map(|arithmetic| Self { arithmetic });
        }
        let _ = modulus;
        None
    }

    /// `base^exponent mod m²` for a public exponent: time and memory access depend on its value. `None` if the exponent has more than
    /// 2^24 bits.
    #[must_use]
    pub fn pow_public_vartime(&self, base: &BigUint, exponent: &BigUint) -> Option<BigUint> {
        #[cfg(lanes)]
        return self.arithmetic.power_vartime(base, exponent);
        #[cfg(not(lanes))]
        {
            let _ = (base, exponent);
            None
        }
    }
}

/// The square root of an odd number that is a square.
#[cfg(any(lanes, test))]
fn root(number: &BigUint) -> Option<BigUint> {
    // A square has a quadratic residue modulo each of these. Of other numbers, one in 320 does, so almost none needs a root.
    let is_residue = |modulus: u32| {
        let rest = (number % modulus).iter_u32_digits().next().unwrap_or(0);
        (0..modulus).any(|x| x * x % modulus == rest)
    };
    if ![8, 9, 5, 7, 11, 13, 17, 19].into_iter().all(is_residue) {
        return None;
    }
    let root = number.sqrt();
    (&root * &root == *number).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{edge_exponents, edge_numbers, odd_moduli};

    #[test]
    fn roots_of_squares_only() {
        for root_value in (3u32..2000).step_by(2) {
            let square = BigUint::from(root_value * root_value);
            assert_eq!(root(&square), Some(root_value.into()));
            assert_eq!(root(&(&square - 2u8)), None);
            assert_eq!(root(&(square + 2u8)), None);
        }
    }

    #[test]
    fn powers_match_num_bigint() {
        // Every number of limbs from 4 to 13, with one strip of fewer rows or none.
        let lengths: Vec<usize> =
            (0..10).flat_map(|limbs| [194 + 50 * limbs, 150 + 50 * limbs]).chain([1024]).collect();
        for root in odd_moduli(&lengths) {
            let square = &root * &root;
            let prepared = SquareModulus::new(&Modulus::new(&square).unwrap()).expect("a square, in a test");
            for base in
                edge_numbers(&square).into_iter().chain([root.clone(), &root + 1u8, &root - 1u8, &square - &root])
            {
                for exponent in edge_exponents(70) {
                    let expected = base.modpow(&exponent, &square);
                    assert_eq!(
                        prepared.pow_public_vartime(&base, &exponent),
                        Some(expected),
                        "{base:x}^{exponent:x} modulo {root:x}^2"
                    );
                }
            }
        }
    }

    #[test]
    #[ignore = "long"]
    fn a_hundred_thousand_powers_match_num_bigint() {
        let rng = &mut crate::testing::generator(64);
        for case in 0..2000 {
            let root = crate::testing::random(150 + 7 * (case % 90), rng) | BigUint::from(1u8);
            let square = &root * &root;
            let Some(prepared) = Modulus::new(&square).ok().and_then(|modulus| SquareModulus::new(&modulus)) else {
                continue;
            };
            for _ in 0..50 {
                let base = crate::testing::random(square.bits() as usize, rng);
                let exponent = crate::testing::random(40, rng);
                assert_eq!(prepared.pow_public_vartime(&base, &exponent), Some(base.modpow(&exponent, &square)));
            }
        }
    }

    #[test]
    fn small_roots_match_num_bigint() {
        for root in [3u32, 5, 7, 65_537] {
            let square = BigUint::from(root).pow(2);
            let prepared = SquareModulus::new(&Modulus::new(&square).unwrap()).expect("a square, in a test");
            for (base, exponent) in (0u32..60).flat_map(|base| (0u32..20).map(move |exponent| (base, exponent))) {
                let [base, exponent] = [base, exponent].map(BigUint::from);
                assert_eq!(prepared.pow_public_vartime(&base, &exponent), Some(base.modpow(&exponent, &square)));
            }
        }
    }

    #[test]
    fn numbers_that_are_no_squares_are_left_to_others() {
        let modulus = Modulus::new(&((BigUint::from(1u8) << 521) - 1u8)).unwrap();
        assert!(SquareModulus::new(&modulus).is_none());
    }
}
