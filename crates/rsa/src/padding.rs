//! The paddings of RFC 8017 (PKCS #1 v2.2), which turn the raw operation into encryption or signatures.
//!
//! Each scheme has its own file, which adds its methods to [`PublicKey`] and [`PrivateKey`]. Keys know nothing about
//! padding.
//!
//! | scheme | section | methods |
//! | --- | --- | --- |
//! | RSAES-OAEP | 7.1 | `encrypt_oaep`, `decrypt_oaep` |
//! | RSAES-PKCS1-v1_5 | 7.2 | `encrypt_pkcs1v15`, `decrypt_pkcs1v15`, with implicit rejection |
//! | RSASSA-PSS | 8.1 | `sign_pss`, `verify_pss`; for hash values `sign_pss_digest`, `verify_pss_digest` |
//! | RSASSA-PKCS1-v1_5 | 8.2 | `sign_pkcs1v15`, `verify_pkcs1v15`; for hash values `sign_pkcs1v15_digest`, `verify_pkcs1v15_digest` |
//!
//! Private operations also have a form with `_many` in its name. It returns a result for each input, and the engine works on
//! several inputs at a time.
//!
//! # Constant time
//!
//! A decrypted block is decoded without a branch or an index that depends on it. Every byte is read, conditions are
//! masks, and the call reports whether the ciphertext was valid only after all of them are evaluated. The message, and
//! so its length, may then be known to the caller. The time of encoding and of public operations depends only on
//! lengths. PKCS #1 v1.5 encryption also depends on how often a random byte is zero, which reveals nothing about the
//! bytes that are kept.

mod hash;
mod implicit_rejection;
mod mgf1;
mod oaep;
mod pkcs1v15_encryption;
mod pkcs1v15_signature;
mod pss;

use modular_powers::Engine;
use zeroize::Zeroizing;

pub use self::hash::{Hash, Hasher};
pub use self::oaep::Oaep;
#[cfg(feature = "traits")]
pub(crate) use self::pkcs1v15_signature::require_room as require_room_for_pkcs1v15_signature;
pub use self::pss::{Pss, SaltLength};
use crate::error::Results;
use crate::{Error, Options, PrivateKey, PublicKey};

impl PublicKey {
    /// The encoded message in a signature (RSAVP1). `None` if the signature has the wrong length or is not below the
    /// modulus.
    fn encoded_message(&self, signature: &[u8], engine: Engine) -> Result<Option<Vec<u8>>, Error> {
        if signature.len() != self.block_length() {
            return Ok(None);
        }
        match self.encrypt_raw(signature, engine) {
            Err(Error::FaultDetected) => Err(Error::FaultDetected),
            result => Ok(result.ok()),
        }
    }

    /// The length of an encoded message for encryption, in bytes: that of the modulus or, for an unbalanced key, the
    /// number of whole bytes below the bound of its messages.
    fn encoded_length(&self) -> usize {
        self.message_length().map_or(self.block_length(), |bits| bits / 8)
    }

    /// Refuses to sign or verify with an unbalanced key.
    pub(crate) fn require_signatures(&self) -> Result<(), Error> {
        if self.message_length().is_some() { Err(Error::NoSignatures) } else { Ok(()) }
    }

    /// Refuses a key that is too short for a padding of `bytes` bytes, whose first `spare_bits` bits are zero.
    fn require_room(&self, bytes: usize, spare_bits: usize, scheme: impl FnOnce() -> String) -> Result<(), Error> {
        if let Some(bits) = self.message_length() {
            if bits / 8 >= bytes {
                return Ok(());
            }
            return Err(Error::PrimeTooShort { scheme: scheme(), least: 8 * bytes + 1, prime_length: bits + 1 });
        }
        // A modulus may have only one bit in its first byte.
        let least = bytes.saturating_sub(1).saturating_mul(8).saturating_add(1 + spare_bits);
        let modulus_length = self.modulus_length();
        if modulus_length < least {
            return Err(Error::KeyTooShort { scheme: scheme(), least, modulus_length });
        }
        Ok(())
    }
}

/// The encoded message of a ciphertext, or what is wrong with the ciphertext.
type EncodedMessage = Result<Zeroizing<Vec<u8>>, Error>;

impl PrivateKey {
    /// Decrypts ciphertexts to encoded messages (RSADP). Everything that can be wrong with a ciphertext itself gives one
    /// error, the same as for a bad padding, but for its length, which everybody sees.
    ///
    /// A ciphertext that an unbalanced key cannot decrypt becomes zeros, which no padding accepts. PKCS #1 v1.5 then
    /// returns another message, as for every bad padding. The time may show that this happened: see
    /// `variants/unbalanced.rs`.
    fn decrypted_blocks(&self, ciphertexts: &[&[u8]], options: Options<'_>) -> Result<Vec<EncodedMessage>, Error> {
        let modulus_bytes = self.public_key().block_length();
        let encoded_length = self.public_key().encoded_length();
        let mut blocks = Vec::with_capacity(ciphertexts.len());
        for ciphertext in ciphertexts {
            let bytes = ciphertext.len();
            let is_right = bytes == modulus_bytes;
            blocks.push(if is_right { Ok(*ciphertext) } else { Err(Error::CiphertextLength { bytes, modulus_bytes }) });
        }
        let mut encoded = Vec::with_capacity(ciphertexts.len());
        for result in self.decrypt_raw_each(blocks, options)? {
            encoded.push(match result {
                Ok(block) => {
                    let mut block = Zeroizing::new(block);
                    // Nonzero bytes before the encoded message must make the padding invalid. Fold them into its first
                    // byte, which both paddings require to be zero.
                    let excess = block.len() - encoded_length;
                    let before = block[..excess].iter().fold(0, |all, byte| all | byte);
                    block.drain(..excess);
                    block[0] |= before;
                    Ok(block)
                }
                Err(Error::NotDecryptable) => Ok(Zeroizing::new(vec![0; encoded_length])),
                Err(Error::MessageOutOfRange { .. } | Error::NotInvertible) => Err(Error::Decryption),
                Err(error) => Err(error),
            });
        }
        Ok(encoded)
    }

    /// Signs encoded messages, with a result for each.
    fn signed_blocks(&self, encoded: &[Vec<u8>], options: Options<'_>) -> Result<Results, Error> {
        let mut blocks = Vec::with_capacity(encoded.len());
        for block in encoded {
            blocks.push(Ok(block.as_slice()));
        }
        self.decrypt_raw_each(blocks, options)
    }
}
