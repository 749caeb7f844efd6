//! Short relations of the secret numbers: `Σ a·x ≈ 0` among the primes, e and numbers that everyone can write down, and `Σ a·x ≡ 0`
//! among 1, p, q, p·q and e modulo powers of small numbers.
//!
//! Together with N = p·q, a relation is an equation for p. It shows as many of the first or last digits of p as the numbers in it
//! have in common, whatever they are; the attacker guesses the coefficients. Which relations count follows from [`cheapest`].

use core::fmt::Display;
use core::ops::ControlFlow;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use rsa_variants::{Components, KeyParams, far_apart};

use super::constants::{self, CONSTANTS};
use super::guesses::{
    BY_CHANCE, Guess, LATTICE, MOST_CHOICE, Part, cheapest, coppersmith, line, log2, nearest_root, odd, reach,
};
use super::{KeyFinding, WEAK, multiplicities, prime_count};
use crate::attacks::lattice;
use crate::relations::Convergents;
use crate::{Reach, Source, sources};
use rsa_variants::moduli::primes_below;

/// The codes of relations, by the last kind of number in them. That of primes only depends on where the digits are.
const CODES: [(&str, Source); 5] = [
    ("shared-low-bits", sources::STEINFELD_ZHENG),
    ("close-primes", sources::LEHMAN),
    ("derived-prime", sources::BERNSTEIN_COPPERSMITH),
    ("simple-number", sources::BERNSTEIN_COPPERSMITH),
    ("revealing-exponent", sources::BERNSTEIN_COPPERSMITH),
];
const PRIME: usize = 1;
const DERIVED: usize = 2;
const SIMPLE: usize = 3;
const EXPONENT: usize = 4;
/// Powers of these are moduli, and those of the others, too, are simple numbers.
const MODULI: [u32; 5] = [2, 3, 5, 7, 10];
const BASES: [u32; 11] = [3, 5, 6, 7, 10, 11, 12, 13, 17, 19, 23];
/// How many bits it takes to choose a simple number.
const LIST: u64 = 5;
/// Every so many bits, there is a modulus or a power of two.
const STEP: usize = 32;
/// Primes with so many leading bits in common are close.
const CLOSE: u64 = 32;
/// The exponents i and j of the relations `a·q^i ≈ b·p^j`.
const POWERS: u32 = 5;
/// Shorter public exponents show no more bits than it takes to guess them.
const SHORTEST: u64 = 64;

/// A number of a relation, with its name and kind.
#[derive(Clone)]
struct Term {
    kind: usize,
    name: String,
    value: BigInt,
    /// The derivative by log p, where N determines q.
    slope: BigInt,
}

impl Term {
    fn new(kind: usize, name: impl Into<String>, value: &BigUint, degree: i64) -> Self {
        let value = BigInt::from(value.clone());
        Self { kind, name: name.into(), slope: &value * degree, value }
    }

    fn power(&self, k: u32) -> Self {
        let value = self.value.pow(k);
        let slope = &self.slope * self.value.pow(k - 1) * k;
        Self { kind: self.kind.max(DERIVED), name: format!("{}^{k}", self.name), value, slope }
    }
}

/// The relations found so far. `bits` is how many are known of each prime.
#[derive(Default)]
struct Relations {
    highest: Vec<Part>,
    lowest: Vec<Part>,
}

