//! Odd moduli, prepared once.

use core::fmt;
use core::hash::Hash;

use num_bigint::BigUint;

use crate::fault::point;
#[cfg(lanes)]
use crate::lanes::{self, LaneFactor, LaneForm, LaneModulus, MAX_LIMBS};
use crate::montgomery::{Kernel, Limb, Montgomery};
use crate::wipe::wipe;
use crate::{Checksum, Natural, declassify};

/// An odd modulus of at least 3, prepared for every engine, with constant-time arithmetic on residues.
///
/// Preparing a modulus costs a division in variable time, so do it once per key. Residues are [`Natural`]s of
/// [`Modulus::width`] bits with values in `[0, m)`. Results have this form too.
///
/// ```
/// use modular_powers::{Modulus, Natural};
/// use num_bigint::BigUint;
///
/// let modulus = Modulus::new(&BigUint::from(101u32))?;
/// let residue = modulus.reduce(&Natural::from_biguint(&BigUint::from(10_000_000_007u64), 64));
/// assert_eq!(residue.to_biguint(), BigUint::from(6u32));
/// let factor = modulus.montgomery_form(&Natural::from_be_bytes(&[34], 8));
/// assert_eq!(modulus.multiply(&residue, &factor).to_biguint(), BigUint::from(2u32));
/// # Ok::<(), modular_powers::ModulusError>(())
/// ```
#[derive(Clone, Hash)]
pub struct Modulus {
    value: Natural,
    bit_length: usize,
    montgomery: Montgomery,
    wide: Vec<WideReduction>,
    /// The data for the engine `lanes`, if it is available.
    #[cfg(lanes)]
    lanes: Option<LaneModulus>,
}

/// Reduces numbers of one width, wider than the modulus. First `rows` limbs are reduced away, which divides the number by
/// `S = 2^(LIMB_BITS·rows)`. Then a multiplication compensates for this.
#[derive(Clone, Hash)]
struct WideReduction {
    limbs: usize,
    rows: usize,
    /// `S·R mod m`, for a residue.
    to_residue: Vec<Limb>,
    /// `S·R² mod m`, for a Montgomery form.
    to_form: Vec<Limb>,
    /// The factor for the Montgomery form of the lanes, if they can take every number below R.
    #[cfg(lanes)]
    to_lanes: Option<LaneFactor>,
}

/// A residue times R, the kernel's power of two. In this form, a factor that is known in advance costs one
/// multiplication.
#[derive(Clone, Hash)]
pub struct MontgomeryForm {
    limbs: Vec<Limb>,
    /// Replaces `limbs` if the factor is for the engine `lanes`.
    #[cfg(lanes)]
    lanes: Option<LaneForm>,
}

impl MontgomeryForm {
    fn new(limbs: Vec<Limb>) -> Self {
        Self {
            limbs,
            #[cfg(lanes)]
            lanes: None,
        }
    }

    #[cfg(lanes)]
    fn in_lanes(form: LaneForm) -> Self {
        Self { limbs: Vec::new(), lanes: Some(form) }
    }
}

#[cfg(feature = "fault-injection")]
impl crate::fault::Corrupt for MontgomeryForm {
    fn corrupt(&mut self, fault: crate::fault::Fault) {
        #[cfg(lanes)]
        if let Some(form) = &mut self.lanes {
            return form.corrupt(fault);
        }
        (&mut self.limbs[..]).corrupt(fault);
    }
}

/// Shows only the length, because the value may be a secret prime.
impl fmt::Debug for Modulus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Modulus").field("bit_length", &self.bit_length).finish_non_exhaustive()
    }
}

impl fmt::Debug for MontgomeryForm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MontgomeryForm").finish_non_exhaustive()
    }
}

impl Drop for MontgomeryForm {
    fn drop(&mut self) {
        wipe(&mut self.limbs);
    }
}

/// Why a number cannot be a [`Modulus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModulusError {
    /// The modulus is even, but Montgomery arithmetic needs an odd one.
    Even,
    /// The modulus is 0 or 1.
    TooSmall,
}

