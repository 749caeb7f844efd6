//! Defects of a single key, whatever its parameters: one file for each kind. A check of a public key tries what anyone can try in
//! less than a second; a check of a private key also looks at its secret numbers.
//!
//! All of this runs in variable time, which is harmless for public numbers. Assess a private key only where nobody can measure
//! timing, as for making or importing one.

mod close_primes;
mod complex_multiplication;
mod constants;
mod crt_exponents;
mod curves;
mod digits;
mod factors;
mod few_ones;
mod guesses;
mod images;
mod modulus;
mod patterns;
mod polynomials;
mod private_exponent;
mod public_exponent;
mod published_primes;
mod related_primes;
mod roca;
mod shapes;
mod shared_primes;
mod short_relations;
mod small_factors;
mod smooth;

use num_bigint::BigUint;
use rsa_variants::{Components, KeyParams, PublicComponents};

use crate::few::sort_few;
use crate::{Reach, Source, Verdict};

pub use shared_primes::shared_factors;

/// A defect of a key, or something unusual about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFinding {
    /// A stable name for programs, such as `close-primes`.
    pub code: &'static str,
    /// The attacker's remaining work in bits, which sets the severity; 80 if a defect makes a key weak but its cost is unknown.
    /// `None` for a remark that does not lower the verdict.
    pub strength: Option<u32>,
    /// For severity "broken": how close to practice the attack is.
    pub reach: Option<Reach>,
    /// The reason, with the numbers: one or two sentences.
    pub reason: String,
    /// The paper or standard that describes the defect.
    pub source: Source,
    /// What to do, in one sentence.
    pub remedy: &'static str,
    /// A proper divisor of N, if a check of the public key found one.
    pub factor: Option<BigUint>,
}

impl KeyFinding {
    /// A remark that does not lower the verdict.
    fn note(code: &'static str, source: Source, reason: String, remedy: &'static str) -> Self {
        Self { code, strength: None, reach: None, reason, source, remedy, factor: None }
    }

    /// A defect that leaves the attacker `strength` bits of work.
    fn defect(code: &'static str, source: Source, strength: u32, reach: Reach, reason: String) -> Self {
        let reach = (Verdict::of(strength) == Verdict::Broken).then_some(reach);
        Self { code, strength: Some(strength), reach, reason, source, remedy: NEW_KEY, factor: None }
    }

    /// Adds the divisor of N that the check found, if it found one.
    fn with_factor(self, factor: impl Into<Option<BigUint>>) -> Self {
        Self { factor: factor.into(), ..self }
    }

    /// `broken`, `weak` or `note`.
    pub fn severity(&self) -> &'static str {
        self.verdict().map_or("note", Verdict::name)
    }

    /// The verdict that this finding alone would give a key; `None` for a remark.
    pub fn verdict(&self) -> Option<Verdict> {
        self.strength.map(Verdict::of)
    }
}

/// The remedy for almost every defect.
const NEW_KEY: &str = "Stop using this key and make a new one with well-maintained software.";

/// The strength that stands for "weak" if the cost is unknown.
const WEAK: u32 = 80;

