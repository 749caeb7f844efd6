//! Limbs of 4 bits, in doubles with a mantissa of 7 bits: too few for a product of two limbs.

use super::double::{ROUNDING, Rounding};
use kernel::check::{check, compare};

/// The bits of a mantissa that are stored.
const MANTISSA_BITS: usize = 6;

#[path = "kernel.rs"]
mod kernel;

use kernel::split_sums as sums;

/// All operands of two limbs.
fn two_limbs() -> impl Iterator<Item = (u64, u64)> {
    (0..1 << 8).flat_map(|a| (0..1 << 8).map(move |b| (a, b)))
}

#[test]
fn all_operands_of_two_limbs() {
    // All are below 3m. Before the last strip come no other, one of three rows, or one of four rows and one of one.
    for (m, limbs) in [(171, 4), (233, 7), (255, 9)] {
        check(m, limbs, two_limbs);
    }
}

#[test]
#[ignore = "long"]
fn all_operands_of_two_limbs_for_more_moduli() {
    for (m, limbs) in (87..256).step_by(8).zip((4..10).cycle()) {
        check(m, limbs, two_limbs);
    }
}

#[test]
fn results_are_wrong_if_the_multiply_add_rounds_twice() {
    ROUNDING.set(Rounding::Twice);
    assert!(compare::<2>(255, 4, two_limbs().step_by(101)) > 0);
}