impl fmt::Display for ModulusError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Even => "the modulus must be odd, but is even",
            Self::TooSmall => "the modulus must be at least 3",
        })
    }
}

impl core::error::Error for ModulusError {}

impl Modulus {
    /// Prepares a modulus, in time that depends on its value.
    ///
    /// # Errors
    /// [`ModulusError`] if it is below 3 or even.
    pub fn new(value: &BigUint) -> Result<Self, ModulusError> {
        if *value < BigUint::from(2u8) {
            return Err(ModulusError::TooSmall);
        }
        if !value.bit(0) {
            return Err(ModulusError::Even);
        }
        let bit_length = value.bits() as usize;
        let limbs = Montgomery::limbs_for(bit_length);
        let natural = Natural::from_biguint(value, bit_length);
        let montgomery = Montgomery::new(
            Montgomery::limbs_from_words(natural.words(), limbs),
            power_of_two::<Montgomery>(2 * Montgomery::LIMB_BITS * limbs, value, limbs),
        );
        Ok(Self {
            value: natural,
            bit_length,
            montgomery,
            wide: Vec::new(),
            #[cfg(lanes)]
            lanes: (lanes::are_available() && LaneModulus::limbs_for(value.bits() as usize) <= MAX_LIMBS)
                .then(|| LaneModulus::new(value, Montgomery::LIMB_BITS * limbs)),
        })
    }

    /// How many limbs the fastest engine of this machine needs for a modulus of `bits` bits. A longer modulus with as many limbs
    /// costs the same.
    ///
    /// ```
    /// use modular_powers::Modulus;
    ///
    /// assert_eq!(Modulus::limbs_for(1000), Modulus::limbs_for(999));
    /// ```
    pub fn limbs_for(bits: usize) -> usize {
        #[cfg(lanes)]
        if lanes::are_available() && LaneModulus::limbs_for(bits) <= MAX_LIMBS {
            return LaneModulus::limbs_for(bits);
        }
        Montgomery::limbs_for(bits)
    }

    /// Prepares a modulus that also reduces numbers of `bits` bits in fewer steps, such as ciphertexts modulo a prime.
    ///
    /// # Errors
    /// [`ModulusError`] if the value is below 3 or even.
    pub fn for_numbers_of(bits: usize, value: &BigUint) -> Result<Self, ModulusError> {
        Ok(Self::new(value)?.and_for_numbers_of(bits))
    }

    /// The modulus, which also reduces numbers of `bits` bits in fewer steps.
    #[must_use]
    pub fn and_for_numbers_of(mut self, bits: usize) -> Self {
        let limbs = self.montgomery.limbs();
        let wide = Natural::zero(bits).width().div_ceil(Montgomery::LIMB_BITS);
        if wide > limbs && self.wide(bits).is_none() {
            let (rows, value) = (self.montgomery.rows_for(wide), self.value.to_biguint());
            let factor = |times: usize| {
                power_of_two::<Montgomery>(Montgomery::LIMB_BITS * (rows + times * limbs), &value, limbs)
            };
            self.wide.push(WideReduction {
                limbs: wide,
                rows,
                to_residue: factor(1),
                to_form: factor(2),
                #[cfg(lanes)]
                to_lanes: (self.lanes.as_ref())
                    .filter(|lanes| Montgomery::LIMB_BITS * limbs <= lanes.widest_plain())
                    .map(|lanes| lanes.factor(&value, Montgomery::LIMB_BITS * rows)),
            });
        }
        self
    }

    /// The reduction for numbers of this width, if it is prepared.
    fn wide(&self, width: usize) -> Option<&WideReduction> {
        let limbs = Natural::zero(width).width().div_ceil(Montgomery::LIMB_BITS);
        self.wide.iter().find(|wide| wide.limbs == limbs)
    }

    /// Adds to a checksum what the engine `lanes` reads to raise residues to public powers, which is less than everything. It is
    /// compiled here, for speed, because callers may be compiled for size.
    #[inline(never)]
    pub fn hash_for_lanes(&self, checksum: &mut Checksum) {
        #[cfg(lanes)]
        if let Some(lanes) = &self.lanes {
            (&self.value, self.bit_length).hash(checksum);
            return lanes.hash_for_public_powers(checksum);
        }
        self.hash(checksum);
    }

