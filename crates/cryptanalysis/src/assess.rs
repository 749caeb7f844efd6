//! What is to be thought of a set of parameters.

use core::ops::Deref;

use rsa_variants::{CheckedParams, KeyParams, Variant};

use crate::advice::{Advice, advice};
use crate::conformance::{Conformance, conformance};
use crate::prime_limits::{PrimeLimits, prime_limits};
use crate::strength::{Finding, Method, Shape, crt_exponents, findings, multi_prime_crt_exponents};
use crate::{Error, Reach, Verdict};

/// What assessments of parameters and of keys have in common.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Bits of the public exponent that was reckoned with; of the longest where a key has several.
    pub public_exponent_length: usize,
    /// The verdict: that on `strength`, unless `cap` says otherwise.
    pub verdict: Verdict,
    /// How close to practice the most practical attack is, where the verdict is "broken".
    pub reach: Option<Reach>,
    /// The least strength of the findings, in bits; of a key, of what is wrong with this key as well.
    pub strength: u32,
    /// What every method that applies does, least strength first; never empty. The first is decisive.
    pub findings: Vec<Finding>,
    /// Why the verdict is not as good as the strength: for variants that few have studied.
    pub cap: Option<&'static str>,
    /// What else is to be known, a sentence each.
    pub notes: Vec<String>,
    /// The smallest change that makes the parameters acceptable; absent where they are.
    pub advice: Option<Advice>,
    /// What the standards say.
    pub conformance: Conformance,
    /// How many primes a modulus of this length may have.
    pub prime_limits: PrimeLimits,
}

/// The assessment of a set of parameters against every method that is known to this crate.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The parameters, nothing left open.
    pub params: KeyParams,
    /// What is to be thought of them; its fields can be read from the assessment itself.
    pub judgement: Judgement,
}

impl Deref for Assessment {
    type Target = Judgement;

    fn deref(&self) -> &Judgement {
        &self.judgement
    }
}

/// Assesses parameters. `public_exponent_length` is for keys with an e of another length in bits than key generation gives it:
/// keys from elsewhere, of the variants with short CRT exponents.
///
/// # Errors
/// [`Error::Rsa`] for parameters that key generation refuses; [`Error::Option`] for a length that e cannot have.
///
/// ```
/// use rsa_cryptanalysis::{Verdict, assess};
/// use rsa_variants::{KeyParams, Variant};
///
/// let params = KeyParams { crt_exponent_length: Some(160), ..KeyParams::new(Variant::Rebalanced, 2048) };
/// let assessment = assess(&params, None)?;
/// assert_eq!(assessment.verdict, Verdict::Broken);
/// assert_eq!(assessment.judgement.advice.unwrap().to_string(), "Take w = 320 instead of 160.");
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn assess(params: &KeyParams, public_exponent_length: Option<usize>) -> Result<Assessment, Error> {
    let checked = params.check()?;
    let e = match public_exponent_length {
        Some(length) => given_length(&checked, length)?,
        None => checked.public_exponent_length(),
    };
    let Grade { verdict, reach, cap, findings } = grade(&checked, e);
    let params = checked.to_params();
    let judgement = Judgement {
        public_exponent_length: e,
        verdict,
        reach,
        strength: findings[0].strength,
        cap,
        notes: notes(&params, checked.prime_lengths().len(), &findings, e),
        advice: advice(&params, verdict),
        conformance: conformance(&params, e),
        prime_limits: prime_limits(params.modulus_length),
        findings,
    };
    Ok(Assessment { params, judgement })
}

/// Checks the length of an e that was not made here.
fn given_length(params: &CheckedParams, length: usize) -> Result<usize, Error> {
    let own = params.public_exponent_length();
    let KeyParams { variant, modulus_length: n, crt_exponent_length, public_exponent, .. } = params.to_params();
    let (Some(w), None) = (crt_exponent_length, public_exponent) else {
        if length == own {
            return Ok(own);
        }
        let problem = format!("is {length} bits, but the e of these {} parameters has {own}", variant.name());
        return Err(Error::option("public_exponent_length", problem));
    };
    // e·d_p is greater than p − 1, so the lengths add up to that of p at least.
    let longest = params.prime_lengths().into_iter().max().expect("every modulus has primes");
    let least = longest.saturating_sub(w).max(2);
    if (least..=n).contains(&length) {
        return Ok(length);
    }
    let problem = format!(
        "is {length} bits, but must be from {least} to {n} bits: with CRT exponents of {w} bits it makes up a prime of \
         {longest} at least, and is no longer than the modulus"
    );
    Err(Error::option("public_exponent_length", problem))
}

