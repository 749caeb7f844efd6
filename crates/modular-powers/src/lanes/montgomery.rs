//! Montgomery multiplication in limbs of 50 bits.
//!
//! # Reduction
//!
//! With `β = 2^50` and `R = β^n` for n limbs, the columns `T` of a product are reduced from below, four limbs at a time.
//! Let `μ = −m⁻¹ mod β^4` and `M = (m·μ + 1)/β^4`, an integer of as many limbs as m. Then the quotient digits are simply
//! the lowest limbs of T, `Q = T mod β^4`, and the step is
//!
//! ```text
//! T ← (T + Q·m·μ)/β^4 = ⌊T/β^4⌋ + Q·M
//! ```
//!
//! (Orup, "Simplifying quotient determination in high-radix modular multiplication", ARITH 1995.) Finding a digit needs
//! no multiplication, so a strip waits for the previous one only as long as four carries take. The price is that T ends
//! below `β^4·m` instead of `m`. So the last four limbs are reduced in Montgomery's own way, `Q = T·μ mod β^4` and
//! `T ← (T + Q·m)/β^4`. That takes ten more products, and results are as short as usual. If n is not a multiple of 4,
//! one strip of `n mod 4` limbs comes before the last.
//!
//! # Bounds
//!
//! *Values.* Let the factors be below `B·m`, and `r = n mod 4`. A strip of k limbs adds at most
//! `(β^k − 1)·M ≤ (β^k − 1)·m`, and later strips divide that.
//!
//! For `r > 0`, `R ≥ 4m`: before the last four limbs T is below `B²m²/β^(n−4) + m·(β^r + β^(4−r) + …)`, and the result below
//! `B²m²/R + m·(1 + 2⁻⁴⁹)`. So factors below `2m(1 + δ)` give results below `2m(1 + δ + δ²/2 + 2⁻⁴⁹)`: after t multiplications δ is
//! at most `2⁻²⁴·tan(t/2²⁵)`, below 2⁻²³ for the 2²⁵ that an exponentiation has at most ([`LONGEST_EXPONENT`]), and all values are
//! below `2.001m < R`.
//!
//! For `r = 0`, `R ≥ 16m`: T before the last limbs is below `B²m²/β^(n−4) + β^4·m`, because the strips together add
//! less than `(β^4 − 1)·m·(1 + β⁻⁴ + …) = β^4·m`, and the result is below `B²m²/R + 2m`. So factors below 3m give
//! results below 2.6m.
//!
//! A conversion to Montgomery form multiplies a factor below R by one below m: m replaces `B²m²/R`, and the result is
//! below `2m(1 + 2⁻⁴⁹)`, or 3m. In the conversion back, one factor is 1. For `r > 0` the result is below
//! `m·(1 + 2⁻⁴⁸) + 1`. For `r = 0` no step brings T to `β^4·m` or more, and the last step leaves less than 2m. So one
//! subtraction completes it.
//!
//! *Columns.* A column has at most `2n` products, each with less than `2^50` for the next column and a signed remainder
//! of at most `2^49`, and a digit of T. With n up to [`MAX_LIMBS`] the sum is above `−n·2^50 > −2^60` and below `2^62`.
//! Columns start at a bias of `2^60`, minus the carry from the bias of the column below. So a biased carry is never
//! negative, and a logical shift by 50 bits is correct.
//!
//! # Constant time
//!
//! Loops depend only on lengths, and there is no branch on a limb. Operations on doubles take the same time for all
//! values that occur: all are zero or at least 1, and no sum leaves the normal range.

use super::aligned::Aligned;
use super::fused::fused;
use super::modulus::Reduction;
use super::number::{LIMB_BITS, Number, factors};
use super::strip::{COLUMNS_BEHIND, HIGH, LOW, Origin, ROWS, Strip, next};
use super::vector::Vector;

/// The most limbs for which columns are proved not to overflow.
pub(crate) const MAX_LIMBS: usize = 1023;

/// The greatest length of an exponent in bits. Squarings, multiplications and the table are then fewer than 2^25
/// multiplications.
pub(crate) const LONGEST_EXPONENT: usize = 1 << 24;

