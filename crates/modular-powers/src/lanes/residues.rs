//! Residues modulo one number, one at a time or two, one per lane.
//!
//! A *residue* is below `3m`, and a *factor*, the sum of two or a difference plus `3m`, below `6m`. With `R ≥ 64m` the
//! product of two factors divided by R is below `36m²/R < m`, and the reduction adds less than `2m` (see `montgomery`),
//! so products are residues. Conversions give less than `3m` as well.

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::modulus::power_of_two;
use super::montgomery::{MAX_LIMBS, Montgomery, Prepared};
use super::number::{LIMB_BITS, LOW, Number, limbs_from_words, natural_from_limbs};
use super::reduction::Reduction;
use super::strip::ROWS;
use super::vector::{from_double, to_double};
use crate::Natural;

/// `R ≥ 2^DISTANCE·m`.
pub(super) const DISTANCE: usize = 6;

/// A residue or factor.
pub(crate) type Lane = Number<1>;
/// Two residues or factors.
pub(crate) type Lanes = Number<2>;

impl<const NUMBERS: usize> Default for Number<NUMBERS> {
    /// Zeros of no limbs.
    fn default() -> Self {
        Self::zero(0)
    }
}

/// An odd modulus with working memory.
pub(crate) struct LaneResidues<const NUMBERS: usize> {
    prepared: Prepared<NUMBERS>,
    /// Working memory for products.
    columns: Aligned,
    /// `R² mod m`, which converts to Montgomery form.
    from_plain: Number<NUMBERS>,
    /// One, not in Montgomery form.
    one: Number<NUMBERS>,
    /// `3m`, with `L` added to each limb.
    thrice: Number<NUMBERS>,
    /// Memory for a product that replaces one of its factors.
    spare: Number<NUMBERS>,
}

impl<const NUMBERS: usize> LaneResidues<NUMBERS> {
    /// Prepares an odd modulus, unless it is too long.
    pub(crate) fn new(modulus: &BigUint) -> Option<Self> {
        let limbs = (modulus.bits() as usize + DISTANCE).div_ceil(LIMB_BITS).max(ROWS);
        if limbs > MAX_LIMBS {
            return None;
        }
        let reduction = Reduction::new(modulus, limbs);
        let each = |limbs: &Aligned| Number::new([&limbs[..]; NUMBERS]);
        let mut thrice = limbs_from_words(&(modulus * 3u8).to_u32_digits(), 0, limbs);
        thrice.iter_mut().for_each(|limb| *limb += LOW);
        let prepared = Prepared::new([&reduction; NUMBERS]);
        Some(Self {
            columns: prepared.columns(),
            prepared,
            from_plain: each(&power_of_two(2 * LIMB_BITS * limbs, modulus, limbs)),
            one: each(&limbs_from_words(&[1], 0, limbs)),
            thrice: each(&thrice),
            spare: Number::zero(limbs),
        })
    }

    pub(crate) fn zero(&self) -> Number<NUMBERS> {
        Number::zero(self.prepared.limbs())
    }

    /// The residues of numbers below R, given in 32-bit words, least significant first.
    pub(crate) fn residues(&mut self, values: [&[u32]; NUMBERS]) -> Number<NUMBERS> {
        let limbs = self.prepared.limbs();
        let plain: [Aligned; NUMBERS] = core::array::from_fn(|index| limbs_from_words(values[index], 0, limbs));
        let plain = Number::new(core::array::from_fn(|index| &plain[index][..]));
        let mut residues = self.zero();
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(&mut residues, &plain, &self.from_plain);
        self.columns = montgomery.into_columns();
        residues
    }

    /// The greatest width of a number for [`LaneResidues::residues`], in bits.
    pub(crate) fn widest_plain(&self) -> usize {
        LIMB_BITS * self.prepared.limbs()
    }

    /// The values of residues or factors, in `[0, 3m)`.
    pub(crate) fn values(&mut self, residues: &Number<NUMBERS>) -> [Natural; NUMBERS] {
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(&mut self.spare, residues, &self.one);
        self.columns = montgomery.into_columns();
        let limbs = self.spare.limbs(self.prepared.limbs());
        limbs.map(|limbs| natural_from_limbs(&limbs, LIMB_BITS * limbs.len()))
    }

    /// The limbs of the numbers as integers, one number after the other.
    pub(crate) fn to_integers(&self, numbers: &Number<NUMBERS>) -> Vec<u64> {
        let limbs = numbers.limbs(self.prepared.limbs());
        limbs.iter().flat_map(|limbs| limbs.iter().copied().map(from_double)).collect()
    }

    /// The numbers with these limbs. `None` unless there are as many as a number has, each of at most 50 bits.
    pub(crate) fn with_integers(&self, integers: &[u64]) -> Option<Number<NUMBERS>> {
        let limbs = self.prepared.limbs();
        if integers.len() != NUMBERS * limbs || integers.iter().fold(0, |any, limb| any | limb) >> LIMB_BITS != 0 {
            return None;
        }
        let doubles: [Aligned; NUMBERS] = core::array::from_fn(|index| {
            let mut number = Aligned::zero(limbs);
            number.iter_mut().zip(&integers[index * limbs..]).for_each(|(limb, integer)| *limb = to_double(*integer));
            number
        });
        Some(Number::new(core::array::from_fn(|index| &doubles[index][..])))
    }

    pub(crate) fn multiply(&mut self, product: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>) {
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(product, a, b);
        self.columns = montgomery.into_columns();
    }

    pub(crate) fn multiply_assign(&mut self, product: &mut Number<NUMBERS>, factor: &Number<NUMBERS>) {
        core::mem::swap(product, &mut self.spare);
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.multiply(product, &self.spare, factor);
        self.columns = montgomery.into_columns();
    }

    pub(crate) fn square(&mut self, square: &mut Number<NUMBERS>, a: &Number<NUMBERS>) {
        let mut montgomery = montgomery(&self.prepared, &mut self.columns);
        montgomery.square(square, a);
        self.columns = montgomery.into_columns();
    }

    pub(crate) fn add(&self, sum: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>) {
        montgomery(&self.prepared, &mut Aligned::default()).add(sum, a, b);
    }

    pub(crate) fn subtract(&self, difference: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>) {
        montgomery(&self.prepared, &mut Aligned::default()).subtract(difference, a, b, &self.thrice);
    }
}

/// The arithmetic, with the working memory until it gives it back.
fn montgomery<'a, const NUMBERS: usize>(
    prepared: &'a Prepared<NUMBERS>,
    columns: &mut Aligned,
) -> Montgomery<'a, NUMBERS> {
    Montgomery::with_columns(prepared, core::mem::take(columns))
}
