//! Residues modulo one number, two at a time, one per lane.
//!
//! A *residue* is below `3m`, and a *factor*, the sum of two or a difference plus `3m`, below `6m`. With `R ≥ 64m` the
//! product of two factors divided by R is below `36m²/R < m`, and the reduction adds less than `2m` (see `montgomery`),
//! so products are residues. Conversions give less than `3m` as well.

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::modulus::{Reduction, power_of_two};
use super::montgomery::{MAX_LIMBS, Montgomery};
use super::number::{LIMB_BITS, Number, limbs_from_words, natural_from_limbs};
use super::strip::{LOW, ROWS};

/// Two residues or factors.
pub(crate) type Lanes = Number<2>;

impl Default for Lanes {
    /// Zeros of no limbs.
    fn default() -> Self {
        Self::zero(0)
    }
}

/// An odd modulus with working memory.
pub(crate) struct LaneResidues {
    montgomery: Montgomery<2>,
    /// `R² mod m`, which converts to Montgomery form.
    from_plain: Lanes,
    /// One, not in Montgomery form.
    one: Lanes,
    /// `3m`, with `L` added to each limb.
    thrice: Lanes,
    /// Memory for a product that replaces one of its factors.
    spare: Lanes,
}

impl LaneResidues {
    /// Prepares an odd modulus, unless it is too long.
    pub(crate) fn new(modulus: &BigUint) -> Option<Self> {
        let limbs = (modulus.bits() as usize + 6).div_ceil(LIMB_BITS).max(ROWS);
        if limbs > MAX_LIMBS {
            return None;
        }
        let reduction = Reduction::new(modulus, limbs);
        let twice = |limbs: &Aligned| Number::new([&limbs[..]; 2]);
        let mut thrice = limbs_from_words(&(modulus * 3u8).to_u32_digits(), 0, limbs);
        thrice.iter_mut().for_each(|limb| *limb += LOW);
        Some(Self {
            montgomery: Montgomery::new([&reduction; 2]),
            from_plain: twice(&power_of_two(2 * LIMB_BITS * limbs, modulus, limbs)),
            one: twice(&limbs_from_words(&[1], 0, limbs)),
            thrice: twice(&thrice),
            spare: Number::zero(limbs),
        })
    }

    pub(crate) fn zero(&self) -> Lanes {
        Number::zero(self.montgomery.limbs())
    }

    /// The residues of two numbers below m.
    pub(crate) fn residues(&mut self, values: &[BigUint; 2]) -> Lanes {
        let limbs = self.montgomery.limbs();
        let plain = values.each_ref().map(|value| limbs_from_words(&value.to_u32_digits(), 0, limbs));
        let mut residues = self.zero();
        let plain = Number::new(plain.each_ref().map(|plain| &plain[..]));
        self.montgomery.multiply(&mut residues, &plain, &self.from_plain);
        residues
    }

    /// The values of two residues, in `[0, 3m)`.
    pub(crate) fn values(&mut self, residues: &Lanes) -> [BigUint; 2] {
        self.montgomery.multiply(&mut self.spare, residues, &self.one);
        let limbs = self.spare.limbs(self.montgomery.limbs());
        limbs.map(|limbs| natural_from_limbs(&limbs, LIMB_BITS * limbs.len()).to_biguint())
    }

    pub(crate) fn multiply(&mut self, product: &mut Lanes, a: &Lanes, b: &Lanes) {
        self.montgomery.multiply(product, a, b);
    }

    pub(crate) fn multiply_assign(&mut self, product: &mut Lanes, factor: &Lanes) {
        self.montgomery.multiply(&mut self.spare, product, factor);
        core::mem::swap(product, &mut self.spare);
    }

    pub(crate) fn square(&mut self, square: &mut Lanes, a: &Lanes) {
        self.montgomery.square(square, a);
    }

    pub(crate) fn add(&self, sum: &mut Lanes, a: &Lanes, b: &Lanes) {
        self.montgomery.add(sum, a, b);
    }

    pub(crate) fn subtract(&self, difference: &mut Lanes, a: &Lanes, b: &Lanes) {
        self.montgomery.subtract(difference, a, b, &self.thrice);
    }
}
