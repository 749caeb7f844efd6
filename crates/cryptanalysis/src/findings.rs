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
mod derived_primes;
mod digits;
mod factors;
mod guesses;
mod modulus;
mod patterns;
mod private_exponent;
mod public_exponent;
mod published_primes;
mod related_primes;
mod revealing_exponent;
mod roca;
mod shared_primes;
mod simple_numbers;
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

    /// Adds the divisor of N that the check found.
    fn with_factor(self, factor: BigUint) -> Self {
        Self { factor: Some(factor), ..self }
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

/// What the public key shows, worst first. `others` are other keys, which may share a prime or the modulus.
pub(crate) fn of_public_key(key: &PublicComponents, others: &[PublicComponents]) -> Vec<KeyFinding> {
    let modulus = &key.modulus;
    let mut findings: Vec<KeyFinding> = [
        small_factors::finding(modulus),
        small_factors::power_finding(modulus),
        close_primes::fermat_finding(modulus),
        roca::finding(modulus),
        shared_primes::finding(modulus, others),
        shared_primes::common_modulus_finding(key, others),
        patterns::modulus_finding(modulus),
        private_exponent::public_finding(key),
        crt_exponents::public_finding(key),
    ]
    .into_iter()
    .flatten()
    .collect();
    // The expensive checks run only for keys that no other check has factored.
    if !findings.iter().any(|finding| finding.factor.is_some()) {
        findings.extend(small_factors::prime_finding(modulus));
        findings.extend(smooth::public_finding(modulus));
    }
    findings.extend(modulus::findings(modulus));
    findings.extend(public_exponent::findings(key));
    sort(&mut findings);
    findings
}

/// What the secret numbers of a private key show in addition, worst first.
pub(crate) fn of_private_key(params: &KeyParams, key: &Components, others: &[PublicComponents]) -> Vec<KeyFinding> {
    let mut findings: Vec<KeyFinding> = [
        close_primes::private_finding(params, key),
        simple_numbers::finding(params, key),
        published_primes::finding(key),
        derived_primes::finding(params, key),
        related_primes::finding(key),
        shared_primes::shared_bits_finding(key, others),
        smooth::private_finding(key),
        complex_multiplication::finding(key),
        curves::finding(key),
        roca::private_finding(key),
        patterns::primes_finding(key),
        patterns::shared_finding(key),
        digits::finding(key),
        revealing_exponent::finding(params, key),
        private_exponent::private_finding(params, key),
        crt_exponents::private_finding(key),
        modulus::unequal_primes_finding(params, key),
    ]
    .into_iter()
    .flatten()
    .collect();
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

fn is_proper_divisor(divisor: &BigUint, number: &BigUint) -> bool {
    let one = BigUint::from(1u8);
    *divisor > one && divisor < number
}
