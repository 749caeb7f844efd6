//! The client, and everybody who verifies.
//!
//! # Constant time
//!
//! The blinding factor r is secret: an issuer who learns anything about it links a signature to its request. Only one step runs in
//! variable time, the inversion, and it sees a number that reveals nothing: `r·m·s` for a uniform secret s (see
//! `protection/blinding.rs`). This one inversion also shows that the encoded message m is coprime to N, which RFC 9474 asks for; a gcd
//! of m and N would take a time that depends on m. The factors of a list share one inversion (Montgomery's trick).
//!
//! The unblinded signature is not secret: the client publishes it. So it is verified in variable time.
//!
//! If N has a factor that a message or a factor shares, an error reveals it. N is then not an RSA modulus, or the client has just
//! factored it.

use core::fmt;

use modular_powers::{Engine, Exponentiation, Natural, declassify, random};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::derivation::{derived_exponent, encoded_length};
use super::error::Results;
use super::issuer::number;
use super::{Error, Suite};
use crate::arithmetic::coprime;
use crate::protection::masked_inverse;
use crate::{Options, PublicKey};

/// How often new blinding factors are drawn if one has no inverse. For an RSA modulus, that never happens.
const MOST_DRAWS: usize = 128;

/// A public key with a suite and, for partially blind signatures, with metadata, from which the public exponent is derived once.
#[derive(Clone, Debug)]
pub struct Client {
    key: PublicKey,
    suite: Suite,
    /// What is hashed before the message: nothing, or the metadata with their length.
    prefix: Vec<u8>,
}

/// A request and what the client needs for the answer.
#[derive(Clone)]
pub struct Blinded {
    /// What the issuer gets, as long as the modulus.
    pub blinded_message: Vec<u8>,
    /// The inverse of the blinding factor, as long as the modulus, for [`Client::finalize`]. Keep it secret and use it once.
    pub inverse: Zeroizing<Vec<u8>>,
}

/// Shows only the public part.
impl fmt::Debug for Blinded {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Blinded").field("blinded_message", &self.blinded_message).finish_non_exhaustive()
    }
}

/// An issuer's answer, with what belongs to it.
#[derive(Clone, Copy)]
pub struct Unfinished<'a> {
    /// The prepared message.
    pub message: &'a [u8],
    /// The issuer's answer.
    pub blind_signature: &'a [u8],
    /// The inverse that [`Client::blind`] returned.
    pub inverse: &'a [u8],
}

impl Client {
    /// Combines a public key with a suite. `info` are the public metadata of partially blind signatures; for other suites it must be
    /// `None`.
    ///
    /// # Errors
    /// [`Error::Info`], [`Error::InfoTooLong`], [`Error::ModulusLength`]; as [`Error::Rsa`]:
    /// [`KeyTooShort`](crate::Error::KeyTooShort), [`NoSignatures`](crate::Error::NoSignatures) for an unbalanced key.
    #[inline]
    pub fn new(key: &PublicKey, suite: Suite, info: Option<&[u8]>) -> Result<Self, Error> {
        suite.pss().salt_to_sign(key)?; // Refuses keys that are too short.
        let (key, prefix) = match info {
            None if !suite.is_partial() => (key.clone(), Vec::new()),
            Some(info) if suite.is_partial() => {
                let prefix = [b"msg", &encoded_length(info)?[..], info].concat();
                (key.with_exponent(&derived_exponent(&key.modulus(), info)?)?, prefix)
            }
            _ => return Err(Error::Info(suite)),
        };
        Ok(Self { key, suite, prefix })
    }

    /// The public key that verifies the signatures: the issuer's, or the one derived from the metadata.
    #[inline]
    pub fn public_key(&self) -> &PublicKey {
        &self.key
    }

    /// Blind (RFC 9474, section 4.2; draft, section 4.2) for a prepared message.
    ///
    /// # Errors
    /// [`Error::NotCoprime`]; as [`Error::Rsa`]: [`StuckGenerator`](crate::Error::StuckGenerator), and
    /// [`FaultDetected`](crate::Error::FaultDetected) if the key in memory is damaged.
    #[inline]
    pub fn blind(&self, message: &[u8], options: Options<'_>) -> Result<Blinded, Error> {
        Ok(self.blind_many(&[message], options)?.remove(0))
    }

