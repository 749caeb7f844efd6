//! What is wrong with one key, whatever its parameters: a file for each kind of defect. A check of a public key takes what
//! anybody can try in less than a second; a check of a private key looks at its numbers.
//!
//! All of this runs in variable time. That is harmless for public numbers. A private key should be assessed where nobody
//! measures, as it is made or imported there.

mod close_primes;
mod crt_exponents;
mod modulus;
mod patterns;
mod private_exponent;
mod public_exponent;
mod related_primes;
mod roca;
mod shared_primes;
mod sieve;
mod small_factors;
mod smooth;

use num_bigint::BigUint;
use rsa_variants::{Components, KeyParams, PublicComponents, Variant};

use crate::few::sort_few;
use crate::{Reach, Source, Verdict};

pub use shared_primes::shared_factors;

/// A defect of a key, or something unusual about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFinding {
    /// A stable name for programs, such as `close-primes`.
    pub code: &'static str,
    /// Bits of work that are left for the attacker, which set the severity; 80 where a defect makes a key weak and no cost is
    /// known. `None` for a remark that lowers no verdict.
    pub strength: Option<u32>,
    /// How close to practice it is, where the severity is "broken".
    pub reach: Option<Reach>,
    /// Why, with the numbers: a sentence.
    pub reason: String,
    /// Who found it.
    pub source: Source,
    /// What to do: a sentence.
    pub remedy: &'static str,
    /// A proper divisor of N, where a check of the public key found one.
    pub factor: Option<BigUint>,
}

impl KeyFinding {
    /// A remark that lowers no verdict.
    fn note(code: &'static str, source: Source, reason: String, remedy: &'static str) -> Self {
        Self { code, strength: None, reach: None, reason, source, remedy, factor: None }
    }

    /// A defect that leaves the attacker so many bits of work.
    fn defect(code: &'static str, source: Source, strength: u32, reach: Reach, reason: String) -> Self {
        let reach = (Verdict::of(strength) == Verdict::Broken).then_some(reach);
        Self { code, strength: Some(strength), reach, reason, source, remedy: NEW_KEY, factor: None }
    }

    /// The same with the divisor of N that the check found.
    fn with_factor(self, factor: BigUint) -> Self {
        Self { factor: Some(factor), ..self }
    }

    /// `broken`, `weak` or `note`.
    pub fn severity(&self) -> &'static str {
        self.verdict().map_or("note", Verdict::name)
    }

    /// What it alone makes of a key; nothing for a remark.
    pub fn verdict(&self) -> Option<Verdict> {
        self.strength.map(Verdict::of)
    }
}

/// The remedy of nearly everything.
const NEW_KEY: &str = "Stop using this key and make a new one with a maintained generator.";

/// The strength that stands for "weak" where no cost is known.
const WEAK: u32 = 80;

/// What the public key shows, worst first. `others` are the moduli of further keys, which may share a prime with this one.
pub(crate) fn of_public_key(key: &PublicComponents, others: &[BigUint]) -> Vec<KeyFinding> {
    let modulus = &key.modulus;
    let mut findings: Vec<KeyFinding> = [
        small_factors::finding(modulus),
        small_factors::power_finding(modulus),
        close_primes::fermat_finding(modulus),
        roca::finding(modulus),
        shared_primes::finding(modulus, others),
        patterns::modulus_finding(modulus),
        private_exponent::public_finding(key),
        crt_exponents::public_finding(key),
    ]
    .into_iter()
    .flatten()
    .collect();
    // The expensive checks are for keys that nothing else has broken.
    if !findings.iter().any(|finding| finding.factor.is_some()) {
        findings.extend(small_factors::prime_finding(modulus));
        findings.extend(smooth::public_finding(modulus));
    }
    findings.extend(modulus::findings(modulus));
    findings.extend(public_exponent::findings(key));
    sort(&mut findings);
    findings
}

/// What the numbers of a private key show in addition, worst first.
pub(crate) fn of_private_key(params: &KeyParams, key: &Components) -> Vec<KeyFinding> {
    let mut findings: Vec<KeyFinding> = [
        close_primes::private_finding(params, key),
        related_primes::common_divisor_finding(key),
        related_primes::low_bits_finding(key),
        smooth::private_finding(key),
        patterns::primes_finding(key),
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

/// Worst first; remarks come last, and a finding with the same code only once.
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
    match params.variant {
        Variant::MultiPower => params.primes.unwrap_or(3),
        _ => key.primes.len(),
    }
}

/// Whether a number divides another properly.
fn is_proper_divisor(divisor: &BigUint, number: &BigUint) -> bool {
    let one = BigUint::from(1u8);
    *divisor > one && divisor < number
}
