//! The verdict on one key.

use core::ops::Deref;

use num_bigint::BigUint;
use rsa_variants::{Components, KeyParams, PublicComponents, short_prime_lengths};

use crate::Verdict;
use crate::advice::advice_for_key;
use crate::assess::{Judgment, notes};
use crate::conformance::conformance;
use crate::findings::{self, KeyFinding};
use crate::grade::Grade;
use crate::prime_limits::prime_limits;
use crate::strength::Shape;

/// What the checks of a key cannot see.
pub const UNSEEN: &str = "No check can tell whether the primes are random. This one cannot see a random number generator with few \
                          seeds, a back door, a copy of the private key, or a defect that nobody has described.";

/// The assessment of a key: the methods that its actual lengths allow, and the defects of this particular key.
///
/// A [`verdict`](Judgment::verdict) better than [`Verdict::Weak`] concerns the lengths only. [`summary`](Self::summary) says what is
/// known about the key.
#[derive(Clone, Debug)]
pub struct KeyAssessment {
    /// The parameters of a private key. A public key does not show its variant.
    pub params: Option<KeyParams>,
    /// The length of N in bits.
    pub modulus_length: usize,
    /// The defects of this key, worst first; may be empty.
    pub key_findings: Vec<KeyFinding>,
    /// The known defects that were looked for, in words. See [`UNSEEN`] for those that were not.
    pub looked_for: Vec<&'static str>,
    /// The result; `KeyAssessment` dereferences to it.
    pub judgment: Judgment,
}

impl KeyAssessment {
    /// The verdict in words: `broken` or `weak`, or how many known defects were looked for and not found.
    pub fn summary(&self) -> String {
        if self.verdict > Verdict::Weak {
            format!("{} known defects looked for, none found", self.looked_for.len())
        } else {
            self.verdict.name().to_owned()
        }
    }
}

impl Deref for KeyAssessment {
    type Target = Judgment;

    fn deref(&self) -> &Judgment {
        &self.judgment
    }
}

/// Assesses a public key by the lengths it shows, and runs every check that takes less than a second
/// ([`KeyAssessment::looked_for`]), also for primes shared with `others`.
///
/// A key without findings may still have short primes or short CRT exponents, so its verdict is the best possible one.
///
/// `others` are other keys, which may share a prime or the modulus with this one.
///
/// ```
/// use rsa_cryptanalysis::{Verdict, assess_public_key};
/// use num_bigint::BigUint;
/// use rsa_variants::PublicComponents;
///
/// let p = (BigUint::from(1u8) << 1024) + 643u16; // next to each other
/// let modulus = &p * (&p + 1000u16);
/// let assessment = assess_public_key(&PublicComponents::new(modulus, 65537u32.into()), &[]);
/// assert_eq!((assessment.verdict, assessment.key_findings[0].code), (Verdict::Broken, "close-primes"));
/// ```
pub fn assess_public_key(key: &PublicComponents, others: &[PublicComponents]) -> KeyAssessment {
    let modulus_length = key.modulus.bits() as usize;
    let public_exponent_length = key.public_exponent.bits() as usize;
    // The caller's number is unchecked.
    let possible = short_prime_lengths(modulus_length);
    let shown = key.message_length.map(|bits| bits.saturating_add(1));
    let short_prime = shown.filter(|bits| possible.contains(bits));
    let grade = Grade::of(&Shape::of_public_key(modulus_length, public_exponent_length, short_prime), None);
    let note = match short_prime {
        Some(bits) => format!("The bound on its messages shows that the shorter prime has {bits} bits."),
        None => "A public key does not show its primes or the lengths of its CRT exponents, so the key may be weaker than it looks."
            .to_owned(),
    };
    let mut notes = vec![note];
    if shown.is_some() && short_prime.is_none() {
        notes.push(
            "No unbalanced key of this length can have such a bound on its messages, so the bound is ignored."
                .to_owned(),
        );
    }
    let found = findings::of_public_key(key, others);
    finish(None, modulus_length, public_exponent_length, grade, found, notes)
}

/// Assesses a private key: runs the checks of [`assess_public_key`] and also looks at the secret numbers. `others` are other keys.
///
/// Check the key first ([`PrivateKey::check`](rsa_variants::PrivateKey::check)): the verdict on numbers that do not belong
/// together is meaningless. Runs in variable time.
///
/// ```
/// use rsa_cryptanalysis::{Verdict, assess_private_key};
/// use rsa_variants::{PrivateKey, Variant};
///
/// let key = PrivateKey::sample(Variant::SchemeA, 1024)?;
/// let assessment = assess_private_key(&key.params(), key.components(), &[]);
/// assert_eq!(assessment.verdict, Verdict::Broken);
/// assert_eq!(assessment.key_findings[0].code, "short-crt-exponents"); // the attack ran
/// # Ok::<(), rsa_variants::Error>(())
/// ```
pub fn assess_private_key(params: &KeyParams, key: &Components, others: &[PublicComponents]) -> KeyAssessment {
    let modulus_length = key.modulus.bits() as usize;
    let public_exponent_length = key.public_exponents.iter().map(BigUint::bits).max().unwrap_or(0) as usize;
    let grade = Grade::of(&Shape::of_key(params, key, public_exponent_length), Some(params.variant));
    let mut found = findings::of_private_key(params, key, others);
    // The first exponent is enough: a batch has only small ones, and the other checks concern the modulus.
    if let Some(public_exponent) = key.public_exponents.first().cloned() {
        let public = PublicComponents::new(key.modulus.clone(), public_exponent);
        found.extend(findings::of_public_key(&public, others));
    }
    findings::sort(&mut found);
    let params = KeyParams { modulus_length, ..params.clone() };
    let notes = notes(&params, key.primes.len(), &grade.findings, public_exponent_length);
    finish(Some(params), modulus_length, public_exponent_length, grade, found, notes)
}

fn finish(
    params: Option<KeyParams>,
    modulus_length: usize,
    public_exponent_length: usize,
    grade: Grade,
    key_findings: Vec<KeyFinding>,
    notes: Vec<String>,
) -> KeyAssessment {
    let worst = key_findings.iter().filter_map(|finding| finding.strength).min();
    let strength = grade.findings[0].strength.min(worst.unwrap_or(u32::MAX));
    let verdict = grade.verdict.min(Verdict::of(strength));
    let reach = grade.reach.into_iter().chain(key_findings.iter().filter_map(|finding| finding.reach)).min();
    // A public key is treated as an ordinary key of this length.
    let shown = params.clone().unwrap_or_else(|| KeyParams::new(rsa_variants::Variant::Crt, modulus_length));
    let judgment = Judgment {
        advice: advice_for_key(&shown, verdict, params.is_some()),
        conformance: conformance(&shown, public_exponent_length),
        prime_limits: prime_limits(modulus_length),
        public_exponent_length,
        verdict,
        reach,
        strength,
        findings: grade.findings,
        cap: grade.cap.filter(|_| verdict == Verdict::Acceptable),
        notes,
    };
    let looked_for = findings::looked_for(params.is_some());
    KeyAssessment { params, modulus_length, key_findings, looked_for, judgment }
}
