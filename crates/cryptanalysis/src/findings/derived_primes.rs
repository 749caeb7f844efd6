//! A prime that follows from another one, up to a few bits: a power of it, its digits in another order, or its bits under a mask;
//! and primes that both are next to powers.

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, KeyParams};

use super::guesses::{Guess, MOST_CHOICE, Part, cheapest, coppersmith, line, log2, odd, reach};
use super::patterns::{RUN, run_of_ones};
use super::{KeyFinding, multiplicities};
use crate::relations::{Congruences, Convergents};
use crate::{Reach, sources};

/// The exponents i and j of the relations `a·q^i ≈ b·p^j`. Those with i = j = 1 belong to [`close_primes`](super::close_primes).
const POWERS: u32 = 5;

pub(super) fn finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let guesses = power_guess(params, key).into_iter().chain(both_powers_guess(key));
    if let Some(Guess { strength, text, .. }) = guesses.min_by_key(|guess| guess.strength) {
        let reason = format!("{text}. A root of N and a lattice find the primes in about 2^{strength} steps.");
        return Some(KeyFinding::defect(CODE, sources::BERNSTEIN_COPPERSMITH, strength, reach(strength), reason));
    }
    let (how, common) = pairs(key).find_map(|(p, q)| reordered(p, q).or_else(|| masked(p, q)))?;
    // Guessing the primes from both ends, N fixes as many bits as remain unknown; a lattice does with half of a prime.
    let (strength, reach, what) = if 5 * common >= n {
        (40, Reach::Practical, "guessing both from their ends, N fixes each guess")
    } else {
        (super::WEAK, Reach::Theory, "that does not happen by chance, and what it costs to use it is unknown")
    };
    let reason = format!("{common} bits of one prime are those of another {how}: {what}.");
    Some(KeyFinding::defect(CODE, sources::BERNSTEIN_COPPERSMITH, strength, reach, reason))
}

const CODE: &str = "derived-prime";

/// Pairs of different primes, each in both orders.
fn pairs(key: &Components) -> impl Iterator<Item = (&BigUint, &BigUint)> {
    let primes = &key.primes;
    (0..primes.len())
        .flat_map(move |i| (0..primes.len()).filter(move |j| *j != i).map(move |j| (&primes[i], &primes[j])))
}

/// Two primes with `a·q^i ≈ b·p^j`, or with `a·q^i ≡ b·p^j mod 2^k`. From N = p·q then follows `a·N^i ≈ b·p^(i+j)`, of which p is
/// a root, with the same relative error but for a factor i + j; or a few roots modulo 2^k.
fn power_guess(params: &KeyParams, key: &Components) -> Option<Guess> {
    let n = key.modulus.bits();
    let [first, second] = &multiplicities(params, key)[..] else { return None };
    if first.2 != 1 || second.2 != 1 {
        return None;
    }
    let exponents = (1..=POWERS).flat_map(|i| (1..=POWERS).map(move |j| [i, j]));
    let guesses = exponents.filter(|[i, j]| i != j && i.gcd(j) == 1).filter_map(|[i, j]| {
        let ((p_name, p, _), (q_name, q, _)) = (first, second);
        let [power_of_q, power_of_p] = [q.pow(i), p.pow(j)];
        let length = p.bits();
        let names = [name(q_name, i), name(p_name, j)];
        let highest = Convergents::new(&power_of_q, &power_of_p)
            .map(|near| {
                let [a, b] = [&near.denominator, &near.numerator];
                // |a·q^i − b·p^j| divided by b·p^j, times p
                let bits = (near.rest.bits() + length).saturating_sub(log2(&(b * &power_of_p)));
                let text = format!(
                    "{} and {} differ by {bits} bits of {p_name}",
                    multiple(a, &names[0]),
                    multiple(b, &names[1])
                );
                Part { choice: log2(&(odd(a) * odd(b))), bits, text }
            })
            .take_while(|part| part.choice <= MOST_CHOICE);
        let lowest = Congruences::new(&power_of_q, &power_of_p)
            .take(length as usize)
            .map(|near| {
                let [a, b] = [near.a.magnitude(), near.b.magnitude()];
                let text = format!(
                    "{} and {} have the same last {} bits, up to their signs",
                    multiple(a, &names[0]),
                    multiple(b, &names[1]),
                    near.bits
                );
                Part { choice: log2(a) + log2(b), bits: near.bits, text }
            })
            .take_while(|part| part.choice <= MOST_CHOICE);
        cheapest(n, [length, coppersmith(n, length, 1)], highest.collect(), lowest.collect())
    });
    guesses.min_by_key(|guess| guess.strength)
}

