//! The public exponent.

use num_bigint::BigUint;
use rsa_variants::PublicComponents;

use super::KeyFinding;
use crate::{Reach, sources};

/// An e with which encryption is no permutation, or no secret.
pub(super) fn finding(key: &PublicComponents) -> Option<KeyFinding> {
    let e = &key.public_exponent;
    let ((code, source), reason) = if *e <= BigUint::from(1u8) {
        (("exponent-one", sources::RFC_8017), format!("e is {e}: encryption hides nothing."))
    } else if !e.bit(0) {
        // Then gcd(e, λ(N)) ≥ 2, so encryption is not invertible: this is not RSA, and the formulas do not apply.
        (
            ("even-exponent", sources::RFC_8017),
            "e is even: no private exponent matches it, so messages cannot be decrypted.".to_owned(),
        )
    } else {
        return None;
    };
    Some(KeyFinding::defect(code, source, 0, Reach::Here, reason))
}

pub(super) fn notes(key: &PublicComponents) -> Vec<KeyFinding> {
    let e = &key.public_exponent;
    let mut findings = Vec::new();
    if e.bits() < 17 && e.bit(0) && e.bits() > 1 {
        findings.push(KeyFinding::note(
            "small-exponent",
            sources::HASTAD,
            format!("e is {e}. That is safe only with randomized padding (OAEP, PSS)."),
            "Use OAEP and PSS, or a key with e = 65537.",
        ));
    }
    if *e >= key.modulus {
        findings.push(KeyFinding::note(
            "long-exponent",
            sources::RFC_8017,
            "e is not smaller than the modulus. Other software refuses such keys.".to_owned(),
            "Make a new key with e = 65537.",
        ));
    }
    findings
}
