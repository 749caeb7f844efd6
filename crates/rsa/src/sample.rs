//! Sample keys. They are published here, so they are not secret.

use num_bigint::BigUint;

use crate::arithmetic::{inverse, least_common_multiple};
use crate::{CheckedParams, Components, Error, KeyParams, Variant};

/// Scheme A, n = 1024, w = 160: two primes of 512 bits, the length of e, and w. TEST KEY, only for measurements.
const SCHEME_A_1024: ([&str; 2], usize, usize) = (
    [
        "f39a1eba6b8c2e7aa08904674ad8fbb09e45c06147c1e1a313f3d9e32a613f98\
         4806de587bc7e342bfd90055a668cd744e738e1645204bbec8cc47df46af6917",
        "d1ab88e788320b2c7ac9dbac7ede7535498a486c85a84ff02d4aed83d354ebed\
         fb7edd6178869bd6537ffa341fec15af90e90acd7975b9f56e3fe5408d510b55",
    ],
    568,
    160,
);

/// The sample key with these parameters.
pub(crate) fn components(variant: Variant, modulus_length: usize) -> Result<(CheckedParams, Components), Error> {
    let missing = Error::NoSample { variant, modulus_length };
    if (variant, modulus_length) != (Variant::SchemeA, 1024) {
        return Err(missing);
    }
    let (primes, e_length, w) = SCHEME_A_1024;
    let parsed = primes.iter().map(|prime| BigUint::parse_bytes(prime.as_bytes(), 16)).collect::<Option<Vec<_>>>();
    let primes = parsed.ok_or(missing)?;
    let e = (BigUint::from(1u8) << (e_length - 1)) + 1u8;
    let d = inverse(&e, &least_common_multiple(primes.iter().map(|prime| prime - 1u8)));
    let params = KeyParams { crt_exponent_length: Some(w), ..KeyParams::new(variant, modulus_length) }.check()?;
    let d = d.ok_or_else(|| Error::InconsistentKey("e is not coprime to λ(N)".into()))?;
    let components = Components::new(&params, primes, vec![e], d);
    Ok((params, components))
}
