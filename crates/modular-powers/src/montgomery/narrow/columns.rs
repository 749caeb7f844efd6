//! The columns of a product of narrow limbs, and the decision when they carry.

use core::ops::Range;

use super::{LIMB_BITS, LIMB_MASK};
use crate::wipe::wipe;

/// The largest load of a column. One unit is `2^58`, an upper bound of a product of two limbs. 63 products, one limb
/// and a carry below `2^36` stay below `2^64 = 64·2^58`.
pub(in crate::montgomery) const MAX_LOAD: usize = 63;

/// The columns of a product before carries, with the load that bounds them.
pub(crate) struct Columns {
    pub(super) sums: Vec<u64>,
    load: usize,
    /// Whether the load already includes everything that the current square can still add.
    square_is_counted: bool,
}

impl Columns {
    /// Columns that are not full yet.
    pub(super) fn new(sums: Vec<u64>) -> Self {
        Self { sums, load: 0, square_is_counted: false }
    }

    pub(super) fn clear(&mut self) {
        self.sums.fill(0);
        self.load = 0;
        self.square_is_counted = false;
    }

    /// Makes room for `rows` rows of a square from `row` on.
    ///
    /// A row adds at most one doubled product to a column: two units. But all rows from `row` on together add at most
    /// `limbs − row` units, because at most half as many pairs of different limbs have the same sum. If that fits, it
    /// is counted once, and nothing is carried before the reduction.
    pub(super) fn reserve_square(&mut self, rows: usize, row: usize, limbs: usize) {
        if !self.square_is_counted && self.load + limbs - row <= MAX_LOAD {
            self.load += limbs - row;
            self.square_is_counted = true;
        }
        if !self.square_is_counted {
            self.reserve(2 * rows, 0);
        }
    }

    /// Carries only those columns of a full product that the reduction would overload, if that makes carrying all of
    /// them unnecessary.
    ///
    /// Column k has at most `min(k + 1, 2L − 1 − k)` products, and the reduction adds as many. So only columns with
    /// more than 31 products need a carry: k from 31 to 2L − 33, nine columns at 36 limbs. Then every column has room
    /// for the whole reduction.
    pub(super) fn carry_middle(&mut self, limbs: usize) {
        const HALF: usize = MAX_LOAD / 2;
        if HALF < limbs && limbs < MAX_LOAD {
            self.carry(HALF..2 * limbs - HALF - 1);
            self.load = 0;
        }
    }

    /// Makes room for `products` further products per column, and carries if the load would exceed the limit. Columns
    /// below `first` must not receive further products. In the reduction those are the columns already done; during the
    /// product there are none, because the reduction is still to come.
    pub(super) fn reserve(&mut self, products: usize, first: usize) {
        if self.load + products > MAX_LOAD {
            self.carry(first..self.sums.len() - 1);
            self.load = 0;
        }
        self.load += products;
    }

    /// Reduces the columns of the range to one limb each. The last carry goes to the column above.
    fn carry(&mut self, range: Range<usize>) {
        let above = range.end;
        let mut carry = 0;
        for column in &mut self.sums[range] {
            let sum = *column + carry;
            *column = sum & u64::from(LIMB_MASK);
            carry = sum >> LIMB_BITS;
        }
        self.sums[above] += carry;
    }
}

impl Drop for Columns {
    fn drop(&mut self) {
        wipe(&mut self.sums);
    }
}
