//! Keys that others made: which variant suits their numbers, and whether the numbers make a key.

use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::params::in_range;
use crate::{
    Components, Error, KeyParams, MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, PrivateKey, PublicKey, Variant, check,
};

/// Why there are limits to the count of primes.
pub(super) const COUNT_REASON: &str = "the counts that this library supports";

impl PrivateKey {
    /// A key from the numbers that PKCS#1 and JWK list, in their order. Otherwise as [`PrivateKey::import`].
    ///
    /// # Errors
    /// [`Error::InconsistentKey`], [`Error::Modulus`], [`Error::PublicExponent`] for numbers that make no key;
    /// [`Error::OutOfRange`] for more primes or bits than there may be.
    pub fn from_standard_components(components: Components, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        Self::from_components(&standard_params(&components)?, components, rng)
    }

    /// The same without the tests whether the primes are prime: as [`PrivateKey::from_trusted_components`].
    ///
    /// # Errors
    /// As [`PrivateKey::from_standard_components`].
    pub fn from_trusted_standard_components(components: Components) -> Result<Self, Error> {
        Self::from_trusted_components(&standard_params(&components)?, components)
    }
}

/// The parameters that suit numbers as standard formats list them, with what those need checked first.
fn standard_params(components: &Components) -> Result<KeyParams, Error> {
    let Components { modulus, public_exponents, private_exponent, primes, .. } = components;
    let [public_exponent] = &public_exponents[..] else {
        let count = public_exponents.len();
        return Err(Error::InconsistentKey(format!("standard formats have one public exponent, not {count}")));
    };
    PublicKey::new(modulus, public_exponent)?;
    in_range("primes", "", primes.len(), 2, MOST_PRIMES, COUNT_REASON)?;
    check::factors(modulus, primes, primes)?;
    Ok(params(modulus, public_exponent, private_exponent, primes))
}

/// The parameters of the variant that suits the numbers.
///
/// A public exponent of more bits than can be chosen comes of short CRT exponents. Then w is the length of the longest: what
/// rebalanced and r-prime ask of primes besides serves key generation alone, so that every key decrypts right by them, with
/// CRT exponents as long as the primes too.
pub(super) fn params(
    modulus: &BigUint,
    public_exponent: &BigUint,
    private_exponent: &BigUint,
    primes: &[BigUint],
) -> KeyParams {
    let modulus_length = modulus.bits() as usize;
    let is_long = public_exponent.bits() as usize > MOST_PUBLIC_EXPONENT_LENGTH.min(modulus_length / 2);
    let has_two = primes.len() == 2;
    let variant = match (is_long, has_two) {
        (false, true) => Variant::Crt,
        (false, false) => Variant::MultiPrime,
        (true, true) => Variant::Rebalanced,
        (true, false) => Variant::RPrime,
    };
    let longest = || primes.iter().map(|prime| (private_exponent % (prime - 1u8)).bits() as usize).max();
    KeyParams {
        primes: (!has_two).then_some(primes.len()),
        crt_exponent_length: is_long.then(longest).flatten(),
        public_exponent: (!is_long).then(|| public_exponent.clone()),
        ..KeyParams::new(variant, modulus_length)
    }
}
