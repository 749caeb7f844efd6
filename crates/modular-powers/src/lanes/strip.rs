//! Strips: multiply up to four limbs of one factor by all limbs of another, and add the results to the columns of a
//! product.
//!
//! # The product of two limbs
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
//! A product costs two multiply-adds, a subtraction and an addition of doubles. Four products share the loads, the sums
//! in memory and the loop.
//!
//! The trick with two multiply-adds is from Emmart, Zheng and Weems, "Faster Modular Exponentiation Using Double
//! Precision Floating Point Arithmetic on the GPU", ARITH 2018, where `h` starts again with each product and is added
//! as an integer. That takes five operations, with limbs of 52 bits if rounding is towards zero, or of 51 if it is to
//! nearest. Here `h` keeps accumulating, so the multiply-add makes the additions to it. This saves one operation and
//! costs one bit.

use core::cell::Cell;
use core::ops::Range;

use super::number::LIMB_BITS;
pub(super) use super::number::ROWS;
use super::vector::{Double, MANTISSA_BITS, Vector, power_of_two};

/// `H`, the start value of the high sum of a column.
pub(super) const HIGH: Double = power_of_two(2 * LIMB_BITS + 2);
/// `L`, the start value of the low sum of a column.
pub(super) const LOW: Double = Double::from_bits(power_of_two(MANTISSA_BITS).to_bits() | 1 << (MANTISSA_BITS - 1));

/// `H + L`: L is `6·2^50`, and bit patterns of the binade of H count in units of `2^50`.
const BOTH: Double = Double::from_bits(HIGH.to_bits() + 6);

/// The running sums of a column: high and low.
pub(super) type Sums = (Vector, Vector);

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
    fn empty(self) -> Sums {
        (self.high, self.both.minus(self.high))
    }

    /// The sums of a column with its first product.
    #[inline(always)]
    pub(super) fn first(self, a: Vector, b: Vector) -> Sums {
        let high = b.multiply_add(a, self.high);
        (high, b.multiply_add(a, self.both.minus(high)))
    }
}

/// Adds another product to a column.
#[inline(always)]
pub(super) fn next((high, low): Sums, a: Vector, b: Vector) -> Sums {
    let sum = b.multiply_add(a, high);
    (sum, low.plus(b.multiply_add(a, high.minus(sum))))
}

/// Which limbs each row of a strip multiplies. Row `r` times limb `j` belongs to column `j + r`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strip {
    /// All limbs.
    Product,
    /// For a square: row `r` multiplies the limbs from `r` on, and the products are added twice. If there are fewer limbs than
    /// rows, zeros must follow.
    Above,
    /// For a square: row `r` multiplies `r` limbs more than are counted, and the products are added twice.
    Below,
}

impl Strip {
    /// The number of limbs that some row multiplies, one in each step.
    const fn steps(self, rows: usize, limbs: usize) -> usize {
        match self {
            Self::Product => limbs,
            Self::Above => {
                if limbs < rows {
                    rows
                } else {
                    limbs
                }
            }
            Self::Below => limbs + rows - 1,
        }
    }

    /// Subtracts from the columns, in advance, the bit patterns of `H` and `L` that a strip will add.
    pub(super) fn make_up(self, rows: usize, limbs: usize, mut subtract: impl FnMut(usize, u64)) {
        let times = if self == Self::Product { 1 } else { 2 };
        for column in 0..self.steps(rows, limbs) + rows - 1 {
            subtract(column, LOW.to_bits().wrapping_mul(times));
            subtract(column + 1, HIGH.to_bits().wrapping_mul(times));
        }
    }

    /// Adds the products of `R` factors and the first `count` of the limbs to the columns, of which the first is that of
    /// the first limb and row 0.
    #[inline(always)]
    pub(super) fn add<const R: usize>(
        self,
        origin: Origin,
        factors: [Vector; R],
        limbs: &[[Double; 2]],
        count: usize,
        load: impl Fn(&[Double; 2]) -> Vector,
        columns: &mut [[Double; 2]],
    ) {
        let steps = self.steps(R, count);
        let (head, tail) = match self {
            Self::Product => (1, 0),
            Self::Above => (R, 0),
            Self::Below => (0, R - 1),
        };
        // Slice once to the lengths that the steps need, so that there are no bounds checks inside.
        let (head_limbs, limbs) = limbs[..steps].split_at(head);
        let (limbs, tail_limbs) = limbs.split_at(steps - head - tail);
        let columns = Cell::from_mut(&mut columns[..steps + R]).as_slice_of_cells();
        let (body, behind) = (&columns[head..=steps - tail], &columns[steps - tail..]);

        let twice = self != Self::Product;
        let mut rows =
            Rows { origin, factors, sums: [origin.empty(); R], next: Vector::load(&columns[0].get()), twice };
        for step in 0..head {
            let active = if self == Self::Above { 0..step + 1 } else { 0..R };
            rows.step([&columns[step], &columns[step + 1]], load(&head_limbs[step]), active, step);
        }
        for (columns, limb) in body.windows(2).zip(limbs) {
            rows.step([&columns[0], &columns[1]], load(limb), 0..R, R);
        }
        for step in 0..tail {
            rows.step([&behind[step], &behind[step + 1]], load(&tail_limbs[step]), step + 1..R, R);
        }
        for row in 1..R {
            let sums = rows.sums[row];
            rows.put([&behind[tail + row - 1], &behind[tail + row]], sums);
        }
        behind[tail + R - 1].set(rows.next.to_array());
    }
}

/// A column while a strip is added.
type Column = Cell<[Double; 2]>;

/// The rows of a strip, with the sums of the columns that they have not left. In each step all rows multiply the same
/// limb, row `r` for the column r above that of row 0. So the products of a step do not wait for each other, as those of
/// one column would.
struct Rows<const R: usize> {
    origin: Origin,
    factors: [Vector; R],
    /// The sums of the column that row `r` reaches in the step before the next, `r` above 0.
    sums: [Sums; R],
    /// The value of row 0's column, with the high sum of the previous column. Computed a step early, it is not what the
    /// step waits for.
    next: Vector,
    /// Whether the sums are added twice.
    twice: bool,
}

impl<const R: usize> Rows<R> {
    /// Multiplies a limb by the active rows, and adds the sums of row 0's column, which is complete. The sums of the rows
    /// below `started` are those of the step before.
    #[inline(always)]
    fn step(&mut self, columns: [&Column; 2], limb: Vector, active: Range<usize>, started: usize) {
        for row in 0..R {
            let factor = self.factors[row];
            let sums = match (row + 1 < started.min(R), active.contains(&row)) {
                (true, true) => next(self.sums[row + 1], factor, limb),
                (true, false) => self.sums[row + 1],
                (false, true) => self.origin.first(factor, limb),
                (false, false) => continue,
            };
            if row == 0 { self.put(columns, sums) } else { self.sums[row] = sums }
        }
    }

    /// Adds sums to a column and the one above it, which is not stored yet.
    #[inline(always)]
    fn put(&mut self, [column, above]: [&Column; 2], (high, low): Sums) {
        let (low, high) = if self.twice { (low.wrapping_add(low), high.wrapping_add(high)) } else { (low, high) };
        column.set(self.next.wrapping_add(low).to_array());
        self.next = Vector::load(&above.get()).wrapping_add(high);
    }
}
