//! Limbs of 25 bits: a double holds the product of two exactly.
//!
//! Limbs are integers in `[0, 2^25)`, in doubles. A column's sum starts at `S = 2^52` and adds up to four products, each below
//! `2^50`. (In the blocks of squares, a product of a doubled limb counts as two.) So it stays below `2^53`, in the binade
//! where neighboring doubles are the integers: every addition is exact, and the bit pattern of the sum is that of S plus the
//! products. It can be added to a column as a 64-bit integer. This also adds the bit pattern of S, so it is subtracted from the
//! columns beforehand: see `starts`.
//!
//! A product costs a multiplication and an addition, and needs no fused multiply-add. If the operation is fused nevertheless,
//! the results are the same.

use super::vector::{Double, MANTISSA_BITS, Vector, power_of_two};

/// Bits of a limb. With four products per column at a time, 25 is the greatest number that stays exact.
pub(crate) const LIMB_BITS: usize = (MANTISSA_BITS - 2) / 2;

/// `R ≥ 2^DISTANCE·m` (see `montgomery`).
pub(super) const DISTANCE: usize = 3;

/// S, the start value of a sum.
pub(super) const START: Double = power_of_two(MANTISSA_BITS);

/// The bit patterns that sums add to their column and to the one above it.
pub(super) const PATTERNS: [u64; 2] = [START.to_bits(), 0];

/// The running sum of a column.
#[derive(Clone, Copy)]
pub(super) struct Sums(Vector);

impl Sums {
    /// Adds another product.
    #[inline(always)]
    pub(super) fn next(self, a: Vector, b: Vector) -> Self {
        Self(b.multiply_add(a, self.0))
    }

    /// Adds the sum, as an integer, to its column.
    #[inline(always)]
    pub(super) fn add_to_column(self, column: Vector) -> Vector {
        column.wrapping_add(self.0)
    }

    /// What the column above becomes.
    #[inline(always)]
    pub(super) fn add_above(self, column: Vector) -> Vector {
        column
    }
}

/// S, loaded from memory, because a constant in code would be created again at each use.
#[derive(Clone, Copy)]
pub(super) struct Origin(Vector);

impl Origin {
    /// The doubles for [`Origin::load`].
    pub(super) const DOUBLES: [[Double; 2]; 1] = [[START; 2]];

    #[inline(always)]
    pub(super) fn load(doubles: &[[Double; 2]; 1]) -> Self {
        Self(Vector::load(&doubles[0]))
    }

    /// The sum of a column without products.
    #[inline(always)]
    pub(super) fn empty(self) -> Sums {
        Sums(self.0)
    }

    /// The sum of a column with its first product.
    #[inline(always)]
    pub(super) fn first(self, a: Vector, b: Vector) -> Sums {
        self.empty().next(a, b)
    }
}