const LIMB_MASK: u64 = (1 << LIMB_BITS) - 1;
const BIAS: u64 = 1 << 60;
/// The start value of a column: the bias, minus the carry from the bias of the column below.
const COLUMN_BIAS: u64 = BIAS - (BIAS >> LIMB_BITS);
/// A double: after adding an integer below `2^52`, its lowest bits are that integer.
const INTEGERS: f64 = (1u64 << 52) as f64;

/// `NUMBERS` moduli with the same number of limbs. Two moduli use one lane each, a single one uses both.
#[derive(Clone)]
pub(super) struct Prepared<const NUMBERS: usize> {
    limbs: usize,
    modulus: Number<NUMBERS>,
    by_four: Number<NUMBERS>,
    by_rest: Number<NUMBERS>,
    negated_inverse: Number<NUMBERS>,
    /// The start values of the columns of a product, of a square, and of the last four columns of the reduction.
    product_start: Aligned,
    square_start: Aligned,
    last_start: Aligned,
}

impl<const NUMBERS: usize> Prepared<NUMBERS> {
    #[inline(never)]
    pub(super) fn new(moduli: [&Reduction; NUMBERS]) -> Self {
        let limbs = moduli[0].limbs();
        assert!(
            limbs <= MAX_LIMBS && moduli.iter().all(|modulus| modulus.limbs() == limbs),
            "all moduli have the same number of limbs"
        );
        let (product, square, last) = starts(NUMBERS, limbs);
        Self {
            limbs,
            modulus: Number::new(moduli.map(|modulus| &modulus.modulus[..])),
            by_four: Number::new(moduli.map(|modulus| &modulus.by_four[..])),
            by_rest: Number::new(moduli.map(|modulus| &modulus.by_rest[..])),
            negated_inverse: Number::new(moduli.map(|modulus| &modulus.negated_inverse[..])),
            product_start: doubles(NUMBERS, &product),
            square_start: doubles(NUMBERS, &square),
            last_start: doubles(NUMBERS, &last),
        }
    }
    /// Working memory for products.
    pub(super) fn columns(&self) -> Aligned {
        Aligned::zero(self.product_start.len())
    }

    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }
}

/// Prepared moduli, and working memory.
pub(super) struct Montgomery<'a, const NUMBERS: usize> {
    prepared: &'a Prepared<NUMBERS>,
    /// With two numbers a vector holds one column, with one number two.
    columns: Aligned,
    constants: Constants,
}

/// Constants in memory, because V8 creates constants in code again at each use.
#[derive(Clone, Copy)]
struct Constants {
    origin: [[f64; 2]; 2],
    mask: [f64; 2],
    integers: [f64; 2],
}

/// Evaluates the expression with the constant equal to the count, from 1 to 3. For 0 it does nothing.
macro_rules! with_rows {
    ($count:expr, $rows:ident => $expression:expr) => {
        match $count {
            1 => {
                const $rows: usize = 1;
                $expression
            }
            2 => {
                const $rows: usize = 2;
                $expression
            }
            3 => {
                const $rows: usize = 3;
                $expression
            }
            _ => {}
        }
    };
}

impl<'a, const NUMBERS: usize> Montgomery<'a, NUMBERS> {
    pub(super) fn new(prepared: &'a Prepared<NUMBERS>) -> Self {
        Self::with_columns(prepared, prepared.columns())
    }

    /// [`Montgomery::new`] with the working memory of an earlier one, or of [`Prepared::columns`].
    #[inline(always)]
    pub(super) fn with_columns(prepared: &'a Prepared<NUMBERS>, columns: Aligned) -> Self {
        Self {
            prepared,
            columns,
            constants: Constants {
                origin: Origin::DOUBLES,
                mask: [f64::from_bits(LIMB_MASK); 2],
                integers: [INTEGERS; 2],
            },
        }
    }

    pub(super) fn into_columns(self) -> Aligned {
        self.columns
    }

    pub(super) fn limbs(&self) -> usize {
        self.prepared.limbs
    }

    fused! {
        /// `result = a·b/R`, with the bounds that the module proves.
        fn multiply = multiply_inlined, multiply_fused(result: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>)
    }

