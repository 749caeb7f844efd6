//! Strips: multiply up to four limbs of one factor by all limbs of another, and add the results to the columns of a
//! product. `sums` has the products of single limbs.

use core::cell::Cell;
use core::ops::Range;

pub(super) use super::number::ROWS;
use super::sums::{Origin, PATTERNS, Sums};
use super::vector::{Double, Vector};

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

    /// Subtracts from the columns, in advance, the bit patterns that a strip's sums will add.
    pub(super) fn make_up(self, rows: usize, limbs: usize, mut subtract: impl FnMut(usize, u64)) {
        let times = if self == Self::Product { 1 } else { 2 };
        for column in 0..self.steps(rows, limbs) + rows - 1 {
            for (column, pattern) in (column..).zip(PATTERNS) {
                subtract(column, pattern.wrapping_mul(times));
            }
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
    /// The value of row 0's column, with what the previous column's sums add to it. Computed a step early, it is not what the
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
                (true, true) => self.sums[row + 1].next(factor, limb),
                (true, false) => self.sums[row + 1],
                (false, true) => self.origin.first(factor, limb),
                (false, false) => continue,
            };
            if row == 0 { self.put(columns, sums) } else { self.sums[row] = sums }
        }
    }

    /// Adds sums to a column and the one above it, which is not stored yet.
    #[inline(always)]
    fn put(&mut self, [column, above]: [&Column; 2], sums: Sums) {
        let sums = if self.twice { sums.doubled() } else { sums };
        column.set(sums.add_to_column(self.next).to_array());
        self.next = sums.add_above(Vector::load(&above.get()));
    }
}