    /// [`Client::blind`] for many prepared messages, which is faster: the engine computes several powers at a time, and there is one
    /// inversion for all.
    ///
    /// # Errors
    /// As [`Client::blind`]; no message is blinded then.
    #[inline]
    pub fn blind_many(&self, messages: &[&[u8]], mut options: Options<'_>) -> Result<Vec<Blinded>, Error> {
        let engine = options.engine;
        let bits = self.key.modulus_length();
        let encoded = messages.iter().map(|message| {
            let (pss, salt_length) = (self.suite.pss(), self.suite.salt_length());
            let encoded = Zeroizing::new(pss.encode(&self.digest(message), salt_length, bits - 1, options.rng()));
            Natural::from_be_bytes(&encoded, bits)
        });
        let encoded: Vec<Natural> = encoded.collect();
        let modulus = self.key.modulus_prepared();
        for _ in 0..MOST_DRAWS {
            let factors = encoded.iter().map(|_| random::secret_below(modulus.value(), bits, options.rng()));
            let factors = factors.collect::<Result<Vec<_>, _>>().map_err(crate::Error::from)?;
            if let Some(blinded) = self.blinded(&encoded, &factors, engine, options.rng())? {
                return Ok(blinded);
            }
            // Everybody can compute this, and for an RSA modulus it never comes to that.
            let value = modulus.value().to_biguint();
            if encoded.iter().any(|number| !coprime(&number.to_biguint(), &value)) {
                return Err(Error::NotCoprime);
            }
        }
        Err(crate::Error::StuckGenerator.into())
    }

    /// Blinds encoded messages with these factors. `None` if one of them has no inverse.
    #[inline]
    fn blinded(
        &self,
        encoded: &[Natural],
        factors: &[Natural],
        engine: Engine,
        rng: &mut dyn CryptoRng,
    ) -> Result<Option<Vec<Blinded>>, Error> {
        let Some(first) = factors.first() else { return Ok(Some(Vec::new())) };
        let modulus = self.key.modulus_prepared();
        let forms: Vec<_> = encoded.iter().map(|number| engine.montgomery_form(modulus, number)).collect();
        // v = r·m, and the product of all v up to each.
        let products: Vec<_> =
            factors.iter().zip(&forms).map(|(factor, form)| modulus.multiply(factor, form)).collect();
        let product_forms: Vec<_> = products.iter().map(|product| engine.montgomery_form(modulus, product)).collect();
        let mut running = vec![products[0].clone()];
        for (index, form) in product_forms.iter().enumerate().skip(1) {
            running.push(modulus.multiply(&running[index - 1], form));
        }
        let Some(mut inverse) = masked_inverse(modulus, &running[running.len() - 1], first, rng)? else {
            return Ok(None);
        };
        // x = r^e
        let set: Vec<Exponentiation<'_>> = factors.iter().map(|factor| self.key.exponentiation(factor)).collect();
        let powers = engine.exponentiate(&set);
        let length = self.key.block_length();
        let mut blinded = Vec::with_capacity(encoded.len());
        for index in (0..encoded.len()).rev() {
            // v⁻¹·m = r⁻¹, with v⁻¹ from the inverse of the product up to v.
            let of_this = match index {
                0 => inverse.clone(),
                _ => modulus.multiply(&inverse, &engine.montgomery_form(modulus, &running[index - 1])),
            };
            inverse = modulus.multiply(&inverse, &product_forms[index]);
            blinded.push(Blinded {
                blinded_message: modulus.multiply(&powers[index], &forms[index]).to_be_bytes(length),
                inverse: Zeroizing::new(modulus.multiply(&of_this, &forms[index]).to_be_bytes(length)),
            });
        }
        blinded.reverse();
        self.key.require_intact()?;
        Ok(Some(blinded))
    }

