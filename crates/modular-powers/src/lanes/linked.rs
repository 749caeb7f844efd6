//! Arithmetic modulo `m²` on two digits of base m, one in each lane.
//!
//! The lanes hold `a` and `b` of a number `X = a − b·m`. As `(a − bm)(c − dm) ≡ ac − (ad + bc)·m`, a product modulo m² consists of
//! products modulo m. Montgomery's reduction of the first lane replaces `T = ac` by `(T + q·m)/R`; to keep X, q is added to the
//! second lane, `U = ad + bc`, before it is divided by R, too:
//!
//! ```text
//! (T − U·m)/R = (T + q·m)/R − (U + q)/R·m
//! ```
//!
//! The quotient q has a digit Q for each limb, and Orup's reduction adds `Q·m·μ` (see `montgomery`). So each time the first
//! lane's digits are known, `Q·μ` is added to the second lane, before its digits are taken.
//!
//! A square takes two products and two reductions of m's length, where a square modulo m² as one number of twice the length
//! takes the time of six.
//!
//! # Bounds
//!
//! Both lanes hold residues below `3m`, and `R ≥ 64m` (see `residues`). For `B = 3`, `B²m²/R < 0.15m`, so the bounds of `montgomery`
//! are below 2m or 2.2m for the first lane. In the second, U is below `2·B²m²`, which adds less than `0.3m`; the multiples of m
//! that a reduction adds are bounded as in the first, and q is below 2R because q·m is less than that reduction's share of the
//! result, 2m, times R. So the second lane is below `2.3m + 2 < 3m`. The doubled lane of a square is below `6m < R`.
//!
//! Columns have at most `3n` products, and four more from the links. That is no more than the 2046 for which `montgomery` proves
//! them, up to [`MOST_LIMBS`]; 2046 products of short limbs are below `2^61`.

use super::fused::fused;
use super::montgomery::Montgomery;
use super::number::{LOW, Number};
use super::starts::LinkedStarts;
use super::strip::{ROWS, add_strip};
use super::vector::{Vector, ZERO};

/// The most limbs for which columns are proved not to overflow.
pub(super) const MOST_LIMBS: usize = 680;

impl Montgomery<'_, 2> {
    fused! {
        /// `(a − bm)(c − dm)/R modulo m²` with linked lanes, of which the first holds a or c and the second b or d. `starts`
        /// are those of this number of limbs.
        fn multiply_linked = multiply_linked_inlined, multiply_linked_fused(
            result: &mut Number<2>, a: &Number<2>, c: &Number<2>, starts: &LinkedStarts
        )
    }

    #[inline(always)]
    fn multiply_linked_inlined(&mut self, result: &mut Number<2>, a: &Number<2>, c: &Number<2>, starts: &LinkedStarts) {
        let (limbs, origin, zero) = (self.limbs(), self.origin(), Vector::splat(ZERO));
        self.columns[..starts.product.len()].copy_from_slice(&starts.product);
        let columns = self.columns.as_chunks_mut().0;
        let c = c.vectors_from(0);
        for row in (0..limbs).step_by(ROWS) {
            let columns = &mut columns[row..];
            add_strip::<ROWS>(origin, a.rows_of_lane(row, 0), c, limbs, Vector::load, columns);
            let second = a.rows::<ROWS>(row).map(|row| zero.beside(row));
            add_strip::<ROWS>(origin, second, c, limbs, |limb| Vector::splat(limb[0]), columns);
        }
        self.reduce::<true>(result);
    }

    fused! {
        /// `(a − bm)²/R modulo m²`.
        fn square_linked = square_linked_inlined, square_linked_fused(
            result: &mut Number<2>, a: &Number<2>, starts: &LinkedStarts
        )
    }

    #[inline(always)]
    fn square_linked_inlined(&mut self, result: &mut Number<2>, a: &Number<2>, starts: &LinkedStarts) {
        let (limbs, origin) = (self.limbs(), self.origin());
        let (zero, low) = (Vector::splat(ZERO), Vector::splat(LOW));
        // `a` and `2b`. The columns do not need `result` before it is overwritten.
        self.normalize(result, a, a, |_, a, b| a.plus(zero.beside(b)).plus(low));
        self.columns[..starts.square.len()].copy_from_slice(&starts.square);
        let columns = self.columns.as_chunks_mut().0;
        let doubled = result.vectors_from(0);
        for row in (0..limbs).step_by(ROWS) {
            let columns = &mut columns[row..];
            add_strip::<ROWS>(origin, a.rows_of_lane(row, 0), doubled, limbs, Vector::load, columns);
        }
        self.reduce::<true>(result);
    }
}