/// A verdict and what it rests on.
pub(crate) struct Grade {
    pub(crate) verdict: Verdict,
    pub(crate) reach: Option<Reach>,
    pub(crate) cap: Option<&'static str>,
    pub(crate) findings: Vec<Finding>,
}

impl Grade {
    pub(crate) fn of(shape: &Shape, variant: Option<Variant>) -> Self {
        let findings = findings(shape);
        let by_strength = Verdict::of(findings[0].strength);
        let cap = variant.and_then(little_studied).filter(|_| by_strength > Verdict::Acceptable);
        let verdict = if cap.is_some() { Verdict::Acceptable } else { by_strength };
        let reach = findings.iter().filter_map(|finding| finding.reach).min();
        Self { verdict, reach, cap, findings }
    }
}

pub(crate) fn grade(params: &CheckedParams, public_exponent_length: usize) -> Grade {
    Grade::of(&Shape::new(params, public_exponent_length), Some(params.variant()))
}

/// Why keys of a variant are acceptable at best.
fn little_studied(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Rebalanced | Variant::SchemeA | Variant::SchemeB | Variant::Tunable => Some(
            "Attacks on short CRT exponents have improved several times since 2006, so such keys are never called better than \
             acceptable.",
        ),
        Variant::RPrime => Some(
            "R-Prime is little studied: no lattice is known to reach its keys when e is as long as N, but few have looked for \
             one, so they are never called better than acceptable.",
        ),
        _ => None,
    }
}

pub(crate) fn notes(
    params: &KeyParams,
    primes: usize,
    findings: &[Finding],
    public_exponent_length: usize,
) -> Vec<String> {
    let KeyParams { variant, modulus_length: n, crt_exponent_length, .. } = *params;
    let mut notes = Vec::new();
    if let (Some(w), 2) = (crt_exponent_length, primes) {
        let line = crt_exponents::lattice_line(n, public_exponent_length);
        let reached = findings.iter().any(|finding| finding.method == Method::CrtExponentLattice);
        if let (Some(line), false) = (line.map(|line| line.round() as u64), reached) {
            notes.push(format!(
                "Lattices reach CRT exponents below {line} bits at this n with e of {public_exponent_length} bits; w = {w} \
                 is more than 0.02·n above that."
            ));
        }
    }
    let by_curves = findings[0].method == Method::EllipticCurve && findings[0].verdict() < Verdict::Acceptable;
    if by_curves && primes > 2 && primes <= prime_limits(n).openssl {
        notes.push(format!(
            "OpenSSL makes keys of {n} bits with {primes} primes, and Hinek's guidelines of 2006 allow up to three at 1024 bits. \
             The strength here is a formula that is good to ±5 bits; it assumes an attacker who looks for the shortest prime."
        ));
    }
    match variant {
        Variant::RPrime => notes.push(several_exponents_note(n, primes, public_exponent_length)),
        Variant::Unbalanced => notes.push(
            "Decryption computes modulo the short prime only, and answers for messages below a public bound: an answer for any \
             other would give the prime away (Gilbert, Gupta, Odlyzko, Quisquater 1998). Few have studied such keys."
                .to_owned(),
        ),
        Variant::Batch => notes.push(
            "Small public exponents are safe only with randomised padding (OAEP, PSS): the same raw message under two \
             exponents of a batch is found from the two ciphertexts. Anyone who knows one private exponent knows all."
                .to_owned(),
        ),
        _ if public_exponent_length < 17 => {
            notes.push("An e below 65537 is safe only with randomised padding (OAEP, PSS).".to_owned());
        }
        _ => {}
    }
    notes
}

/// What lattices do to short CRT exponents of several primes.
fn several_exponents_note(modulus_length: usize, primes: usize, public_exponent_length: usize) -> String {
    let line = multi_prime_crt_exponents::line(modulus_length, primes, public_exponent_length);
    if line > 0.0 {
        let line = line.round() as u64;
        return format!(
            "With e of {public_exponent_length} bits, small lattices reach CRT exponents of {primes} primes below {line} bits: \
             a heuristic line, derived here (Hinek 2006 treats such keys)."
        );
    }
    format!(
        "Small lattices reach short CRT exponents of several primes when e is shorter than n/2 (Hinek 2006 treats such keys); \
         none is known to reach them with e of {public_exponent_length} bits."
    )
}
