//! The start values of columns: the bias, minus the bit patterns that the strips of a product, of a square and of their
//! reduction will add. They depend only on the number of limbs.

use super::aligned::Aligned;
use super::number::{LIMB_BITS, vectors_for};
use super::strip::{ROWS, Strip};
use super::vector::{COUNT_BITS, Double};

/// The bias of a column, with which no carry is negative (see `montgomery`).
pub(super) const BIAS: u64 = 1 << (LIMB_BITS + COUNT_BITS);
/// The start value of a column: the bias, minus the carry from the bias of the column below.
pub(super) const COLUMN_BIAS: u64 = BIAS - (BIAS >> LIMB_BITS);
/// The greatest number of columns that a strip touches beyond those of its product, even with numbers shorter than its
/// head.
pub(super) const COLUMNS_BEHIND: usize = 12;

/// The start values of columns, laid out as the columns are.
#[derive(Clone, Hash)]
pub(super) struct Starts {
    /// For a product and its reduction.
    pub(super) product: Aligned,
    /// For a square and its reduction.
    pub(super) square: Aligned,
    /// For the last four columns of a reduction.
    pub(super) last: Aligned,
}

/// The start values for one number or two of `limbs` limbs.
#[inline(never)]
pub(super) fn starts(numbers: usize, limbs: usize) -> Starts {
    let (vectors, rest) = (vectors_for(numbers, limbs), limbs % ROWS);
    let product = |columns: &mut [[u64; 2]], rows: usize| subtract(columns, Strip::Product, rows, vectors);

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
    for index in 0..vectors {
        // The product of two limbs is a strip of one row and one limb.
        subtract(&mut square[2 * index..], Strip::Product, 1, 1);
        if numbers == 1 {
            subtract(&mut square[vectors + 2 * index..], Strip::Product, 1, 1);
        }
    }
    for start in (0..if numbers == 2 { limbs - 1 } else { vectors }).step_by(ROWS) {
        subtract(&mut square[2 * start + 1..], Strip::Above, ROWS, vectors - start - 1);
        if numbers == 1 {
            subtract(&mut square[vectors + start..], Strip::Below, ROWS, start);
        }
    }
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
            Strip::Product.make_up(rest, limbs, |column, bits| {
                square[limbs - rest + column].iter_mut().for_each(|lane| *lane = lane.wrapping_add(bits));
            });
            subtract(&mut square[limbs - rest..], Strip::Product, ROWS, limbs);
        }
        let mut product = square.clone();
        for row in (0..limbs).step_by(ROWS) {
            subtract(&mut product[row..], Strip::Product, ROWS, limbs);
        }
        Self { product: doubles(&product), square: doubles(&square) }
    }
}

/// The start values for a multiplication of two numbers by one limb each, without reduction.
pub(super) fn scaling_start(limbs: usize) -> Aligned {
    let mut start = vec![[COLUMN_BIAS; 2]; limbs + COLUMNS_BEHIND];
    subtract(&mut start, Strip::Product, 1, limbs);
    doubles(&start)
}

/// Subtracts the bit patterns that a strip adds.
#[inline(never)]
fn subtract(columns: &mut [[u64; 2]], strip: Strip, rows: usize, limbs: usize) {
    strip.make_up(rows, limbs, |column, bits| {
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
