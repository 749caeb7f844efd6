//! Secret and public exponents.

use num_bigint::BigUint;

use crate::{Natural, PowerError, declassify};

/// An exponent: a value, a public length in bits, and whether the value is secret.
///
/// With a secret exponent, a constant-time engine does the same work for every value of that length. With a public
/// exponent it may skip unnecessary steps: 65537 costs 16 squarings and one multiplication.
#[derive(Clone, Debug, Hash)]
pub struct Exponent {
    value: Natural,
    bit_length: usize,
    secret: bool,
}

impl Exponent {
    /// A secret exponent of at most `bit_length` bits. Leading zeros up to that length cost as much as other bits.
    ///
    /// # Panics
    /// If `value` is longer than `bit_length`.
    pub fn secret(value: &BigUint, bit_length: usize) -> Self {
        assert!(value.bits() as usize <= bit_length, "a secret exponent is longer than its declared {bit_length} bits");
        Self { value: Natural::from_biguint(value, bit_length), bit_length, secret: true }
    }

    /// A secret exponent that was computed at a fixed width, without a conversion that depends on its value.
    ///
    /// The value must be below `2^bit_length`; this is not checked, because the value is secret. Higher bits are ignored or make
    /// powers wrong.
    ///
    /// # Panics
    /// If `bit_length` exceeds the width of `value`.
    #[inline]
    pub fn secret_of_width(value: Natural, bit_length: usize) -> Self {
        let width = value.width();
        assert!(bit_length <= width, "a secret exponent of {bit_length} bits must be as wide, got {width}");
        Self { value, bit_length, secret: true }
    }

    /// The secret exponent with these big-endian bytes, in time that depends on their number but not on their values.
    ///
    /// # Errors
    /// [`PowerError::ExponentTooLong`] if the value has more than `bit_length` bits.
    ///
    /// ```
    /// use modular_powers::Exponent;
    /// assert_eq!(Exponent::secret_from_be_bytes(&[0, 0, 17], 5)?.bit_length(), 5);
    /// assert!(Exponent::secret_from_be_bytes(&[17], 4).is_err());
    /// # Ok::<(), modular_powers::PowerError>(())
    /// ```
    pub fn secret_from_be_bytes(bytes: &[u8], bit_length: usize) -> Result<Self, PowerError> {
        let given = Natural::from_be_bytes(bytes, 8 * bytes.len());
        let value = given.resized(bit_length);
        let mut kept = value.clone();
        kept.keep(bit_length);
        // Whether it fits becomes public. If it does not, so does its length.
        let widest = given.width().max(bit_length);
        if !declassify(kept.resized(widest) == given.resized(widest)) {
            return Err(PowerError::ExponentTooLong { bits: given.to_biguint().bits() as usize, declared: bit_length });
        }
        Ok(Self { value, bit_length, secret: true })
    }

    /// A public exponent. Time and memory access may depend on its value.
    pub fn public(value: &BigUint) -> Self {
        let bit_length = value.bits() as usize;
        Self { value: Natural::from_biguint(value, bit_length), bit_length, secret: false }
    }

    /// The value.
    pub fn value(&self) -> &Natural {
        &self.value
    }

    /// The length in bits: the declared length of a secret exponent, or the exact length of a public one.
    pub fn bit_length(&self) -> usize {
        self.bit_length
    }

    /// Whether the value is secret: then time and memory access must not depend on it.
    pub fn is_secret(&self) -> bool {
        self.secret
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_give_the_same_exponent_as_a_number() {
        for (bytes, bits) in
            [(&[][..], 0), (&[0, 0], 0), (&[0x80, 1], 16), (&[0; 9], 7), (&[1; 9], 65), (&[0xff; 4], 200)]
        {
            let exponent = Exponent::secret_from_be_bytes(bytes, bits).unwrap();
            let expected = Exponent::secret(&BigUint::from_bytes_be(bytes), bits);
            assert_eq!((exponent.value(), exponent.bit_length()), (expected.value(), bits));
            assert!(exponent.is_secret());
        }
    }

    #[test]
    fn longer_exponents_are_refused() {
        for (bytes, bits, declared) in
            [(&[1][..], 1, 0), (&[0x80, 1], 16, 15), (&[1, 0, 0, 0, 0], 33, 32), (&[1; 9], 65, 64)]
        {
            let error = PowerError::ExponentTooLong { bits, declared };
            assert_eq!(Exponent::secret_from_be_bytes(bytes, declared).unwrap_err(), error);
        }
    }
}
