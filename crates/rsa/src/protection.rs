//! Guards of private operations against timing attacks and fault attacks.
//!
//! * Blinding (Kocher, "Timing attacks on implementations of Diffie-Hellman, RSA, DSS, and other systems", Crypto
//!   1996): the exponentiations work on a randomized ciphertext that an attacker does not know.
//! * A check of the result before its release (Boneh, DeMillo, Lipton, "On the importance of checking cryptographic
//!   protocols for faults", Eurocrypt 1997): one wrong half of a CRT computation reveals a prime. The check compares
//!   the bytes to be released with the bytes that came in. So it finds a wrong value wherever it arose: in an
//!   exponentiation, in recombination, in blinding, or in the blinding factors themselves.
//! * A checksum of the prepared key, computed again before the release. A number of the key that has changed in memory
//!   may be on both sides of a comparison, and then the result would pass.

mod blinding;

use modular_powers::fault::{point, stage};
use modular_powers::{Engine, Exponentiation, Natural, declassify};
use zeroize::Zeroize;

use self::blinding::Factors;
pub(crate) use self::blinding::{BlindingCache, masked_inverse};
use crate::error::Results;
use crate::operation::PrivateOperation;
use crate::variants::{CheckedOperation, Operation, UnbalancedOperation};
use crate::{Error, Options, PrivateKey, PublicKey};

/// The guards of a private operation. Both are on by default. Switch one off only to measure what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Blinds the ciphertext with a random factor that is removed from the result.
    pub blinding: bool,
    /// Checks the result before it is released. If the public exponent is short, the check encrypts the result again.
    /// If it is long, the check works prime by prime modulo an extra small prime, and includes the blinding factors.
    /// Results of unbalanced keys are always checked.
    pub fault_check: bool,
}

impl Default for Protection {
    fn default() -> Self {
        Self { blinding: true, fault_check: true }
    }
}

impl PrivateKey {
    /// RSADP (RFC 8017, section 5.1.2): `C^d mod N`. The result is always as long as the modulus, in bytes. A batch key
    /// uses its first exponent.
    ///
    /// # Errors
    /// [`Error::BlockLength`], [`Error::MessageOutOfRange`], [`Error::NotInvertible`] (only multi-power),
    /// [`Error::NotDecryptable`] (only unbalanced); [`Error::FaultDetected`] if the result is wrong. No part of a wrong
    /// result is released.
    pub fn decrypt_raw(&self, block: &[u8], options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.guarded(&[block], options)?.remove(0)
    }

    /// [`PrivateKey::decrypt_raw`] for many blocks. Their exponentiations run as one set, which is faster.
    ///
    /// # Errors
    /// The first error, as [`Error::Block`] with its index. The lengths and ranges of all blocks are checked before any
    /// work.
    pub fn decrypt_raw_many(&self, blocks: &[&[u8]], options: Options<'_>) -> Result<Vec<Vec<u8>>, Error> {
        self.numbers(blocks)?; // Refuses wrong blocks before any work, with their index.
        all_or_first_error(self.guarded(blocks, options)?)
    }

    /// [`PrivateKey::decrypt_raw`] for many blocks, with a result for each: a bad block does not affect the others. Items that are
    /// errors already stay errors.
    ///
    /// # Errors
    /// Errors that concern no single block: [`Error::FaultDetected`] if the key in memory is damaged, [`Error::StuckGenerator`].
    pub(crate) fn decrypt_raw_each(
        &self,
        blocks: Vec<Result<&[u8], Error>>,
        options: Options<'_>,
    ) -> Result<Results, Error> {
        // Loops without adapters of iterators, each of which would be half a kilobyte of WebAssembly.
        let mut results = Vec::with_capacity(blocks.len());
        let mut sound = Vec::with_capacity(blocks.len());
        for block in blocks {
            let refused = match block {
                Ok(block) => {
                    let refused = self.public_key().number(block).err();
                    if refused.is_none() {
                        sound.push(block);
                    }
                    refused
                }
                Err(error) => Some(error),
            };
            // The place of a result.
            results.push(refused.map_or(Ok(Vec::new()), Err));
        }
        let mut computed = self.guarded(&sound, options)?.into_iter();
        for result in &mut results {
            if result.is_ok()
                && let Some(computed) = computed.next()
            {
                *result = computed;
            }
        }
        Ok(results)
    }

