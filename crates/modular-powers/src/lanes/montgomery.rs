//! Montgomery multiplication in limbs of 50 bits, or of 25 (see `sums` in `lanes.rs`).
//!
//! # Reduction
//!
//! With `β = 2^50` or `2^25`, and `R = β^n` for n limbs, the columns `T` of a product are reduced from below, four limbs at a time.
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
//! For `r > 0`, `R ≥ 4m`, and `β = 2^50`: before the last four limbs T is below `B²m²/β^(n−4) + m·(β^r + β^(4−r) + …)`, and the result below
//! `B²m²/R + m·(1 + 2⁻⁴⁹)`. So factors below `2m(1 + δ)` give results below `2m(1 + δ + δ²/2 + 2⁻⁴⁹)`: after t multiplications δ is
//! at most `2⁻²⁴·tan(t/2²⁵)`, below 2⁻²³ for the 2²⁵ that an exponentiation has at most ([`LONGEST_EXPONENT`]), and all values are
//! below `2.001m < R`.
//!
//! For `r > 0`, `R ≥ 8m`, and `β = 2^25`, factors below 3m give results below `9m²/R + m·(1 + 2⁻²⁴) < 2.2m`. (Short limbs need
//! this distance, because with `R = 4m` an excess of `2⁻²⁴` in each step would grow without limit.)
//!
//! For `r = 0`, `R ≥ 16m`: T before the last limbs is below `B²m²/β^(n−4) + β^4·m`, because the strips together add
//! less than `(β^4 − 1)·m·(1 + β⁻⁴ + …) = β^4·m`, and the result is below `B²m²/R + 2m`. So factors below 3m give
//! results below 2.6m.
//!
//! A conversion to Montgomery form multiplies a factor below R by one below m: m replaces `B²m²/R`, and the result is
//! below `2m(1 + 2⁻²⁴)`, or 3m. In the conversion back, one factor is 1. For `r > 0` the result is below
//! `m·(1 + 2⁻²³) + 1`. For `r = 0` no step brings T to `β^4·m` or more, and the last step leaves less than 2m. So one
//! subtraction completes it.
//!
//! *Columns.* A column has at most `2n` products, each with less than `2^50` for the next column and a signed remainder
//! of at most `2^49`, and a digit of T. With n up to [`MAX_LIMBS`] the sum is above `−n·2^50 > −2^60` and below `2^62`.
//! Columns start at a bias of `2^60`, minus the carry from the bias of the column below. So a biased carry is never
//! negative, and a logical shift by 50 bits is correct. With limbs of 25 bits a product, below `2^50`, is in one column and never
//! negative. Only differences of limbs need the bias, of `2^35`.
//!
//! # Squares
//!
//! A square has each product of two different limbs twice. Strips add it once: four limbs times all limbs behind them. Then columns
//! are doubled, and blocks add the products of the four limbs with each other (see `strip`). The start values of columns, which are
//! doubled as well, are even before bit patterns of strips are subtracted from them, so they can be halved.
//!
//! When an operation has read a column for the last time, it replaces it by its start value for a square. So a square needs no pass
//! over all columns before its strips. Columns of a product are copied from other start values.
//!
//! # One number
//!
//! With a single number, `a = A + B·β^h` with h at least half of the limbs, a vector holds limbs at the same place of A and
//! B. A strip multiplies them by factors that are the same in both lanes, so the columns in the second lanes are those h
//! places further up. A square needs the products of each limb with those above it. Rows of A times later limbs of A and B
//! are one triangle of such steps, rows of A and B times earlier limbs of B the other, with the columns of the second
//! again at a distance of h. The first lanes of columns and the second lanes h places before are added when they become
//! digits.
//!
//! # Constant time
//!
//! Loops depend only on lengths, and there is no branch on a limb. Operations on doubles take the same time for all
//! values that occur: all are zero or at least 1, and no sum leaves the normal range.

use super::aligned::Aligned;
use super::carry::{Carry, Constants, link, link_quotient, low_product, taken};
use super::fused::fused;
use super::number::{LOW, Number, vectors_for};
use super::reduction::Reduction;
use super::starts::{COLUMN_BIAS, COLUMNS_BEHIND, Starts, scaling_start, starts};
use super::strip::{ROWS, add_block, add_strip};
use super::sums::Origin;
use super::vector::{COUNT_BITS, Double, Vector, ZERO};

/// The most limbs for which columns are proved not to overflow.
pub(crate) const MAX_LIMBS: usize = (1 << COUNT_BITS) - 1;

/// The greatest length of an exponent in bits. Squarings, multiplications and the table are then fewer than 2^25
/// multiplications.
pub(crate) const LONGEST_EXPONENT: usize = 1 << 24;