    #[inline(always)]
    fn multiply_inlined(&mut self, result: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>) {
        let (limbs, origin) = (self.prepared.limbs, self.origin());
        let columns = &mut self.columns[..];
        for (column, start) in columns.as_chunks_mut().0.iter_mut().zip(self.prepared.product_start.as_chunks().0) {
            *column = Vector::load(start).to_array();
        }
        let mut row = 0;
        while row + ROWS <= limbs {
            Strip::Product.add::<NUMBERS, ROWS>(origin, a.factors(row), b, limbs, &mut columns[row * NUMBERS..]);
            row += ROWS;
        }
        let columns = &mut columns[row * NUMBERS..];
        with_rows!(limbs - row, R => Strip::Product.add::<NUMBERS, R>(origin, a.factors(row), b, limbs, columns));
        self.reduce(result);
    }

    fused! {
        /// `result = a²/R`. Products of two different limbs are computed once and doubled.
        fn square = square_inlined, square_fused(result: &mut Number<NUMBERS>, a: &Number<NUMBERS>)
    }

    #[inline(always)]
    fn square_inlined(&mut self, result: &mut Number<NUMBERS>, a: &Number<NUMBERS>) {
        let (limbs, origin) = (self.prepared.limbs, self.origin());
        // The square of a limb goes to a column and the next one: with two numbers to two vectors, with one to one
        // vector.
        let columns = &mut self.columns[..];
        let (squares, behind) = columns.split_at_mut(2 * limbs * NUMBERS);
        let (starts, starts_behind) = self.prepared.square_start.as_chunks().0.split_at(limbs * NUMBERS);
        for (row, (columns, starts)) in
            squares.chunks_exact_mut(2 * NUMBERS).zip(starts.chunks_exact(NUMBERS)).enumerate()
        {
            let [limb] = a.factors(row);
            let (high, low) = origin.first(limb, limb);
            let sums = if NUMBERS == 2 { [low, high] } else { [low.straddle(high); 2] };
            for ((column, start), sum) in columns.as_chunks_mut().0.iter_mut().zip(starts).zip(sums) {
                *column = Vector::load(start).wrapping_add(sum).to_array();
            }
        }
        for (column, start) in behind.as_chunks_mut().0.iter_mut().zip(starts_behind) {
            *column = Vector::load(start).to_array();
        }
        for start in (0..limbs - 1).step_by(ROWS) {
            let strip = Strip::Square { start };
            let columns = &mut columns[Strip::first_column_of_square(NUMBERS, start) * NUMBERS..];
            strip.add::<NUMBERS, ROWS>(origin, a.factors(start), a, limbs, columns);
        }
        self.reduce(result);
    }

    /// Prepares [`Montgomery::scale`].
    pub(super) fn scaling(&self) -> Scaling {
        let mut start = vec![COLUMN_BIAS; self.prepared.limbs + COLUMNS_BEHIND];
        Strip::Product.make_up(NUMBERS, 1, self.prepared.limbs, &mut start);
        Scaling(doubles(NUMBERS, &start))
    }

    fused! {
        /// Multiplies each number by its factor below `2^50`. The products must be below R.
        fn scale = scale_inlined, scale_fused(number: &mut Number<NUMBERS>, factors: [f64; NUMBERS], scaling: &Scaling)
    }

    #[inline(always)]
    fn scale_inlined(&mut self, number: &mut Number<NUMBERS>, factors: [f64; NUMBERS], Scaling(start): &Scaling) {
        let (limbs, origin) = (self.prepared.limbs, self.origin());
        let columns = &mut self.columns[..start.len()];
        columns.copy_from_slice(start);
        let factor = Vector::load(&[factors[0], factors[NUMBERS - 1]]);
        Strip::Product.add::<NUMBERS, 1>(origin, [factor], number, limbs, columns);
        self.carry(Carry::new(&self.constants), 0, number);
    }