fn name(prime: &str, power: u32) -> String {
    match power {
        1 => prime.to_owned(),
        power => format!("{prime}^{power}"),
    }
}

fn multiple(factor: &BigUint, name: &str) -> String {
    if factor.bits() == 1 { name.to_owned() } else { format!("{factor}·{name}") }
}

/// Both primes are next to k-th powers, such as `p = x^k + c` and `q = y^k + d` with short c and d. The product of the bases is the
/// k-th root of N, less about `(c/p + d/q)·xy/k`; with c and d guessed, `N − (x·y)^k − c·d = d·x^k + c·y^k` is a quadratic
/// equation for x^k.
///
/// A random prime of ℓ bits is within c bits of a k-th power with a chance of about `2^(c − ℓ·(1 − 1/k))`.
fn both_powers_guess(key: &Components) -> Option<Guess> {
    let n = key.modulus.bits() as i64;
    let [p, q] = &key.primes[..] else { return None };
    let most = (p.bits().min(q.bits()) / 8).min(64) as u32;
    let guesses = (2..=most).map(|k| {
        let [c, d] = [p, q].map(|prime| {
            let root = prime.nth_root(k);
            (prime - root.pow(k)).min((root + 1u8).pow(k) - prime).bits() as i64
        });
        let product = n / i64::from(k) + (c - p.bits() as i64).max(d - q.bits() as i64);
        let text = format!("Both primes are next to powers with exponent {k}, at distances of {c} and {d} bits");
        Guess { strength: (c + d + product.max(0)) as u32, has_low: false, text }
    });
    guesses.min_by_key(|guess| guess.strength).filter(|guess| i64::from(guess.strength) < line(n as u64) as i64)
}

/// Digits of p in reverse order, as the highest or the lowest bits of q.
fn reordered(p: &BigUint, q: &BigUint) -> Option<(String, u64)> {
    let digits = [("hexadecimal", 16), ("decimal", 10)].map(|(name, base)| {
        let number = BigUint::from_radix_be(&p.to_radix_le(base), base).unwrap_or_default();
        (format!("with its {name} digits in reverse order"), number)
    });
    let forwards = p.to_bytes_be();
    let words = [1, 2, 4, 8].map(|size| {
        let bytes: Vec<u8> = forwards.rchunks(size).flatten().copied().collect();
        (format!("with its words of {} bits in reverse order", 8 * size), BigUint::from_bytes_be(&bytes))
    });
    let within = [2, 4, 8].map(|size| {
        let bytes: Vec<u8> = forwards.rchunks(size).flatten().copied().collect();
        (format!("with the bytes of its words of {} bits in reverse order", 8 * size), BigUint::from_bytes_le(&bytes))
    });
    let all = digits.into_iter().chain(words).chain(within);
    all.map(|(how, number)| (how, alike(&number, q))).find(|(_, common)| *common >= RUN)
}

/// How many of the highest or lowest bits are the same, whichever are more.
fn alike(a: &BigUint, b: &BigUint) -> u64 {
    let length = a.bits().max(b.bits());
    let difference = a.max(b) - a.min(b);
    (length - difference.bits()).max(difference.trailing_zeros().unwrap_or(length))
}

/// Bits of q that are those of p after an exclusive or with a repeated word.
fn masked(p: &BigUint, q: &BigUint) -> Option<(String, u64)> {
    let mask = p ^ q;
    let ones = (BigUint::from(1u8) << p.bits().min(q.bits())) - 1u8;
    // A mask of one repeated bit is an inversion, or none, which other checks find.
    (2..=64u64).find_map(|period| {
        let repeated = run_of_ones((&mask ^ (&mask >> period) ^ &ones) & &ones);
        (repeated >= RUN).then(|| (format!("under a mask that repeats {period} bits"), repeated + period))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_another_order_are_seen() {
        let p = BigUint::from(3u8).pow(300);
        let reverse = |base| BigUint::from_radix_le(&p.to_radix_be(base), base).unwrap();
        for base in [10, 16, 256] {
            assert!(reordered(&p, &(reverse(base) + 1000u32)).is_some(), "{base}");
        }
        let mask = BigUint::from_bytes_be(&[0xaa; 50]);
        assert!(masked(&p, &((&p ^ mask) + 1000u32)).unwrap().1 > 300);
        let other = BigUint::from(5u8).pow(205);
        assert_eq!((reordered(&p, &other), masked(&p, &other)), (None, None));
    }
}
