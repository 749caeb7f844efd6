//! Rebalanced RSA (Wiener, "Cryptanalysis of short RSA secret exponents", IEEE Transactions on Information Theory 36,
//! 1990): CRT exponents of w bits. The public exponent becomes as long as N.
//!
//! Broken in theory for w below 0.122·n (Takayasu, Lu, Peng, J. Cryptology 2019). The usual w = 160 is below this bound
//! from n = 1312 on. The bound is asymptotic, and no run near it is known.

use super::definition::{CrtExponents, Definition, PublicExponent, SHORT_CRT_EXPONENTS, Speedup, USUAL};
use super::{Operation, crt};
use crate::generate::Generator;
use crate::{CheckedParams, Components, Error, Variant};

pub(super) const DEFINITION: Definition = Definition {
    name: "rebalanced",
    title: "Rebalanced",
    source: "Wiener 1990",
    crt_exponents: Some(CrtExponents::BELOW_PRIME),
    public_exponent: PublicExponent::Computed,
    with_short_public_exponent: Some(Variant::Crt),
    little_studied: Some(SHORT_CRT_EXPONENTS),
    speedup: Speedup::TWO_SHORT_EXPONENTS,
    ..USUAL
};

/// Key generation:
///
/// 1. primes p, q with `gcd(p − 1, q − 1) = 2`;
/// 2. odd `d_p ≠ d_q` of w bits, coprime to p − 1 and q − 1. (The papers require `d_p ≡ d_q mod 2`, which always holds
///    because both are odd. They do not mention that equal exponents reveal the factors of N.)
/// 3. d with these residues, by the Chinese remainder theorem on the halves;
/// 4. `e = d⁻¹ mod λ(N)`.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let primes = generator.primes_for_short_exponents(params, |_| true)?;
    Ok(generator.short_exponent_key(params, primes)?)
}

/// Private operation: as in CRT, with exponents of w bits.
pub(super) fn prepare(params: &CheckedParams, components: &Components) -> Option<Operation> {
    let w = params.values.crt_exponent_length.expect("checked: the variant has CRT exponents of a chosen length");
    Some(crt::with_short_exponents(components, w))
}