    /// Reduces the columns.
    #[cfg_attr(fma_at_run_time, inline(always))] // Into functions compiled for other processors.
    #[cfg_attr(not(fma_at_run_time), inline(never))]
    fn reduce(&mut self, result: &mut Number<NUMBERS>) {
        let (limbs, origin) = (self.prepared.limbs, self.origin());
        let mut carry = Carry::new(&self.constants);
        let columns = &mut self.columns[..];
        let mut row = 0;
        while row + 2 * ROWS <= limbs {
            let (done, columns) = columns[row * NUMBERS..].split_at_mut(ROWS * NUMBERS);
            let digits = carry.digits::<NUMBERS, ROWS>(done);
            Strip::Product.add(origin, digits, &self.prepared.by_four, limbs, columns);
            row += ROWS;
        }
        with_rows!(limbs - ROWS - row, R => {
            let (done, columns) = columns[row * NUMBERS..].split_at_mut(R * NUMBERS);
            let digits = carry.digits::<NUMBERS, R>(done);
            Strip::Product.add(origin, digits, &self.prepared.by_rest, limbs, columns);
        });

        let last = &mut columns[(limbs - ROWS) * NUMBERS..];
        let lowest = carry.digits::<NUMBERS, ROWS>(last);
        let inverse = self.prepared.negated_inverse.factors::<ROWS>(0);
        let quotient = low_product(origin, lowest, inverse, Carry::new(&self.constants));
        // The columns of Q·m and the digits of T, whose sum is a multiple of β^4. Only its carry remains.
        let mut integers = lowest;
        for digit in &mut integers {
            *digit = digit.plus(carry.integers).wrapping_sub(carry.integers);
        }
        // Store whole vectors, because the strip soon loads whole vectors.
        let [first, second, third, fourth] = integers;
        let vectors =
            if NUMBERS == 2 { integers } else { [first.straddle(second), third.straddle(fourth), third, fourth] };
        for ((place, start), vector) in
            last.as_chunks_mut().0.iter_mut().zip(self.prepared.last_start[..ROWS * NUMBERS].as_chunks().0).zip(vectors)
        {
            *place = Vector::load(start).wrapping_add(vector).to_array();
        }
        Strip::Product.add(origin, quotient, &self.prepared.modulus, limbs, last);
        let mut above = Carry::new(&self.constants);
        above.digits::<NUMBERS, ROWS>(last);
        carry.add(&above);

        self.carry(carry, limbs, result);
    }

    /// Carries through the columns from `first` on, and stores their limbs.
    #[inline(always)]
    fn carry(&self, mut carry: Carry, first: usize, result: &mut Number<NUMBERS>) {
        let columns = &self.columns[first * NUMBERS..][..self.prepared.limbs * NUMBERS];
        if NUMBERS == 2 {
            for (limb, column) in result.vectors_mut(self.prepared.limbs).iter_mut().zip(columns.as_chunks().0) {
                *limb = carry.digit(Vector::load(column)).to_array();
            }
        } else {
            for (index, column) in columns.iter().enumerate() {
                result.set(index, carry.digit(Vector::splat(*column)));
            }
        }
    }

    /// `result = a + b`, for a sum below R.
    #[inline(never)]
    pub(super) fn add(&self, result: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>) {
        let low = Vector::splat(LOW);
        self.normalize(result, a, b, |_, a, b| a.plus(b).plus(low));
    }

    /// `result = a − b + offset`, for a result from 0 to below R. Each limb of `offset` has `L` added.
    #[inline(never)]
    pub(super) fn subtract(
        &self,
        result: &mut Number<NUMBERS>,
        a: &Number<NUMBERS>,
        b: &Number<NUMBERS>,
        offset: &Number<NUMBERS>,
    ) {
        let offset = offset.vectors(self.limbs());
        self.normalize(result, a, b, |index, a, b| a.minus(b).plus(Vector::load(&offset[index])));
    }

    /// Carries through sums of limbs, from `−2^50` to below `2^51`, to each of which `L` is added: they stay within
    /// `[2^52, 2^53]`, where doubles are the integers.
    #[inline(always)]
    fn normalize(
        &self,
        result: &mut Number<NUMBERS>,
        a: &Number<NUMBERS>,
        b: &Number<NUMBERS>,
        sum: impl Fn(usize, Vector, Vector) -> Vector,
    ) {
        let start = Vector::from_bits([COLUMN_BIAS.wrapping_sub(LOW.to_bits()); 2]);
        let mut carry = Carry::new(&self.constants);
        let factors = a.vectors(self.limbs()).iter().zip(b.vectors(self.limbs()));
        for (index, (limb, (a, b))) in result.vectors_mut(self.limbs()).iter_mut().zip(factors).enumerate() {
            *limb = carry.digit(sum(index, Vector::load(a), Vector::load(b)).wrapping_add(start)).to_array();
        }
    }

    #[inline(always)]
    fn origin(&self) -> Origin {
        Origin::load(&self.constants.origin)
    }
}

/// The start values of the columns of [`Montgomery::scale`].
pub(super) struct Scaling(Aligned);

