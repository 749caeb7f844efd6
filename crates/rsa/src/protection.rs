//! What guards a private operation against those who time it or disturb it.
//!
//! * Blinding (Kocher, "Timing attacks on implementations of Diffie-Hellman, RSA, DSS, and other systems", Crypto 1996): the
//!   exponentiations work on a ciphertext that nobody else knows.
//! * A check of the result before its release (Boneh, DeMillo, Lipton, "On the importance of checking cryptographic
//!   protocols for faults", Eurocrypt 1997): one wrong half of a CRT computation gives a prime away.

mod blinding;
mod half_check;

use modexp::{Engine, Exponentiation, Natural};
use rand_core::CryptoRng;

pub(crate) use self::blinding::BlindingCache;
use self::blinding::Factors;
pub(crate) use self::half_check::checked_operation;
use crate::{Error, PrivateKey, PublicKey};

/// Which guards a private operation has. Both are on by default; to switch one off is for measuring what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// The ciphertext is multiplied by a random factor first, which the result is freed of.
    pub blinding: bool,
    /// The result is checked before it is released: by encrypting it again, or, where the public exponent is long, prime by
    /// prime modulo an extra small prime.
    pub fault_check: bool,
}

impl Default for Protection {
    fn default() -> Self {
        Self { blinding: true, fault_check: true }
    }
}

impl PrivateKey {
    /// [`PrivateKey::decrypt_raw`], guarded.
    ///
    /// # Errors
    /// As there; [`Error::FaultDetected`] when the result is wrong, whereupon nothing of it is released.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Engine, KeyParams, PrivateKey, Protection, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests alone
    /// let params = KeyParams::new(Variant::Rebalanced, 512);
    /// let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(()))?;
    /// let message = key.decrypt_raw_protected(&[42], Engine::default(), Protection::default(), &mut rng)?;
    /// assert_eq!(message, key.decrypt_raw(&[42], Engine::default())?);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn decrypt_raw_protected(
        &self,
        block: &[u8],
        engine: Engine,
        protection: Protection,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        let ciphertext = self.public_key().number(block)?;
        let message = self.decrypt_numbers_protected(&[ciphertext], engine, protection, rng)?.remove(0)?;
        Ok(message.to_be_bytes(self.public_key().block_length()))
    }

    /// [`PrivateKey::decrypt_raw_many`], guarded.
    ///
    /// # Errors
    /// As there; [`Error::FaultDetected`] with the index of the wrong result.
    pub fn decrypt_raw_many_protected(
        &self,
        blocks: &[&[u8]],
        engine: Engine,
        protection: Protection,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Vec<u8>>, Error> {
        let ciphertexts = self.numbers(blocks)?;
        let messages = self.decrypt_numbers_protected(&ciphertexts, engine, protection, rng)?;
        self.blocks(messages)
    }

    /// [`PrivateKey::decrypt_batch_raw`], guarded.
    ///
    /// # Errors
    /// As there; [`Error::FaultDetected`] with the index of the wrong result.
    pub fn decrypt_batch_raw_protected(
        &self,
        blocks: &[&[u8]],
        engine: Engine,
        protection: Protection,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Vec<u8>>, Error> {
        let (batch, ciphertexts) = self.batch(blocks)?;
        let factors = protection.blinding.then(|| self.blinding.next(self, engine, rng)).transpose()?;
        let modulus = self.public_key().modulus_prepared();
        let blinded: Vec<Natural> = match &factors {
            Some(Factors { blinding, .. }) => {
                ciphertexts.iter().zip(blinding).map(|(number, factor)| modulus.multiply(number, factor)).collect()
            }
            None => ciphertexts,
        };
        let messages: Vec<Result<Natural, Error>> = batch.decrypt_batch(&blinded, engine).into_iter().map(Ok).collect();
        let messages = if protection.fault_check {
            re_encrypted(self.public_keys(), &blinded, messages, engine)
        } else {
            messages
        };
        let unblind = |message: Result<Natural, Error>| match &factors {
            Some(Factors { unblinding, .. }) => message.map(|message| modulus.multiply(&message, unblinding)),
            None => message,
        };
        self.blocks(messages.into_iter().map(unblind).collect())
    }

    /// The private operation on many ciphertexts, guarded.
    fn decrypt_numbers_protected(
        &self,
        ciphertexts: &[Natural],
        engine: Engine,
        protection: Protection,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Result<Natural, Error>>, Error> {
        let modulus = self.public_key().modulus_prepared();
        let factors = if protection.blinding {
            ciphertexts.iter().map(|_| self.blinding.next(self, engine, rng)).collect::<Result<Vec<_>, _>>()?
        } else {
            Vec::new()
        };
        let blinded: Vec<Natural> = ciphertexts
            .iter()
            .zip(&factors)
            .map(|(number, factors)| modulus.multiply(number, &factors.blinding[0]))
            .collect();
        let ciphertexts = if protection.blinding { &blinded } else { ciphertexts };
        let messages = match &self.checked_operation {
            Some(operation) if protection.fault_check => Self::decrypt_by(operation.as_ref(), ciphertexts, engine),
            None if protection.fault_check => {
                let messages = self.decrypt_numbers(ciphertexts, engine);
                re_encrypted(core::iter::repeat(self.public_key()), ciphertexts, messages, engine)
            }
            _ => self.decrypt_numbers(ciphertexts, engine),
        };
        let mut factors = factors.iter();
        let unblind = |message: Result<Natural, Error>| match factors.next() {
            Some(factors) => message.map(|message| modulus.multiply(&message, &factors.unblinding)),
            None => message,
        };
        Ok(messages.into_iter().map(unblind).collect())
    }
}

/// The messages that encrypt to their ciphertexts; [`Error::FaultDetected`] in the place of any other.
fn re_encrypted<'a>(
    keys: impl IntoIterator<Item = &'a PublicKey>,
    ciphertexts: &[Natural],
    messages: Vec<Result<Natural, Error>>,
    engine: Engine,
) -> Vec<Result<Natural, Error>> {
    let set: Vec<Exponentiation<'_>> = (messages.iter().zip(keys))
        .filter_map(|(message, key)| Some(key.exponentiation(message.as_ref().ok()?)))
        .collect();
    let mut encrypted = engine.exponentiate(&set).into_iter();
    (messages.into_iter().zip(ciphertexts))
        .map(|(message, ciphertext)| {
            let message = message?;
            if encrypted.next().as_ref() == Some(ciphertext) { Ok(message) } else { Err(Error::FaultDetected) }
        })
        .collect()
}

#[cfg(test)]
mod tests;
