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

use super::number::Number;
use super::vector::Vector;

/// `H`, the start value of the high sum of a column.
pub(super) const HIGH: f64 = (1u128 << 102) as f64;
/// `L`, the start value of the low sum of a column.
pub(super) const LOW: f64 = 3.0 * (1u64 << 51) as f64;

/// The greatest number of limbs of the first factor in a strip.
pub(super) const ROWS: usize = 4;

/// The greatest number of columns that a strip touches beyond those of its product, even with numbers shorter than its
/// head.
pub(super) const COLUMNS_BEHIND: usize = 12;

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
    pub(super) const DOUBLES: [[f64; 2]; 2] = [[HIGH; 2], [HIGH + LOW; 2]];

    #[inline(always)]
    pub(super) fn load(doubles: &[[f64; 2]; 2]) -> Self {
        Self { high: Vector::load(&doubles[0]), both: Vector::load(&doubles[1]) }
    }

    /// The sums of a column with its first product.
    #[inline(always)]
    pub(super) fn first(self, a: Vector, b: Vector) -> Sums {
        let high = b.multiply_add(a, self.high);
        (high, b.multiply_add(a, self.both.minus(high)))
    }

    /// `Σ a[row]·b[row]` over at most four rows.
    #[inline(always)]
    pub(super) fn sum<const R: usize>(self, a: &[Vector; R], b: &[Vector; R], rows: core::ops::Range<usize>) -> Sums {
        let mut sums = self.first(a[rows.start], b[rows.start]);
        for row in rows.start + 1..rows.end {
            sums = next(sums, a[row], b[row]);
        }
        sums
    }
}

/// Adds another product to a column.
#[inline(always)]
pub(super) fn next((high, low): Sums, a: Vector, b: Vector) -> Sums {
    let sum = b.multiply_add(a, high);
    (sum, low.plus(b.multiply_add(a, high.minus(sum))))
}

/// The kind of a strip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strip {
    /// `factors · number`
    Product,
    /// Part of the square of a number. The factors are its limbs from `start` on, each times all limbs after it,
    /// doubled.
    Square {
        /// The index of the first factor.
        start: usize,
    },
}

/// The steps of a strip. A step is one vector: one column of two numbers, or two columns of one number.
///
/// In the head not all rows have started, in the body all have, and in the tail some have finished.
struct Shape {
    /// The limb of the number that the first factor multiplies in the first step.
    first_limb: usize,
    head: usize,
    body: usize,
    tail: usize,
}

impl Strip {
    /// The columns of a step.
    const fn columns_a_step(numbers: usize) -> usize {
        3 - numbers
    }

    /// The first column to which the strip of a square adds. Column `2·start` contains only the square of a limb, but
    /// with one number steps start at even columns.
    pub(super) const fn first_column_of_square(numbers: usize, start: usize) -> usize {
        2 * start + numbers - 1
    }

    #[inline(always)]
    fn shape(self, numbers: usize, rows: usize, limbs: usize) -> Shape {
        let columns = Self::columns_a_step(numbers);
        let (first_limb, head) = match self {
            Self::Product => (0, (rows - 1) / columns),
            // Row r starts after the diagonal: at step 2r with two numbers, in the second lane of step r with one.
            Self::Square { start } => (start + numbers - 1, if numbers == 2 { 2 * rows - 2 } else { rows }),
        };
        let body = limbs.saturating_sub(first_limb + columns * head).div_ceil(columns);
        Shape { first_limb, head, body, tail: if numbers == 2 { rows - 1 } else { rows / 2 } }
    }

    /// Subtracts from the columns, in advance, the bit patterns of `H` and `L` that a strip of `rows` rows will add.
    pub(super) fn make_up(self, numbers: usize, rows: usize, limbs: usize, columns: &mut [u64]) {
        let shape = self.shape(numbers, rows, limbs);
        let times = if self == Self::Product { 1 } else { 2 };
        let count = (shape.head + shape.body + shape.tail) * Self::columns_a_step(numbers);
        for column in 0..count {
            columns[column] = columns[column].wrapping_sub(LOW.to_bits().wrapping_mul(times));
            columns[column + 1] = columns[column + 1].wrapping_sub(HIGH.to_bits().wrapping_mul(times));
        }
    }