/// A defect that is looked for, in words, and the check.
type PublicCheck = (&'static str, fn(&PublicComponents, &[PublicComponents]) -> Option<KeyFinding>);
type PrivateCheck = (&'static str, fn(&KeyParams, &Components, &[PublicComponents]) -> Option<KeyFinding>);

/// What every public key is checked for.
const QUICK: &[PublicCheck] = &[
    ("a prime factor of N below 2^16", |key, _| small_factors::finding(&key.modulus)),
    ("N is a power", |key, _| small_factors::power_finding(&key.modulus)),
    ("primes with a simple ratio", |key, _| close_primes::fermat_finding(&key.modulus)),
    ("primes of Infineon's library (ROCA)", |key, _| roca::finding(&key.modulus)),
    ("primes that are powers of one number modulo small primes", |key, _| roca::squares_finding(&key.modulus)),
    ("a prime in common with another of the keys", |key, others| shared_primes::finding(&key.modulus, others)),
    ("a divisor of N − 1 in common with another of the keys", |key, others| {
        shared_primes::shared_divisor_finding(&key.modulus, others)
    }),
    ("a pattern in N", |key, _| patterns::modulus_finding(&key.modulus)),
    ("a short private exponent", |key, _| private_exponent::public_finding(key)),
    ("short CRT exponents with a short e", |key, _| crt_exponents::public_finding(key)),
    ("an e that is even or 1", |key, _| public_exponent::finding(key)),
];

/// What a public key is checked for in addition, unless its factors are already known; the least work first.
const THOROUGH: &[PublicCheck] = &[
    ("N is a prime", |key, _| small_factors::prime_finding(&key.modulus)),
    ("primes with few one bits", |key, _| few_ones::finding(&key.modulus)),
    ("primes with the same bits at both ends", |key, _| shapes::ends_finding(&key.modulus)),
    ("a prime next to a simple multiple of a power or of a constant, or that repeats or counts words", |key, _| {
        shapes::multiple_finding(&key.modulus)
    }),
    ("primes with a simple sum or difference, or with the ratio of a constant", |key, _| {
        shapes::guess_finding(&key.modulus)
    }),
    ("primes that are values of polynomials at one number", |key, _| polynomials::finding(&key.modulus)),
    ("a private exponent a·N + b", |key, _| private_exponent::linear_finding(key)),
    ("a prime p with a smooth p − 1", |key, _| smooth::public_finding(&key.modulus)),
    ("a prime p with a smooth p + 1", |key, _| smooth::plus_finding(&key.modulus)),
    ("primes p and q with common factors of smooth p − 1 and q − 1", |key, _| smooth::common_finding(&key.modulus)),
];

/// What a private key is checked for in addition.
const PRIVATE: &[PrivateCheck] = &[
    (
        "a short relation among the primes, e and simple numbers, or among the last digits of the primes",
        |params, key, _| short_relations::finding(params, key),
    ),
    ("a prime that a standard publishes", |_, key, _| published_primes::finding(key)),
    ("a prime whose digits follow from those of another one", |_, key, _| images::finding(key)),
    ("a common divisor of p ± 1 and q ± 1", |_, key, _| related_primes::finding(key)),
    ("bits in common with a prime of another of the keys", |_, key, others| {
        shared_primes::shared_bits_finding(key, others)
    }),
    ("a prime p with a smooth p ± 1, up to long factors", |_, key, _| smooth::private_finding(key)),
    ("a prime of an anomalous curve", |_, key, _| complex_multiplication::finding(key)),
    ("a prime of a curve of smooth order", |_, key, _| curves::finding(key)),
    ("one prime of Infineon's library (ROCA)", |_, key, _| roca::private_finding(key)),
    ("a pattern in a prime", |_, key, _| patterns::primes_finding(key)),
    ("bits that occur twice in the primes", |_, key, _| patterns::shared_finding(key)),
    ("primes of few different digits", |_, key, _| digits::finding(key)),
    ("a short private exponent, up to the limit of lattices", |params, key, _| {
        private_exponent::private_finding(params, key)
    }),
    ("equal CRT exponents", |_, key, _| crt_exponents::private_finding(key)),
];

/// The defects that are looked for in a key, in words.
pub(crate) fn looked_for(is_private: bool) -> Vec<&'static str> {
    let public = QUICK.iter().chain(THOROUGH).map(|(defect, _)| *defect);
    public.chain(PRIVATE.iter().filter(|_| is_private).map(|(defect, _)| *defect)).collect()
}

/// What the public key shows, worst first. `others` are other keys, which may share a prime or the modulus.
pub(crate) fn of_public_key(key: &PublicComponents, others: &[PublicComponents]) -> Vec<KeyFinding> {
    let mut findings: Vec<KeyFinding> = QUICK.iter().filter_map(|(_, check)| check(key, others)).collect();
    for (_, check) in THOROUGH {
        if !findings.iter().any(|finding| finding.factor.is_some()) {
            findings.extend(check(key, others));
        }
    }
    findings.extend(shared_primes::common_modulus_finding(key, others));
    findings.extend(modulus::findings(&key.modulus));
    findings.extend(public_exponent::notes(key));
    sort(&mut findings);
    findings
}

/// What the secret numbers of a private key show in addition, worst first.
pub(crate) fn of_private_key(params: &KeyParams, key: &Components, others: &[PublicComponents]) -> Vec<KeyFinding> {
    let mut findings: Vec<KeyFinding> = PRIVATE.iter().filter_map(|(_, check)| check(params, key, others)).collect();
    findings.extend(modulus::unequal_primes_finding(params, key));
    sort(&mut findings);
    findings
}

/// Sorts findings, worst first and remarks last, and keeps only the first one with each code.
pub(crate) fn sort(findings: &mut Vec<KeyFinding>) {
    let rank = |finding: &KeyFinding| (finding.strength.unwrap_or(u32::MAX), finding.reach, finding.code);
    sort_few(findings, |a, b| rank(a) < rank(b));
    let mut seen = Vec::new();
    findings.retain(|finding| {
        let is_new = !seen.contains(&finding.code);
        seen.push(finding.code);
        is_new
    });
}

/// How many primes N has, counted with multiplicity.
fn prime_count(params: &KeyParams, key: &Components) -> usize {
    let has_powers = params.variant.definition().has_prime_powers();
    if has_powers { params.primes.unwrap_or(3) } else { key.primes.len() }
}

/// The primes with their names and how often each divides N.
fn multiplicities<'a>(params: &KeyParams, key: &'a Components) -> Vec<(String, &'a BigUint, u64)> {
    let s = params.multiplicity.unwrap_or(1) as u64;
    let powers = if params.variant.definition().has_prime_powers() {
        vec![prime_count(params, key) as u64 - s, s]
    } else {
        vec![1; key.primes.len()]
    };
    let names = ["p".to_owned(), "q".to_owned()].into_iter().chain((3..).map(|index| format!("r_{index}")));
    names.zip(&key.primes).zip(powers).map(|((name, prime), power)| (name, prime, power)).collect()
}

/// Public checks do their whole work on moduli up to this length.
const FULL_LENGTH: usize = 2048;

/// A part of the work for longer moduli. A product takes time in n², so all moduli take about the same time. (In 64 bits, because usize
/// has 32 in WebAssembly.)
fn affordable(modulus: &BigUint, count: usize) -> usize {
    let full = FULL_LENGTH as u64;
    (count as u64 * full.pow(2) / modulus.bits().max(full).pow(2)) as usize
}
