//! The issuer of RSABSSA.

use modular_powers::Natural;

use super::Error;
use crate::{Options, PrivateKey, PublicKey};

/// Blind signatures of RSABSSA. Keys of every variant except unbalanced can issue them.
impl PrivateKey {
    /// BlindSign (RFC 9474, section 4.3): the private operation on a blinded message. It is the same for all four suites. The check of
    /// the result is [`Protection::fault_check`](crate::hazmat::Protection), which is on by default. A batch key uses its first
    /// exponent.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Range`]; as [`Error::Rsa`]: [`NotInvertible`](crate::Error::NotInvertible) (only multi-power),
    /// [`NoSignatures`](crate::Error::NoSignatures) (only unbalanced), and [`FaultDetected`](crate::Error::FaultDetected) if the machine
    /// made an error ("signing failure").
    #[inline]
    pub fn blind_sign(&self, blinded_message: &[u8], options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.blind_sign_many(&[blinded_message], options)?.remove(0)
    }

    /// [`PrivateKey::blind_sign`] for many blinded messages, which is faster. Each has a result.
    ///
    /// # Errors
    /// As [`Error::Rsa`]: [`NoSignatures`](crate::Error::NoSignatures), and [`FaultDetected`](crate::Error::FaultDetected) if the key in
    /// memory is damaged.
    #[inline]
    pub fn blind_sign_many(
        &self,
        blinded_messages: &[&[u8]],
        options: Options<'_>,
    ) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        self.public_key().require_signatures()?;
        let mut results = Vec::with_capacity(blinded_messages.len());
        let mut sound = Vec::new();
        for message in blinded_messages {
            let checked = number(self.public_key(), "blinded_message", message);
            results.push(checked.map(|_| sound.push(Ok(*message))));
        }
        let mut signed = self.decrypt_raw_each(sound, options)?.into_iter();
        let next = |checked: Result<(), Error>| checked.and_then(|()| Ok(signed.next().expect("one for each")?));
        Ok(results.into_iter().map(next).collect())
    }
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