    /// Adds the strip to columns. The first column is that of the first factor and the number's lowest limb, or
    /// [`Strip::first_column_of_square`]. `number` has `limbs` limbs.
    #[inline(always)]
    pub(super) fn add<const NUMBERS: usize, const R: usize>(
        self,
        origin: Origin,
        factors: [Vector; R],
        number: &Number<NUMBERS>,
        limbs: usize,
        columns: &mut [f64],
    ) {
        let Shape { first_limb, head, body, tail } = self.shape(NUMBERS, R, limbs);
        let columns_a_step = Self::columns_a_step(NUMBERS);
        let is_square = self != Self::Product;

        // Slice once to the lengths that the steps need, so that there are no bounds checks inside.
        let vectors = &number.vectors_from(first_limb)[..head + body];
        let (head_limbs, body_limbs) = vectors.split_at(head);
        let columns = &mut columns.as_chunks_mut().0[..=head + body + tail];
        let (head_columns, columns) = columns.split_at_mut(head);
        let (body_columns, tail_columns) = columns.split_at_mut(body);
        let tail_columns = &mut tail_columns[..=tail];

        let zero = Vector::splat(0.0);
        // The limbs that the rows multiply in this step.
        let mut alongside = Alongside::<NUMBERS, R>([zero; R]);
        // The high sum of the previous step.
        let mut below = zero;
        let mut put = |place: &mut [f64; 2], (high, low): Sums| {
            // With one number the high sum of the step's first column goes to its second.
            let carried = if NUMBERS == 2 { below } else { below.straddle(high) };
            add_to(place, is_square, low.wrapping_add(carried));
            below = high;
        };
        for (step, (place, limbs)) in head_columns.iter_mut().zip(head_limbs).enumerate() {
            alongside.shift(Vector::load(limbs));
            let sums = match (is_square, NUMBERS) {
                (false, _) => origin.sum(&factors, &alongside.0, 0..columns_a_step * (step + 1)),
                (true, 2) => origin.sum(&factors, &alongside.0, 0..step / 2 + 1),
                // The last row of the step starts in its second column.
                (true, _) => {
                    let mut limbs = alongside.0;
                    limbs[step] = limbs[step].and(Vector::from_bits([0, u64::MAX]));
                    origin.sum(&factors, &limbs, 0..step + 1)
                }
            };
            put(place, sums);
        }
        for (place, limbs) in body_columns.iter_mut().zip(body_limbs) {
            alongside.shift(Vector::load(limbs));
            put(place, origin.sum(&factors, &alongside.0, 0..R));
        }
        let (tail_columns, [last_column]) = tail_columns.split_at_mut(tail) else { unreachable!("one column more") };
        for (step, place) in tail_columns.iter_mut().enumerate() {
            alongside.shift(zero);
            put(place, origin.sum(&factors, &alongside.0, columns_a_step * step + 1..R));
        }
        let last = if NUMBERS == 2 { below } else { below.straddle(zero) };
        add_to(last_column, is_square, last);
    }
}

/// Adds integers to columns, once or twice.
#[inline(always)]
fn add_to(place: &mut [f64; 2], twice: bool, sum: Vector) {
    let sum = if twice { sum.wrapping_add(sum) } else { sum };
    *place = Vector::load(place).wrapping_add(sum).to_array();
}

/// The limbs that the rows of a strip multiply in one step. The limb for row `r` is `r` limbs before that for the first
/// row.
struct Alongside<const NUMBERS: usize, const R: usize>([Vector; R]);

impl<const NUMBERS: usize, const R: usize> Alongside<NUMBERS, R> {
    /// Moves to the next step. With one number that is two limbs further, and odd rows need limbs from two vectors.
    #[inline(always)]
    fn shift(&mut self, limbs: Vector) {
        let columns = Strip::columns_a_step(NUMBERS);
        let between = self.0[0].straddle(limbs);
        for row in (columns..R).rev() {
            self.0[row] = self.0[row - columns];
        }
        self.0[0] = limbs;
        if columns == 2 && R > 1 {
            self.0[1] = between;
        }
    }
}
