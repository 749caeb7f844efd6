//! A modulus in limbs, and the multiples of it that a reduction adds.

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::number::{LIMB_BITS, limbs_from_words};
use super::strip::ROWS;
use crate::Natural;

/// An odd modulus m in limbs, with multiples of it that make reduction cheap.
#[derive(Clone, Hash)]
pub(crate) struct Reduction {
    /// m
    pub(super) modulus: Aligned,
    /// `(m·μ + 1)/β^4` with `μ = −m⁻¹ mod β^4`
    pub(super) by_four: Aligned,
    /// The same for `limbs mod 4` limbs instead of four. Empty if that is 0.
    pub(super) by_rest: Aligned,
    /// The limbs of μ.
    pub(super) negated_inverse: Aligned,
}

impl Reduction {
    /// Prepares an odd modulus, in time that depends on its value.
    pub(super) fn new(modulus: &BigUint, limbs: usize) -> Self {
        let value = &Natural::from_biguint(modulus, modulus.bits() as usize);
        let words = value.words();
        // 200 or 100 bits end within a word. The mask removes the bits above, which are not part of the inverse.
        let inverse_bits = ROWS * LIMB_BITS;
        let low =
            Natural::from_words((0..inverse_bits.div_ceil(32)).map(|i| words.get(i).copied().unwrap_or(0)).collect());
        let zero = Natural::zero(low.width());
        let negated_inverse = zero.minus(&low.inverse_mod_power_of_two()).0;
        let multiple = |count: usize| {
            let factor = Natural::from_words(low_bits(negated_inverse.words(), count * LIMB_BITS));
            let one = Natural::from_be_bytes(&[1], 32);
            let product = one.plus_product(value, &factor, value.width() + factor.width() + 32);
            limbs_from_words(product.words(), count * LIMB_BITS, limbs)
        };
        let rest = limbs % ROWS;
        Self {
            modulus: limbs_from_words(words, 0, limbs),
            by_four: multiple(ROWS),
            by_rest: if rest == 0 { Aligned::zero(0) } else { multiple(rest) },
            negated_inverse: limbs_from_words(negated_inverse.words(), 0, ROWS),
        }
    }

    pub(super) fn limbs(&self) -> usize {
        self.modulus.len()
    }
}

/// The lowest bits of a number in 32-bit words.
fn low_bits(words: &[u32], bits: usize) -> Vec<u32> {
    let mut low = words[..bits.div_ceil(32)].to_vec();
    if let Some(top) = low.last_mut().filter(|_| !bits.is_multiple_of(32)) {
        *top &= (1 << (bits % 32)) - 1;
    }
    low
}
