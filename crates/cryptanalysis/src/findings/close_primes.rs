//! Primes that are close to each other, or whose ratio is close to a simple fraction.

use core::fmt::Display;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use rsa_variants::moduli::primes_below;
use rsa_variants::{Components, KeyParams, far_apart};

use super::guesses::{Guess, MOST_CHOICE, Part, cheapest, coppersmith, line, log2, reach};
use super::{KeyFinding, WEAK, is_proper_divisor, multiplicities, prime_count};
use crate::attacks::quadratic::square_root;
use crate::relations::{Congruences, Convergents};
use crate::{Reach, sources};

/// Multipliers k of N for moduli up to [`FULL_LENGTH`] bits: ratios u/v with u·v = k, such as 127/129.
const MULTIPLIERS: usize = 1 << 14;
const FULL_LENGTH: usize = 2048;

/// Steps of Fermat's method with a multiplier.
fn steps(multiplier: usize) -> usize {
    match multiplier {
        1 => 1 << 12,
        2..=64 => 16,
        _ => 2,
    }
}

/// Fermat's method with Lehman's multipliers: `4uv·N = (u·p + v·q)² − (u·p − v·q)²`, and u·p + v·q is just above 2·√(uvN) where
/// u·p is close to v·q.
pub(super) fn fermat_finding(modulus: &BigUint) -> Option<KeyFinding> {
    if !modulus.bit(0) {
        return None;
    }
    let (multiplier, factor) = fermat(modulus)?;
    let reason = if multiplier == 1 {
        "The primes are so close that Fermat's method finds them in a few steps.".to_owned()
    } else {
        format!(
            "The ratio of the primes is so close to a simple fraction that Fermat's method on {multiplier}·N finds them in a few \
             steps."
        )
    };
    Some(KeyFinding::defect("close-primes", sources::LEHMAN, 0, Reach::Here, reason).with_factor(factor))
}

/// The first multiplier k for which `a² − 4kN = b²` for one of the first values of a from 2·√(kN) up, and the proper divisor of N
/// that follows.
fn fermat(modulus: &BigUint) -> Option<(usize, BigUint)> {
    /// Fractional bits of the roots. The errors of a few products are far below one.
    const GUARD: usize = 64;
    let count = MULTIPLIERS / (modulus.bits() as usize).div_ceil(FULL_LENGTH).pow(2);
    let precision = modulus.bits() as usize / 2 + GUARD;
    let is_prime = primes_below(count + 1);
    // √(4kN) is √(4k/l·N)·√l with the least prime l of k: a product instead of a root for most k.
    let least_prime =
        |k: usize| is_prime.iter().map(|&l| l as usize).take_while(|l| l * l <= k).find(|l| k.is_multiple_of(*l));
    let mut roots = vec![BigUint::ZERO; count + 1];
    let mut small_roots = vec![BigUint::ZERO; count + 1];
    (1..=count).find_map(|k| {
        roots[k] = match least_prime(k) {
            Some(l) => (&roots[k / l] * &small_roots[l]) >> precision,
            None if k == 1 => ((modulus << 2u8) << (2 * GUARD)).sqrt(),
            None => (&roots[1] * (BigUint::from(k) << (2 * precision)).sqrt()) >> precision,
        };
        if k * k <= count && least_prime(k).is_none() {
            small_roots[k] = (BigUint::from(k) << (2 * precision)).sqrt();
        }
        Some((k, fermat_steps(modulus, k, &roots[k] >> GUARD)?))
    })
}

/// A proper divisor of N, if `a² − 4kN = b²` for one of the first values of a from here on.
fn fermat_steps(modulus: &BigUint, multiplier: usize, mut a: BigUint) -> Option<BigUint> {
    let product = modulus * (4 * multiplier);
    let mut square = BigInt::from(&a * &a) - BigInt::from(product);
    for _ in 0..=steps(multiplier) {
        if let Some(b) = (square.sign() != Sign::Minus).then(|| square_root(square.magnitude())).flatten() {
            let factor = (&a + b).gcd(modulus);
            if is_proper_divisor(&factor, modulus) {
                return Some(factor);
            }
        }
        square += BigInt::from(&a << 1u8) + 1;
        a += 1u8;
    }
    None
}