impl Relations {
    /// Adds `Σ a·x = r`, if r is short, or `Σ a·x ≡ 0` modulo a number of so many bits.
    fn add(&mut self, terms: &[&Term], factors: &[BigInt], modulus: Option<(u64, String)>) {
        let sum =
            |of: fn(&Term) -> &BigInt| -> BigInt { terms.iter().zip(factors).map(|(term, a)| of(term) * a).sum() };
        let (slope, rest) = (sum(|term| &term.slope), sum(|term| &term.value).bits());
        let bits = modulus.as_ref().map_or(slope.bits().saturating_sub(rest), |(bits, _)| *bits);
        let used = || terms.iter().zip(factors).filter(|(_, a)| **a != BigInt::ZERO);
        // A shift of a simple number is as simple.
        let has_shifts = terms.iter().any(|term| term.kind > DERIVED) && modulus.is_none();
        let choice_of = |a: &BigInt| log2(&if has_shifts { odd(a.magnitude()) } else { a.magnitude().clone() });
        let choice = used().map(|(_, a)| choice_of(a)).sum::<u64>() + if has_shifts { LIST } else { 0 };
        // N says nothing about its primes.
        if slope == BigInt::ZERO || choice > MOST_CHOICE || bits < choice + BY_CHANCE {
            return;
        }
        let kind = used().map(|(term, _)| term.kind).max().unwrap_or(PRIME);
        let signed = used().map(|(term, a)| {
            let sign = if a.sign() == Sign::Minus { '−' } else { '+' };
            match &term.name[..] {
                "1" => format!("{sign} {}", a.magnitude()),
                name if a.magnitude().bits() == 1 => format!("{sign} {name}"),
                name => format!("{sign} {}·{name}", a.magnitude()),
            }
        });
        let sum = signed.collect::<Vec<_>>().join(" ");
        let sum = sum.strip_prefix("+ ").unwrap_or(&sum);
        let code = CODES[if kind == PRIME && modulus.is_some() { 0 } else { kind }];
        let (parts, text) = match modulus {
            Some((_, name)) => (&mut self.lowest, format!("{sum} is a multiple of {name}")),
            None => (&mut self.highest, format!("{sum} has only {rest} bits")),
        };
        parts.push(Part { choice, bits, code, text });
    }

    /// Adds that x is next to a number which takes so many bits to choose.
    fn near(&mut self, x: &Term, number: &BigUint, choice: u64, name: impl Display) {
        let choice = choice + LIST;
        let rest = (&x.value - BigInt::from(number.clone())).bits();
        let bits = x.slope.bits().saturating_sub(rest);
        if choice <= MOST_CHOICE && bits >= choice + BY_CHANCE {
            let text = format!("{} differs from {name} only by {rest} bits", x.name);
            self.highest.push(Part { choice, bits, code: CODES[SIMPLE], text });
        }
    }

    /// All short relations `a·x ≈ b·y` are convergents of x/y (Legendre).
    fn pair(&mut self, x: &Term, y: &Term) {
        for near in Convergents::new(x.value.magnitude(), y.value.magnitude()) {
            if log2(&near.numerator).max(log2(&near.denominator)) > MOST_CHOICE {
                return;
            }
            self.add(&[x, y], &[near.denominator.into(), -BigInt::from(near.numerator)], None);
        }
    }

    /// Three numbers, of which only the first bits matter.
    fn triple(&mut self, terms: [&Term; 3], shift: u64) {
        let rows = (0..3).map(|i| {
            let mut row = [0, 1, 2].map(|j| BigInt::from(u8::from(i == j))).to_vec();
            row.push(&terms[i].value >> shift);
            row
        });
        for row in reduced(rows.collect()) {
            self.add(&terms, &row[..3], None);
        }
    }

    /// Numbers modulo a power, of which the first has no divisor in common with it: the relations are a lattice.
    fn congruence(&mut self, terms: &[&Term], base: u32, bits: u64) {
        let exponent = (bits as f64 / f64::from(base).log2()) as u32;
        let modulus = BigInt::from(base).pow(exponent);
        let Some(inverse) = terms[0].value.mod_floor(&modulus).modinv(&modulus) else { return };
        let name = || Some((modulus.bits() - 1, format!("{base}^{exponent}")));
        if let [x, y] = terms {
            let quotient = (&inverse * &y.value).mod_floor(&modulus);
            // b·y ≡ a·x for a rest a, up to its sign
            for near in Convergents::new(quotient.magnitude(), modulus.magnitude()) {
                if log2(&near.denominator) > MOST_CHOICE {
                    return;
                }
                if log2(&near.rest) + log2(&near.denominator) <= MOST_CHOICE {
                    let [a, b] = [near.rest, near.denominator].map(BigInt::from);
                    let is_positive = (&b * &quotient - &a).is_multiple_of(&modulus);
                    self.add(&[x, y], &[if is_positive { -a } else { a }, b], name());
                }
            }
            return;
        }
        let rows = (0..terms.len()).map(|i| {
            let mut row: Vec<BigInt> = (0..terms.len()).map(|j| BigInt::from(u8::from(i == j))).collect();
            row[0] = if i == 0 { modulus.clone() } else { -(&inverse * &terms[i].value).mod_floor(&modulus) };
            row
        });
        for row in reduced(rows.collect()) {
            self.add(terms, &row, name());
        }
    }
}

