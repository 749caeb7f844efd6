//! An odd modulus, prepared once.

use core::fmt;
use num_bigint::BigUint;
use zeroize::Zeroize;

use crate::Natural;
use crate::montgomery::{LIMB_BITS, LIMB_MASK, Montgomery, limbs_from_words, words_from_limbs};

/// An odd modulus of at least 3, prepared for every engine, with constant-time arithmetic on residues.
///
/// Preparing costs a division in variable time; do it once a key. Residues are [`Natural`]s of [`Modulus::width`] bits
/// with values in `[0, m)`; results are of that form too.
///
/// ```
/// use modexp::{Modulus, Natural};
/// use num_bigint::BigUint;
///
/// let modulus = Modulus::new(&BigUint::from(101u32))?;
/// let residue = modulus.reduce(&Natural::from_biguint(&BigUint::from(10_000_000_007u64), 64));
/// assert_eq!(residue.to_biguint(), BigUint::from(6u32));
/// let factor = modulus.montgomery_form(&Natural::from_be_bytes(&[34], 8));
/// assert_eq!(modulus.multiply(&residue, &factor).to_biguint(), BigUint::from(2u32));
/// # Ok::<(), modexp::ModulusError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Modulus {
    value: Natural,
    bit_length: usize,
    montgomery: Montgomery,
}

/// A residue times `R = 2^(29·L)`: the form in which a factor that is known beforehand costs one multiplication.
#[derive(Clone, Debug)]
pub struct MontgomeryForm {
    limbs: Vec<u32>,
}

impl Drop for MontgomeryForm {
    fn drop(&mut self) {
        self.limbs.zeroize();
    }
}

/// Why a number cannot be a [`Modulus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModulusError {
    /// The modulus is even; Montgomery arithmetic needs an odd one.
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
    /// When it is below 3 or even.
    pub fn new(value: &BigUint) -> Result<Self, ModulusError> {
        if *value < BigUint::from(2u8) {
            return Err(ModulusError::TooSmall);
        }
        if !value.bit(0) {
            return Err(ModulusError::Even);
        }
        let bit_length = value.bits() as usize;
        let limbs = Montgomery::limbs_for(bit_length);
        let r_squared = (BigUint::from(1u8) << (2 * LIMB_BITS * limbs)) % value;
        let to_limbs = |number: &BigUint| limbs_from_words(&number.to_u32_digits(), limbs);
        Ok(Self {
            value: Natural::from_biguint(value, bit_length),
            bit_length,
            montgomery: Montgomery::new(to_limbs(value), to_limbs(&r_squared)),
        })
    }

    /// The modulus itself.
    pub fn value(&self) -> &Natural {
        &self.value
    }

    /// Its length in bits.
    pub fn bit_length(&self) -> usize {
        self.bit_length
    }

    /// The width of its residues in bits: the length rounded up to whole words.
    pub fn width(&self) -> usize {
        self.value.width()
    }

    pub(crate) fn montgomery(&self) -> &Montgomery {
        &self.montgomery
    }

    /// `x mod m` for `x` of any width, in time that depends on the widths alone.
    pub fn reduce(&self, x: &Natural) -> Natural {
        let mut form = self.limbs_in_montgomery_form(x);
        let residue = self.montgomery.to_plain(&form, &mut self.montgomery.columns());
        form.zeroize();
        self.residue(residue)
    }

    /// `x·R mod m`, for a residue or any wider number.
    pub fn montgomery_form(&self, x: &Natural) -> MontgomeryForm {
        MontgomeryForm { limbs: self.limbs_in_montgomery_form(x) }
    }

    /// `a·b mod m`; `b` comes as its Montgomery form.
    pub fn multiply(&self, a: &Natural, b: &MontgomeryForm) -> Natural {
        let mut limbs = limbs_from_words(a.words(), self.montgomery.limbs());
        let mut product = vec![0; limbs.len()];
        self.montgomery.multiply(&mut product, &limbs, &b.limbs, &mut self.montgomery.columns());
        limbs.zeroize();
        self.montgomery.canonicalize(&mut product);
        self.residue(product)
    }

    /// `a + b mod m` for residues.
    pub fn add(&self, a: &Natural, b: &Natural) -> Natural {
        // a − (m − b): m − b is in (0, m], and only for b = 0 no residue; a − m + m = a is right then, too.
        self.subtract(a, &self.value.minus(b).0)
    }

    /// `a − b mod m` for `a` in `[0, m)`, `b` in `[0, m]`.
    pub fn subtract(&self, a: &Natural, b: &Natural) -> Natural {
        let (difference, borrow) = a.minus(b);
        let zero = Natural::zero(self.width());
        let correction = Natural::select(&zero, &self.value, borrow);
        // difference + correction modulo 2^width, as difference − (0 − correction).
        difference.minus(&zero.minus(&correction).0).0
    }

    /// Horner's rule over chunks of `R`: with `f(y) = y·R²·R⁻¹ = y·R mod m`, the form of `high·R + chunk` is
    /// `f(f(high)) + f(chunk)`. `f(y)` is below `2m` for every `y ≤ R`, because `y·R² mod m ≤ R·m`; so sums stay below
    /// `4m`, where both another `f` and every product may take them.
    pub(crate) fn limbs_in_montgomery_form(&self, x: &Natural) -> Vec<u32> {
        let montgomery = &self.montgomery;
        let limbs = montgomery.limbs();
        let mut columns = montgomery.columns();
        let mut chunks = limbs_from_words(x.words(), x.width().div_ceil(LIMB_BITS).next_multiple_of(limbs));
        let [mut sum, mut shifted, mut term] = [0; 3].map(|zero| vec![zero; limbs]);
        for (position, chunk) in chunks.rchunks(limbs).enumerate() {
            if position > 0 {
                montgomery.multiply(&mut shifted, &sum, montgomery.r_squared(), &mut columns);
            }
            montgomery.multiply(&mut term, chunk, montgomery.r_squared(), &mut columns);
            let mut carry = 0;
            for ((limb, high), low) in sum.iter_mut().zip(&shifted).zip(&term) {
                let column = high + low + carry;
                *limb = column & LIMB_MASK;
                carry = column >> LIMB_BITS;
            }
        }
        chunks.zeroize();
        shifted.zeroize();
        term.zeroize();
        sum
    }

    /// The residue with these limbs.
    pub(crate) fn residue(&self, mut limbs: Vec<u32>) -> Natural {
        let words = words_from_limbs(&limbs, self.value.words().len());
        limbs.zeroize();
        Natural::from_words(words)
    }
}

#[cfg(test)]
mod tests;
