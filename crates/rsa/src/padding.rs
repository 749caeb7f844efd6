//! The paddings of RFC 8017 (PKCS #1 v2.2): what makes of the raw operation an encryption or a signature.
//!
//! A scheme a file; each adds its calls to [`PublicKey`] and [`PrivateKey`]. Keys know nothing of padding.
//!
//! | scheme | section | calls |
//! | --- | --- | --- |
//! | RSAES-OAEP | 7.1 | `encrypt_oaep`, `decrypt_oaep` |
//! | RSAES-PKCS1-v1_5 | 7.2 | `encrypt_pkcs1v15`, `decrypt_pkcs1v15`, with implicit rejection |
//! | RSASSA-PSS | 8.1 | `sign_pss`, `verify_pss`, of hash values `sign_pss_digest`, `verify_pss_digest` |
//! | RSASSA-PKCS1-v1_5 | 8.2 | `sign_pkcs1v15`, `verify_pkcs1v15`, of hash values `sign_pkcs1v15_digest`, `verify_pkcs1v15_digest` |
//!
//! # Constant time
//!
//! What a decryption yields is decoded without a branch or an index that depends on it: every byte is looked at, conditions
//! are masks, and only when all are known does the call say whether the ciphertext was good. What comes out then, the
//! message and therefore its length, belongs to the caller. Encoding and the public operations depend on lengths alone,
//! and PKCS #1 v1.5 encryption on how often a random byte is zero, which says nothing of those that are kept.

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
pub use self::pss::{Pss, SaltLength};
use crate::{Error, Options, PrivateKey, PublicKey};

impl PublicKey {
    /// The encoded message that a signature stands for (RSAVP1); none when its length or its number is not one of a
    /// signature by this key.
    fn encoded_message(&self, signature: &[u8], engine: Engine) -> Option<Vec<u8>> {
        if signature.len() != self.block_length() {
            return None;
        }
        self.encrypt_raw(signature, engine).ok()
    }

    /// The length of an encoded message for encryption in whole bytes: the modulus's, or, with an unbalanced key, as many as fit
    /// below the bound of its messages.
    fn encoded_length(&self) -> usize {
        self.message_length().map_or(self.block_length(), |bits| bits / 8)
    }

    /// Refuses to sign or verify with an unbalanced key.
    fn require_signatures(&self) -> Result<(), Error> {
        if self.message_length().is_some() { Err(Error::NoSignatures) } else { Ok(()) }
    }

    /// Refuses a key shorter than a padding of `bytes` bytes, of which the first `spare_bits` bits are zero, needs.
    fn require_room(&self, bytes: usize, spare_bits: usize, scheme: impl FnOnce() -> String) -> Result<(), Error> {
        // The first byte may be cut down to one bit.
        if let Some(bits) = self.message_length() {
            // Whole bytes below the bound.
            if bits / 8 >= bytes {
                return Ok(());
            }
            return Err(Error::PrimeTooShort { scheme: scheme(), least: 8 * bytes + 1, prime_length: bits + 1 });
        }
        let least = bytes.saturating_sub(1).saturating_mul(8).saturating_add(1 + spare_bits);
        let modulus_length = self.modulus_length();
        if modulus_length < least {
            return Err(Error::KeyTooShort { scheme: scheme(), least, modulus_length });
        }
        Ok(())
    }
}

impl PrivateKey {
    /// The encoded message that a ciphertext stands for (RSADP), as long as the key's encoded messages. All that is wrong with the
    /// ciphertext alone is one error, the same as for a bad padding.
    ///
    /// A ciphertext that an unbalanced key cannot decrypt stands for zeros, which no padding accepts: PKCS #1 v1.5 then answers
    /// with another message, as for everything else that is wrong. That it stands for zeros may show in the time: see
    /// `variants/unbalanced.rs`.
    fn decrypted_block(&self, ciphertext: &[u8], options: Options<'_>) -> Result<Zeroizing<Vec<u8>>, Error> {
        if ciphertext.len() != self.public_key().block_length() {
            return Err(Error::Decryption);
        }
        match self.decrypt_raw(ciphertext, options) {
            Ok(block) => {
                let mut block = Zeroizing::new(block);
                // Nonzero bytes before the encoded message must make the padding invalid: fold them into its first byte, which
                // both paddings require to be zero.
                let excess = block.len() - self.public_key().encoded_length();
                let before = block[..excess].iter().fold(0, |all, byte| all | byte);
                block.drain(..excess);
                block[0] |= before;
                Ok(block)
            }
            Err(Error::NotDecryptable) => Ok(Zeroizing::new(vec![0; self.public_key().encoded_length()])),
            Err(Error::MessageOutOfRange { .. } | Error::NotInvertible) => Err(Error::Decryption),
            Err(error) => Err(error),
        }
    }
}
