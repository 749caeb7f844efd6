//! Factors that ciphertexts are blinded with.

use std::sync::{Mutex, PoisonError};

use modular_powers::{Engine, MontgomeryForm, Natural, random};
use rand_core::CryptoRng;

use crate::arithmetic::inverse;
use crate::fault::{point, stage};
use crate::variants::CheckedOperation;
use crate::{Error, PrivateKey};

/// How often factors serve, each time squared, before others are drawn. Squaring costs two multiplications, with one public
/// exponent, and four with a long one; drawing takes an encryption, or a private operation, and an inversion. What the page
/// measures goes through as many (`blindingPeriod`).
const USES: u32 = 32;

/// What one private operation is blinded with.
#[derive(Clone)]
pub(crate) struct Factors {
    /// For each public exponent e: `v^e`, which the ciphertext is multiplied by.
    pub(crate) blinding: Vec<MontgomeryForm>,
    /// `v⁻¹`, which frees the message of it.
    pub(crate) unblinding: MontgomeryForm,
    /// With a long public exponent alone.
    pub(crate) check: Option<FactorCheck>,
}

/// What shows a wrong factor where the result is not encrypted again: each of the two factors has a partner that was computed
/// apart from it.
#[derive(Clone)]
pub(crate) struct FactorCheck {
    /// `v^e`, which gives the same blinded ciphertext once more.
    pub(crate) blinding: MontgomeryForm,
    /// v, which gives the blinded message back.
    pub(crate) v: MontgomeryForm,
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

    /// Forgets the factors: with them a result was wrong, and they may be why.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Changes the factors that are kept.
    #[cfg(test)]
    pub(super) fn change(&self, change: impl FnOnce(&mut Factors)) {
        change(&mut self.0.lock().unwrap().as_mut().expect("factors were drawn").0);
    }
}

/// `v²`, and all that belongs to it.
fn squared(key: &PrivateKey, factors: &Factors) -> Factors {
    let _stage = stage("squaring of blinding factors");
    let modulus = key.public_key().modulus_prepared();
    let square = |form: &MontgomeryForm| modulus.square_form(form);
    let check = factors.check.as_ref();
    Factors {
        blinding: factors.blinding.iter().map(square).collect(),
        unblinding: square(&factors.unblinding),
        check: check.map(|check| FactorCheck { blinding: square(&check.blinding), v: square(&check.v) }),
    }
}

/// Factors for a random v.
///
/// With a short public exponent they are `v^e` and `v⁻¹`; a wrong one shows when a result is encrypted again. With a long one
/// `v^e` costs as much as several private operations; then a random u is the blinding factor itself, so that v is `u^d`, which the
/// private operation finds fast. A v that is wrong modulo one prime would make every result wrong modulo that prime, so that
/// operation has the check of all others.
fn draw(key: &PrivateKey, engine: Engine, rng: &mut dyn CryptoRng) -> Result<Factors, Error> {
    let _stage = stage("drawing of blinding factors");
    let modulus = key.public_key().modulus_prepared();
    loop {
        let random = point("random number", random::secret_below(modulus.value(), modulus.bit_length(), rng));
        if let Some(operation) = key.operation.checked() {
            if let Some(factors) = draw_by(operation, key, random, engine, rng)? {
                return Ok(factors);
            }
            continue;
        }
        let set: Vec<_> = key.public_keys().iter().map(|key| key.exponentiation(&random)).collect();
        let blinding = engine.exponentiate(&set);
        // A factor of N by chance: no number of this key's size meets one, but then there is no inverse.
        let Some(unblinding) = masked_inverse(key, &random, rng) else { continue };
        let blinding = blinding.iter().map(|factor| modulus.montgomery_form(factor)).collect();
        return Ok(Factors { blinding, unblinding: modulus.montgomery_form(&unblinding), check: None });
    }
}

/// Factors with u as the blinding factor. None when `u^d` has no inverse.
fn draw_by(
    operation: CheckedOperation<'_>,
    key: &PrivateKey,
    mut u: Natural,
    engine: Engine,
    rng: &mut dyn CryptoRng,
) -> Result<Option<Factors>, Error> {
    let modulus = key.public_key().modulus_prepared();
    let [blinding, again] = [(); 2].map(|()| modulus.montgomery_form(&u));
    let mut powers = engine.exponentiate(&operation.exponentiations(&u));
    let mut v = operation.recombine(&u, &powers, engine)?;
    point("message", &mut v);
    let Some(unblinding) = masked_inverse(key, &v, rng) else { return Ok(None) };
    let [v, inverse] = [&v, &unblinding].map(|factor| modulus.montgomery_form(factor));
    point("ciphertext, later", &mut u);
    point("powers, later", &mut powers);
    // The factors themselves are checked, as they will serve. Of two blinding factors one is enough: each use compares both.
    let one = Natural::from_be_bytes(&[1], modulus.bit_length());
    let message = modulus.multiply(&one, &v);
    let right = (modulus.multiply(&one, &again) == u)
        & operation.is_right(&powers, &message)
        & (modulus.multiply(&message, &inverse) == one);
    let check = Some(FactorCheck { blinding: again, v });
    if right {
        Ok(Some(Factors { blinding: vec![blinding], unblinding: inverse, check }))
    } else {
        Err(Error::FaultDetected)
    }
}

/// `v⁻¹ mod N` by an inversion in variable time, of a number that tells nothing of v: `v⁻¹ = s·(v·s)⁻¹` for a random s.
fn masked_inverse(key: &PrivateKey, v: &Natural, rng: &mut dyn CryptoRng) -> Option<Natural> {
    let modulus = key.public_key().modulus_prepared();
    let mask = modulus.montgomery_form(&random::secret_below(modulus.value(), modulus.bit_length(), rng));
    let inverse = point("inverse", inverse(&modulus.multiply(v, &mask).to_biguint(), &modulus.value().to_biguint())?);
    Some(modulus.multiply(&Natural::from_biguint(&inverse, modulus.bit_length()), &mask))
}
