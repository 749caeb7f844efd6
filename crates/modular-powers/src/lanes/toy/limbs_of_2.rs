//! Limbs of 2 bits, in doubles with a mantissa of 7 bits, which hold a product: the kernel's short limbs.

use super::double::{ROUNDING, Rounding};
use kernel::check::{any_two_places, below_3m, check, check_linked, full_limbs};

/// The bits of a mantissa that are stored.
const MANTISSA_BITS: usize = 6;

#[path = "kernel.rs"]
mod kernel;

use kernel::exact_sums as sums;

/// The numbers of limbs, as for limbs of 3 bits.
const LIMBS: core::ops::Range<usize> = 4..10;

#[test]
fn all_operands_below_3m() {
    // R is at least 16m in four limbs, 8m in five.
    for (m, limbs) in [(3, 4), (9, 4), (15, 4), (17, 5), (87, 5), (127, 5), (85, 6), (127, 7), (99, 8), (125, 9)] {
        check(m, limbs, || below_3m(m));
    }
}

#[test]
#[ignore = "long"]
fn all_operands_below_3m_for_more_moduli() {
    for m in (3..128).step_by(2) {
        for limbs in LIMBS.skip(if m < 16 { 0 } else { 1 }) {
            check(m, limbs, || below_3m(m));
        }
    }
}

#[test]
fn all_limbs_at_any_two_places() {
    for limbs in LIMBS {
        let (m, pairs) = any_two_places(limbs);
        check(m, limbs, || pairs.iter().copied());
    }
}

#[test]
fn all_digits_in_linked_lanes() {
    for (m, limbs) in [(3, 4), (15, 5), (61, 6), (63, 7)] {
        check_linked(m, limbs, below_3m(m));
    }
}

#[test]
fn full_limbs_in_linked_lanes() {
    for limbs in LIMBS {
        let (m, pairs) = full_limbs(limbs);
        check_linked(m, limbs, pairs.step_by(if limbs > 6 { 13 } else { 1 }));
    }
}

#[test]
fn nothing_is_rounded() {
    for rounding in [Rounding::TowardsZero, Rounding::Twice] {
        ROUNDING.set(rounding);
        check(127, 5, || below_3m(127));
    }
}