    /// Decrypts b ciphertexts at once with a batch key (Fiat 1989). Block i was encrypted under public exponent i.
    ///
    /// # Errors
    /// [`Error::WrongVariant`], [`Error::BatchLength`], or the first bad block as [`Error::Block`] with its index, before any work;
    /// [`Error::FaultDetected`] with the index of the wrong result.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Engine, KeyParams, Options, PrivateKey, PublicKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::new(&KeyParams::new(Variant::Batch, 512), &mut rng)?;
    /// let encrypt = |key: &PublicKey| key.encrypt_raw(&[42], Engine::default());
    /// let ciphertexts = key.public_keys().iter().map(encrypt).collect::<Result<Vec<_>, _>>()?;
    /// let blocks: Vec<&[u8]> = ciphertexts.iter().map(Vec::as_slice).collect();
    /// let messages = key.decrypt_raw_batch(&blocks, Options::new(&mut rng))?;
    /// assert!(messages.iter().all(|message| message.len() == 64 && message.ends_with(&[0, 42])));
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn decrypt_raw_batch(&self, blocks: &[&[u8]], options: Options<'_>) -> Result<Vec<Vec<u8>>, Error> {
        let fault_check = options.protection.fault_check;
        all_or_first_error(self.intact(fault_check, self.guarded_batch(blocks, options)?)?)
    }

    /// The private operation on a batch, with guards, except for the checksum.
    fn guarded_batch(&self, blocks: &[&[u8]], mut options: Options<'_>) -> Result<Results, Error> {
        let Options { engine, protection, .. } = options;
        let (batch, ciphertexts) = self.batch(blocks)?;
        let factors = protection.blinding.then(|| self.blinding.next(self, engine, options.rng())).transpose()?;
        let modulus = self.public_key().modulus_prepared();
        let blinded: Vec<Natural> = match &factors {
            Some(Factors { blinding, .. }) => {
                let _stage = stage("blinding");
                ciphertexts.iter().zip(blinding).map(|(number, factor)| modulus.multiply(number, factor)).collect()
            }
            None => ciphertexts,
        };
        let messages = batch.decrypt_batch(&blinded, engine).into_iter().map(Ok);
        let mut results = self.released(messages, factors.iter().cycle());
        if protection.fault_check {
            self.encrypt_again(self.public_keys(), blocks, &mut results, engine);
        }
        Ok(results)
    }

    /// The private operation on many blocks, with guards.
    fn guarded(&self, blocks: &[&[u8]], options: Options<'_>) -> Result<Results, Error> {
        let is_checked = options.protection.fault_check || matches!(self.operation, Operation::Unbalanced(_));
        self.intact(is_checked, self.compared(blocks, options)?)
    }

    /// Overwrites results if the key in memory is damaged. Call it last: so it detects all damage that the results can
    /// depend on.
    fn intact(&self, is_checked: bool, mut results: Results) -> Result<Results, Error> {
        if is_checked && !self.is_intact() {
            results.iter_mut().flatten().for_each(Zeroize::zeroize);
            self.blinding.forget();
            return Err(Error::FaultDetected);
        }
        Ok(results)
    }

