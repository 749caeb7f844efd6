//! Two keys on a common modulus (the "hybrid" of Paixão and Gazzoni Filho, 2005): one set of primes under two public exponents.
//! Senders who encrypt often use the short exponent, and the owner decrypts as multi-prime. Senders whose messages the owner wants
//! to decrypt fast use the long one, with the short CRT exponents of R-Prime.
//!
//! Both pairs of exponents belong to one owner: each factors N.

use crate::arithmetic::{coprime, inverse};
use crate::components::carmichael;
use crate::generate::Generator;
use crate::{CheckedParams, Components, Error};

/// Key generation:
///
/// 1. r primes whose `gcd(p_i − 1, p_j − 1)` is 2 for every pair, with the short e prime to every `p_i − 1`;
/// 2. d_i of w bits, d and the long e as in R-Prime;
/// 3. `e⁻¹ mod λ(N)` for the short one.
pub(crate) fn generate(
    long: &CheckedParams,
    short: &CheckedParams,
    generator: &mut Generator<'_>,
) -> Result<[Components; 2], Error> {
    let e = short.public_exponent.clone().expect("checked: the variant has a public exponent");
    let primes = generator.primes_for_short_exponents(long, |prime| coprime(&e, &(prime - 1u8)))?;
    let d = inverse(&e, &carmichael(short, &primes)).expect("e is prime to every factor of λ(N)");
    let short_key = Components::new(short, primes.clone(), vec![e], d);
    Ok([generator.short_exponent_key(long, primes), short_key])
}
