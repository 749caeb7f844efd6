//! The data that the lanes need for a modulus, prepared once.

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::montgomery::Prepared;
use super::number::{LIMB_BITS, limbs_from_words};
use super::strip::ROWS;
use crate::Natural;

/// An odd modulus m in limbs, with multiples of it that make reduction cheap. `β = 2^50`.
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
        // 200 bits end within a word. The mask removes the bits above, which are not part of the inverse.
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

/// An odd modulus m, with factors that convert numbers to Montgomery form.
#[derive(Clone, Hash)]
pub(crate) struct LaneModulus {
    pub(super) reduction: Reduction,
    /// Prepared for a single number, which saves a tenth of a short public power.
    pub(super) alone: Prepared<1>,
    /// The Montgomery form of one, `R mod m`.
    pub(super) one: Aligned,
    /// The factor that converts a number below R to Montgomery form: `R² mod m`, because `x · R² · R⁻¹ = x·R`.
    pub(super) from_plain: Aligned,
    /// The factor that converts a number from the Montgomery form of the scalar kernel to that of the lanes:
    /// `R²/S mod m` for the scalar kernel's S, because `x·S · R²/S · R⁻¹ = x·R`.
    pub(super) from_scalar: Aligned,
    /// The width of m in bits, a multiple of 32.
    width: usize,
}

impl LaneModulus {
    /// The number of limbs for a modulus of `bits` bits. `R = β^limbs` is at least `4m`, and at least `16m` if it is a
    /// power of `β^4`; `montgomery` proves that this is enough.
    pub(crate) fn limbs_for(bits: usize) -> usize {
        let limbs = (bits + 2).div_ceil(LIMB_BITS).max(ROWS);
        if limbs.is_multiple_of(ROWS) { (bits + 4).div_ceil(LIMB_BITS).max(ROWS) } else { limbs }
    }

    /// Prepares an odd modulus, in time that depends on its value. The scalar kernel's `S` is `2^scalar_bits`.
    pub(crate) fn new(modulus: &BigUint, scalar_bits: usize) -> Self {
        let limbs = Self::limbs_for(modulus.bits() as usize);
        // R²/S is a power of two with a positive exponent: R has at least as many bits as m and at least 200, S at most 63 bits
        // more than m, or 256.
        let power = |exponent: usize| power_of_two(exponent, modulus, limbs);
        let reduction = Reduction::new(modulus, limbs);
        Self {
            alone: Prepared::new([&reduction]),
            reduction,
            one: power(LIMB_BITS * limbs),
            from_plain: power(2 * LIMB_BITS * limbs),
            from_scalar: power(2 * LIMB_BITS * limbs - scalar_bits),
            width: modulus.bits().next_multiple_of(32) as usize,
        }
    }

    pub(crate) fn limbs(&self) -> usize {
        self.reduction.limbs()
    }

    /// The width of the widest plain numbers that one multiplication converts to Montgomery form, in bits.
    pub(crate) fn widest_plain(&self) -> usize {
        LIMB_BITS * self.limbs()
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The factor that converts `x/2^bits`, below R, to the Montgomery form of x: `R²·2^bits mod m`. `modulus` is the
    /// modulus that this was prepared for.
    pub(crate) fn factor(&self, modulus: &BigUint, bits: usize) -> LaneFactor {
        let limbs = self.limbs();
        LaneFactor(power_of_two(2 * LIMB_BITS * limbs + bits, modulus, limbs))
    }
}

/// A residue as a factor of products.
#[derive(Clone, Hash)]
pub(crate) struct LaneFactor(pub(super) Aligned);

/// `2^exponent mod m` in limbs.
pub(super) fn power_of_two(exponent: usize, modulus: &BigUint, limbs: usize) -> Aligned {
    let power = (BigUint::from(1u8) << exponent) % modulus;
    limbs_from_words(&power.to_u32_digits(), 0, limbs)
}

/// The lowest bits of a number in 32-bit words.
fn low_bits(words: &[u32], bits: usize) -> Vec<u32> {
    let mut low = words[..bits.div_ceil(32)].to_vec();
    if let Some(top) = low.last_mut().filter(|_| !bits.is_multiple_of(32)) {
        *top &= (1 << (bits % 32)) - 1;
    }
    low
}