/// Primes p and q with `a·p ≈ b·q`, with `a·p ≡ b·q mod 2^j`, or both, for small a and b.
///
/// * The attacker tries the multipliers a·b in order, as Lehman does: log₂(a·b) bits. With `D = |a·p − b·q|`, Fermat's method on
///   4ab·N then takes about `D²/(8·√(ab·N))` steps, because `a·p + b·q − 2·√(ab·N) = D²/(a·p + b·q + 2·√(ab·N))` and the parity
///   of `a·p + b·q` is known.
/// * `√(ab·N)` is the mean of a·p and b·q up to D: an approximation of p with an error of D/a, or of q with D/b.
/// * A square root of `b/a·N` modulo 2^j shows j bits of p, up to a few candidates (Steinfeld and Zheng for a = b = 1).
///
/// All relations with a cost c below the [`line()`] are among those tried. By continued fractions: D/a has at most n/4 + c −
/// log₂(ab) bits, so 2b·D < p for primes of equal length (Legendre). By lattices: then `j > n/4 − c + log₂(ab)`, and log₂(ab) < c
/// ≤ n/8, so the vector (a, b) is shorter than `2^(j/2)`.
pub(super) fn private_finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let defect = |strength: u32, has_low: bool, text: &str| {
        let (code, source) =
            if has_low { ("shared-low-bits", sources::STEINFELD_ZHENG) } else { ("close-primes", sources::LEHMAN) };
        let reason = format!("{text}. Fermat's method or a lattice finds the primes in about 2^{strength} steps.");
        KeyFinding::defect(code, source, strength, reach(strength), reason)
    };
    let guess = match &key.primes[..] {
        [p, q] => {
            let parts =
                multiplicities(params, key).into_iter().enumerate().filter_map(|(index, (_, prime, multiplicity))| {
                    let lengths = [prime.bits(), coppersmith(n, prime.bits(), multiplicity)];
                    cheapest(n, lengths, highest(p, q, index), lowest(p, q))
                });
            let by_lattice = parts.min_by_key(|guess| guess.strength);
            let is_product = prime_count(params, key) == 2;
            [by_lattice, fermat_guess(n, p, q).filter(|_| is_product)].into_iter().flatten().min_by_key(|g| g.strength)
        }
        primes => {
            let differences: Vec<BigUint> = pairs(primes).map(|[p, q]| p.max(q) - p.min(q)).collect();
            let bits = differences.iter().map(BigUint::bits).max()?;
            let alike = differences.iter().filter_map(BigUint::trailing_zeros).min()?;
            let r = primes.len() as u64;
            let high = Part { choice: 0, bits, text: format!("All {r} primes differ only in their last {bits} bits") };
            let low =
                Part { choice: 0, bits: alike, text: format!("The last {alike} bits of all {r} primes are alike") };
            let length = primes.iter().map(BigUint::bits).max()?;
            cheapest(n, [length, coppersmith(n, length, 1)], vec![high], vec![low])
        }
    };
    if let Some(guess) = guess {
        return Some(defect(guess.strength, guess.has_low, &guess.text));
    }
    if pairs(&key.primes).all(|[p, q]| far_apart(p, core::slice::from_ref(q))) {
        return None;
    }
    let reason = "Two primes have about 100 leading bits in common, which does not happen by chance.".to_owned();
    Some(KeyFinding::defect("near-primes", sources::FIPS_186_5, WEAK, Reach::Theory, reason))
}