/// `NUMBERS` moduli with the same number of limbs. Two moduli use one lane each, a single one uses both.
#[derive(Clone, Hash)]
pub(super) struct Prepared<const NUMBERS: usize> {
    limbs: usize,
    /// The vectors of a number.
    vectors: usize,
    modulus: Number<NUMBERS>,
    by_four: Number<NUMBERS>,
    by_rest: Number<NUMBERS>,
    negated_inverse: Number<NUMBERS>,
    pub(super) starts: Starts,
}

impl<const NUMBERS: usize> Prepared<NUMBERS> {
    #[inline(never)]
    pub(super) fn new(moduli: [&Reduction; NUMBERS]) -> Self {
        let limbs = moduli[0].limbs();
        assert!(
            limbs <= MAX_LIMBS && moduli.iter().all(|modulus| modulus.limbs() == limbs),
            "all moduli have the same number of limbs"
        );
        Self {
            limbs,
            vectors: vectors_for(NUMBERS, limbs),
            modulus: Number::new(moduli.map(|modulus| &modulus.modulus[..])),
            by_four: Number::new(moduli.map(|modulus| &modulus.by_four[..])),
            by_rest: Number::new(moduli.map(|modulus| &modulus.by_rest[..])),
            negated_inverse: Number::new(moduli.map(|modulus| &modulus.negated_inverse[..])),
            starts: starts(NUMBERS, limbs),
        }
    }

    /// Working memory, with the start values of a square.
    pub(super) fn columns(&self) -> Aligned {
        self.starts.square.clone()
    }

    /// The zero vectors before the columns.
    #[inline(always)]
    fn front(&self) -> usize {
        if NUMBERS == 2 { 0 } else { self.vectors }
    }

    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }
}

/// Prepared moduli, and working memory.
pub(super) struct Montgomery<'a, const NUMBERS: usize> {
    pub(super) prepared: &'a Prepared<NUMBERS>,
    /// With two numbers, vector `c` holds column `c` of both. With one, a column is the sum of two lanes: the first of vector
    /// `c` and the second of vector `c − h`, for numbers of h vectors. Zeros come before them, and after them up to column 2n.
    /// Between operations they are `starts.square`.
    pub(super) columns: Aligned,
    constants: Constants,
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

/// Evaluates the expression for each group of four rows, and then for the remaining one to three. The first of a group is `$row`.
macro_rules! for_groups {
    ($count:expr, $row:ident, $rows:ident => $expression:expr) => {{
        let mut $row = 0;
        while $row + ROWS <= $count {
            const $rows: usize = ROWS;
            $expression;
            $row += ROWS;
        }
        with_rows!($count - $row, $rows => $expression);
    }};
}

impl<'a, const NUMBERS: usize> Montgomery<'a, NUMBERS> {
    pub(super) fn new(prepared: &'a Prepared<NUMBERS>) -> Self {
        Self::with_columns(prepared, prepared.columns())
    }

    /// [`Montgomery::new`] with the working memory of an earlier one with the same moduli, or of [`Prepared::columns`].
    #[inline(always)]
    pub(super) fn with_columns(prepared: &'a Prepared<NUMBERS>, columns: Aligned) -> Self {
        Self { prepared, columns, constants: Constants::new() }
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
        let (limbs, vectors, origin) = (self.prepared.limbs, self.prepared.vectors, self.origin());
        let b = b.vectors_from(0);
        let columns = &mut self.columns.as_chunks_mut().0[self.prepared.front()..];
        for (column, start) in columns.iter_mut().zip(self.prepared.starts.product.as_chunks().0) {
            *column = Vector::load(start).to_array();
        }
        if NUMBERS == 2 {
            for_groups!(limbs, row, R => {
                add_strip::<R>(origin, a.rows(row), b, vectors, Vector::load, &mut columns[row..]);
            });
        } else {
            for lane in 0..2 {
                for start in (0..vectors).step_by(ROWS) {
                    let columns = &mut columns[lane * vectors + start..];
                    add_strip::<ROWS>(origin, a.rows_of_lane(start, lane), b, vectors, Vector::load, columns);
                }
            }
        }
        self.reduce::<false>(result);
    }

    fused! {
        /// `result = a²/R`. Products of two different limbs are computed once.
        fn square = square_inlined, square_fused(result: &mut Number<NUMBERS>, a: &Number<NUMBERS>)
    }

