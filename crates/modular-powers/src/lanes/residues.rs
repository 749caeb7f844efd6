//! Residues modulo one number, two at a time, one per lane.
//!
//! A *residue* is below `3m`, and a *factor*, the sum of two or a difference plus `3m`, below `6m`. With `R ≥ 64m` the
//! product of two factors divided by R is below `36m²/R < m`, and the reduction adds less than `2m` (see `montgomery`),
//! so products are residues. Conversions give less than `3m` as well.

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::modulus::power_of_two;
use super::montgomery::{MAX_LIMBS, Montgomery, Prepared};
use super::number::{LIMB_BITS, Number, limbs_from_words, natural_from_limbs};
use super::reduction::Reduction;
use super::strip::{LOW, ROWS};

/// `R ≥ 2^DISTANCE·m`.
pub(super) const DISTANCE: usize = 6;

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
    prepared: Prepared<2>,
    /// Working memory for products.
    columns: Aligned,
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
        let limbs = (modulus.bits() as usize + DISTANCE).div_ceil(LIMB_BITS).max(ROWS);
        if limbs > MAX_LIMBS {
            return None;
        }
        let reduction = Reduction::new(modulus, limbs);
        let twice = |limbs: &Aligned| Number::new([&limbs[..]; 2]);
        let mut thrice = limbs_from_words(&(modulus * 3u8).to_u32_digits(), 0, limbs);
        thrice.iter_mut().for_each(|limb| *limb += LOW);
        let prepared = Prepared::new([&reduction; 2]);
        Some(Self {
            columns: prepared.columns(),
            prepared,
            from_plain: twice(&power_of_two(2 * LIMB_BITS * limbs, modulus, limbs)),
            one: twice(&limbs_from_words(&[1], 0, limbs)),
            thrice: twice(&thrice),
            spare: Number::zero(limbs),
        })
    }

    pub(crate) fn zero(&self) -> Lanes {
        Number::zero(self.prepared.limbs())
    }

    /// The residues of two numbers below m.
    pub(crate) fn residues(&mut self, values: &[BigUint; 2]) -> Lanes {
        let limbs = self.prepared.limbs();
        let plain = values.each_ref().map(|value| limbs_from_words(&value.to_u32_digits(), 0, limbs));
        let plain = Number::new(plain.each_ref().map(|plain| &plain[..]));
        let mut residues = self.zero();
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(&mut residues, &plain, &self.from_plain);
        self.columns = montgomery.into_columns();
        residues
    }

    /// The values of two residues, in `[0, 3m)`.
    pub(crate) fn values(&mut self, residues: &Lanes) -> [BigUint; 2] {
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(&mut self.spare, residues, &self.one);
        self.columns = montgomery.into_columns();
        let limbs = self.spare.limbs(self.prepared.limbs());
        limbs.map(|limbs| natural_from_limbs(&limbs, LIMB_BITS * limbs.len()).to_biguint())
    }

    pub(crate) fn multiply(&mut self, product: &mut Lanes, a: &Lanes, b: &Lanes) {
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(product, a, b);
        self.columns = montgomery.into_columns();
    }

    pub(crate) fn multiply_assign(&mut self, product: &mut Lanes, factor: &Lanes) {
        core::mem::swap(product, &mut self.spare);
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(product, &self.spare, factor);
        self.columns = montgomery.into_columns();
    }

    pub(crate) fn square(&mut self, square: &mut Lanes, a: &Lanes) {
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.square(square, a);
        self.columns = montgomery.into_columns();
    }

    pub(crate) fn add(&self, sum: &mut Lanes, a: &Lanes, b: &Lanes) {
        montgomery(&self.prepared, &mut Aligned::default()).add(sum, a, b);
    }

    pub(crate) fn subtract(&self, difference: &mut Lanes, a: &Lanes, b: &Lanes) {
        montgomery(&self.prepared, &mut Aligned::default()).subtract(difference, a, b, &self.thrice);
    }
}

/// The arithmetic, with the working memory until it gives it back.
fn montgomery<'a>(prepared: &'a Prepared<2>, columns: &mut Aligned) -> Montgomery<'a, 2> {
    Montgomery::with_columns(prepared, core::mem::take(columns))
}