fn reduced(rows: Vec<Vec<BigInt>>) -> Vec<Vec<BigInt>> {
    lattice::reduce(rows, &mut |_| ControlFlow::Continue(())).map_or(Vec::new(), |reduced| reduced.basis)
}

/// Two primes, or each one of more.
pub(super) fn finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let primes = multiplicities(params, key);
    let groups: Vec<_> = if primes.len() == 2 { vec![&primes[..]] } else { primes.chunks(1).collect() };
    let mut guesses: Vec<Guess> = groups.into_iter().filter_map(|group| of_primes(n, group, key)).collect();
    guesses.extend(alike(n, &key.primes));
    if prime_count(params, key) == 2 {
        guesses.extend(both_powers(n, &key.primes));
    }
    guesses.extend(
        primes
            .iter()
            .flat_map(|(name, prime, _)| key.public_exponents.iter().filter_map(|e| multiple(n, e, prime, name))),
    );
    if let Some(Guess { strength, code: (code, source), text }) = guesses.into_iter().min_by_key(|guess| guess.strength)
    {
        let reason = format!("{text}. That and N give the primes in about 2^{strength} steps.");
        return Some(KeyFinding::defect(code, source, strength, reach(strength), reason));
    }
    let is_close = pairs(&key.primes).any(|[p, q]| !far_apart(p, core::slice::from_ref(q)));
    let reason = "Two primes have about 100 leading bits in common, which does not happen by chance.".to_owned();
    is_close.then(|| KeyFinding::defect("near-primes", sources::FIPS_186_5, WEAK, Reach::Theory, reason))
}

fn pairs(primes: &[BigUint]) -> impl Iterator<Item = [&BigUint; 2]> {
    primes.iter().enumerate().flat_map(|(i, p)| primes[..i].iter().map(move |q| [p, q]))
}