    /// The modulus itself.
    pub fn value(&self) -> &Natural {
        &self.value
    }

    /// The length of the modulus in bits.
    pub fn bit_length(&self) -> usize {
        self.bit_length
    }

    /// The width of residues in bits: the length of the modulus, rounded up to whole words.
    pub fn width(&self) -> usize {
        self.value.width()
    }

    pub(crate) fn montgomery(&self) -> &Montgomery {
        &self.montgomery
    }

    /// `x mod m` for `x` of any width, in time that depends only on the widths.
    pub fn reduce(&self, x: &Natural) -> Natural {
        if let Some(wide) = self.wide(x.width()) {
            let mut residue = self.reduce_wide(x, wide, &wide.to_residue);
            self.montgomery.canonicalize(&mut residue);
            return point("reduction", self.natural(residue));
        }
        point("reduction", self.value_of(&self.residue(x), &mut self.montgomery.columns()))
    }

    /// `x·R mod m`, for a residue or any wider number.
    pub fn montgomery_form(&self, x: &Natural) -> MontgomeryForm {
        MontgomeryForm::new(point("Montgomery form", self.residue(x).into_limbs()))
    }

    /// The Montgomery form of a residue for the engine `lanes`, if it is available for this modulus.
    #[cfg(lanes)]
    pub(crate) fn form_in_lanes(&self, x: &Natural) -> MontgomeryForm {
        match &self.lanes {
            Some(lanes) => point("Montgomery form", MontgomeryForm::in_lanes(lanes.form(x))),
            None => self.montgomery_form(x),
        }
    }

    /// `a·b mod m`, with `b` in Montgomery form.
    ///
    /// `a` may be any residue. If `b` comes from [`Modulus::montgomery_form`], it may also be any number of at most the
    /// kernel's plain bits: at least the length of m, and two bits more if factors may be as large as `4m`.
    pub fn multiply(&self, a: &Natural, b: &MontgomeryForm) -> Natural {
        #[cfg(lanes)]
        if let Some((lanes, form)) = self.lanes.as_ref().zip(b.lanes.as_ref()) {
            return point("product", self.canonical(lanes.multiply(a, form)));
        }
        let mut limbs = Montgomery::limbs_from_words(a.words(), self.montgomery.limbs());
        let mut product = vec![0; limbs.len()];
        self.montgomery.multiply(&mut product, &limbs, &b.limbs, &mut self.montgomery.columns());
        wipe(&mut limbs);
        self.montgomery.canonicalize(&mut product);
        point("product", self.natural(product))
    }

    /// The Montgomery form of `x² mod m` from that of `x`.
    pub fn square_form(&self, x: &MontgomeryForm) -> MontgomeryForm {
        #[cfg(lanes)]
        if let Some((lanes, form)) = self.lanes.as_ref().zip(x.lanes.as_ref()) {
            return point("square", MontgomeryForm::in_lanes(lanes.square(form)));
        }
        let mut square = vec![0; x.limbs.len()];
        self.montgomery.square(&mut square, &x.limbs, &mut self.montgomery.columns());
        MontgomeryForm::new(point("square", square))
    }

    /// `(a − b)·c mod m` for a residue `a` and a number `b`, with `c` in Montgomery form. Only the lowest `b_bits` bits
    /// of `b` are used.
    pub fn multiply_difference(&self, a: &Natural, b: &Natural, b_bits: usize, c: &MontgomeryForm) -> Natural {
        let mut low = b.clone();
        low.keep(b_bits);
        if b_bits > self.montgomery.plain_bits() {
            low = self.reduce(&low);
            // So the bound holds for every b.
            low.keep(self.bit_length);
        }
        self.subtract(&self.multiply(a, c), &self.multiply(&low, c))
    }

