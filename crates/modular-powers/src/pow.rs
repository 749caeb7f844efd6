//! Powers of `BigUint`s in one line.

use num_bigint::BigUint;

use crate::{Engine, Exponent, Exponentiation, Modulus, Natural, PowerError};

/// Powers of `BigUint`s, on the fastest engine. A base above the modulus is reduced, and `x^0` is 1 for every `x`.
///
/// Bases and exponents may be secret unless the name ends with `_vartime`. But a `BigUint` has no leading zeros, so
/// conversions from and to it reveal how many words a number has. To hide that too, use [`Engine::exponentiate`].
impl Modulus {
    /// `base^exponent mod m`, in time that does not depend on the value of the exponent.
    ///
    /// An exponent that is shorter than the modulus costs as much as one of the same length. If you know that all your
    /// exponents are shorter, [`Modulus::pow_secret`] is faster.
    ///
    /// ```
    /// use modular_powers::Modulus;
    /// use num_bigint::BigUint;
    ///
    /// let modulus = Modulus::new(&BigUint::from(3233u32))?;
    /// assert_eq!(modulus.pow(&BigUint::from(65u32), &BigUint::from(17u32)), BigUint::from(2790u32));
    /// # Ok::<(), modular_powers::ModulusError>(())
    /// ```
    #[must_use]
    pub fn pow(&self, base: &BigUint, exponent: &BigUint) -> BigUint {
        let bits = self.bit_length().max(exponent.bits().next_multiple_of(32) as usize);
        self.power(base, &Exponent::secret(exponent, bits))
    }

    /// `base^exponent mod m`, in time that depends on `exponent_bits` but not on the value of the exponent.
    ///
    /// # Errors
    /// [`PowerError::ExponentTooLong`] if the exponent has more than `exponent_bits` bits.
    ///
    /// ```
    /// use modular_powers::{Modulus, PowerError};
    /// use num_bigint::BigUint;
    ///
    /// let modulus = Modulus::new(&BigUint::from(3233u32)).expect("odd");
    /// let [base, exponent] = [65u32, 17].map(BigUint::from);
    /// assert_eq!(modulus.pow_secret(&base, &exponent, 5)?, BigUint::from(2790u32));
    /// let error = modulus.pow_secret(&base, &exponent, 4).unwrap_err();
    /// assert_eq!(error.to_string(), "the exponent must have at most the declared 4 bits, got 5");
    /// # Ok::<(), PowerError>(())
    /// ```
    pub fn pow_secret(&self, base: &BigUint, exponent: &BigUint, exponent_bits: usize) -> Result<BigUint, PowerError> {
        Ok(self.power(base, &secret(exponent, exponent_bits)?))
    }

    /// [`Modulus::pow_secret`] for pairs of a base and an exponent. The engine may compute two powers at a time.
    ///
    /// # Errors
    /// [`PowerError::ExponentTooLong`] if an exponent has more than `exponent_bits` bits.
    pub fn pow_many_secret(
        &self,
        pairs: &[(BigUint, BigUint)],
        exponent_bits: usize,
    ) -> Result<Vec<BigUint>, PowerError> {
        let operands: Vec<(Natural, Exponent)> = (pairs.iter())
            .map(|(base, exponent)| Ok((self.base(base), secret(exponent, exponent_bits)?)))
            .collect::<Result<_, _>>()?;
        let set: Vec<Exponentiation<'_>> =
            operands.iter().map(|(base, exponent)| Exponentiation { base, exponent, modulus: self }).collect();
        Ok(Engine::default().exponentiate(&set).iter().map(Natural::to_biguint).collect())
    }

    /// `base^exponent mod m` for a public exponent: time and memory access depend on its value.
    #[must_use]
    pub fn pow_public_vartime(&self, base: &BigUint, exponent: &BigUint) -> BigUint {
        self.power(base, &Exponent::public(exponent))
    }

