//! How far the two stages should go for the class numbers of a list of multipliers.

use super::super::record::record;
use core::f64::consts::LOG2_E;

use super::multipliers::Multiplier;
use crate::attacks::smooth::{Dickman, primes_below};

/// The ratios of the two bounds to try.
const RATIOS: [u64; 7] = [4, 6, 9, 13, 20, 30, 45];
/// Products for each bit of the exponent: a squaring each, and for a third of the bits a product with a short form.
const PRODUCTS_A_BIT: f64 = 1.15;
/// The cost of a product in the second stage, in squarings of the first: its forms are a third longer.
const SECOND_STAGE: f64 = 1.4;
/// Squarings between the stages, and multiples for the second.
const BETWEEN: f64 = 250.0;
/// The index of the multiplier for which the bounds are optimal. Class numbers grow slowly: that of the thousandth multiplier is
/// only about two bits longer.
const TYPICAL: usize = 100;

record! {
    /// The bounds of both stages.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Bounds {
        /// B1: the exponent of the first stage contains all powers of odd primes up to it.
        pub first: u64,
        /// B2: the class number may have one more prime up to it.
        pub second: u64,
        /// The mean number of multipliers until one has a class number that is smooth to these bounds.
        pub expected_multipliers: f64,
    }
}

impl Bounds {
    /// The bounds that minimize the expected work.
    pub(super) fn new(multipliers: &[Multiplier]) -> Self {
        let dickman = Dickman::new();
        let typical = multipliers[TYPICAL.min(multipliers.len() - 1)].ln_order;
        let candidates = (0..).map(|step| (50.0 * 1.2f64.powi(step)) as u64).take_while(|first| *first < 1_000_000);
        let bounds = candidates.flat_map(|first| RATIOS.map(|ratio| (first, first * ratio)));
        let work = |(first, second)| {
            products(first as f64, second as f64) / dickman.chance(typical, first as f64, second as f64)
        };
        let (first, second) = bounds.min_by(|a, b| work(*a).total_cmp(&work(*b))).expect("there are candidates");
        // The mean is the sum over i of the chance that the first i multipliers fail. Those after the last count as equally good.
        let (mut all_fail, mut expected_multipliers, mut last) = (1.0, 0.0, 1.0);
        for multiplier in multipliers {
            expected_multipliers += all_fail;
            last = dickman.chance(multiplier.ln_order, first as f64, second as f64);
            all_fail *= 1.0 - last;
            if all_fail < 1e-6 {
                break;
            }
        }
        expected_multipliers += all_fail / last;
        Self { first, second, expected_multipliers }
    }
}

/// About how many products a multiplier takes, in squarings of the first stage.
fn products(first: f64, second: f64) -> f64 {
    first * LOG2_E * PRODUCTS_A_BIT + SECOND_STAGE * (primes_below(second) - primes_below(first)) + BETWEEN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(ln_order: impl Fn(usize) -> f64) -> Bounds {
        let of = |index| Multiplier { k: 1, is_even: false, ln_order: ln_order(index) };
        Bounds::new(&(0..1000).map(of).collect::<Vec<_>>())
    }

    #[test]
    fn multipliers_of_equal_chances_are_expected_as_often_as_one_of_them_fails() {
        for ln_order in [20.0, 30.0, 40.0] {
            let Bounds { first, second, expected_multipliers } = bounds(|_| ln_order);
            let chance = Dickman::new().chance(ln_order, first as f64, second as f64);
            assert!((expected_multipliers * chance - 1.0).abs() < 1e-3, "{expected_multipliers}, {chance}");
        }
    }

    #[test]
    fn greater_class_numbers_take_larger_bounds_and_more_multipliers() {
        let all = [20.0, 25.0, 30.0, 40.0].map(|least| bounds(|index| least + (1.0 + index as f64).ln() / 3.0));
        for pair in all.windows(2) {
            assert!(pair[0].first < pair[1].first && pair[0].second < pair[1].second, "{pair:?}");
            assert!(pair[0].expected_multipliers < pair[1].expected_multipliers, "{pair:?}");
        }
    }
}
