//! The data that the lanes need for a modulus, prepared once.

use core::hash::Hash;

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::montgomery::Prepared;
use super::number::{LIMB_BITS, limbs_from_words};
use super::reduction::Reduction;
use super::strip::ROWS;
use super::sums::DISTANCE;
use crate::Checksum;

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
    /// The number of limbs for a modulus of `bits` bits. `R = β^limbs` is at least `4m`, or `8m` for short limbs, and at
    /// least `16m` if it is a power of `β^4`; `montgomery` proves that this is enough.
    pub(crate) fn limbs_for(bits: usize) -> usize {
        let limbs = (bits + DISTANCE).div_ceil(LIMB_BITS).max(ROWS);
        if limbs.is_multiple_of(ROWS) { (bits + 4).div_ceil(LIMB_BITS).max(ROWS) } else { limbs }
    }

    /// Prepares an odd modulus, in time that depends on its value. The scalar kernel's `S` is `2^scalar_bits`.
    pub(crate) fn new(modulus: &BigUint, scalar_bits: usize) -> Self {
        let limbs = Self::limbs_for(modulus.bits() as usize);
        // R²/S is a power of two with a positive exponent: R has at least as many bits as m and at least four limbs, S at most 63
        // bits more than m, or 256 (with limbs of 50 bits), or 32 bits more, or 116 (in WebAssembly, with limbs of 25 bits).
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

    /// Adds to a checksum what public powers of residues read.
    pub(crate) fn hash_for_public_powers(&self, checksum: &mut Checksum) {
        (&self.alone, &self.one, &self.from_plain, self.width).hash(checksum);
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
