//! The Montgomery arithmetic of [`Modulus`](crate::Modulus) and of the engine `scalar`: one interface, [`Kernel`], and
//! two kernels.
//!
//! | kernel | limbs | where |
//! | --- | --- | --- |
//! | `wide` | 64 bits, products of 128 | where a product of two words is one instruction: 64-bit processors |
//! | `narrow` | 29 bits in 32, products summed in 64 | elsewhere, mainly in WebAssembly |
//!
//! Only the target decides (`cfg(wide)`, set in `build.rs`). Tests compile both and compare them.

mod fermat;
#[cfg(any(not(wide), test))]
mod narrow;
#[cfg(any(wide, test))]
mod wide;

use zeroize::Zeroize;

pub(crate) use fermat::fermat_base_two_vartime;
#[cfg(not(wide))]
pub(crate) use narrow::{Columns, Limb, Montgomery};
#[cfg(wide)]
pub(crate) use wide::{Columns, Limb, Montgomery};

/// Montgomery arithmetic modulo an odd m, with its precomputed values.
///
/// Numbers are arrays of `L` limbs of [`LIMB_BITS`](Self::LIMB_BITS) bits, least significant first, and
/// `R = 2^(LIMB_BITS·L)`. Two bounds matter to callers. Each kernel chooses them:
///
/// * a *residue* is below `RESIDUE·m`. Products are residues;
/// * a *factor* is below `FACTOR·m`: a residue, or the sum or difference of two. Two factors a and b satisfy
///   `a·b ≤ R·m`, as products require.
///
/// No operation has a branch, index or length that depends on a value.
pub(crate) trait Kernel: Clone + Sized {
    /// A digit of a number.
    type Limb: Copy + Default + Zeroize;
    /// Working memory, which is overwritten with zeros when dropped.
    type Columns;

    /// Bits of a limb.
    const LIMB_BITS: usize;
    /// Residues are below this many times m.
    #[cfg(test)]
    const RESIDUE: u32;
    /// Factors are below this many times m.
    #[cfg(test)]
    const FACTOR: u32;
    /// A multiplication takes as long as this many reads of a table entry, times the number of limbs.
    const READS_PER_LIMB: usize;

    /// Limbs for a modulus of `bits` bits.
    fn limbs_for(bits: usize) -> usize;

    /// Prepares an odd modulus of at least `limbs_for(bits)` limbs. `r_squared` is `R² mod m`.
    fn new(modulus: Vec<Self::Limb>, r_squared: Vec<Self::Limb>) -> Self;

    /// L
    fn limbs(&self) -> usize;

    /// `R² mod m`
    fn r_squared(&self) -> &[Self::Limb];

    /// The Montgomery form of one, `R mod m`.
    fn one(&self) -> &[Self::Limb];

    /// Reusable working memory for the operations below.
    fn columns(&self) -> Self::Columns;

    /// The greatest length in bits of a number that may be multiplied by a factor without being a factor itself.
    fn plain_bits(&self) -> usize;

    /// `result = a·b·R⁻¹`, a residue, for `a·b ≤ R·m`: two factors, or one number below m and one below R.
    fn multiply(&self, result: &mut [Self::Limb], a: &[Self::Limb], b: &[Self::Limb], columns: &mut Self::Columns);

    /// `result = a²·R⁻¹`, a residue, for `a² ≤ R·m`: a factor.
    fn square(&self, result: &mut [Self::Limb], a: &[Self::Limb], columns: &mut Self::Columns);

    /// `sum = a + b`, a factor, for two residues.
    fn add(&self, sum: &mut [Self::Limb], a: &[Self::Limb], b: &[Self::Limb]);

    /// `difference ≡ a − b`, a factor, for two residues.
    fn subtract(&self, difference: &mut [Self::Limb], a: &[Self::Limb], b: &[Self::Limb]);

    /// Brings a residue to `[0, m)`.
    fn canonicalize(&self, residue: &mut [Self::Limb]);

    /// How many limbs [`reduce_wide`](Self::reduce_wide) removes from a number of `wide` limbs, which must be more than
    /// L.
    fn rows_for(&self, wide: usize) -> usize;

    /// `x·2^(−LIMB_BITS·rows)` modulo m, below R, for the rows of [`rows_for`](Self::rows_for).
    fn reduce_wide(&self, x: &[Self::Limb], rows: usize) -> Vec<Self::Limb>;

    /// The lowest `count` limbs of a number given in 32-bit words.
    fn limbs_from_words(words: &[u32], count: usize) -> Vec<Self::Limb>;

    /// The lowest `count` 32-bit words of a number given in limbs.
    fn words_from_limbs(limbs: &[Self::Limb], count: usize) -> Vec<u32>;

    /// Multiplies a number by `2^bits`. `bits` is below 29, and the product must be below R.
    fn shift_left(limbs: &mut [Self::Limb], bits: u32);

    /// How many 64-bit words a number of `limbs` limbs takes in a table of powers.
    fn packed_length(limbs: usize) -> usize;

    /// Converts limbs to the words of a table.
    fn pack(limbs: &[Self::Limb]) -> impl Iterator<Item = u64>;

    /// Converts the words of a table to limbs.
    fn unpack(limbs: &mut [Self::Limb], words: &[u64]);

    /// One, not in Montgomery form.
    fn plain_one(&self) -> Vec<Self::Limb> {
        Self::limbs_from_words(&[1], self.limbs())
    }

    /// From Montgomery form to the residue in `[0, m)`: `(x + q·m)/R ≤ m` for `x < R` and `q < R`, and one subtraction.
    fn to_plain(&self, form: &[Self::Limb], columns: &mut Self::Columns) -> Vec<Self::Limb> {
        let mut residue = vec![Self::Limb::default(); self.limbs()];
        self.multiply(&mut residue, form, &self.plain_one(), columns);
        self.canonicalize(&mut residue);
        residue
    }
}

#[cfg(test)]
mod proofs;
#[cfg(test)]
mod tests;