    /// `a − b mod m` for `a` in `[0, m)`, `b` in `[0, m]`.
    pub fn subtract(&self, a: &Natural, b: &Natural) -> Natural {
        let (difference, borrow) = a.minus(b);
        let zero = Natural::zero(self.width());
        let correction = Natural::select(&zero, &self.value, borrow);
        // difference + correction modulo 2^width, computed as difference − (0 − correction).
        point("difference", difference.minus(&zero.minus(&correction).0).0)
    }

    /// The limbs of the residue in Montgomery form, if this is prepared for numbers of the width of x.
    pub(crate) fn residue_of_wide(&self, x: &Natural) -> Option<Vec<Limb>> {
        self.wide(x.width()).map(|wide| self.reduce_wide(x, wide, &wide.to_form))
    }

    /// `x·factor/S/R`, a residue of the kernel, for x of the width of `wide`.
    fn reduce_wide(&self, x: &Natural, wide: &WideReduction, factor: &[Limb]) -> Vec<Limb> {
        let mut reduced = self.divide_wide(x, wide);
        let mut result = vec![0; reduced.len()];
        self.montgomery.multiply(&mut result, &reduced, factor, &mut self.montgomery.columns());
        wipe(&mut reduced);
        result
    }

    /// `x/S`, below R.
    fn divide_wide(&self, x: &Natural, wide: &WideReduction) -> Vec<Limb> {
        let mut number = Montgomery::limbs_from_words(x.words(), wide.limbs);
        let reduced = self.montgomery.reduce_wide(&number, wide.rows);
        wipe(&mut number);
        reduced
    }

    /// For a wide number x, if this is prepared for its width: `x/S`, and the factor that converts it to the Montgomery form
    /// of the lanes.
    #[cfg(lanes)]
    pub(crate) fn divided_for_lanes(&self, x: &Natural) -> Option<(Natural, &LaneFactor)> {
        let wide = self.wide(x.width())?;
        let factor = wide.to_lanes.as_ref()?;
        let mut limbs = self.divide_wide(x, wide);
        // Below R, and R has at most 63 bits more than m, or 256 bits.
        let count = (Montgomery::LIMB_BITS * limbs.len()).div_ceil(32);
        let number = point("power: base", Natural::from_words(Montgomery::words_from_limbs(&limbs, count)));
        wipe(&mut limbs);
        Some((number, factor))
    }

    /// The data for the engine `lanes`, if it is available.
    #[cfg(lanes)]
    pub(crate) fn lanes(&self) -> Option<&LaneModulus> {
        self.lanes.as_ref()
    }

    /// `x·R` with the scalar kernel's R, for `x` of any width. The result is below `2m` and wide enough for that.
    #[cfg(lanes)]
    pub(crate) fn scalar_form(&self, x: &Natural) -> Natural {
        let mut limbs = self.residue(x).into_limbs();
        let form = Natural::from_words(Montgomery::words_from_limbs(&limbs, self.value.words().len() + 1));
        wipe(&mut limbs);
        form
    }

    /// The residue of a number below `3m`, which may have any sufficient width.
    #[cfg(lanes)]
    pub(crate) fn canonical(&self, mut number: Natural) -> Natural {
        number.subtract_once(&self.value);
        number.subtract_once(&self.value);
        number.cut(self.value.width());
        number
    }

    /// Whether a number has the width of the modulus and is below it. The result becomes public, but the number does
    /// not.
    pub(crate) fn is_residue(&self, number: &Natural) -> bool {
        number.width() == self.width() && declassify(number.minus(&self.value).1) == 1
    }

    /// The number with these limbs, as wide as the modulus.
    pub(crate) fn natural(&self, mut limbs: Vec<Limb>) -> Natural {
        let words = Montgomery::words_from_limbs(&limbs, self.value.words().len());
        wipe(&mut limbs);
        Natural::from_words(words)
    }
}

/// `2^exponent mod m`, in limbs.
pub(crate) fn power_of_two<K: Kernel>(exponent: usize, modulus: &BigUint, limbs: usize) -> Vec<K::Limb> {
    let power: BigUint = (BigUint::from(1u8) << exponent) % modulus;
    K::limbs_from_words(Natural::from_biguint(&power, modulus.bits() as usize).words(), limbs)
}

#[cfg(test)]
mod tests;
