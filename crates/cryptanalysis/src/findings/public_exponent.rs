//! The public exponent.

use num_bigint::BigUint;
use rsa_variants::PublicComponents;

use super::KeyFinding;
use crate::{Reach, sources};

pub(super) fn findings(key: &PublicComponents) -> Vec<KeyFinding> {
    let e = &key.public_exponent;
    let one = BigUint::from(1u8);
    let mut findings = Vec::new();
    if *e <= one {
        let reason = format!("e is {e}: encryption hides nothing.");
        findings.push(KeyFinding::defect("exponent-one", sources::RFC_8017, 0, Reach::Here, reason));
    } else if !e.bit(0) {
        // Then gcd(e, λ(N)) ≥ 2, so encryption is not invertible: this is not RSA, and the formulas do not apply.
        let reason = "e is even: no private exponent matches it, so messages cannot be decrypted.".to_owned();
        findings.push(KeyFinding::defect("even-exponent", sources::RFC_8017, 0, Reach::Here, reason));
    } else if e.bits() < 17 {
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
