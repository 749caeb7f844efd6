//! Primes of a shape that an attacker can guess, found from the modulus only.
//!
//! Three searches serve for all shapes: a prime next to a guess ([`near`]), a prime with a short relation to a number
//! ([`multiple_near`]), and two primes that agree at both ends ([`equal_ends`]). Each takes a list of guesses.

use core::ops::ControlFlow;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

use super::constants::CONSTANTS;
use super::{KeyFinding, affordable};
use crate::attacks::{common_divisor, lattice, quadratic::square_root};
use crate::relations::Convergents;
use crate::{Reach, Source, sources};

/// Ratios a/b of the primes for each constant.
const MOST_RATIO: usize = 6;
/// Differences 2^k of the primes; the least that the standards allow is 2^(n/2 − 100).
const MOST_DIFFERENCES: usize = 128;
/// Sums m·2^k of the primes.
const MOST_SUM: usize = 32;
/// Of longer numbers, a lattice has the first bits.
const LATTICE_LENGTH: u64 = 768;
/// How many multipliers of N [`equal_ends`] tries.
const MULTIPLIERS: usize = 2;

fn found(code: &'static str, source: Source, reason: &str, factor: BigUint) -> KeyFinding {
    KeyFinding::defect(code, source, 0, Reach::Here, reason.to_owned()).with_factor(factor)
}

/// Primes that have about n/4 bits in common, some at the upper and the others at the lower end.
pub(super) fn ends_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let factor = equal_ends(modulus)?;
    let reason = "The primes, or small multiples of them, have the same first and last bits. N shows the sum of the primes at both \
                  ends: a square root of N, and one modulo a power of two.";
    Some(found("shared-low-bits", sources::STEINFELD_ZHENG, reason, factor))
}

/// Primes with a difference near a power of two, such as the least that the standard allows, or with a simple sum; or with
/// a·C·p near b·q for a constant C and short a and b.
pub(super) fn guess_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let half = modulus.bits() / 2;
    let root = modulus.sqrt();
    // Fermat's method finds shorter differences.
    let least = half.saturating_sub(affordable(modulus, MOST_DIFFERENCES) as u64).max(2);
    let differences = (least..half).map(|k| BigUint::from(1u8) << (k - 1));
    let of_difference = differences.map(|half| (&half * &half + modulus).sqrt() + half);
    // (p − q)² = (p + q)² − 4N
    let sums = (1..=affordable(modulus, MOST_SUM) as u64).flat_map(|m| {
        let unit = BigUint::from(m) << (half + 1 - u64::from(m.ilog2()));
        [unit.clone(), unit >> 1u8]
    });
    let of_sum = sums.filter(|sum| *sum > root).map(|sum| (&sum * &sum - modulus).sqrt() + sum);
    let scale = BigUint::from(1u8) << (modulus.bits() + 64);
    let most = affordable(modulus, MOST_RATIO) as u32;
    let ratios = CONSTANTS.iter().flat_map(|(_, of)| {
        let product = modulus * of(&scale);
        let ratios = (1..=most).flat_map(move |a| (1..=most).filter(move |b| a.gcd(b) == 1).map(move |b| [a, b]));
        ratios.map(move |[a, b]| ((&product * a / b) >> (modulus.bits() + 64)).sqrt())
    });
    let factor = of_difference.chain(of_sum).chain(ratios).find_map(|guess| near(modulus, &guess))?;
    let reason = "The sum, the difference or the ratio of the primes is next to a small multiple of a power of two or of a constant \
                  such as π or √2: both follow from it.";
    Some(found("simple-number", sources::LEHMAN, reason, factor))
}

/// A prime with a short relation to a power of a small number or to the digits of a constant, or which repeats or counts words,
/// perhaps with parts of them in another order.
pub(super) fn multiple_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let n = modulus.bits();
    let one = BigUint::from(1u8);
    let unit = &one << (n / 2);
    let powers = [3u32, 5, 7, 10].map(|base| BigUint::from(base).pow(((n / 2) as f64 / f64::from(base).log2()) as u32));
    let units = powers.into_iter().chain(CONSTANTS.iter().map(|(_, of)| of(&unit)));
    let ones = |bits: u64| (BigUint::from(1u8) << bits) - 1u8;
    // Words of t bits, of which the pieces of w bits are swapped in pairs: the pieces have an alternating sum that repeats.
    let swapped = [8u64, 16, 32, 64].into_iter().flat_map(|w| {
        (3..w)
            .step_by(2)
            .map(move |t| ones(t) * ((BigUint::from(1u8) << (t * w)) + 1u8) / ((BigUint::from(1u8) << w) + 1u8))
    });
    let counted = [16u64, 32, 64].map(|w| ones(w).pow(2));
    let words = [63u64, 64, 127, 128, 255, 256].map(ones);
    // Shorter ones are found without a guess.
    let periods = words.into_iter().chain(counted).chain(swapped);
    let periods = periods.filter(|period| period.bits() <= (n / 8).min(256) && period.bits() >= (n / 24).min(85));
    let pairs = units
        .map(|unit| (unit, one.clone()))
        .chain([one.clone()].into_iter().chain(periods).map(|period| (unit.clone(), period)));
    let factor = pairs.into_iter().find_map(|(unit, period)| multiple_near(modulus, &unit, &period))?;
    let reason = "A prime is next to a simple multiple of a power of a small number or of a constant such as π, or it repeats or \
                  counts words: a lattice of dimension 3 finds it.";
    Some(found("simple-number", sources::BERNSTEIN_COPPERSMITH, reason, factor))
}

