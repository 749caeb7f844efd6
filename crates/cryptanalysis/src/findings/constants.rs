//! Digits that everyone can write down: those of π, e, √2 and the golden ratio, and counted ones.

use num_bigint::BigUint;

use super::guesses::{Part, log2};

/// How many digits of a constant may come before those of the prime.
const SKIPPED: usize = 1024;
/// So many bits of a prime must agree before the rest is compared.
const WINDOW: u64 = 64;
/// How many bits it takes to choose a constant and the base.
const CHOICE: u64 = 3;

/// A constant times `scale`, rounded down up to a few units.
type Constant = (&'static str, fn(&BigUint) -> BigUint);

const CONSTANTS: [Constant; 4] = [
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

/// Constants whose digits begin as those of x do.
pub(super) fn highest(x: &BigUint) -> Vec<Part> {
    let mut parts = Vec::new();
    for base in [10u32, 2] {
        let digits = x.to_radix_be(base);
        let length = digits.len() + SKIPPED;
        // Far more digits than errors of rounding can reach.
        let scale = BigUint::from(base).pow(length as u32 + 64);
        let constants = CONSTANTS.map(|(name, of)| {
            let mut text = of(&scale).to_radix_be(base);
            text.truncate(length);
            (name, text)
        });
        let counted = (base == 10).then(|| counted(length)).into_iter().flatten();
        for (name, text) in constants.into_iter().chain(counted) {
            parts.extend(found(x, &digits, base, &text).map(|(skipped, bits)| Part {
                choice: CHOICE + log2(&(skipped + 1).into()),
                bits,
                text: format!(
                    "it differs from the digits of {name} in base {base}, from number {} on, by {bits} bits",
                    skipped + 1
                ),
            }));
        }
    }
    parts
}

/// 123456789012…, 987654321098… and 123456789101112…
fn counted(length: usize) -> [(&'static str, Vec<u8>); 3] {
    let up = (1..=10).map(|digit| digit % 10).cycle().take(length);
    let down = (0..10).rev().cycle().take(length);
    let numbers = (1u32..).flat_map(|number| BigUint::from(number).to_radix_be(10)).take(length);
    [("1234567890…", up.collect()), ("9876543210…", down.collect()), ("123456789101112…", numbers.collect())]
}

/// Where in a text the digits of x begin, and in how many bits x differs from the number there.
fn found(x: &BigUint, digits: &[u8], base: u32, text: &[u8]) -> Option<(usize, u64)> {
    let window = (WINDOW as f64 / f64::from(base).log2()) as usize;
    let start = digits.get(..window)?;
    let places = text.windows(digits.len()).enumerate().filter(|(_, here)| here.starts_with(start));
    let differences = places.filter_map(|(skipped, here)| {
        let number = BigUint::from_radix_be(here, base)?;
        Some((skipped, (x.max(&number) - x.min(&number)).bits()))
    });
    differences.min_by_key(|(_, bits)| *bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_tables() {
        let scale = BigUint::from(10u8).pow(40);
        let digits = CONSTANTS.map(|(_, of)| (of(&scale) / 1_000_000u32).to_string());
        assert_eq!(
            digits,
            [
                "31415926535897932384626433832795028",
                "27182818284590452353602874713526624",
                "14142135623730950488016887242096980",
                "16180339887498948482045868343656381"
            ]
        );
    }

    #[test]
    fn a_prime_among_the_digits_is_found() {
        let text = CONSTANTS[0].1(&BigUint::from(10u8).pow(300)).to_string();
        let x: BigUint = text[100..250].parse().unwrap();
        let parts = highest(&(x + 1000u32));
        assert!(parts.iter().any(|part| part.bits == 10 && part.text.contains("from number 101 on")), "{parts:?}");
        assert!(highest(&BigUint::from(3u8).pow(300)).is_empty());
    }
}
