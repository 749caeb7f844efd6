//! Lengths of the modulus and of its primes.

use num_bigint::BigUint;
use rsa_variants::{Components, KeyParams};

use super::KeyFinding;
use crate::sources;

/// Unusual lengths.
pub(super) fn findings(modulus: &BigUint) -> Option<KeyFinding> {
    let n = modulus.bits();
    (!n.is_multiple_of(8)).then(|| {
        KeyFinding::note(
            "unusual-length",
            sources::FIPS_186_5,
            format!("The modulus has {n} bits, which is not a multiple of 8: some software rejects such keys."),
            "Make keys of 2048, 3072 or 4096 bits.",
        )
    })
}

/// Primes of different lengths. The elliptic curve method already counts the shortest; this remark points it out.
pub(super) fn unequal_primes_finding(params: &KeyParams, key: &Components) -> Option<KeyFinding> {
    let expected = params.check().ok()?.prime_lengths().into_iter().min()?;
    let shortest = key.primes.iter().map(BigUint::bits).min()? as usize;
    (shortest + 1 < expected).then(|| {
        KeyFinding::note(
            "unequal-primes",
            sources::LENSTRA,
            format!(
                "The shortest prime has {shortest} bits; {expected} would be usual for this modulus. How long the elliptic curve \
                 method takes depends mainly on the shortest prime, not on the modulus."
            ),
            "Make a new key with primes of equal length.",
        )
    })
}
