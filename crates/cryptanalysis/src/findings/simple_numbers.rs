//! Primes, and sums and differences of two primes, that are close to a number which is easy to describe.

use num_bigint::BigUint;
use rsa_variants::{Components, KeyParams};

use super::guesses::{MOST_CHOICE, Part, cheapest, coppersmith, log2, odd, reach};
use super::{KeyFinding, constants, multiplicities};
use crate::relations::{Congruence, Congruences, Convergents};
use crate::sources;

/// Primes with so many leading bits in common are close, which is another finding.
const CLOSE: u64 = 32;
/// The bases of which all powers, with a simple fraction as a factor, count as easy to describe.
const BASES: [u32; 12] = [2, 3, 5, 6, 7, 10, 11, 12, 13, 17, 19, 23];
/// How many bits it takes to choose one of these bases, a factorial, a primorial, a Fibonacci or a Lucas number.
const BASE_CHOICE: u64 = 4;
/// Square roots and cube roots of fractions of powers of 2 and 10.
const MOST_ROOTS: u32 = 3;
/// Factors a for which q − a·p is looked at.
const FACTORS: u32 = 16;

/// A prime near a simple number, as `nextprime` of it would be; or primes with such a sum or difference. p and q follow from
/// either, and their error is that of the sum times p/(p − q), or that of the difference. If q − a·p is a simple number s, then
/// `N = p·(a·p + s)` gives p, with an error of that of s times `p/(a·p + q)`.
pub(super) fn finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let of_primes = multiplicities(params, key).into_iter().map(|(name, prime, multiplicity)| {
        let length = prime.bits();
        (name, [length, coppersmith(n, length, multiplicity)], highest(prime, 0), lowest(prime))
    });
    let mut all: Vec<_> = of_primes.collect();
    if let ([p, q], true) = (&key.primes[..], !params.variant.definition().has_prime_powers())
        && (p.max(q) - p.min(q)).bits() + CLOSE > p.bits().max(q.bits())
    {
        let (longer, difference) = (p.max(q), p.max(q) - p.min(q));
        let known = [longer.bits(), coppersmith(n, longer.bits(), 1)];
        let loss = longer.bits() - difference.bits();
        all.push(("p + q".to_owned(), known, highest(&(p + q), loss), lowest(&(p + q))));
        all.push(("p − q".to_owned(), known, highest(&difference, 0), lowest(&difference)));
    }
    if let ([p, q], true) = (&key.primes[..], !params.variant.definition().has_prime_powers()) {
        for (p, q) in [(p, q), (q, p)] {
            all.extend((2..=FACTORS).map(|a| {
                let multiple = p * a;
                let (mut parts, _) = signed_digits(&(q.max(&multiple) - q.min(&multiple)));
                parts.iter_mut().for_each(|part| part.choice += log2(&a.into()) + 1);
                (
                    format!("q − {a}·p, for one of the primes p,"),
                    [p.bits(), coppersmith(n, p.bits(), 1)],
                    parts,
                    Vec::new(),
                )
            }));
        }
    }
    let guesses = all
        .into_iter()
        .filter_map(|(name, lengths, highest, lowest)| Some((name, cheapest(n, lengths, highest, lowest)?)));
    let (name, guess) = guesses.min_by_key(|(_, guess)| guess.strength)?;
    let reason = format!("{name} is a simple number, or close to one: {}. A lattice finds the rest.", guess.text);
    Some(KeyFinding::defect(
        "simple-number",
        sources::BERNSTEIN_COPPERSMITH,
        guess.strength,
        reach(guess.strength),
        reason,
    ))
}

/// Simple numbers close to x. `loss` more bits are unknown than the difference has.
fn highest(x: &BigUint, loss: u64) -> Vec<Part> {
    let mut parts = signed_digits(x).0;
    parts.extend(powers(x));
    parts.extend(constants::highest(x));
    let one = BigUint::from(1u8);
    let products = [("!", false), ("# (the product of the primes up to it)", true)].map(|(sign, only_primes)| {
        let (last, product) = product_below(x, only_primes);
        (format!("{last}{sign}"), product)
    });
    let sums = [("Fibonacci", &one + 0u8), ("Lucas", &one + 2u8)]
        .map(|(name, second)| (format!("the last {name} number below it"), sum_below(x, [one.clone(), second])));
    for (name, unit) in products.into_iter().chain(sums) {
        parts.extend(near_multiples([x, x], 1, (0, &name), &unit));
    }
    for base in BASES {
        // The roots of simple fractions of powers, too.
        for root in 1..=if base == 2 || base == 10 { MOST_ROOTS } else { 1 } {
            let power = x.pow(root);
            let exponent = (log2(&power) as f64 / f64::from(base).log2()) as u32;
            let unit = BigUint::from(base).pow(exponent);
            parts.extend(near_multiples([x, &power], root, (base, &format!("{base}^{exponent}")), &unit));
        }
    }
    parts.iter_mut().for_each(|part| part.bits += loss);
    parts
}

