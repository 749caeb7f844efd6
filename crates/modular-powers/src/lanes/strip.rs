//! Strips: up to four limbs of one factor times all limbs of another, added to the columns of a product.
//!
//! # The product of two limbs
//!
//! Limbs are integers in `[0, 2^50)`, in doubles. Let `H = 2^102` and `L = 1.5·2^52`. For a column, `h` starts at `H` and
//! takes up to four products, `h' = h + a·b` rounded to nearest. A product is below `2^100`, so the sum stays below
//! `2^102 + 4·(2^50 − 1)² + 4·2^49 < 2^103`: all of it in one binade, where neighbouring doubles are `2^50` apart. Hence
//!
//! * `h − h'` is a multiple of `2^50` of at most `2^100 + 2^50`, a double, and its subtraction exact;
//! * `a·b + (h − h')` is what rounding took off: an integer of at most `2^49`, so this multiply-add is exact as well;
//! * the bit pattern of `h` is that of `H` plus the sum of the rounded products in units of `2^50`, because in one binade
//!   bit patterns count the doubles.
//!
//! What rounding took off is summed in `l`, which starts at `L`: four of them stay within `2^51` of it, so in
//! `[2^52, 2^53]`, where doubles are the integers, and the bit pattern of `l` is that of `L` plus their sum. (The first needs
//! no addition of its own: `a·b + ((H + L) − h')`, where `H + L` is a multiple of `2^50`.) So both can be added to columns
//! as 64-bit integers, `l` to its own and `h` to the next one, with the two bit patterns too much, which the columns have
//! less from the start: see `starts`.
//!
//! A product costs two multiply-adds, a subtraction and an addition of doubles; the loads, the sums in memory and the
//! loop are shared by four.
//!
//! The trick with two multiply-adds is from Emmart, Zheng and Weems, "Faster Modular Exponentiation Using Double
//! Precision Floating Point Arithmetic on the GPU", ARITH 2018, where `h` starts anew with each product and is added as
//! an integer: five operations, with limbs of 52 bits where rounding is towards zero, of 51 where it is to nearest. That
//! `h` runs on, so that the additions to it are those of the multiply-add, saves one operation and costs one bit.

use super::number::Number;
use super::vector::Vector;

/// `H`: where the high sum of a column starts.
pub(super) const HIGH: f64 = (1u128 << 102) as f64;
/// `L`: where the low sum of a column starts.
pub(super) const LOW: f64 = 3.0 * (1u64 << 51) as f64;

/// Most limbs of the first factor in a strip.
pub(super) const ROWS: usize = 4;

/// Columns that a strip may touch beyond those of its product, at most; also with numbers shorter than its head.
pub(super) const COLUMNS_BEHIND: usize = 12;

/// The sums of a column under way: high and low.
pub(super) type Sums = (Vector, Vector);

/// `H` and `H + L`, from memory: a constant would be made anew at each use.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    high: Vector,
    both: Vector,
}

impl Origin {
    /// The doubles that [`Origin::load`] takes.
    pub(super) const DOUBLES: [[f64; 2]; 2] = [[HIGH; 2], [HIGH + LOW; 2]];

    #[inline(always)]
    pub(super) fn load(doubles: &[[f64; 2]; 2]) -> Self {
        Self { high: Vector::load(&doubles[0]), both: Vector::load(&doubles[1]) }
    }

    /// A column's first product.
    #[inline(always)]
    pub(super) fn first(self, a: Vector, b: Vector) -> Sums {
        let high = b.multiply_add(a, self.high);
        (high, b.multiply_add(a, self.both.minus(high)))
    }

    /// `Σ a[row]·b[row]` over rows, at most four of them.
    #[inline(always)]
    pub(super) fn sum<const R: usize>(self, a: &[Vector; R], b: &[Vector; R], rows: core::ops::Range<usize>) -> Sums {
        let start = self.first(a[rows.start], b[rows.start]);
        (rows.start + 1..rows.end).fold(start, |sums, row| next(sums, a[row], b[row]))
    }
}

