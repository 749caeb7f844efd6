//! The verdict on a set of parameters.

use core::ops::Deref;

use rsa_variants::{CheckedParams, KeyParams};

use crate::advice::{Advice, advice};
use crate::conformance::{Conformance, conformance};
use crate::grade::{Grade, grade};
use crate::prime_limits::{PrimeLimits, prime_limits};
use crate::strength::{Finding, Method, crt_exponents, multi_prime_crt_exponents};
use crate::{Error, Reach, Verdict};

/// The common part of assessments of parameters and of keys.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// The length of e in bits that the verdict assumes; the longest one if a key has several.
    pub public_exponent_length: usize,
    /// The verdict on `strength`, unless `cap` lowers it.
    pub verdict: Verdict,
    /// For a "broken" verdict: how close the most practical attack is to practice.
    pub reach: Option<Reach>,
    /// The lowest strength among the findings, in bits. For a key, its own defects count too.
    pub strength: u32,
    /// One finding for each method that applies, lowest strength first; never empty. The first decides the verdict.
    pub findings: Vec<Finding>,
    /// Why the verdict is lower than the strength suggests: the variant is little studied.
    pub cap: Option<&'static str>,
    /// Further remarks, each one or more sentences.
    pub notes: Vec<String>,
    /// The smallest change that makes the parameters acceptable; `None` if they already are, or no change was found.
    pub advice: Option<Advice>,
    /// Whether the parameters conform to the standards.
    pub conformance: Conformance,
    /// How many primes a modulus of this length may have.
    pub prime_limits: PrimeLimits,
}

/// The assessment of a set of parameters against every method that this crate knows.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The parameters, with all defaults filled in.
    pub params: KeyParams,
    /// The result; `Assessment` dereferences to it.
    pub judgment: Judgment,
}

impl Deref for Assessment {
    type Target = Judgment;

    fn deref(&self) -> &Judgment {
        &self.judgment
    }
}

/// Assesses parameters.
///
/// Pass `public_exponent_length` in bits for keys from elsewhere whose e is not as long as key generation would make it. Only
/// variants with short CRT exponents can have such keys.
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
/// assert_eq!(assessment.judgment.advice.unwrap().to_string(), "Use w = 320 instead of 160.");
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
    let judgment = Judgment {
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
    Ok(Assessment { params, judgment })
}

/// Checks a given length of e.
fn given_length(params: &CheckedParams, length: usize) -> Result<usize, Error> {
    let own = params.public_exponent_length();
    let KeyParams { variant, modulus_length: n, crt_exponent_length, public_exponent, .. } = params.to_params();
    let (Some(w), None) = (crt_exponent_length, public_exponent) else {
        if length == own {
            return Ok(own);
        }
        let problem = format!("is {length} bits, but e has {own} bits with these {} parameters", variant.name());
        return Err(Error::option("public_exponent_length", problem));
    };
    // e·d_p is greater than p − 1, so the two lengths add up to at least that of p.
    let longest = params.prime_lengths().into_iter().max().expect("every modulus has primes");
    let least = longest.saturating_sub(w).max(2);
    if (least..=n).contains(&length) {
        return Ok(length);
    }
    let problem = format!(
        "is {length} bits, but must be from {least} to {n} bits: e and a CRT exponent of {w} bits must together be at least as \
         long as a prime ({longest} bits), and e cannot be longer than the modulus"
    );
    Err(Error::option("public_exponent_length", problem))
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
                "With this n and an e of {public_exponent_length} bits, lattice attacks reach CRT exponents below {line} bits; \
                 w = {w} is more than 0.02·n above that."
            ));
        }
    }
    let by_curves = findings[0].method == Method::EllipticCurve && findings[0].verdict() < Verdict::Acceptable;
    if by_curves && primes > 2 && primes <= prime_limits(n).openssl {
        notes.push(format!(
            "OpenSSL makes keys of {n} bits with {primes} primes, and Hinek's guidelines (2006) allow up to three at 1024 bits. \
             The strength shown here comes from a formula that is good to ±5 bits; it assumes an attacker who searches for the \
             shortest prime."
        ));
    }
    let definition = variant.definition();
    if definition.crt_exponents.is_some() && definition.primes.is_some() {
        notes.push(several_exponents_note(n, primes, public_exponent_length));
    }
    if let Some(caveat) = definition.caveat {
        notes.push(caveat.to_owned());
    } else if public_exponent_length < 17 {
        notes.push("An e below 65537 is safe only with randomized padding (OAEP, PSS).".to_owned());
    }
    notes
}

/// How far lattices reach against short CRT exponents of several primes.
fn several_exponents_note(modulus_length: usize, primes: usize, public_exponent_length: usize) -> String {
    let line = multi_prime_crt_exponents::line(modulus_length, primes, public_exponent_length);
    if line > 0.0 {
        let line = line.round() as u64;
        return format!(
            "With {primes} primes and an e of {public_exponent_length} bits, small lattices reach CRT exponents below {line} \
             bits. This limit is heuristic and derived in this project (Hinek 2006 studies such keys)."
        );
    }
    format!(
        "Small lattices reach short CRT exponents of several primes when e is shorter than n/2 (Hinek 2006 studies such keys); \
         none is known to reach them with an e of {public_exponent_length} bits."
    )
}
