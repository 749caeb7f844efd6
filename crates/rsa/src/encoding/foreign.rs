//! Keys from other software: chooses the variant that suits their numbers.

use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::params::in_range;
use crate::{
    Components, Error, KeyParams, MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, PrivateKey, PublicKey, Variant, check,
};

/// The reason for the limits on the number of primes.
pub(super) const COUNT_REASON: &str = "the numbers of primes that this library supports";

/// The public exponent of a key in a standard format.
pub(super) fn only_public_exponent(public_exponents: &[BigUint]) -> Result<&BigUint, Error> {
    let [public_exponent] = public_exponents else {
        let count = public_exponents.len();
        return Err(Error::InconsistentKey(format!("standard formats hold one public exponent, not {count}")));
    };
    Ok(public_exponent)
}

impl Components {
    /// The parameters that suit these numbers, as [`PrivateKey::from_standard_components`] chooses them.
    ///
    /// # Errors
    /// [`Error::InconsistentKey`] if the product of the primes is not the modulus; [`Error::Modulus`],
    /// [`Error::PublicExponent`], [`Error::OutOfRange`] for numbers outside the limits.
    pub fn standard_params(&self) -> Result<KeyParams, Error> {
        let Self { modulus, public_exponents, private_exponent, primes, .. } = self;
        let public_exponent = only_public_exponent(public_exponents)?;
        PublicKey::new(modulus, public_exponent)?;
        in_range("primes", "", primes.len(), 2, MOST_PRIMES, COUNT_REASON)?;
        check::factors(modulus, primes, primes)?;
        Ok(params(modulus, public_exponent, private_exponent, primes))
    }
}

impl Components {
    /// The same numbers, with CRT numbers if there are none.
    ///
    /// # Errors
    /// Those of [`Components::standard_params`].
    pub fn with_crt_numbers(self) -> Result<Self, Error> {
        if !self.crt_exponents.is_empty() || !self.crt_coefficients.is_empty() {
            return Ok(self);
        }
        let params = self.standard_params()?.check_existing()?;
        Ok(Self::new(&params, self.primes.clone(), self.public_exponents.clone(), self.private_exponent.clone()))
    }
}

impl PrivateKey {
    /// Makes a key from the numbers that PKCS#1 and JWK contain, in their order. The CRT exponents and coefficients
    /// must match the other numbers; if both lists are empty, they are computed. If the list of primes is empty, this is
    /// [`PrivateKey::from_exponents`]. The variant is chosen and the key is checked as in [`PrivateKey::import`].
    ///
    /// # Errors
    /// [`Error::InconsistentKey`], [`Error::BrokenKey`], [`Error::Modulus`], [`Error::PublicExponent`] for numbers that
    /// do not form a sound key; [`Error::OutOfRange`] for too many primes or bits.
    pub fn from_standard_components(components: Components, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        let Components { modulus, public_exponents, private_exponent, primes, .. } = &components;
        if primes.is_empty() {
            return Self::from_exponents(modulus, only_public_exponent(public_exponents)?, private_exponent, rng);
        }
        let components = components.with_crt_numbers()?;
        Self::from_components(&components.standard_params()?, components, rng)
    }
}

/// Chooses the variant that suits the numbers, and its parameters.
///
/// A public exponent longer than you can choose comes from short CRT exponents, and w is the length of the longest. The
/// other requirements of rebalanced and r-prime on primes matter only for key generation. So every key decrypts
/// correctly as one of these variants, even if its CRT exponents are as long as the primes.
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