fn pairs(primes: &[BigUint]) -> impl Iterator<Item = [&BigUint; 2]> {
    primes.iter().enumerate().flat_map(|(i, p)| primes[..i].iter().map(move |q| [p, q]))
}

/// a, b and D in `|a·p − b·q| = D`, with the bits it takes to choose a and b.
fn ratios_of(p: &BigUint, q: &BigUint) -> impl Iterator<Item = (u64, [BigUint; 2], BigUint)> {
    Convergents::new(p, q)
        .map(|near| (log2(&(&near.numerator * &near.denominator)), [near.denominator, near.numerator], near.rest))
        .take_while(|(choice, ..)| *choice <= MOST_CHOICE)
        .filter(|(_, [_, b], _)| *b != BigUint::ZERO)
}

/// What such ratios tell about the prime with this index.
fn highest(p: &BigUint, q: &BigUint, index: usize) -> Vec<Part> {
    let parts = ratios_of(p, q).map(|(choice, factors, rest)| {
        let [a, b] = &factors;
        let text = format!("{} and {} differ by a number of {} bits", multiple(a, "p"), multiple(b, "q"), rest.bits());
        Part { choice, bits: (rest / &factors[index]).bits(), text }
    });
    parts.collect()
}

/// What congruences modulo powers of two tell about either prime.
fn lowest(p: &BigUint, q: &BigUint) -> Vec<Part> {
    let most = p.bits().max(q.bits()) as usize;
    let found = Congruences::new(p, q).take(most);
    let parts = found.map(|near| Part {
        choice: log2(near.a.magnitude()) + log2(near.b.magnitude()),
        bits: near.bits,
        text: format!(
            "{} and {} have the same last {} bits",
            multiple(&near.a, "p"),
            multiple(&near.b, "q"),
            near.bits
        ),
    });
    parts.take_while(|part| part.choice <= MOST_CHOICE).collect()
}

/// A multiple of a prime, for people.
fn multiple(factor: impl Display, prime: &str) -> String {
    match format!("{factor}") {
        one if one == "1" => prime.to_owned(),
        factor => format!("{factor}·{prime}"),
    }
}

/// The cheapest multiplier for Fermat's method.
fn fermat_guess(n: u64, p: &BigUint, q: &BigUint) -> Option<Guess> {
    let guesses = ratios_of(p, q).map(|(choice, [a, b], rest)| {
        let steps = (2 * rest.bits()).saturating_sub(n / 2 + choice / 2 + 3);
        let text = format!("{} and {} differ by a number of {} bits", multiple(a, "p"), multiple(b, "q"), rest.bits());
        Guess { strength: (choice + steps) as u32, has_low: false, text }
    });
    guesses.min_by_key(|guess| guess.strength).filter(|guess| u64::from(guess.strength) < line(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers stand in for primes: the tests only need odd numbers without a common divisor.
    fn pair(distance: u32) -> [BigUint; 2] {
        let p: BigUint = (BigUint::from(1u8) << 511) + 187u8;
        [p.clone(), p + distance]
    }

    #[test]
    fn close_primes_are_found_and_distant_ones_are_not() {
        let [p, q] = pair(1 << 20);
        assert!([&p, &q].contains(&&fermat_finding(&(&p * &q)).unwrap().factor.unwrap()));
        let far = &q + (BigUint::from(1u8) << 400);
        assert_eq!(fermat_finding(&(p * far)), None);
    }

    #[test]
    fn ratios_close_to_a_fraction_are_found() {
        let [p, _] = pair(0);
        for [u, v] in [[2u32, 1], [3, 2], [7, 5], [11, 12], [57, 50], [101, 100], [10_007, 1]] {
            let q: BigUint = (&p * u / v) | BigUint::from(1u8);
            let found = fermat_finding(&(&p * &q)).unwrap();
            assert!(is_proper_divisor(&found.factor.unwrap(), &(&p * &q)), "{u}/{v}");
        }
    }
}