/// The cheapest guess for two primes, or one of more.
fn of_primes(n: u64, primes: &[(String, &BigUint, u64)], key: &Components) -> Option<Guess> {
    let mut found = Relations::default();
    let targets =
        primes.iter().map(|(_, prime, multiplicity)| [prime.bits(), coppersmith(n, prime.bits(), *multiplicity)]);
    let length = primes[0].1.bits();
    let needed = targets.clone().map(|[length, reach]| length.saturating_sub(reach)).min()?;
    let least = needed.saturating_sub(line(n).saturating_sub(LATTICE)).max(SHORTEST);
    let term = |((name, p, _), degree): (&(String, &BigUint, u64), i64)| Term::new(PRIME, name, p, degree);
    let mut terms: Vec<Term> = primes.iter().zip([1, -1]).map(term).collect();
    let mut simple = simple_numbers(length, length.saturating_sub(least));
    let one = Term::new(SIMPLE, "1", &1u8.into(), 0);
    let exponents = key.public_exponents.iter().filter(|e| e.bits() >= SHORTEST);
    let exponents: Vec<Term> = exponents.map(|e| Term::new(EXPONENT, "e", e, 0)).collect();
    for e in &exponents {
        let shift = length.saturating_sub(e.value.bits());
        simple.push(Term { value: &e.value << shift, name: format!("2^{shift}·e").replace("2^0·", ""), ..e.clone() });
    }
    let levels = || (least..needed).rev().step_by(STEP / 2).chain([needed]);
    if let [p, q] = &terms[..] {
        found.pair(p, q);
        let exponents = (1..=POWERS).flat_map(|i| (1..=POWERS).map(move |j| [i, j]));
        for [i, j] in exponents.filter(|[i, j]| i != j && i.gcd(j) == 1) {
            let [x, y] = [p.power(i), q.power(j)];
            found.pair(&x, &y);
            levels().for_each(|bits| found.congruence(&[&x, &y], 2, bits));
        }
        let multiples = CONSTANTS.iter().map(|(name, of)| {
            let one = BigUint::from(1u8) << length;
            let multiple = (of(&one) * p.value.magnitude()) >> length;
            Term::new(DERIVED, format!("{name}·p"), &multiple, 1)
        });
        for third in multiples.collect::<Vec<_>>().iter().chain(&simple) {
            found.triple([p, q, third], length.saturating_sub(least));
        }
        let product = Term::new(DERIVED, "p·q", &(p.value.magnitude() * q.value.magnitude()), 0);
        for base in MODULI {
            levels().for_each(|bits| found.congruence(&[p, q], base, bits));
            found.congruence(&[&one, p, q, &product], base, needed);
        }
        let [sum, difference] = [&p.value + &q.value, &p.value - &q.value];
        let name = if difference.sign() == Sign::Minus { "(q − p)" } else { "(p − q)" };
        let value = BigInt::from(difference.magnitude().clone());
        let difference = Term { kind: SIMPLE, name: name.to_owned(), value, slope: sum.clone() };
        let slope = difference.value.clone();
        // Sums of primes with so many bits in common are another finding.
        if difference.value.bits() + CLOSE > length {
            terms.extend([difference, Term { kind: SIMPLE, name: "(p + q)".to_owned(), value: sum, slope }]);
        }
    }
    for x in &terms {
        simple.iter().for_each(|number| found.pair(x, number));
        constants::digits_near(x.value.magnitude(), |number, choice, name| found.near(x, number, choice, name));
        add_powers(&mut found, x);
        add_few_powers_of_two(&mut found, x);
        // The last digits of sums are those of p and q above.
        for base in MODULI.into_iter().filter(|_| x.kind == PRIME) {
            levels().for_each(|bits| found.congruence(&[&one, x], base, bits));
        }
        for e in &exponents {
            levels().for_each(|bits| found.congruence(&[e, x], 2, bits));
        }
        for (root, base) in [(2, 2), (2, 10), (3, 2), (3, 10)] {
            let power = x.power(root);
            found.pair(&power, &power_below(&power.value, base));
        }
    }
    targets.filter_map(|lengths| cheapest(n, lengths, &found.highest, &found.lowest)).min_by_key(|guess| guess.strength)
}

/// The last power of a base below a number.
fn power_below(x: &BigInt, base: u32) -> Term {
    let exponent = ((x.bits() - 1) as f64 / f64::from(base).log2()) as u32;
    Term::new(SIMPLE, format!("{base}^{exponent}"), &BigUint::from(base).pow(exponent), 0)
}

/// Numbers of about so many bits that everyone can write down, and powers of two from 2^least up.
fn simple_numbers(length: u64, least: u64) -> Vec<Term> {
    let scale = BigUint::from(1u8) << length;
    let powers = (least..=length).rev().step_by(STEP).map(|k| (format!("2^{k}"), BigUint::from(1u8) << k));
    let constants = CONSTANTS.iter().map(|(name, of)| (format!("2^{length}·{name}"), of(&scale)));
    let product = |factors: &mut dyn Iterator<Item = u32>| {
        let mut product = BigUint::from(1u8);
        while product.bits() < length {
            product *= factors.next().unwrap_or(2);
        }
        product
    };
    let products = [
        ("the last factorial".to_owned(), product(&mut (1u32..))),
        ("the last product of the first primes".to_owned(), product(&mut primes_below(1 << 14).into_iter())),
    ];
    // Two numbers of a sequence may have the same length.
    let sums = [("Fibonacci", 1u8), ("Lucas", 3)].into_iter().flat_map(|(name, second)| {
        let [mut last, mut next] = [BigUint::from(1u8), BigUint::from(second)];
        while next.bits() <= length {
            (last, next) = (next.clone(), last + next);
        }
        [(format!("a {name} number"), &next - &last), (format!("a {name} number"), last)]
    });
    let all = powers.chain(constants).chain(products).chain(sums);
    let mut simple: Vec<Term> = all.map(|(name, value)| Term::new(SIMPLE, name, &value, 0)).collect();
    simple.extend(BASES.iter().map(|base| power_below(&scale.clone().into(), *base)));
    simple
}