/// One more product of a column.
#[inline(always)]
pub(super) fn next((high, low): Sums, a: Vector, b: Vector) -> Sums {
    let sum = b.multiply_add(a, high);
    (sum, low.plus(b.multiply_add(a, high.minus(sum))))
}

/// What a strip makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strip {
    /// `factors · number`
    Product,
    /// Of the square of a number whose limbs from `start` on are the factors: each times all limbs behind it, doubled.
    Square {
        /// The index of the first factor.
        start: usize,
    },
}

/// The steps of a strip, of one vector each: with two numbers one column, with one number two.
///
/// Head: not all rows have begun. Body: all have. Tail: not all are through.
struct Shape {
    /// The number's limb that meets the first factor in the first step.
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

    /// The first column that the strip of a square adds to. Column `2·start` has a limb's own square alone, but with one
    /// number steps start at even columns.
    pub(super) const fn first_column_of_square(numbers: usize, start: usize) -> usize {
        2 * start + numbers - 1
    }

    #[inline(always)]
    fn shape(self, numbers: usize, rows: usize, limbs: usize) -> Shape {
        let columns = Self::columns_a_step(numbers);
        let (first_limb, head) = match self {
            Self::Product => (0, (rows - 1) / columns),
            // Row r begins behind the diagonal: at step 2r with two numbers, in the second lane of step r with one.
            Self::Square { start } => (start + numbers - 1, if numbers == 2 { 2 * rows - 2 } else { rows }),
        };
        let body = limbs.saturating_sub(first_limb + columns * head).div_ceil(columns);
        Shape { first_limb, head, body, tail: if numbers == 2 { rows - 1 } else { rows / 2 } }
    }

    /// Takes the bit patterns of `H` and `L` that a strip of `rows` rows leaves too much from its columns beforehand.
    pub(super) fn make_up(self, numbers: usize, rows: usize, limbs: usize, columns: &mut [u64]) {
        let shape = self.shape(numbers, rows, limbs);
        let times = if self == Self::Product { 1 } else { 2 };
        let count = (shape.head + shape.body + shape.tail) * Self::columns_a_step(numbers);
        for column in 0..count {
            columns[column] = columns[column].wrapping_sub(LOW.to_bits().wrapping_mul(times));
            columns[column + 1] = columns[column + 1].wrapping_sub(HIGH.to_bits().wrapping_mul(times));
        }
    }

    /// Adds the strip to columns, the first of them that of the first factor and the number's lowest limb, or
    /// [`Strip::first_column_of_square`]; `number` has `limbs` limbs.
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

        // Cut once to the lengths that the steps need: nothing is checked again inside.
        let vectors = &number.vectors_from(first_limb)[..head + body];
        let (head_limbs, body_limbs) = vectors.split_at(head);
        let columns = &mut columns.as_chunks_mut().0[..=head + body + tail];
        let (head_columns, columns) = columns.split_at_mut(head);
        let (body_columns, tail_columns) = columns.split_at_mut(body);
        let tail_columns = &mut tail_columns[..=tail];

        let zero = Vector::splat(0.0);
        // The limbs that meet the rows in this step.
        let mut alongside = Alongside::<NUMBERS, R>([zero; R]);
        // The high sum of the step before.
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
                // The last row of the step begins in its second column.
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

/// Adds integers, once or twice, to columns.
#[inline(always)]
fn add_to(place: &mut [f64; 2], twice: bool, sum: Vector) {
    let sum = if twice { sum.wrapping_add(sum) } else { sum };
    *place = Vector::load(place).wrapping_add(sum).to_array();
}

/// The limbs that meet the rows of a strip in one step: row `r` that `r` limbs before the first row's.
struct Alongside<const NUMBERS: usize, const R: usize>([Vector; R]);

impl<const NUMBERS: usize, const R: usize> Alongside<NUMBERS, R> {
    /// To the next step; with one number this is two limbs on, and odd rows meet limbs of two vectors.
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