    /// The private operation on many blocks, with guards, except for the checksum.
    fn compared(&self, blocks: &[&[u8]], mut options: Options<'_>) -> Result<Results, Error> {
        let Options { engine, protection, .. } = options;
        let numbers = blocks.iter().map(|block| self.public_key().number(block)).collect::<Result<Vec<_>, _>>()?;
        let factors = if protection.blinding {
            blocks.iter().map(|_| self.blinding.next(self, engine, options.rng())).collect::<Result<Vec<_>, _>>()?
        } else {
            Vec::new()
        };
        let ciphertexts = self.blinded(numbers, &factors);
        if let Operation::Unbalanced(operation) = &self.operation {
            return Ok(self.decrypt_unbalanced(operation, blocks, &ciphertexts, &factors, engine));
        }
        if !protection.fault_check {
            return Ok(self.released(self.decrypt_numbers(&ciphertexts, engine), &factors));
        }
        if let Some(operation) = self.operation.checked() {
            return Ok(self.checked(operation, blocks, ciphertexts, &factors, engine));
        }
        let mut results = self.released(self.decrypt_numbers(&ciphertexts, engine), &factors);
        self.encrypt_again(core::iter::repeat(self.public_key()), blocks, &mut results, engine);
        Ok(results)
    }

    /// The private operation of an unbalanced key. The `ciphertexts` are those of `blocks`, blinded if there are
    /// factors. Results are always checked before their release, even with the guards off: see
    /// `variants/unbalanced.rs`.
    pub(crate) fn decrypt_unbalanced(
        &self,
        operation: &UnbalancedOperation,
        blocks: &[&[u8]],
        ciphertexts: &[Natural],
        factors: &[Factors],
        engine: Engine,
    ) -> Results {
        let set: Vec<Exponentiation<'_>> =
            ciphertexts.iter().flat_map(|ciphertext| operation.exponentiations(ciphertext)).collect();
        let powers = engine.exponentiate(&set);
        let modulus = self.public_key().modulus_prepared();
        let one = Natural::from_be_bytes(&[1], modulus.bit_length());
        let mut factors = factors.iter();
        let messages = powers.iter().map(|power| {
            let unblinding = factors.next().map(|factors| modulus.multiply(&one, &factors.unblinding));
            Ok(operation.message(power, unblinding.as_ref()))
        });
        let mut results = self.released(messages, []);
        self.encrypt_again(core::iter::repeat(self.public_key()), blocks, &mut results, engine);
        results
    }

    /// Multiplies ciphertexts by their factors, if there are any.
    fn blinded(&self, ciphertexts: Vec<Natural>, factors: &[Factors]) -> Vec<Natural> {
        let _stage = stage("blinding");
        if factors.is_empty() {
            return ciphertexts;
        }
        let modulus = self.public_key().modulus_prepared();
        let blinded = |(number, factors): (&Natural, &Factors)| modulus.multiply(number, &factors.blinding[0]);
        ciphertexts.iter().zip(factors).map(blinded).collect()
    }