/// The fractions of a unit to which a power of x is close.
fn near_multiples([x, power]: [&BigUint; 2], root: u32, (base, name): (u32, &str), unit: &BigUint) -> Vec<Part> {
    let mut parts = Vec::new();
    for near in Convergents::new(power, unit) {
        // Any power of two may be a factor of the fraction if the base is 2: x has only one length.
        let part = |number: &BigUint| if base == 2 { odd(number) } else { number.clone() };
        let fixed = if base == 2 { 0 } else { BASE_CHOICE };
        let choice = log2(&(part(&near.numerator) * part(&near.denominator))) + fixed + u64::from(root - 1);
        if choice > MOST_CHOICE {
            break;
        }
        if near.numerator == BigUint::ZERO {
            continue;
        }
        // The error of x^k is that of x times k·x^(k − 1).
        let error = near.rest / &near.denominator * x / (power * root);
        let bits = error.bits();
        let which = ["", "the square root of ", "the cube root of "][root as usize - 1];
        let text = format!("it differs from {which}{}/{}·{name} by {bits} bits", near.numerator, near.denominator);
        parts.push(Part { choice, bits, text });
    }
    parts
}

/// The last number up to x of a sequence in which each is the sum of the two before.
fn sum_below(x: &BigUint, [mut last, mut next]: [BigUint; 2]) -> BigUint {
    while next <= *x {
        (last, next) = (next.clone(), last + next);
    }
    last
}

/// The largest factorial up to x, or the product of the first primes.
fn product_below(x: &BigUint, only_primes: bool) -> (u32, BigUint) {
    let (mut last, mut product) = (1, BigUint::from(1u8));
    for factor in 2u32.. {
        if only_primes && (2..factor).take_while(|d| d * d <= factor).any(|d| factor % d == 0) {
            continue;
        }
        let next = &product * factor;
        if next > *x {
            break;
        }
        (last, product) = (factor, next);
    }
    (last, product)
}

/// Powers close to x.
fn powers(x: &BigUint) -> Vec<Part> {
    let shift = x.bits().saturating_sub(64);
    let highest = (x >> shift).iter_u64_digits().next().unwrap_or(1);
    let logarithm = (highest as f64).log2() + shift as f64;
    let least = (x.bits() / MOST_CHOICE).max(2) as u32;
    let bases = (least..=x.bits() as u32).flat_map(|exponent| {
        let estimate = (logarithm / f64::from(exponent)).exp2();
        // Where double precision is enough, only an estimate close to a whole number can be a base: with any other one, the
        // relative error of x would be at least 2^−20, and at least n/8 of its bits must follow.
        let roots = if estimate < f64::from(1u32 << 30) {
            let whole = estimate.round();
            if (estimate - whole).abs() > 1e-3 { Vec::new() } else { vec![BigUint::from(whole as u64)] }
        } else {
            let root = x.nth_root(exponent);
            vec![&root + 1u8, root]
        };
        roots.into_iter().filter(|root| *root > BigUint::from(1u8)).map(move |root| (root, exponent))
    });
    let parts = bases.map(|(root, exponent)| {
        let power = root.pow(exponent);
        let bits = (x.max(&power) - x.min(&power)).bits();
        // The exponent follows from the base.
        Part { choice: log2(&root), bits, text: format!("it differs from {root}^{exponent} by {bits} bits") }
    });
    parts.collect()
}

/// Simple numbers with the same lowest bits as x: `a·x ≡ b mod 2^j`.
fn lowest(x: &BigUint) -> Vec<Part> {
    let mut parts = signed_digits(x).1;
    let mut found = Congruences::new(x, &1u8.into()).take(x.bits() as usize);
    let choice_of = |near: &Congruence| log2(near.a.magnitude()) + log2(near.b.magnitude());
    while let Some(near) = found.next().filter(|near| choice_of(near) <= MOST_CHOICE) {
        let text = format!("{}·x ≡ {} mod 2^{} for this number x", near.a, near.b, near.bits);
        parts.push(Part { choice: choice_of(&near), bits: near.bits, text });
    }
    parts
}

/// Sums of few powers of two with signs that have the same highest, or the same lowest bits as x, by the non-adjacent form.
fn signed_digits(x: &BigUint) -> (Vec<Part>, Vec<Part>) {
    let triple = x * 3u8;
    let places: Vec<u64> = (0..=x.bits()).filter(|&place| triple.bit(place + 1) != x.bit(place + 1)).collect();
    // log₂ of the number of ways to choose w of m places and the signs there
    let choice = |w: u64, m: u64| {
        let bits: f64 = (0..w).map(|i| ((m - i) as f64 / (i + 1) as f64).log2() + 1.0).sum();
        bits as u64
    };
    let text = |w: usize, which: &str| match w {
        1 => format!("its {which} bits are those of a power of two"),
        _ => format!("its {which} bits are a sum or difference of {w} powers of two"),
    };
    // Without its first w digits, x is below 2/3 of twice the next power. The highest place follows from the length.
    let highest = (1..=places.len().min(64)).map(|w| {
        let unknown = if w < places.len() { places[places.len() - w - 1] + 1 } else { 0 };
        Part { choice: choice(w as u64 - 1, x.bits() - unknown.min(x.bits())), bits: unknown, text: text(w, "highest") }
    });
    let lowest = (1..places.len().min(64)).map(|w| {
        let known = places[w];
        Part { choice: choice(w as u64, known), bits: known, text: text(w, "lowest") }
    });
    let cheap = |part: &Part| part.choice <= MOST_CHOICE;
    (highest.filter(cheap).collect(), lowest.filter(cheap).collect())
}