/// The same columns for each number.
fn doubles(numbers: usize, columns: &[u64]) -> Aligned {
    let mut doubles = Aligned::zero(columns.len() * numbers);
    for (places, column) in doubles.chunks_exact_mut(numbers).zip(columns) {
        places.fill(f64::from_bits(*column));
    }
    doubles
}

/// The biased carry from one column to the next.
#[derive(Clone, Copy)]
struct Carry {
    carry: Vector,
    mask: Vector,
    integers: Vector,
}

impl Carry {
    #[inline(always)]
    fn new(constants: &Constants) -> Self {
        Self {
            carry: Vector::from_bits([BIAS >> LIMB_BITS; 2]),
            mask: Vector::load(&constants.mask),
            integers: Vector::load(&constants.integers),
        }
    }

    /// The limb of a column, after adding the carry.
    #[inline(always)]
    fn digit(&mut self, column: Vector) -> Vector {
        let sum = column.wrapping_add(self.carry);
        self.carry = sum.shift_right::<{ LIMB_BITS as u32 }>();
        sum.and(self.mask).or(self.integers).minus(self.integers)
    }

    /// The limbs of the first columns.
    #[inline(always)]
    fn digits<const NUMBERS: usize, const R: usize>(&mut self, columns: &[f64]) -> [Vector; R] {
        let mut digits = factors::<NUMBERS, R>(columns);
        for digit in &mut digits {
            *digit = self.digit(*digit);
        }
        digits
    }

    /// Adds another carry.
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.carry = self.carry.wrapping_add(other.carry).wrapping_sub(Vector::from_bits([BIAS >> LIMB_BITS; 2]));
    }
}

/// `a·b mod β^4`
#[inline(always)]
fn low_product(origin: Origin, a: [Vector; ROWS], b: [Vector; ROWS], mut carry: Carry) -> [Vector; ROWS] {
    let lowest = Vector::from_bits([COLUMN_BIAS.wrapping_sub(LOW.to_bits()); 2]);
    let start = lowest.wrapping_sub(Vector::splat(HIGH));
    let mut below = Vector::splat(0.0);
    let mut product = a;
    for (column, digit) in product.iter_mut().enumerate() {
        let (mut high, mut low) = origin.first(a[0], b[column]);
        for row in 1..=column {
            (high, low) = next((high, low), a[row], b[column - row]);
        }
        let sum = low.wrapping_add(below).wrapping_add(if column == 0 { lowest } else { start });
        below = high;
        *digit = carry.digit(sum);
    }
    product
}

/// The start values of the columns of a product, of a square, and of the last four columns of their reduction: the
/// bias, minus the bit patterns that the strips add to them.
fn starts(numbers: usize, limbs: usize) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
    let rest = limbs % ROWS;
    let mut reduction = vec![COLUMN_BIAS; 2 * limbs + COLUMNS_BEHIND];
    let make_up = |columns: &mut [u64], row: usize| Strip::Product.make_up(numbers, ROWS, limbs, &mut columns[row..]);
    for row in (0..limbs - rest).step_by(ROWS).skip(1) {
        make_up(&mut reduction, row);
    }
    if rest > 0 {
        Strip::Product.make_up(numbers, rest, limbs, &mut reduction[limbs - ROWS..]);
    }
    // Before the last strip the digits below its limbs are removed, and its four lowest columns start again.
    let mut last = vec![0; reduction.len()];
    make_up(&mut last, limbs - ROWS);
    for (column, last) in reduction[limbs..].iter_mut().zip(&last[limbs..]) {
        *column = column.wrapping_add(*last);
    }

    let mut product = reduction.clone();
    for row in (0..limbs - rest).step_by(ROWS) {
        make_up(&mut product, row);
    }
    if rest > 0 {
        Strip::Product.make_up(numbers, rest, limbs, &mut product[limbs - rest..]);
    }

    let mut square = reduction;
    for row in 0..limbs {
        square[2 * row] = square[2 * row].wrapping_sub(LOW.to_bits());
        square[2 * row + 1] = square[2 * row + 1].wrapping_sub(HIGH.to_bits());
    }
    for start in (0..limbs - 1).step_by(ROWS) {
        let strip = Strip::Square { start };
        strip.make_up(numbers, ROWS, limbs, &mut square[Strip::first_column_of_square(numbers, start)..]);
    }
    let last = last[limbs - ROWS..limbs].iter().map(|column| column.wrapping_add(COLUMN_BIAS)).collect();
    (product, square, last)
}
