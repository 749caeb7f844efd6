//! Limbs of 3 bits, in doubles with a mantissa of 6 bits.

use super::double::{ROUNDING, Rounding};
use kernel::check::{any_two_places, below_3m, check, check_linked, compare, full_limbs};

/// The bits of a mantissa that are stored.
const MANTISSA_BITS: usize = 5;

#[path = "kernel.rs"]
mod kernel;

use kernel::split_sums as sums;

/// The numbers of limbs: four (no strip before the last), five to seven (one strip of fewer rows), eight (one strip of
/// four) and nine (both).
const LIMBS: core::ops::Range<usize> = 4..10;

/// All operands of three limbs.
fn three_limbs() -> impl Iterator<Item = (u64, u64)> {
    (0..1 << 9).flat_map(|a| (0..1 << 9).map(move |b| (a, b)))
}

#[test]
fn all_operands_of_two_limbs() {
    for m in (3..64).step_by(2) {
        // Numbers of more limbs take longer: those of the longer moduli are in the long test.
        for limbs in if m < 32 { LIMBS } else { 4..5 } {
            check(m, limbs, || below_3m(m));
        }
    }
}

#[test]
fn all_limbs_at_any_two_places() {
    for limbs in LIMBS {
        let (m, pairs) = any_two_places(limbs);
        assert!(pairs.len() > 100, "{}", pairs.len());
        check(m, limbs, || pairs.iter().copied());
    }
}

#[test]
fn all_digits_of_two_limbs_in_linked_lanes() {
    for m in (3..64).step_by(4) {
        check_linked(m, if m % 8 == 3 { 4 } else { 4 + m as usize % 6 }, below_3m(m));
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
#[ignore = "long"]
fn all_digits_of_two_limbs_in_linked_lanes_of_any_length() {
    for (m, limbs) in (3..64).step_by(2).flat_map(|m| LIMBS.map(move |limbs| (m, limbs))) {
        check_linked(m, limbs, below_3m(m));
    }
    for limbs in LIMBS {
        let (m, pairs) = full_limbs(limbs);
        check_linked(m, limbs, pairs);
    }
}

#[test]
#[ignore = "long"]
fn all_operands_of_two_limbs_in_longer_numbers() {
    for m in (33..64).step_by(2) {
        for limbs in 5..LIMBS.end {
            check(m, limbs, || below_3m(m));
        }
    }
}

#[test]
#[ignore = "long"]
fn all_operands_of_three_limbs() {
    // Every eighth odd modulus from 177 on, so that all operands are below 3m. Those above 255 are too long for R ≥ 16m in
    // four limbs.
    for (m, limbs) in (177..512).step_by(16).zip(LIMBS.cycle()) {
        check(m, if m < 256 { limbs } else { limbs.max(5) }, three_limbs);
    }
}

#[test]
fn results_are_wrong_if_sums_are_rounded_towards_zero() {
    ROUNDING.set(Rounding::TowardsZero);
    assert!(compare::<2>(255, 4, below_3m(255).step_by(101)) > 0);
}