/// Powers close to x, which the base is enough to choose.
fn add_powers(found: &mut Relations, x: &Term) {
    let number = x.value.magnitude();
    for exponent in 2..=number.bits() as u32 {
        let root = nearest_root(number, exponent);
        for root in [&root - 1u8, root.clone(), root + 1u8].into_iter().filter(|root| root.bits() > 1) {
            found.near(x, &root.pow(exponent), log2(&root), format_args!("{root}^{exponent}"));
        }
    }
}

/// Sums and differences of few powers of two with the same first bits as x, by the non-adjacent form.
fn add_few_powers_of_two(found: &mut Relations, x: &Term) {
    let triple: BigInt = &x.value * 3;
    let places = (0..=x.value.bits()).rev().filter(|place| triple.bit(place + 1) != x.value.bit(place + 1));
    let (mut rest, mut choice) = (x.value.clone(), 0.0);
    for (count, place) in places.take(64).enumerate() {
        let power = BigInt::from(1u8) << place;
        rest = if rest.sign() == Sign::Minus { rest + power } else { rest - power };
        choice += ((x.value.bits() + 1 - place) as f64 / (count + 1) as f64).log2().max(0.0) + 1.0;
        let name = format!("a sum or difference of {} powers of two", count + 1);
        found.near(x, (&x.value - &rest).magnitude(), choice as u64, name);
    }
}

/// All of more than two primes, alike at one end or the other.
fn alike(n: u64, primes: &[BigUint]) -> Option<Guess> {
    let length = primes.iter().map(BigUint::bits).max().filter(|_| primes.len() > 2)?;
    let differences: Vec<BigUint> = pairs(primes).map(|[p, q]| p.max(q) - p.min(q)).collect();
    let rest = differences.iter().map(BigUint::bits).max()?;
    let low = differences.iter().filter_map(BigUint::trailing_zeros).min()?;
    let part = |bits, code, text| vec![Part { choice: 0, bits, code, text }];
    let high = part(length - rest, CODES[PRIME], format!("All primes differ only in their last {rest} bits"));
    let low = part(low, CODES[0], format!("The last {low} bits of all primes are alike"));
    cheapest(n, [length, coppersmith(n, length, 1)], &high, &low)
}

/// Both primes are next to k-th powers, such as `p = x^k + c` and `q = y^k + d` with short c and d. The product of the bases is the
/// k-th root of N, less about `(c/p + d/q)·xy/k`; with c and d guessed, `N − (x·y)^k − c·d = d·x^k + c·y^k` is a quadratic
/// equation for x^k.
fn both_powers(n: u64, primes: &[BigUint]) -> Option<Guess> {
    let [p, q] = primes else { return None };
    let most = (p.bits().min(q.bits()) / 8).min(64) as u32;
    let guesses = (2..=most).map(|k| {
        let [c, d] = [p, q].map(|prime| {
            let root = prime.nth_root(k);
            (prime - root.pow(k)).min((root + 1u8).pow(k) - prime).bits()
        });
        let product =
            (n / u64::from(k) + c).saturating_sub(p.bits()).max((n / u64::from(k) + d).saturating_sub(q.bits()));
        let text = format!("Both primes are next to powers with exponent {k}, at distances of {c} and {d} bits");
        Guess { strength: (c + d + product) as u32, code: CODES[DERIVED], text }
    });
    guesses.min_by_key(|guess| guess.strength).filter(|guess| u64::from(guess.strength) < line(n))
}

/// `gcd(e − s, N)` is a prime p if e is s above a multiple of it: as many steps as there are s.
fn multiple(n: u64, e: &BigUint, p: &BigUint, name: &str) -> Option<Guess> {
    let above = e % p;
    let distance = (p - &above).min(above).bits();
    let text = format!("e differs from a multiple of {name} only by {distance} bits");
    // Below p/2, the nearest multiple is 0. And a short prime has a multiple near anything.
    (e * 2u8 >= *p && distance + SHORTEST <= p.bits() && distance < line(n)).then_some(Guess {
        strength: distance as u32,
        code: CODES[EXPONENT],
        text,
    })
}
