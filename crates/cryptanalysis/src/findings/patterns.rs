//! Numbers that do not look random: repeated bytes, and too few or too many one bits.

use num_bigint::BigUint;
use rsa_variants::Components;

use super::{KeyFinding, WEAK};
use crate::{Reach, sources};

/// No 8 consecutive bytes may occur twice in a number. By chance that happens once in 2^47 primes of 2048 bits.
const WINDOW: usize = 8;
/// How many standard deviations the count of ones may differ from the mean. By chance more happens once in 10^11 numbers.
const DEVIATIONS: f64 = 7.0;

/// What is not random about a number. The two highest and the two lowest bytes do not count, because key generation fixes some
/// of their bits.
fn pattern(number: &BigUint) -> Option<String> {
    let bytes = number.to_bytes_be();
    let inner = bytes.get(2..bytes.len().saturating_sub(2)).filter(|inner| inner.len() >= 2 * WINDOW)?;
    let ones: u32 = inner.iter().map(|byte| byte.count_ones()).sum();
    let bits = (8 * inner.len()) as f64;
    if (f64::from(ones) - bits / 2.0).abs() > DEVIATIONS * bits.sqrt() / 2.0 {
        return Some(format!("has {ones} one bits out of {}", 8 * inner.len()));
    }
    let windows: Vec<u64> =
        inner.windows(WINDOW).map(|bytes| bytes.iter().fold(0, |w, byte| w << 8 | u64::from(*byte))).collect();
    // Two million comparisons at 16384 bits, which take a millisecond or two.
    let repeated = (1..windows.len()).find(|&index| windows[..index].contains(&windows[index]))?;
    let text = format!("{:016x}", windows[repeated]);
    Some(format!("contains the bytes {text} more than once"))
}

/// With fewer words, a modulus whose first half somebody chose as zeros would count.
const FEWEST_WORDS: u64 = 4;

/// The length of words that all have the same bits zero, and these bits. By chance, 128 such bits of random numbers are one in 2^113.
fn zeros_of_words(modulus: &BigUint) -> Option<(u64, u64, u64)> {
    (16..=256u64).step_by(8).find_map(|width| {
        // The last word of a prime is larger, because the next prime was taken.
        let words = (modulus.bits() / width).saturating_sub(1);
        let mut any = vec![false; width as usize];
        for bit in width..(words + 1) * width {
            any[(bit % width) as usize] |= modulus.bit(bit);
        }
        let (mut first, mut longest) = (0, 0);
        for run in any.iter().enumerate().collect::<Vec<_>>().chunk_by(|a, b| a.1 == b.1).filter(|run| !run[0].1) {
            if run.len() as u64 > longest {
                (first, longest) = (run[0].0 as u64, run.len() as u64);
            }
        }
        (words >= FEWEST_WORDS && words * longest >= 128 && longest < width)
            .then(|| (width, first, first + longest - 1))
    })
}

/// A pattern in the modulus. Vanity keys choose some of its bits, and poor random number generators leave patterns in it.
pub(super) fn modulus_finding(modulus: &BigUint) -> Option<KeyFinding> {
    if let Some((width, first, last)) = zeros_of_words(modulus) {
        let reason = format!(
            "Bits {first} to {last} of each word of {width} bits are zero: the modulus is a polynomial with short coefficients at \
             2^{width}, whose factors give the primes."
        );
        return Some(KeyFinding::defect(
            "modulus-pattern",
            sources::BERNSTEIN_COPPERSMITH,
            40,
            Reach::Practical,
            reason,
        ));
    }
    let pattern = pattern(modulus)?;
    let reason = format!("The modulus {pattern}: someone chose part of it, or a poor random number generator made it.");
    Some(KeyFinding::defect("modulus-pattern", sources::BERNSTEIN_COPPERSMITH, WEAK, Reach::Theory, reason))
}

/// A pattern in a prime. Attackers can search for primes of such a regular shape.
pub(super) fn primes_finding(key: &Components) -> Option<KeyFinding> {
    let (index, pattern) = key.primes.iter().enumerate().find_map(|(i, prime)| Some((i + 1, pattern(prime)?)))?;
    let reason = format!("Prime {index} {pattern}: it is not random, and attackers search for known patterns.");
    Some(KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, 40, Reach::Practical, reason))
}

/// So many bits in common do not happen by chance: two primes of ℓ bits have at most 4·2ℓ² pairs of places, forwards and
/// backwards, as they are and inverted, so that the chance is below `8ℓ²·2^−72`: 2^−49 at 1024 bits of a prime.
pub(super) const RUN: u64 = 72;

