//! Secret and public exponents.

use num_bigint::BigUint;

use crate::Natural;

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
