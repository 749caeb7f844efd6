//! Compares products and squares with integers.

use super::aligned::Aligned;
use super::montgomery::{Montgomery, Prepared};
use super::number::{LIMB_BITS, Number};
use super::reduction::Reduction;
use super::starts::LinkedStarts;
use super::strip::ROWS;
use super::vector::{from_double, to_double};

fn limbs(value: u64, count: usize) -> Aligned {
    let mut limbs = Aligned::zero(count);
    for (index, limb) in limbs.iter_mut().enumerate() {
        *limb = to_double(value >> (LIMB_BITS * index) & ((1 << LIMB_BITS) - 1));
    }
    limbs
}

fn value(limbs: &Aligned) -> u64 {
    limbs.iter().rev().fold(0, |value, limb| {
        let limb = from_double(*limb);
        assert!(limb < 1 << LIMB_BITS);
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

/// All pairs of factors below `3m`.
pub(in crate::lanes::toy) fn below_3m(m: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..3 * m).flat_map(move |a| (0..3 * m).map(move |b| (a, b)))
}

/// The longest modulus with `R ≥ 16m`, and pairs of factors below `3m` with all limbs at any two places; the others are all zero
/// or all as great as possible. Each first factor comes with some of the second ones.
///
/// One number is `A + B·β^h` with h of at least four limbs, so B is 0 in shorter factors.
pub(in crate::lanes::toy) fn any_two_places(count: usize) -> (u64, Vec<(u64, u64)>) {
    let r = 1 << (LIMB_BITS * count);
    let (m, greatest) = (r / 16 - 1, (1 << LIMB_BITS) - 1);
    let mut factors = Vec::new();
    for (low, high) in (0..count).flat_map(|high| (0..high).map(move |low| (LIMB_BITS * low, LIMB_BITS * high))) {
        for others in [0, (r - 1) & !(greatest << low | greatest << high)] {
            let limbs = (0..=greatest).flat_map(|x| (0..=greatest).map(move |y| others | x << low | y << high));
            factors.extend(limbs.filter(|factor| *factor < 3 * m));
        }
    }
    let seconds = |first: usize| factors.iter().skip(first % 397).step_by(397);
    let pairs = factors.iter().enumerate().flat_map(|(first, a)| seconds(first).map(move |b| (*a, *b)));
    (m, pairs.collect())
}

/// Multiplies pairs of factors below `3m` in numbers of `count` limbs, squares each first factor, and returns how many
/// results are wrong.
pub(in crate::lanes::toy) fn compare<const NUMBERS: usize>(
    m: u64,
    count: usize,
    pairs: impl Iterator<Item = (u64, u64)>,
) -> u64 {
    let reduction = reduction(m, count);
    let prepared = Prepared::<NUMBERS>::new([&reduction; NUMBERS]);
    let mut montgomery = Montgomery::new(&prepared);
    let number = |values: &[u64; 2]| {
        let limbs: [_; NUMBERS] = core::array::from_fn(|index| limbs(values[index], count));
        Number::<NUMBERS>::new(limbs.each_ref().map(|limbs| &limbs[..]))
    };
    let r = (1u128 << (LIMB_BITS * count)) % u128::from(m);
    let mut wrong = 0;
    let mut result = Number::zero(count);
    let mut expect = |result: &Number<NUMBERS>, a: &[u64; 2], b: &[u64; 2]| {
        for (index, limbs) in result.limbs(count).iter().enumerate() {
            let (value, product) = (value(limbs), u128::from(a[index] * b[index]));
            let is_right = (u128::from(value) * r) % u128::from(m) == product % u128::from(m) && 10 * value < 26 * m;
            wrong += u64::from(!is_right);
        }
    };
    let mut last = None;
    for (a, b) in pairs {
        // The second number of a pair has the factors the other way round, from the top.
        let (firsts, seconds) = ([a, 3 * m - 1 - b], [b, 3 * m - 1 - a]);
        montgomery.multiply(&mut result, &number(&firsts), &number(&seconds));
        expect(&result, &firsts, &seconds);
        if last != Some(a) {
            let roots = [a, 3 * m - 1 - a];
            montgomery.square(&mut result, &number(&roots));
            expect(&result, &roots, &roots);
            last = Some(a);
        }
    }
    wrong
}

/// The longest modulus with `R ≥ 64m`, and pairs of digits below `3m` of which each limb is zero or as great as possible.
pub(in crate::lanes::toy) fn full_limbs(count: usize) -> (u64, impl Iterator<Item = (u64, u64)>) {
    let m = (1 << (LIMB_BITS * count)) / 64 - 1;
    let full = |limb: usize| ((1 << LIMB_BITS) - 1) << (LIMB_BITS * limb);
    let digit = |limbs: u64| (0..count).filter(|limb| limbs >> limb & 1 == 1).map(full).sum();
    let digits: Vec<u64> = (0..1 << count).map(digit).filter(|digit| *digit < 3 * m).collect();
    let pairs: Vec<_> = digits.iter().flat_map(|a| digits.iter().map(|b| (*a, *b))).collect();
    (m, pairs.into_iter())
}

/// Multiplies and squares numbers modulo `m²` in linked lanes, with these digits of one factor and some of the other, and fails if a
/// result is wrong. `R` must be at least `64m`.
pub(in crate::lanes::toy) fn check_linked(m: u64, count: usize, pairs: impl Iterator<Item = (u64, u64)>) {
    let reduction = reduction(m, count);
    let prepared = Prepared::<2>::new([&reduction; 2]);
    let starts = LinkedStarts::new(count, &prepared.starts);
    let mut montgomery = Montgomery::new(&prepared);
    let number = |digits: [u64; 2]| {
        let limbs = digits.map(|digit| limbs(digit, count));
        Number::<2>::new(limbs.each_ref().map(|limbs| &limbs[..]))
    };
    let square = i128::from(m * m);
    let whole = |[a, b]: [u64; 2]| (i128::from(a) - i128::from(b * m)).rem_euclid(square);
    let r = (1i128 << (LIMB_BITS * count)) % square;
    let mut result = Number::zero(count);
    let expect = |result: &Number<2>, first: [u64; 2], second: [u64; 2]| {
        let digits = result.limbs(count).each_ref().map(value);
        assert!(digits.iter().all(|digit| *digit < 3 * m), "{first:?} · {second:?} modulo {m}², {count} limbs");
        let product = whole(first) * whole(second) % square;
        assert_eq!(whole(digits) * r % square, product, "{first:?} · {second:?} modulo {m}², {count} limbs");
    };
    for (a, b) in pairs {
        let top = 3 * m - 1;
        for other in [[b, a], [top - b, top - a], [top, top], [0, top], [1, a]] {
            montgomery.multiply_linked(&mut result, &number([a, b]), &number(other), &starts);
            expect(&result, [a, b], other);
        }
        montgomery.square_linked(&mut result, &number([a, b]), &starts);
        expect(&result, [a, b], [a, b]);
    }
}

/// Fails if a result is wrong, in either shape.
pub(in crate::lanes::toy) fn check<P: Iterator<Item = (u64, u64)>>(m: u64, count: usize, pairs: impl Fn() -> P) {
    let wrong = [compare::<1>(m, count, pairs()), compare::<2>(m, count, pairs())];
    assert_eq!(wrong, [0, 0], "modulo {m}, {count} limbs");
}