    /// Whether x is in the subgroup whose order divides `order`: `x^order ≡ 1` modulo m. In **variable time**.
    ///
    /// Elements that others send, such as ciphertexts of ElGamal or keys of Diffie and Hellman, must pass this test if the group
    /// has small subgroups (Lim and Lee, "A key recovery attack on discrete log-based schemes using a prime order
    /// subgroup", CRYPTO '97). If `order` is prime, every x that passes except 1 has exactly this order.
    ///
    /// ```
    /// use modular_powers::Modulus;
    /// use num_bigint::BigUint;
    ///
    /// let modulus = Modulus::new(&BigUint::from(23u8))?; // 23 = 2·11 + 1
    /// let is_square = [2u8, 5].map(|x| modulus.is_in_subgroup_vartime(&x.into(), &11u8.into()));
    /// assert_eq!(is_square, [true, false]);
    /// # Ok::<(), modular_powers::ModulusError>(())
    /// ```
    #[must_use]
    pub fn is_in_subgroup_vartime(&self, x: &BigUint, order: &BigUint) -> bool {
        self.pow_public_vartime(x, order) == BigUint::from(1u8)
    }

    fn power(&self, base: &BigUint, exponent: &Exponent) -> BigUint {
        let base = &self.base(base);
        Engine::default().exponentiate(&[Exponentiation { base, exponent, modulus: self }])[0].to_biguint()
    }

    /// A base, at least as wide as the modulus.
    fn base(&self, base: &BigUint) -> Natural {
        Natural::from_biguint(base, self.width().max(base.bits() as usize))
    }
}

/// A secret exponent of a declared length.
pub(crate) fn secret(exponent: &BigUint, declared: usize) -> Result<Exponent, PowerError> {
    let bits = exponent.bits() as usize;
    if bits > declared {
        return Err(PowerError::ExponentTooLong { bits, declared });
    }
    Ok(Exponent::secret(exponent, declared))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{edge_exponents, edge_numbers, odd_moduli};

    #[test]
    fn powers_match_num_bigint() {
        for m in odd_moduli(&[2, 64, 65, 257, 1024, 3072]) {
            let modulus = Modulus::new(&m).unwrap();
            for base in edge_numbers(&m) {
                for exponent in edge_exponents(70) {
                    let expected = base.modpow(&exponent, &m);
                    assert_eq!(modulus.pow_secret(&base, &exponent, 70).unwrap(), expected);
                    assert_eq!(modulus.pow_public_vartime(&base, &exponent), expected);
                    if m.bits() < 300 {
                        assert_eq!(modulus.pow(&base, &exponent), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn only_elements_of_the_subgroup_pass() {
        let modulus = Modulus::new(&BigUint::from(103u8)).unwrap(); // 102 = 2·3·17
        for order in [1u8, 2, 3, 6, 17, 34, 51, 102] {
            let passed = (0..103u8).filter(|x| modulus.is_in_subgroup_vartime(&(*x).into(), &order.into())).count();
            assert_eq!(passed, usize::from(order));
        }
        assert!(!modulus.is_in_subgroup_vartime(&103u8.into(), &17u8.into()));
    }

    #[test]
    fn many_powers_match_num_bigint() {
        let m = &odd_moduli(&[521])[0];
        let modulus = Modulus::new(m).unwrap();
        let exponents = edge_exponents(90);
        let pairs: Vec<_> = edge_numbers(m).into_iter().zip(exponents.into_iter().cycle()).collect();
        let expected: Vec<_> = pairs.iter().map(|(base, exponent)| base.modpow(exponent, m)).collect();
        assert_eq!(modulus.pow_many_secret(&pairs, 90).unwrap(), expected);
        assert!(modulus.pow_many_secret(&[], 90).unwrap().is_empty());
        let error = PowerError::ExponentTooLong { bits: 90, declared: 89 };
        assert_eq!(modulus.pow_many_secret(&pairs, 89), Err(error));
        assert_eq!(modulus.pow_secret(&pairs[0].0, &((BigUint::from(1u8) << 90) - 1u8), 89), Err(error));
    }
}