    #[inline(always)]
    fn square_inlined(&mut self, result: &mut Number<NUMBERS>, a: &Number<NUMBERS>) {
        let (limbs, vectors, origin) = (self.prepared.limbs, self.prepared.vectors, self.origin());
        let columns = &mut self.columns.as_chunks_mut().0[self.prepared.front()..];
        if NUMBERS == 2 {
            for_groups!(limbs, row, R => {
                let (rows, columns) = (a.rows::<R>(row), &mut columns[2 * row..]);
                if R == ROWS && row + R < limbs {
                    let (above, count) = (a.vectors_from(row + R), limbs - row - R);
                    add_strip(origin, rows, above, count, Vector::load, &mut columns[R..]);
                }
                add_block(origin, true, rows, rows, rows, columns);
            });
        } else {
            // One number is `A + B·β^h`, with the limbs of A in the first lanes. Rows of A and B times the limbs of B before them.
            for row in (ROWS..vectors).step_by(ROWS) {
                let (upper, columns) = (|limbs: &[Double; 2]| Vector::splat(limbs[1]), &mut columns[vectors + row..]);
                add_strip::<ROWS>(origin, a.rows(row), a.vectors_from(0), row, upper, columns);
            }
            // Rows of A times the limbs of A and B behind them. In the blocks, the first lanes have the squares of limbs of A, and the
            // second lanes twice the products of limbs of A and B at the same places.
            for_groups!(vectors, row, R => {
                let (rows, lower, columns) = (a.rows::<R>(row), a.rows_of_lane(row, 0), &mut columns[2 * row..]);
                if R == ROWS && row + R < vectors {
                    let (above, count) = (a.vectors_from(row + R), vectors - row - R);
                    add_strip(origin, lower, above, count, Vector::load, &mut columns[R..]);
                }
                let mut diagonal = lower;
                for limb in &mut diagonal {
                    *limb = limb.beside(limb.plus(*limb));
                }
                add_block(origin, true, lower, diagonal, rows, columns);
            });
            for column in &mut columns[2 * vectors..limbs + vectors + COLUMNS_BEHIND] {
                let sum = Vector::load(column);
                *column = sum.wrapping_add(sum).to_array();
            }
            let zero = Vector::splat(ZERO);
            for_groups!(vectors, row, R => {
                let (rows, upper) = (a.rows::<R>(row), a.rows_of_lane(row, 1));
                let mut diagonal = upper;
                for limb in &mut diagonal {
                    *limb = zero.beside(*limb);
                }
                add_block(origin, false, upper, diagonal, rows, &mut columns[vectors + 2 * row..]);
            });
        }
        self.reduce::<false>(result);
    }

    /// Reduces the columns. If the lanes are [linked](super::linked), what the first adds to its number is added to
    /// the second, without the factor m.
    #[cfg_attr(fma_at_run_time, inline(always))] // Into functions compiled for other processors.
    #[cfg_attr(not(fma_at_run_time), inline(never))]
    pub(super) fn reduce<const LINKED: bool>(&mut self, result: &mut Number<NUMBERS>) {
        let (limbs, vectors, origin) = (self.prepared.limbs, self.prepared.vectors, self.origin());
        let front = self.prepared.front();
        let mut carry = Carry::new(&self.constants);
        let columns = self.columns.as_chunks_mut().0;
        let starts = self.prepared.starts.square.as_chunks().0;
        let mut row = 0;
        while row + 2 * ROWS <= limbs {
            let mut digits = carry.digits::<NUMBERS, ROWS>(columns, starts, row, front);
            row += ROWS;
            let columns = &mut columns[front + row..];
            if LINKED {
                link(&self.constants, &mut digits, &self.prepared.negated_inverse, &mut carry, columns);
            }
            add_strip(origin, digits, self.prepared.by_four.vectors_from(0), vectors, Vector::load, columns);
        }
        with_rows!(limbs - ROWS - row, R => {
            let mut digits = carry.digits::<NUMBERS, R>(columns, starts, row, front);
            let columns = &mut columns[front + row + R..];
            if LINKED {
                link(&self.constants, &mut digits, &self.prepared.negated_inverse, &mut carry, columns);
            }
            add_strip(origin, digits, self.prepared.by_rest.vectors_from(0), vectors, Vector::load, columns);
        });

        let mut lowest = carry.digits::<NUMBERS, ROWS>(columns, starts, limbs - ROWS, front);
        let inverse = &self.prepared.negated_inverse;
        let inverse = if NUMBERS == 2 { inverse.rows(0) } else { inverse.rows_of_lane(0, 0) };
        let mut quotient = low_product(origin, lowest, inverse, Carry::new(&self.constants));
        if LINKED {
            link_quotient(&self.constants, &mut lowest, quotient, &mut carry);
            quotient = low_product(origin, lowest, inverse, Carry::new(&self.constants));
        }
        // The columns of Q·m and the digits of T, whose sum is a multiple of β^4. Only its carry remains.
        let last = &mut columns[front + limbs - ROWS..];
        let last_starts = self.prepared.starts.last.as_chunks().0;
        for ((place, start), digit) in last.iter_mut().zip(last_starts).zip(lowest) {
            let sum = Vector::load(start).wrapping_add(carry.integer(digit));
            *place = if NUMBERS == 2 { sum } else { sum.beside(Vector::load(place)) }.to_array();
        }
        add_strip(origin, quotient, self.prepared.modulus.vectors_from(0), vectors, Vector::load, last);
        let mut above = Carry::new(&self.constants);
        for (column, start) in last[..ROWS].iter_mut().zip(&starts[limbs - ROWS..]) {
            above.digit(if NUMBERS == 2 { Vector::load(column) } else { Vector::splat(column[0]) });
            if NUMBERS == 2 {
                *column = Vector::load(start).to_array();
            }
        }
        carry.add(&above);

        self.carry(carry, limbs, result);
    }

