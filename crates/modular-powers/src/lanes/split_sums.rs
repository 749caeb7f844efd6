//! Limbs of 50 bits: with a fused multiply-add, a product is the sum of two doubles.
//!
//! Limbs are integers in `[0, 2^50)`, in doubles. Let `H = 2^102` and `L = 1.5·2^52`. For a column, `h` starts at `H`
//! and adds up to four products, `h' = h + a·b` rounded to nearest. A product is below `2^100`, so the sum stays below
//! `2^102 + 4·(2^50 − 1)² + 4·2^49 < 2^103`: all values are in one binade, where neighboring doubles are `2^50` apart.
//! Hence
//!
//! * `h − h'` is a multiple of `2^50` of at most `2^100 + 2^50`, which is a double, so the subtraction is exact;
//! * `a·b + (h − h')` is the rounding error: an integer of at most `2^49`, so this multiply-add is exact as well;
//! * the bit pattern of `h` is that of `H` plus the sum of the rounded products in units of `2^50`, because within a
//!   binade the bit patterns of successive doubles are successive integers.
//!
//! The rounding errors are summed in `l`, which starts at `L`. Four of them stay within `2^51` of it, so in
//! `[2^52, 2^53]`, where doubles are the integers, and the bit pattern of `l` is that of `L` plus their sum. (The first
//! one needs no separate addition: `a·b + ((H + L) − h')`, where `H + L` is a multiple of `2^50`.) So both can be added
//! to columns as 64-bit integers, `l` to its own column and `h` to the next one. This also adds the bit patterns of `H`
//! and `L`, so they are subtracted from the columns beforehand: see `starts`.
//!
//! In the blocks of squares (see `strip`), a doubled limb may be a factor. Its products are below `2^101` and have the same rounding
//! error, so two of them take the place of four.
//!
//! A product costs two multiply-adds, a subtraction and an addition of doubles. Four products share the loads, the sums
//! in memory and the loop.
//!
//! The trick with two multiply-adds is from Emmart, Zheng and Weems, "Faster Modular Exponentiation Using Double
//! Precision Floating Point Arithmetic on the GPU", ARITH 2018, where `h` starts again with each product and is added
//! as an integer. That takes five operations, with limbs of 52 bits if rounding is towards zero, or of 51 if it is to
//! nearest. Here `h` keeps accumulating, so the multiply-add makes the additions to it. This saves one operation and
//! costs one bit.

use super::number::LOW;
use super::vector::{Double, MANTISSA_BITS, Vector, power_of_two};

/// Bits of a limb. With four products per column at a time, 50 is the greatest number that stays exact.
pub(crate) const LIMB_BITS: usize = MANTISSA_BITS - 2;

/// `R ≥ 2^DISTANCE·m` (see `montgomery`).
pub(super) const DISTANCE: usize = 2;

/// `H`, the start value of the high sum of a column.
pub(super) const HIGH: Double = power_of_two(2 * LIMB_BITS + 2);
/// `H + L`, where `L`, the start value of the low sum, is [`LOW`]. It is `6·2^50`, and bit patterns of the binade of H count in units of `2^50`.
const BOTH: Double = Double::from_bits(HIGH.to_bits() + 6);

/// The bit patterns that sums add to their column and to the one above it.
pub(super) const PATTERNS: [u64; 2] = [LOW.to_bits(), HIGH.to_bits()];

/// The running sums of a column.
#[derive(Clone, Copy)]
pub(super) struct Sums {
    high: Vector,
    low: Vector,
}

impl Sums {
    /// Adds another product.
    #[inline(always)]
    pub(super) fn next(self, a: Vector, b: Vector) -> Self {
        let high = b.multiply_add(a, self.high);
        Self { high, low: self.low.plus(b.multiply_add(a, self.high.minus(high))) }
    }

    /// Adds the low sum, as an integer, to its column.
    #[inline(always)]
    pub(super) fn add_to_column(self, column: Vector) -> Vector {
        column.wrapping_add(self.low)
    }

    /// Adds the high sum, as an integer, to the column above.
    #[inline(always)]
    pub(super) fn add_above(self, column: Vector) -> Vector {
        column.wrapping_add(self.high)
    }
}

/// `H` and `H + L`, loaded from memory, because constants in code would be created again at each use.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    high: Vector,
    both: Vector,
}

impl Origin {
    /// The doubles for [`Origin::load`].
    pub(super) const DOUBLES: [[Double; 2]; 2] = [[HIGH; 2], [BOTH; 2]];

    #[inline(always)]
    pub(super) fn load(doubles: &[[Double; 2]; 2]) -> Self {
        Self { high: Vector::load(&doubles[0]), both: Vector::load(&doubles[1]) }
    }

    /// The sums of a column without products.
    #[inline(always)]
    pub(super) fn empty(self) -> Sums {
        Sums { high: self.high, low: self.both.minus(self.high) }
    }

    /// The sums of a column with its first product.
    #[inline(always)]
    pub(super) fn first(self, a: Vector, b: Vector) -> Sums {
        let high = b.multiply_add(a, self.high);
        Sums { high, low: b.multiply_add(a, self.both.minus(high)) }
    }
}