    /// Finalize (RFC 9474, section 4.4; draft, section 4.4): removes the blinding from the issuer's answer and verifies the signature.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Range`], [`Error::InvalidSignature`].
    #[inline]
    pub fn finalize(
        &self,
        message: &[u8],
        blind_signature: &[u8],
        inverse: &[u8],
        engine: Engine,
    ) -> Result<Vec<u8>, Error> {
        self.finalize_many(&[Unfinished { message, blind_signature, inverse }], engine).remove(0)
    }

    /// [`Client::finalize`] for many answers, which is faster. Each has a result.
    #[inline]
    pub fn finalize_many(&self, answers: &[Unfinished<'_>], engine: Engine) -> Results {
        let modulus = self.key.modulus_prepared();
        let unblind = |answer: &Unfinished<'_>| {
            let inverse = number(&self.key, "inverse", answer.inverse)?;
            let signed = number(&self.key, "blind_signature", answer.blind_signature)?;
            let signature = modulus.multiply(&signed, &engine.montgomery_form(modulus, &inverse));
            // Signatures get published.
            let bytes: Vec<u8> = signature.to_be_bytes(self.key.block_length()).into_iter().map(declassify).collect();
            Ok(Natural::from_be_bytes(&bytes, self.key.modulus_length()))
        };
        let signatures: Vec<Result<Natural, Error>> = answers.iter().map(unblind).collect();
        let numbers: Vec<_> = signatures.iter().map(|signature| signature.as_ref().ok()).collect();
        let messages = answers.iter().map(|answer| answer.message);
        let valid = self.are_signed(messages, &numbers, engine);
        let released = |(signature, is_valid): (Result<Natural, Error>, bool)| {
            let signature = signature?;
            if is_valid { Ok(signature.to_be_bytes(self.key.block_length())) } else { Err(Error::InvalidSignature) }
        };
        signatures.into_iter().zip(valid).map(released).collect()
    }

    /// Whether this is a signature of a prepared message: RSASSA-PSS-VERIFY (RFC 8017, section 8.1.2) with the salt length of the suite.
    /// A malformed signature is not valid, and none is if the key in memory is damaged.
    #[inline]
    pub fn verify(&self, message: &[u8], signature: &[u8], engine: Engine) -> bool {
        self.verify_many(&[(message, signature)], engine).remove(0)
    }

    /// [`Client::verify`] for pairs of a prepared message and a signature, which is faster.
    #[inline]
    pub fn verify_many(&self, pairs: &[(&[u8], &[u8])], engine: Engine) -> Vec<bool> {
        let numbers: Vec<_> =
            pairs.iter().map(|(_, signature)| number(&self.key, "signature", signature).ok()).collect();
        let numbers: Vec<_> = numbers.iter().map(Option::as_ref).collect();
        self.are_signed(pairs.iter().map(|(message, _)| *message), &numbers, engine)
    }

    /// Whether each number is a signature of its message. `None` is not, and nothing is for a key that is damaged in memory.
    #[inline]
    fn are_signed<'a>(
        &self,
        messages: impl Iterator<Item = &'a [u8]>,
        signatures: &[Option<&Natural>],
        engine: Engine,
    ) -> Vec<bool> {
        let set: Vec<Exponentiation<'_>> =
            signatures.iter().flatten().map(|signature| self.key.exponentiation(signature)).collect();
        let mut powers = engine.exponentiate(&set).into_iter();
        let is_signed = |(message, signature): (&[u8], &Option<&Natural>)| {
            let Some(power) = signature.and_then(|_| powers.next()) else { return false };
            let mut block = power.to_be_bytes(self.key.block_length());
            let salt_length = Some(self.suite.salt_length());
            self.suite.pss().is_signed(&self.digest(message), salt_length, &mut block, self.key.modulus_length())
        };
        let signed: Vec<bool> = messages.zip(signatures).map(is_signed).collect();
        let is_intact = self.key.require_intact().is_ok();
        signed.into_iter().map(|is_signed| is_signed && is_intact).collect()
    }

    /// The hash value of a prepared message, for partially blind signatures of `msg_prime`.
    #[inline]
    fn digest(&self, message: &[u8]) -> Zeroizing<Vec<u8>> {
        self.suite.hash().digest(&[&self.prefix, message])
    }
}
