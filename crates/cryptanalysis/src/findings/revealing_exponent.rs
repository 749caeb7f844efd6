//! A public exponent that shows bits of a prime, or is next to a multiple of one.

use num_bigint::BigUint;
use rsa_variants::{Components, KeyParams};

use super::guesses::{Guess, MOST_CHOICE, Part, cheapest, coppersmith, line, log2, odd, reach};
use super::{KeyFinding, multiplicities};
use crate::relations::{Congruences, Convergents};
use crate::sources;

/// Shorter exponents show no more bits than it takes to guess them, and fewer bits in common count as chance.
const SHORTEST: u64 = 64;

/// * `gcd(e − s, N)` is a prime p if e is s above a multiple of p: as many steps as there are s.
/// * `a·p ≈ b·e·2^k` or `a·p ≡ b·e mod 2^k` shows the highest or lowest bits of p.
///
/// An e of x bits is within c bits of a multiple of a prime of ℓ bits with a chance of about 2^(c − ℓ + 1).
pub(super) fn finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let exponents = key.public_exponents.iter().filter(|e| e.bits() >= SHORTEST);
    let guesses = exponents.flat_map(|e| {
        multiplicities(params, key)
            .into_iter()
            .flat_map(move |(name, p, multiplicity)| [multiple(e, p, &name), bits(n, e, p, multiplicity, &name)])
    });
    let guess =
        guesses.flatten().min_by_key(|guess| guess.strength).filter(|guess| u64::from(guess.strength) < line(n))?;
    let reason =
        format!("The public exponent gives a prime away: {}. That takes about 2^{} steps.", guess.text, guess.strength);
    Some(KeyFinding::defect(
        "revealing-exponent",
        sources::BERNSTEIN_COPPERSMITH,
        guess.strength,
        reach(guess.strength),
        reason,
    ))
}

fn multiple(e: &BigUint, p: &BigUint, name: &str) -> Option<Guess> {
    let above = e % p;
    let distance = (p - &above).min(above).bits();
    let text = format!("e differs from a multiple of {name} only by {distance} bits");
    // Below p/2, the nearest multiple is 0. And a short prime has a multiple near anything.
    (e * 2u8 >= *p && distance + SHORTEST <= p.bits()).then_some(Guess {
        strength: distance as u32,
        has_low: false,
        text,
    })
}

fn bits(n: u64, e: &BigUint, p: &BigUint, multiplicity: u64, name: &str) -> Option<Guess> {
    let length = p.bits();
    // One of them moves up, so that both have the same length.
    let most = e.bits().max(length);
    let [long_e, long_p] = [e, p].map(|number| number << (most - number.bits()));
    let highest = Convergents::new(&long_p, &long_e)
        .map(|near| Part {
            choice: log2(&(odd(&near.numerator) * odd(&near.denominator))),
            bits: ((near.rest / &near.denominator) >> (most - length)).bits(),
            text: format!("the highest bits of {name} are those of {}/{}·e", near.numerator, near.denominator),
        })
        .skip_while(|part| part.bits == length)
        .take_while(|part| part.choice <= MOST_CHOICE);
    let lowest = Congruences::new(p, e)
        .take(length as usize)
        .map(|near| Part {
            choice: log2(near.a.magnitude()) + log2(near.b.magnitude()),
            bits: near.bits,
            text: format!("{}·{name} ≡ {}·e mod 2^{}", near.a, near.b, near.bits),
        })
        .take_while(|part| part.choice <= MOST_CHOICE);
    cheapest(n, [length, coppersmith(n, length, multiplicity)], highest.collect(), lowest.collect())
}

#[cfg(test)]
mod tests {
    use rsa_variants::Variant;

    use super::*;

    fn found(e: BigUint) -> Option<&'static str> {
        let [p, q] = [3u32, 7].map(|base| BigUint::from(base).pow(512) | BigUint::from(1u8));
        let key = Components {
            modulus: &p * &q,
            public_exponents: vec![e],
            private_exponent: 3u8.into(),
            primes: vec![p, q],
            crt_exponents: Vec::new(),
            crt_coefficients: Vec::new(),
        };
        finding(&KeyParams::new(Variant::Rebalanced, 2249), &key).map(|finding| finding.code)
    }

    #[test]
    fn exponents_beside_a_multiple_of_a_prime_or_with_its_bits_are_seen_and_others_are_not() {
        let p = BigUint::from(3u8).pow(512);
        assert_eq!(found(&p * 5_000_017u32 + 1_000_000u32), Some("revealing-exponent"));
        assert_eq!(found(&p >> 300u32), Some("revealing-exponent"));
        assert_eq!(found(BigUint::from(5u8).pow(900)), None);
        assert_eq!(found(65537u32.into()), None);
    }
}
