//! Conformance to the NIST standards, which is a different question from strength.

use rsa_variants::KeyParams;
use rsa_variants::definition::PublicExponent;

/// Whether FIPS 186-5 (section 5.1, Appendix A.1.1) and SP 800-56B rev. 2 (section 6.2) allow parameters. Conforming parameters
/// do not make an implementation an approved one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conformance {
    /// Why they do not conform, one sentence each; empty if they do.
    pub reasons: Vec<String>,
}

impl Conformance {
    /// Whether they conform.
    pub fn conforms(&self) -> bool {
        self.reasons.is_empty()
    }
}

pub(crate) fn conformance(asked: &KeyParams, public_exponent_length: usize) -> Conformance {
    let n = asked.modulus_length;
    let mut reasons = Vec::new();
    if n < 2048 {
        reasons.push(format!("The modulus has {n} bits; the standards require at least 2048."));
    }
    if !n.is_multiple_of(2) {
        reasons.push(format!("The modulus has {n} bits; the standards require an even length."));
    }
    if let (Some(s), Some(r)) = (asked.multiplicity, asked.primes) {
        let of_q = if s == 1 { String::new() } else { format!("^{s}") };
        reasons.push(format!("The modulus is p^{}·q{of_q}; the standards allow only products of two primes.", r - s));
    } else if let Some(r) = asked.primes.filter(|&r| r != 2) {
        reasons.push(format!("The modulus has {r} primes; the standards allow only two."));
    }
    if let Some(bits) = asked.prime_length {
        reasons
            .push(format!("One prime has {bits} bits; the standards require two primes of half the modulus length."));
    }
    if let Some(b) = asked.batch_size {
        reasons.push(format!("The key has {b} public exponents; the standards allow only one."));
    }
    // e is odd, so an e of 17 bits is at least 65537.
    if !(17..=256).contains(&public_exponent_length) {
        reasons.push(format!("e has {public_exponent_length} bits; the standards require 2^16 < e < 2^256."));
    }
    if asked.variant.definition().public_exponent == PublicExponent::Computed {
        reasons.push(
            "e is computed from the private exponents; the standards require that it is chosen before the primes."
                .to_owned(),
        );
    }
    Conformance { reasons }
}
