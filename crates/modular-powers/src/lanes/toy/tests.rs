//! All products and squares of short numbers, against integers.

use super::aligned::Aligned;
use super::double::{TO_NEAREST, from_double, to_double};
use super::modulus::Reduction;
use super::montgomery::{Montgomery, Prepared};
use super::number::{LIMB_BITS, Number};
use super::strip::ROWS;

fn limbs(value: u64, count: usize) -> Aligned {
    let mut limbs = Aligned::zero(count);
    for (index, limb) in limbs.iter_mut().enumerate() {
        *limb = to_double(value >> (LIMB_BITS * index) & 7);
    }
    limbs
}

fn value(limbs: &Aligned) -> u64 {
    limbs.iter().rev().fold(0, |value, limb| {
        let limb = from_double(*limb);
        assert!(limb < 8);
        value << LIMB_BITS | limb
    })
}

fn reduction(m: u64, count: usize) -> Reduction {
    let beta4 = 1 << (LIMB_BITS * ROWS);
    let inverse = (1..beta4).step_by(2).find(|x| m * x % beta4 == 1).unwrap();
    let multiple = |digits: usize| {
        let base = 1 << (LIMB_BITS * digits);
        limbs((m * ((beta4 - inverse) % base) + 1) / base, count)
    };
    Reduction {
        modulus: limbs(m, count),
        by_four: multiple(ROWS),
        by_rest: if count.is_multiple_of(ROWS) { Aligned::zero(0) } else { multiple(count % ROWS) },
        negated_inverse: limbs(beta4 - inverse, ROWS),
    }
}

/// Multiplies and squares modulo m, and returns how many results are wrong. Factors are below `3m`.
fn wrong<const NUMBERS: usize>(m: u64, count: usize, pairs: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    let reduction = reduction(m, count);
    let prepared = Prepared::<NUMBERS>::new([&reduction; NUMBERS]);
    let mut montgomery = Montgomery::new(&prepared);
    let number = |values: [u64; NUMBERS]| {
        let limbs = values.map(|value| limbs(value, count));
        Number::<NUMBERS>::new(limbs.each_ref().map(|limbs| &limbs[..]))
    };
    let r = 1u128 << (LIMB_BITS * count);
    let (mut compared, mut wrong) = (0, 0);
    let (mut product, mut square) = (Number::zero(count), Number::zero(count));
    for (a, b) in pairs {
        // The second number of a pair has the factors the other way round, from the top.
        let (c, d) = (3 * m - 1 - b, 3 * m - 1 - a);
        let (firsts, seconds) = ([a, c], [b, d]);
        let a = number(core::array::from_fn(|index| firsts[index]));
        montgomery.multiply(&mut product, &a, &number(core::array::from_fn(|index| seconds[index])));
        montgomery.square(&mut square, &a);
        for (result, seconds) in [(&product, seconds), (&square, firsts)] {
            for (index, limbs) in result.limbs(count).iter().enumerate() {
                let (value, expected) = (value(limbs), u128::from(firsts[index]) * u128::from(seconds[index]));
                let is_right =
                    (u128::from(value) * r) % u128::from(m) == expected % u128::from(m) && 10 * value < 26 * m;
                compared += 1;
                wrong += u64::from(!is_right);
            }
        }
    }
    (compared, wrong)
}

fn all(m: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..3 * m).flat_map(move |a| (0..3 * m).map(move |b| (a, b)))
}

fn check(moduli: impl Iterator<Item = u64>, counts: core::ops::Range<usize>) -> u64 {
    let mut compared = 0;
    for m in moduli {
        for count in counts.clone() {
            for (count, wrong) in [wrong::<1>(m, count, all(m)), wrong::<2>(m, count, all(m))] {
                assert_eq!(wrong, 0, "modulo {m}, {count} limbs");
                compared += count;
            }
        }
    }
    compared
}

#[test]
fn all_operands_of_two_limbs() {
    // All factors below 3m for moduli of two limbs and less, in numbers of four limbs (no strip before the last), of five to
    // seven (one strip of fewer rows), of eight (one strip of four) and of nine (both).
    let compared = check((3..32).step_by(2), 4..10);
    assert!(compared > 1_000_000, "{compared}");
}

#[test]
#[ignore = "long"]
fn all_operands_of_three_limbs() {
    // The longest modulus with R ≥ 16m in four limbs: factors below 3m have three limbs and a bit. All moduli take too long.
    let compared = check([255].into_iter(), 4..5);
    assert!(compared > 3_000_000, "{compared}");
}

#[test]
fn results_are_wrong_if_sums_are_rounded_towards_zero() {
    TO_NEAREST.set(false);
    let (_, wrong) = wrong::<2>(255, 4, all(255).step_by(101));
    assert!(wrong > 0);
}
