//! Two keys with a common modulus (the "hybrid" of Paixão and Gazzoni Filho, 2005): one set of primes with two public
//! exponents. With the short one, encryption is fast, and the owner decrypts as in multi-prime. With the long one, the
//! owner decrypts fast, with the short CRT exponents of R-Prime.
//!
//! Both keys must have the same owner, because either pair of exponents reveals the factors of N.

use crate::arithmetic::{coprime, inverse};
use crate::components::carmichael;
use crate::generate::Generator;
use crate::{CheckedParams, Components, Error};

/// Key generation:
///
/// 1. r primes whose `gcd(p_i − 1, p_j − 1)` is 2 for every pair, with the short e coprime to every `p_i − 1`;
/// 2. d_i of w bits, d and the long e as in R-Prime;
/// 3. `e⁻¹ mod λ(N)` for the short one.
pub(crate) fn generate(
    long: &CheckedParams,
    short: &CheckedParams,
    generator: &mut Generator<'_>,
) -> Result<[Components; 2], Error> {
    let e = short.values.public_exponent.clone().expect("checked: the variant has a public exponent");
    let primes = generator.primes_for_short_exponents(long, |prime| coprime(&e, &(prime - 1u8)))?;
    let d = inverse(&e, &carmichael(short, &primes)).expect("e is coprime to every factor of λ(N)");
    let short_key = Components::new(short, primes.clone(), vec![e], d);
    Ok([generator.short_exponent_key(long, primes)?, short_key])
}