    /// Removes the factors from messages, if there are any, and converts them to blocks.
    fn released<'a>(
        &self,
        messages: impl IntoIterator<Item = Result<Natural, Error>>,
        factors: impl IntoIterator<Item = &'a Factors>,
    ) -> Results {
        let mut factors = factors.into_iter();
        let release = |message: Result<Natural, Error>| {
            let factors = factors.next();
            let mut message = message?;
            let _stage = stage("unblinding and output");
            point("message", &mut message);
            if let Some(Factors { unblinding, .. }) = factors {
                message = self.public_key().modulus_prepared().multiply(&message, unblinding);
            }
            Ok(point("output", message.to_be_bytes(self.public_key().block_length())))
        };
        messages.into_iter().map(release).collect()
    }

    /// Replaces a result with an error if it does not encrypt to its block under its key, or is not below the bound of
    /// an unbalanced key.
    fn encrypt_again<'a>(
        &self,
        keys: impl IntoIterator<Item = &'a PublicKey>,
        blocks: &[&[u8]],
        results: &mut [Result<Vec<u8>, Error>],
        engine: Engine,
    ) {
        let _stage = stage("check");
        // A result that is not below N is wrong. Zero replaces it, so that the others keep their places.
        let number = |block: &[u8]| self.public_key().number(block).unwrap_or(Natural::zero(0));
        let numbers: Vec<Natural> = results.iter().flatten().map(|result| number(result)).collect();
        let keys = results.iter().zip(keys).filter_map(|(result, key)| result.is_ok().then_some(key));
        let set: Vec<Exponentiation<'_>> =
            numbers.iter().zip(keys).map(|(number, key)| key.exponentiation(number)).collect();
        let encrypted = engine.exponentiate(&set);
        let checked = results.iter_mut().zip(blocks).filter(|(result, _)| result.is_ok()).zip(&encrypted);
        for (((result, block), encrypted), message) in checked.zip(&numbers) {
            // Not secret: the caller gets an error. For an unbalanced key, whether there is an error follows from
            // public numbers.
            if declassify((*encrypted != number(block)) | !self.public_key().is_below_bound(message)) {
                self.refuse(result);
            }
        }
    }

    /// The private operation on blinded ciphertexts, with a check of each prime's share. The ciphertexts were made from
    /// `blocks`.
    fn checked(
        &self,
        operation: CheckedOperation<'_>,
        blocks: &[&[u8]],
        mut ciphertexts: Vec<Natural>,
        factors: &[Factors],
        engine: Engine,
    ) -> Results {
        let set: Vec<Exponentiation<'_>> =
            ciphertexts.iter().flat_map(|number| operation.exponentiations(number)).collect();
        let mut powers = engine.exponentiate(&set);
        let share = powers.len().checked_div(ciphertexts.len()).unwrap_or(1);
        let messages: Vec<_> = (ciphertexts.iter().zip(powers.chunks(share)))
            .map(|(number, powers)| operation.recombine(number, powers, engine))
            .collect();
        let mut results = self.released(messages, factors);
        let _stage = stage("check");
        point("ciphertext, later", &mut ciphertexts);
        point("powers, later", &mut powers);
        let mut factors = factors.iter();
        for (((result, block), ciphertext), powers) in
            results.iter_mut().zip(blocks).zip(&ciphertexts).zip(powers.chunks(share))
        {
            let check = factors.next().and_then(|factors| factors.check.as_ref());
            let modulus = self.public_key().modulus_prepared();
            let right = |output: &[u8]| {
                // Computes the blinded ciphertext and message again, from the input and from the output.
                let [number, output] = [block, output].map(|bytes| self.public_key().number(bytes).ok());
                let (Some(mut number), Some(mut message)) = (number, output) else { return false };
                if let Some(check) = check {
                    number = modulus.multiply(&number, &check.blinding);
                    message = modulus.multiply(&message, &check.v);
                }
                (number == *ciphertext) & operation.is_right(ciphertext, powers, &message)
            };
            if result.as_ref().is_ok_and(|output| declassify(!right(output))) {
                self.refuse(result);
            }
        }
        results
    }

    /// Overwrites a wrong result, which may reveal the key. With an unbalanced key the ciphertext may be the reason.
    fn refuse(&self, result: &mut Result<Vec<u8>, Error>) {
        if let Ok(output) = result {
            output.zeroize();
        }
        let is_unbalanced = matches!(self.operation, Operation::Unbalanced(_));
        *result = Err(if is_unbalanced { Error::NotDecryptable } else { Error::FaultDetected });
        self.blinding.forget();
    }
}

/// Wraps an error of the block with this index.
pub(crate) fn at(index: usize) -> impl Fn(Error) -> Error {
    move |error| Error::Block { index, error: Box::new(error) }
}

/// All results, or the first error with its index.
pub(crate) fn all_or_first_error<T>(results: impl IntoIterator<Item = Result<T, Error>>) -> Result<Vec<T>, Error> {
    results.into_iter().enumerate().map(|(index, result)| result.map_err(at(index))).collect()
}

#[cfg(all(test, feature = "fault-injection"))]
mod faults;
#[cfg(test)]
mod tests;
