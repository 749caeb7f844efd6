//! Factors that ciphertexts are blinded with.

use std::sync::{Mutex, PoisonError};

use modexp::{Engine, MontgomeryForm, Natural, random};
use rand_core::CryptoRng;

use crate::arithmetic::inverse;
use crate::{Error, PrivateKey};

/// How often factors serve, each time squared, before others are drawn. Squaring costs two multiplications, with one public
/// exponent; drawing takes an encryption, or a private operation, and an inversion. What the page measures goes through as
/// many (`blindingPeriod`).
const USES: u32 = 32;

/// What one private operation is blinded with.
#[derive(Clone)]
pub(crate) struct Factors {
    /// For each public exponent e: `v^e`, which the ciphertext is multiplied by.
    pub(crate) blinding: Vec<MontgomeryForm>,
    /// `v⁻¹`, which frees the message of it.
    pub(crate) unblinding: MontgomeryForm,
}

/// The factors that a key used last. They are squared for the next use, so that most uses cost no inversion.
#[derive(Default)]
pub(crate) struct BlindingCache(Mutex<Option<(Factors, u32)>>);

impl BlindingCache {
    /// Fresh factors.
    pub(crate) fn next(&self, key: &PrivateKey, engine: Engine, rng: &mut dyn CryptoRng) -> Result<Factors, Error> {
        // Whatever a thread that panicked left here is whole: it is replaced in one step.
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (factors, uses) = match cached.take() {
            Some((factors, uses)) if uses < USES => (squared(key, &factors), uses + 1),
            _ => (draw(key, engine, rng)?, 1),
        };
        *cached = Some((factors.clone(), uses));
        Ok(factors)
    }
}

/// `v²`, and all that belongs to it.
fn squared(key: &PrivateKey, factors: &Factors) -> Factors {
    let modulus = key.public_key().modulus_prepared();
    let square = |form: &MontgomeryForm| modulus.square_form(form);
    Factors { blinding: factors.blinding.iter().map(square).collect(), unblinding: square(&factors.unblinding) }
}

/// Factors for a random v.
///
/// With a short public exponent they are `v^e` and `v⁻¹`. With a long one `v^e` costs as much as several private operations;
/// then a random u is the blinding factor itself, so that v is `u^d`, which the private operation finds fast.
fn draw(key: &PrivateKey, engine: Engine, rng: &mut dyn CryptoRng) -> Result<Factors, Error> {
    let modulus = key.public_key().modulus_prepared();
    loop {
        let random = random::secret_below(modulus.value(), modulus.bit_length(), rng);
        let (blinding, v) = if key.checked_operation.is_none() {
            let set: Vec<_> = key.public_keys().iter().map(|key| key.exponentiation(&random)).collect();
            (engine.exponentiate(&set), random)
        } else {
            let v = key.decrypt_numbers(core::slice::from_ref(&random), engine).remove(0)?;
            (vec![random], v)
        };
        // A factor of N by chance: no number of this key's size meets one, but then there is no inverse.
        let Some(unblinding) = masked_inverse(key, &v, rng) else { continue };
        let blinding = blinding.iter().map(|factor| modulus.montgomery_form(factor)).collect();
        return Ok(Factors { blinding, unblinding: modulus.montgomery_form(&unblinding) });
    }
}

/// `v⁻¹ mod N` by an inversion in variable time, of a number that tells nothing of v: `v⁻¹ = s·(v·s)⁻¹` for a random s.
fn masked_inverse(key: &PrivateKey, v: &Natural, rng: &mut dyn CryptoRng) -> Option<Natural> {
    let modulus = key.public_key().modulus_prepared();
    let mask = modulus.montgomery_form(&random::secret_below(modulus.value(), modulus.bit_length(), rng));
    let inverse = inverse(&modulus.multiply(v, &mask).to_biguint(), &modulus.value().to_biguint())?;
    Some(modulus.multiply(&Natural::from_biguint(&inverse, modulus.bit_length()), &mask))
}