/// Bits of one prime that occur in another, or a second time in the same prime, at any place: as they are, in reverse order, or
/// inverted.
pub(super) fn shared_finding(key: &Components) -> Option<KeyFinding> {
    let pairs = key.primes.iter().enumerate().flat_map(|(i, p)| key.primes[..=i].iter().map(move |q| [p, q]));
    let (run, how, [p, q]) = pairs
        .filter_map(|[p, q]| longest_run(p, q).map(|(run, how)| (run, how, [p, q])))
        .max_by_key(|(run, ..)| *run)?;
    let where_else = if p == q { "a prime occur in it a second time" } else { "one prime occur in another" };
    let common = format!("{run} bits in a row of {where_else}{how}");
    // With about half of a prime, there are hardly more unknown bits than N has.
    let (strength, reach, what) = if 5 * run >= 2 * p.bits().min(q.bits()) {
        (40, Reach::Practical, "attackers search for such keys")
    } else {
        (WEAK, Reach::Theory, "that does not happen by chance, and what it costs to use it is unknown")
    };
    let reason = format!("{common}: {what}.");
    Some(KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, strength, reach, reason))
}

/// The longest run of bits in common, if it is not by chance.
fn longest_run(p: &BigUint, q: &BigUint) -> Option<(u64, &'static str)> {
    let is_same = p == q;
    let backwards = (0..q.bits()).rev().fold((BigUint::ZERO, 0), |(mut number, place), bit| {
        number.set_bit(place, q.bit(bit));
        (number, place + 1)
    });
    let forwards = runs(p, q, u64::from(is_same)).map(|(run, is_inverted)| (run, is_inverted, false));
    let backwards = runs(p, &backwards.0, 0).map(|(run, is_inverted)| (run, is_inverted, true));
    let (run, is_inverted, is_backwards) = forwards.chain(backwards).max_by_key(|(run, ..)| *run)?;
    let how = match (is_inverted, is_backwards) {
        (false, false) => "",
        (true, false) => ", inverted",
        (false, true) => ", in reverse order",
        (true, true) => ", inverted and in reverse order",
    };
    (run >= RUN).then_some((run, how))
}

/// The longest runs of equal and of different bits of p and of q, shifted by `first` bits and more, up and down.
fn runs<'a>(p: &'a BigUint, q: &'a BigUint, first: u64) -> impl Iterator<Item = (u64, bool)> + 'a {
    let shifted = move |by: u64| {
        let up = (by < q.bits()).then(|| (p.clone(), q >> by));
        let down = (by > 0 && by < p.bits()).then(|| (p >> by, q.clone()));
        up.into_iter().chain(down)
    };
    (first..p.bits().max(q.bits())).flat_map(shifted).flat_map(|(p, q)| {
        let length = p.bits().min(q.bits());
        let ones = (BigUint::from(1u8) << length) - 1u8;
        let different = (p ^ q) & &ones;
        [(&different ^ ones, false), (different, true)].map(|(bits, is_inverted)| (run_of_ones(bits), is_inverted))
    })
}

/// The length of the longest run of ones; if it is below [`RUN`], any length below that.
pub(super) fn run_of_ones(mut bits: BigUint) -> u64 {
    // Each bit stands for as many ones from there up.
    let mut length = 1;
    for more in [1u64, 2, 4, 8, 16, 32, 8] {
        bits &= &bits.clone() >> more;
        length += more;
        if bits == BigUint::ZERO {
            return 0;
        }
    }
    while bits != BigUint::ZERO {
        bits &= &bits.clone() >> 1u8;
        length += 1;
    }
    length - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_three_look_random() {
        for exponent in (100..3000).step_by(7) {
            assert_eq!(pattern(&BigUint::from(3u8).pow(exponent)), None, "{exponent}");
            assert_eq!(zeros_of_words(&BigUint::from(3u8).pow(exponent)), None, "{exponent}");
        }
    }

    /// A vanity key is no polynomial.
    #[test]
    fn zeros_in_the_first_half_are_no_words() {
        for bits in [512, 768, 1024, 2048u32] {
            let random = BigUint::from(3u8).pow(bits * 5 / 16);
            assert_eq!(zeros_of_words(&((BigUint::from(1u8) << (bits - 1)) + random)), None, "{bits}");
        }
    }

    /// As of badkeys' test keys: numbers whose words have 16 random bits, and then zeros.
    #[test]
    fn products_of_numbers_with_short_words_are_broken() {
        for width in [40, 64, 128] {
            let mut digits = (1..1000u64).map(|i| i * i * 2_654_435_761 % 65_521);
            let mut prime = || {
                (0..16u64).fold(BigUint::ZERO, |sum, i| sum + (BigUint::from(digits.next().unwrap()) << (width * i)))
            };
            let finding = modulus_finding(&(prime() * prime())).unwrap();
            assert_eq!((finding.code, finding.reach), ("modulus-pattern", Some(Reach::Practical)), "{width}");
        }
    }
}
