//! Digits that everyone can write down: those of π, e, √2 and the golden ratio, and counted ones.

use num_bigint::BigUint;

use super::guesses::log2;

/// How many digits of a constant may come before those of the prime.
const SKIPPED: usize = 1024;
/// So many bits of a prime must agree before the rest is compared.
const WINDOW: u64 = 64;
/// How many bits it takes to choose a constant and the base.
const CHOICE: u64 = 3;

/// A constant times `scale`, rounded down up to a few units.
pub(super) type Constant = (&'static str, fn(&BigUint) -> BigUint);

pub(super) const CONSTANTS: [Constant; 6] = [
    ("π", |scale| {
        let inverse_tangents = [(5, 16u8), (239, 4)].map(|(x, factor)| inverse_tangent(scale, x) * factor);
        let [first, second] = inverse_tangents;
        first - second
    }),
    ("e", |scale| {
        let terms = (1u32..).scan(scale.clone(), |term, k| {
            let this = term.clone();
            *term /= k;
            (this != BigUint::ZERO).then_some(this)
        });
        terms.sum()
    }),
    ("√2", |scale| (scale * scale * 2u8).sqrt()),
    ("√3", |scale| (scale * scale * 3u8).sqrt()),
    ("√5", |scale| (scale * scale * 5u8).sqrt()),
    ("the golden ratio", |scale| (scale + (scale * scale * 5u8).sqrt()) >> 1u8),
];

/// arctan(1/x) by its series. π is 16·arctan(1/5) − 4·arctan(1/239) (Machin).
fn inverse_tangent(scale: &BigUint, x: u32) -> BigUint {
    let powers = (0u32..).scan(scale / x, |power, _| {
        let this = power.clone();
        *power /= x * x;
        (this != BigUint::ZERO).then_some(this)
    });
    let [mut sum, mut subtracted] = [BigUint::ZERO, BigUint::ZERO];
    for (power, divisor) in powers.zip((1u32..).step_by(2)) {
        let sign = if divisor % 4 == 1 { &mut sum } else { &mut subtracted };
        *sign += power / divisor;
    }
    sum - subtracted
}

/// Numbers whose digits are those of a constant and begin as those of x do, with how many bits it takes to choose them.
pub(super) fn digits_near(x: &BigUint, mut take: impl FnMut(&BigUint, u64, &str)) {
    for base in [10u32, 2] {
        let digits = x.to_radix_be(base);
        let length = digits.len() + SKIPPED;
        // Far more digits than errors of rounding can reach.
        let scale = BigUint::from(base).pow(length as u32 + 64);
        let constants = CONSTANTS.map(|(name, of)| (name, of(&scale).to_radix_be(base)[..length].to_vec()));
        let counted = (base == 10).then(|| counted(length)).into_iter().flatten();
        let window = (WINDOW as f64 / f64::from(base).log2()) as usize;
        let Some(start) = digits.get(..window) else { return };
        for (name, text) in constants.into_iter().chain(counted) {
            for (skipped, here) in text.windows(digits.len()).enumerate().filter(|(_, here)| here.starts_with(start)) {
                let number = BigUint::from_radix_be(here, base).unwrap_or_default();
                let name = format!("the digits of {name} in base {base}, from number {} on,", skipped + 1);
                take(&number, CHOICE + log2(&(skipped + 1).into()), &name);
            }
        }
    }
}

/// 123456789012…, 987654321098… and 123456789101112…
fn counted(length: usize) -> [(&'static str, Vec<u8>); 3] {
    let up = (1..=10).map(|digit| digit % 10).cycle().take(length);
    let down = (0..10).rev().cycle().take(length);
    let numbers = (1u32..).flat_map(|number| BigUint::from(number).to_radix_be(10)).take(length);
    [("1234567890…", up.collect()), ("9876543210…", down.collect()), ("123456789101112…", numbers.collect())]
}
