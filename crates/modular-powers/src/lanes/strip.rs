//! Strips: multiply up to four limbs of one factor by all limbs of another, and add the results to the columns of a
//! product. Blocks: multiply up to four limbs with each other, on the diagonal of a square. `sums` has the products of single limbs.

use core::cell::Cell;
use core::ops::Range;

pub(super) use super::number::ROWS;
use super::sums::{Origin, PATTERNS, Sums};
use super::vector::{Double, Vector};

/// Adds the products of `R` factors and the first `count` of the limbs, at least one, to the columns. Row `r` times limb `j`
/// belongs to column `j + r`.
#[inline(always)]
pub(super) fn add_strip<const R: usize>(
    origin: Origin,
    factors: [Vector; R],
    limbs: &[[Double; 2]],
    count: usize,
    load: impl Fn(&[Double; 2]) -> Vector,
    columns: &mut [[Double; 2]],
) {
    // Slice once to the lengths that the steps need, so that there are no bounds checks inside.
    let (first, limbs) = limbs[..count].split_at(1);
    let columns = Cell::from_mut(&mut columns[..count + R]).as_slice_of_cells();
    let (body, behind) = (&columns[1..=count], &columns[count..]);

    let mut rows = Rows::new(origin, factors, false, &columns[0]);
    rows.step([&columns[0], &columns[1]], load(&first[0]), 0..R, 0);
    for (columns, limb) in body.windows(2).zip(limbs) {
        rows.step([&columns[0], &columns[1]], load(limb), 0..R, R);
    }
    rows.finish(behind);
}

/// Doubles `2R` columns, if `twice`, and adds a block to them: each limb times its number of the `diagonal`, and times twice the
/// factors of the limbs before it. Factor `i` times limb `j` belongs to column `i + j`.
///
/// With up to four limbs, a column has at most two of these products. So its sums are no greater than those of four products in a
/// strip, even if the diagonal has doubled limbs.
#[inline(always)]
pub(super) fn add_block<const R: usize>(
    origin: Origin,
    twice: bool,
    factors: [Vector; R],
    diagonal: [Vector; R],
    limbs: [Vector; R],
    columns: &mut [[Double; 2]],
) {
    let columns = Cell::from_mut(&mut columns[..2 * R]).as_slice_of_cells();
    let mut rows = Rows::new(origin, diagonal, twice, &columns[0]);
    for step in 0..R {
        rows.step([&columns[step], &columns[step + 1]], limbs[step], 0..step + 1, step);
        rows.factors[step] = factors[step].plus(factors[step]);
    }
    rows.finish(&columns[R..]);
}

/// Subtracts from the columns, in advance, the bit patterns that a strip's sums will add. A block has as many rows as limbs.
pub(super) fn make_up(rows: usize, limbs: usize, mut subtract: impl FnMut(usize, u64)) {
    for column in 0..limbs + rows - 1 {
        for (column, pattern) in (column..).zip(PATTERNS) {
            subtract(column, pattern);
        }
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
    /// The value of row 0's column, with what the previous column's sums add to it. Computed a step early, it is not what the
    /// step waits for.
    next: Vector,
    /// Whether columns are doubled before sums are added.
    twice: bool,
}

impl<const R: usize> Rows<R> {
    #[inline(always)]
    fn new(origin: Origin, factors: [Vector; R], twice: bool, first: &Column) -> Self {
        let mut rows = Self { origin, factors, sums: [origin.empty(); R], next: Vector::load(&first.get()), twice };
        rows.next = rows.load(first);
        rows
    }

    #[inline(always)]
    fn load(&self, column: &Column) -> Vector {
        let column = Vector::load(&column.get());
        if self.twice { column.wrapping_add(column) } else { column }
    }

    /// Multiplies a limb by the active rows, and adds the sums of row 0's column, which is complete. The sums of the rows
    /// below `started` are those of the step before.
    #[inline(always)]
    fn step(&mut self, columns: [&Column; 2], limb: Vector, active: Range<usize>, started: usize) {
        for row in 0..R {
            if !active.contains(&row) {
                continue;
            }
            let factor = self.factors[row];
            let sums = if row + 1 < started.min(R) {
                self.sums[row + 1].next(factor, limb)
            } else {
                self.origin.first(factor, limb)
            };
            if row == 0 { self.put(columns, sums) } else { self.sums[row] = sums }
        }
    }

    /// Adds sums to a column and the one above it, which is not stored yet.
    #[inline(always)]
    fn put(&mut self, [column, above]: [&Column; 2], sums: Sums) {
        column.set(sums.add_to_column(self.next).to_array());
        self.next = sums.add_above(self.load(above));
    }

    /// Adds the sums that are left after the last step to the `R` columns behind.
    #[inline(always)]
    fn finish(&mut self, behind: &[Column]) {
        for row in 1..R {
            self.put([&behind[row - 1], &behind[row]], self.sums[row]);
        }
        behind[R - 1].set(self.next.to_array());
    }
}