    /// Carries through the columns from `first` on, and stores their limbs.
    #[inline(always)]
    fn carry(&mut self, mut carry: Carry, first: usize, result: &mut Number<NUMBERS>) {
        let (limbs, front) = (self.prepared.limbs, self.prepared.front());
        let (columns, starts) = (self.columns.as_chunks_mut().0, self.prepared.starts.square.as_chunks().0);
        let taken = taken::<NUMBERS>(columns, starts, first..first + limbs, front);
        if NUMBERS == 2 {
            for (limb, column) in result.vectors_mut(limbs).iter_mut().zip(taken) {
                *limb = carry.digit(column).to_array();
            }
        } else {
            for (index, column) in taken.enumerate() {
                result.set(index, carry.digit(column));
            }
            let rest = first + limbs..front + limbs + self.prepared.vectors + COLUMNS_BEHIND;
            for (place, start) in columns[rest.clone()].iter_mut().zip(&starts[rest]) {
                *place = Vector::load(start).to_array();
            }
        }
    }

    #[inline(always)]
    pub(super) fn origin(&self) -> Origin {
        Origin::load(&self.constants.origin)
    }
}

/// Operations that only pairs need.
impl Montgomery<'_, 2> {
    /// Prepares [`Montgomery::scale`].
    pub(super) fn scaling(&self) -> Scaling {
        Scaling(scaling_start(self.limbs()))
    }

    fused! {
        /// Multiplies each number by its factor below `β`. The products must be below R.
        fn scale = scale_inlined, scale_fused(number: &mut Number<2>, factors: [Double; 2], scaling: &Scaling)
    }

    #[inline(always)]
    fn scale_inlined(&mut self, number: &mut Number<2>, factors: [Double; 2], Scaling(start): &Scaling) {
        let (limbs, origin) = (self.prepared.limbs, self.origin());
        self.columns[..start.len()].copy_from_slice(start);
        let factor = Vector::load(&factors);
        let columns = self.columns.as_chunks_mut().0;
        add_strip::<1>(origin, [factor], number.vectors_from(0), limbs, Vector::load, columns);
        self.carry(Carry::new(&self.constants), 0, number);
        let behind = 2 * limbs..start.len();
        self.columns[behind.clone()].copy_from_slice(&self.prepared.starts.square[behind]);
    }
}

/// Sums and differences.
impl<const NUMBERS: usize> Montgomery<'_, NUMBERS> {
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
        self.normalize(result, a, b, |index, a, b| a.minus(b).plus(offset.limb(index)));
    }

    /// Carries through sums of limbs, from `−β` to below `2β`, to each of which `L` is added: they stay within
    /// `[2^52, 2^53]`, where doubles are the integers.
    #[inline(always)]
    pub(super) fn normalize(
        &self,
        result: &mut Number<NUMBERS>,
        a: &Number<NUMBERS>,
        b: &Number<NUMBERS>,
        sum: impl Fn(usize, Vector, Vector) -> Vector,
    ) {
        let start = Vector::from_bits([COLUMN_BIAS.wrapping_sub(LOW.to_bits()); 2]);
        let mut carry = Carry::new(&self.constants);
        if NUMBERS == 1 {
            for index in 0..self.limbs() {
                result.set(index, carry.digit(sum(index, a.limb(index), b.limb(index)).wrapping_add(start)));
            }
            return;
        }
        let factors = a.vectors(self.limbs()).iter().zip(b.vectors(self.limbs()));
        for (index, (limb, (a, b))) in result.vectors_mut(self.limbs()).iter_mut().zip(factors).enumerate() {
            *limb = carry.digit(sum(index, Vector::load(a), Vector::load(b)).wrapping_add(start)).to_array();
        }
    }
}

/// The start values of the columns of [`Montgomery::scale`].
pub(super) struct Scaling(Aligned);
