//! The start values of columns: the bias, minus the bit patterns that the strips of a product, of a square and of their
//! reduction will add. They depend only on the number of limbs.

use super::aligned::Aligned;
use super::number::{LIMB_BITS, vectors_for};
use super::strip::{ROWS, make_up};
use super::vector::{COUNT_BITS, Double};

/// The bias of a column, with which no carry is negative (see `montgomery`).
pub(super) const BIAS: u64 = 1 << (LIMB_BITS + COUNT_BITS);
/// The start value of a column: the bias, minus the carry from the bias of the column below.
pub(super) const COLUMN_BIAS: u64 = BIAS - (BIAS >> LIMB_BITS);
/// The greatest number of columns that strips touch beyond those of their product, because their last rows may be zeros.
pub(super) const COLUMNS_BEHIND: usize = 4;

/// The start values of columns, laid out as the columns are.
#[derive(Clone, Hash)]
pub(super) struct Starts {
    /// For a product and its reduction.
    pub(super) product: Aligned,
    /// For a square and its reduction, with the zeros around the columns.
    pub(super) square: Aligned,
    /// For the last four columns of a reduction.
    pub(super) last: Aligned,
}

/// The start values for one number or two of `limbs` limbs.
#[inline(never)]
pub(super) fn starts(numbers: usize, limbs: usize) -> Starts {
    let (vectors, rest) = (vectors_for(numbers, limbs), limbs % ROWS);
    let product = |columns: &mut [[u64; 2]], rows: usize| subtract(columns, rows, vectors);

    let mut reduction = vec![[COLUMN_BIAS; 2]; limbs + vectors + COLUMNS_BEHIND];
    if numbers == 1 {
        // The first lanes hold the lower columns, the second lanes those for which there are no more vectors.
        let upper = reduction.len() - vectors..2 * limbs - vectors;
        for (index, [_, second]) in reduction.iter_mut().enumerate() {
            *second = if upper.contains(&index) { COLUMN_BIAS } else { 0 };
        }
    }
    for row in (0..limbs - rest).step_by(ROWS).skip(1) {
        product(&mut reduction[row..], ROWS);
    }
    if rest > 0 {
        product(&mut reduction[limbs - ROWS..], rest);
    }
    // Before the last strip its four lowest columns start again, after what they hold has become digits.
    let mut last = vec![[0; 2]; reduction.len()];
    product(&mut last[limbs - ROWS..], ROWS);
    for (index, (column, last)) in reduction.iter_mut().zip(&last).enumerate() {
        for lane in 0..2 {
            // With one number, the second lanes of these four vectors are columns further up.
            if index >= limbs || (numbers, lane) == (1, 1) {
                column[lane] = column[lane].wrapping_add(last[lane]);
            }
        }
    }
    let mut last = last[limbs - ROWS..limbs].to_vec();
    last.iter_mut().flatten().for_each(|lane| *lane = lane.wrapping_add(COLUMN_BIAS));

    let mut whole = reduction.clone();
    if numbers == 2 {
        for row in (0..limbs - rest).step_by(ROWS) {
            product(&mut whole[row..], ROWS);
        }
        if rest > 0 {
            product(&mut whole[limbs - rest..], rest);
        }
    } else {
        for start in (0..vectors).step_by(ROWS) {
            product(&mut whole[start..], ROWS);
            product(&mut whole[vectors + start..], ROWS);
        }
    }

    let mut square = reduction;
    for row in (0..vectors).step_by(ROWS) {
        let rows = ROWS.min(vectors - row);
        subtract(&mut square[2 * row..], rows, rows);
        if numbers == 1 {
            subtract(&mut square[vectors + 2 * row..], rows, rows);
        }
    }
    // Columns are doubled after strips, modulo 2^64. The bias and all bit patterns are even.
    debug_assert!(square.as_flattened().iter().all(|bits| bits.is_multiple_of(2)));
    square.as_flattened_mut().iter_mut().for_each(|bits| *bits /= 2);
    for row in (0..vectors).step_by(ROWS) {
        if row + ROWS < vectors {
            subtract(&mut square[2 * row + ROWS..], ROWS, vectors - row - ROWS);
        }
        if numbers == 1 && row > 0 {
            subtract(&mut square[vectors + row..], ROWS, row);
        }
    }
    let front = if numbers == 2 { 0 } else { vectors };
    square.splice(..0, vec![[0; 2]; front]);
    square.resize(front + 2 * limbs + COLUMNS_BEHIND, [0; 2]);
    Starts { product: doubles(&whole), square: doubles(&square), last: doubles(&last) }
}

/// The start values of columns with linked lanes (see `linked`).
pub(super) struct LinkedStarts {
    /// For two products and their reduction.
    pub(super) product: Aligned,
    /// For a square, which is one product, and its reduction.
    pub(super) square: Aligned,
}

impl LinkedStarts {
    pub(super) fn new(limbs: usize, starts: &Starts) -> Self {
        let mut square: Vec<[u64; 2]> =
            starts.product.as_chunks().0.iter().map(|column| column.map(Double::to_bits)).collect();
        // All strips have four rows, some of them zeros in the last.
        let rest = limbs % ROWS;
        if rest > 0 {
            make_up(rest, limbs, |column, bits| {
                square[limbs - rest + column].iter_mut().for_each(|lane| *lane = lane.wrapping_add(bits));
            });
            subtract(&mut square[limbs - rest..], ROWS, limbs);
        }
        let mut product = square.clone();
        for row in (0..limbs).step_by(ROWS) {
            subtract(&mut product[row..], ROWS, limbs);
        }
        Self { product: doubles(&product), square: doubles(&square) }
    }
}

/// The start values for a multiplication of two numbers by one limb each, without reduction.
pub(super) fn scaling_start(limbs: usize) -> Aligned {
    let mut start = vec![[COLUMN_BIAS; 2]; limbs + COLUMNS_BEHIND];
    subtract(&mut start, 1, limbs);
    doubles(&start)
}

/// Subtracts the bit patterns that a strip adds.
#[inline(never)]
fn subtract(columns: &mut [[u64; 2]], rows: usize, limbs: usize) {
    make_up(rows, limbs, |column, bits| {
        for lane in &mut columns[column] {
            *lane = lane.wrapping_sub(bits);
        }
    });
}

/// Start values as doubles with the same bits.
fn doubles(columns: &[[u64; 2]]) -> Aligned {
    let mut doubles = Aligned::zero(2 * columns.len());
    for (double, bits) in doubles.iter_mut().zip(columns.as_flattened()) {
        *double = Double::from_bits(*bits);
    }
    doubles
}
