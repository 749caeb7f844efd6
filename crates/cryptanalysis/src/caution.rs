//! The warning before a key is made.

use rsa_variants::KeyParams;

use crate::advice::{Advice, advice};
use crate::grade::grade;
use crate::{Error, Verdict};

/// A warning: keys with these parameters would be weak or broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caution {
    /// [`Verdict::Broken`] or [`Verdict::Weak`].
    pub verdict: Verdict,
    /// The lowest strength against a known method, in bits.
    pub strength: u32,
    /// The parameter that causes the problem, by its name in the public interface.
    pub parameter: &'static str,
    /// The parameter, its value, the reason and the advice.
    pub message: String,
}

/// Judges parameters before a key is made. Returns `None` if they are acceptable.
///
/// # Errors
/// [`Error::Rsa`] for parameters that key generation refuses.
///
/// ```
/// use rsa_cryptanalysis::{Verdict, caution};
/// use rsa_variants::{KeyParams, Variant};
///
/// let safe = KeyParams::new(Variant::Rebalanced, 2048); // w = 320
/// assert_eq!(caution(&safe)?, None);
/// let caution = caution(&KeyParams { crt_exponent_length: Some(160), ..safe })?.unwrap();
/// assert_eq!((caution.verdict, caution.parameter), (Verdict::Broken, "crt_exponent_length"));
/// assert!(caution.message.ends_with("Use w = 320 instead of 160."));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn caution(params: &KeyParams) -> Result<Option<Caution>, Error> {
    let params = params.check()?.affordable()?;
    // Not `assess`, which has more texts: this function is linked into the module that makes keys.
    let grade = grade(&params, params.public_exponent_length());
    if grade.verdict >= Verdict::Acceptable {
        return Ok(None);
    }
    let advice = advice(&params.to_params(), grade.verdict);
    let (parameter, value) = to_blame(&params.to_params(), advice.as_ref());
    let remedy = advice.map_or_else(String::new, |advice| format!(" {advice}"));
    let (verdict, decisive) = (grade.verdict, &grade.findings[0]);
    let strength = decisive.strength;
    let message = format!(
        "{parameter} is {value}, which makes this {} key {} ({strength} bits of strength): {}{remedy}",
        params.variant().name(),
        verdict.name(),
        decisive.reason
    );
    Ok(Some(Caution { verdict, strength, parameter, message }))
}

/// The parameter that the advice changes, and its value. If the advice changes several, this picks the one most specific to the
/// variant.
fn to_blame(params: &KeyParams, advice: Option<&Advice>) -> (&'static str, usize) {
    let advised = advice.map_or(params, |advice| &advice.params);
    match (params.crt_exponent_length, params.primes) {
        (Some(w), _) if advised.crt_exponent_length != Some(w) => ("crt_exponent_length", w),
        _ if advised.prime_length != params.prime_length => ("prime_length", params.prime_length.unwrap_or_default()),
        (_, Some(r)) if advised.primes != Some(r) => ("primes", r),
        _ => ("modulus_length", params.modulus_length),
    }
}
