//! Exponents that say whether they are secret.

use num_bigint::BigUint;

use crate::Natural;

/// An exponent: a value, a length in bits that everybody may know, and whether the value is secret.
///
/// With a secret exponent, an engine in constant time does the same work for every value of that length. With a public
/// one it may skip what its bits make needless: 65537 costs 16 squarings and one multiplication.
#[derive(Clone, Debug)]
pub struct Exponent {
    value: Natural,
    bit_length: usize,
    secret: bool,
}

impl Exponent {
    /// A secret exponent of at most `bit_length` bits; leading zeros up to that length are worked through.
    ///
    /// # Panics
    /// When `value` is longer than `bit_length`.
    pub fn secret(value: &BigUint, bit_length: usize) -> Self {
        assert!(value.bits() as usize <= bit_length, "a secret exponent longer than its declared {bit_length} bits");
        Self { value: Natural::from_biguint(value, bit_length), bit_length, secret: true }
    }

    /// An exponent that everybody may know, such as a public exponent: time and memory access may follow its value.
    pub fn public(value: &BigUint) -> Self {
        let bit_length = value.bits() as usize;
        Self { value: Natural::from_biguint(value, bit_length), bit_length, secret: false }
    }

    /// The value.
    pub fn value(&self) -> &Natural {
        &self.value
    }

    /// The length in bits: the declared one of a secret exponent, the exact one of a public exponent.
    pub fn bit_length(&self) -> usize {
        self.bit_length
    }

    /// Whether engines must not let time or memory access follow the value.
    pub fn is_secret(&self) -> bool {
        self.secret
    }
}
