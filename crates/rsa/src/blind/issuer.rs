//! The issuer of RSABSSA.

use modular_powers::Natural;

use super::Error;
use super::error::Results;
use crate::{Options, PrivateKey, PublicKey};

/// An issuer of RSABSSA. It owns its private key, so that nothing else uses that key by mistake: anyone can have everything signed, also
/// what would decrypt a ciphertext.
#[derive(Debug)]
pub struct Issuer {
    key: PrivateKey,
}

impl Issuer {
    /// Makes an issuer from a key of any variant except unbalanced. A batch key uses its first exponent.
    ///
    /// # Errors
    /// [`NoSignatures`](crate::Error::NoSignatures) as [`Error::Rsa`] for an unbalanced key.
    #[inline]
    pub fn new(key: PrivateKey) -> Result<Self, Error> {
        key.public_key().require_signatures()?;
        Ok(Self { key })
    }

    /// The public key, for clients.
    #[inline]
    pub fn public_key(&self) -> &PublicKey {
        self.key.public_key()
    }

    /// BlindSign (RFC 9474, section 4.3): the private operation on a blinded message. It is the same for all four suites.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Range`]; [`Error::Unchecked`] if the options switch the check of the result off; as [`Error::Rsa`]:
    /// [`NotInvertible`](crate::Error::NotInvertible) (only multi-power), and [`FaultDetected`](crate::Error::FaultDetected) if the
    /// machine made an error ("signing failure").
    #[inline]
    pub fn blind_sign(&self, blinded_message: &[u8], options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.blind_sign_many(&[blinded_message], options)?.remove(0)
    }

    /// [`Issuer::blind_sign`] for many blinded messages, which is faster. Each has a result.
    ///
    /// # Errors
    /// [`Error::Unchecked`]; [`FaultDetected`](crate::Error::FaultDetected) as [`Error::Rsa`] if the key in memory is damaged.
    #[inline]
    pub fn blind_sign_many(&self, blinded_messages: &[&[u8]], options: Options<'_>) -> Result<Results, Error> {
        sign_many(&self.key, blinded_messages, options)
    }
}

/// The guarded private operation on blinded messages.
#[inline]
pub(super) fn sign_many(key: &PrivateKey, blinded_messages: &[&[u8]], options: Options<'_>) -> Result<Results, Error> {
    if !options.protection.fault_check {
        return Err(Error::Unchecked);
    }
    let mut results = Vec::with_capacity(blinded_messages.len());
    let mut sound = Vec::new();
    for message in blinded_messages {
        let checked = number(key.public_key(), "blinded_message", message);
        results.push(checked.map(|_| sound.push(Ok(*message))));
    }
    let mut signed = key.decrypt_raw_each(sound, options)?.into_iter();
    let next = |checked: Result<(), Error>| checked.and_then(|()| Ok(signed.next().expect("one for each")?));
    Ok(results.into_iter().map(next).collect())
}

/// The number of a block that must be exactly as long as the modulus and below it.
#[inline]
pub(super) fn number(key: &PublicKey, parameter: &'static str, block: &[u8]) -> Result<Natural, Error> {
    let (bytes, modulus_bytes) = (block.len(), key.block_length());
    if bytes != modulus_bytes {
        return Err(Error::Length { parameter, bytes, modulus_bytes });
    }
    key.number(block).map_err(|_| Error::Range { parameter })
}