/// A divisor of N that differs from the guess by up to about n/6 bits (Lehman 1974): with the first convergent u/v of the ratio of
/// the guess and its cofactor for which v·p − u·q has n/3 bits, one step of Fermat's method on u·v·N.
pub(super) fn near(modulus: &BigUint, guess: &BigUint) -> Option<BigUint> {
    if guess.bits() < 2 || guess >= modulus {
        return None;
    }
    let bits = modulus.bits() / 3;
    let ratio = Convergents::new(guess, &(modulus / guess)).find(|ratio| ratio.rest.bits() <= bits)?;
    let product = (modulus * ratio.numerator * ratio.denominator) << 2u8;
    if product == BigUint::ZERO {
        return None;
    }
    let root: BigUint = (&product - 1u8).sqrt() + 1u8;
    common_divisor(&(square_root(&(&root * &root - product))? + root), modulus)
}

/// A prime p with `d·p = a·W + c` for a W as long as p and short a and c: up to n/12 bits for d·a and d·c, or n/8 bits for a and c if
/// d is known and as long as they are.
///
/// With N = u·W + v, `d·v ≡ c·q mod W` and `d·u − a·q` is short. So `c·d·u − a·d·v` is short modulo W: one short vector in a lattice
/// of dimension 3 (paranoid_crypto's `CheckFraction`).
fn multiple_near(modulus: &BigUint, w: &BigUint, d: &BigUint) -> Option<BigUint> {
    let (u, v) = modulus.div_rem(w);
    // The last bits of long numbers do not matter.
    let shift = w.bits().saturating_sub(LATTICE_LENGTH);
    let [du, dv, modulo] = [u * d % w, v * d % w, w.clone()].map(|number| BigInt::from(number >> shift));
    let x = BigInt::from(1u8) << (d.bits() - 1);
    // Euclid's algorithm reduces the rows of d·v and W faster than a lattice.
    let half = modulo.bits() / 2;
    let [mut last, mut next] = [[BigInt::ZERO, modulo], [BigInt::from(1u8), dv]];
    while next[1].bits() > half {
        let quotient = &last[1] / &next[1];
        let after = [0, 1].map(|i| &last[i] - &quotient * &next[i]);
        last = core::mem::replace(&mut next, after);
    }
    let row = |[b, rest]: [BigInt; 2]| vec![BigInt::ZERO, b * &x, rest];
    let rows = vec![row(last), row(next), vec![x.clone(), BigInt::ZERO, du]];
    let reduced = lattice::reduce(rows, &mut |_| ControlFlow::Continue(())).ok()?;
    reduced
        .basis
        .iter()
        .find_map(|row| common_divisor((&row[0] - &row[1] * BigInt::from(w.clone())).magnitude(), modulus))
}

/// A prime of which a multiple `a·p` has the same first and last bits as one of the other, `b·q`, together n/4 of them, for few a·b.
///
/// With `s = (a·p + b·q)/2` and `t = (a·p − b·q)/2`, `s² = a·b·N + t²`: if t is divisible by 2^i, the last 2i bits of s are those of
/// a square root, and if t is short, the first bits of s are those of √(a·b·N).
fn equal_ends(modulus: &BigUint) -> Option<BigUint> {
    /// This many bits in the middle are guessed.
    const MIDDLE: u64 = 3;
    // a·b·N must be a square modulo 8, and then is one modulo all powers of two.
    let class = modulus.iter_u32_digits().next()? % 8;
    let multipliers = (class..).step_by(8).filter(|_| class % 2 == 1).take(affordable(modulus, MULTIPLIERS).max(1));
    let bits = modulus.bits() / 2 + 4;
    multipliers.map(|multiplier| modulus * multiplier).find_map(|product| {
        let root = root_modulo_power_of_two(&product, bits);
        let least = (&product - 1u8).sqrt() + 1u8;
        [(BigUint::from(1u8) << bits) - &root, root].iter().find_map(|root| {
            // The least s from √N up with the last i bits of the root, and the next ones
            let mut s = least.clone();
            (0..bits).find_map(|i| {
                if s.bit(i) == root.bit(i) {
                    return None;
                }
                let step = BigUint::from(1u8) << i.saturating_sub(MIDDLE);
                (0..1u8 << MIDDLE.min(i)).find_map(|_| {
                    s += &step;
                    let t = square_root(&(&s * &s - &product))?;
                    common_divisor(&(&s + t), modulus)
                })
            })
        })
    })
}

/// A square root of a number that is 1 modulo 8, modulo 2^bits: each step of Newton's method `x ← x·(3 − a·x²)/2` for 1/√a doubles
/// the number of correct bits, less one.
fn root_modulo_power_of_two(square: &BigUint, bits: u64) -> BigUint {
    let mask = (BigUint::from(1u8) << (bits + 2)) - 1u8;
    let mut inverse = BigUint::from(1u8);
    let mut correct = 2;
    while correct < bits + 2 {
        let product = ((square & &mask) * ((&inverse * &inverse) & &mask)) & &mask;
        inverse = ((inverse * ((&mask + 4u8) - product)) >> 1u8) & &mask;
        correct = 2 * correct - 2 + u64::from(correct == 2);
    }
    (inverse * square) & (mask >> 2u8)
}
