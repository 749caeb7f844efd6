//! RSAES-PKCS1-v1_5 (RFC 8017, section 7.2), for existing data and protocols. Use OAEP for new ones.

use modular_powers::declassify;
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater};
use zeroize::Zeroizing;

use super::implicit_rejection::{Alternative, OVERHEAD};
use crate::error::Results;
use crate::{Error, Options, PrivateKey, PublicKey};

fn scheme() -> String {
    "PKCS #1 v1.5 encryption".to_owned()
}

/// Refuses an unbalanced key whose messages are too short for the padding. Every modulus is long enough: the shortest
/// one has 16 bytes.
fn require_room(key: &PublicKey) -> Result<(), Error> {
    key.require_room(OVERHEAD, 0, scheme)
}

/// EME-PKCS1-v1_5 encoding (section 7.2.1, step 2) of a message that fits into `length` bytes.
fn encode(message: &[u8], length: usize, rng: &mut dyn CryptoRng) -> Result<Zeroizing<Vec<u8>>, Error> {
    // EM = 0x00 || 0x02 || PS || 0x00 || M
    let mut encoded = Zeroizing::new(vec![0; length]);
    let start = length - message.len();
    encoded[1] = 0x02;
    for byte in &mut encoded[2..start - 1] {
        // A sound generator gives so many zeros in a row with a probability of 2⁻²⁵⁶.
        for _ in 0..32 {
            rng.fill_bytes(core::slice::from_mut(byte));
            if *byte != 0 {
                break;
            }
        }
        if *byte == 0 {
            return Err(Error::StuckGenerator);
        }
    }
    encoded[start..].copy_from_slice(message);
    Ok(encoded)
}

/// Whether the padding of a block is valid (section 7.2.2, step 3), and if so, how long its message is. No branch or
/// index depends on the block.
fn decode(encoded: &[u8]) -> (Choice, u16) {
    let mut in_padding = Choice::from(1);
    let mut padding_length = 0u16;
    for byte in &encoded[2..] {
        in_padding &= !byte.ct_eq(&0x00);
        padding_length += u16::from(in_padding.unwrap_u8());
    }
    let valid = encoded[0].ct_eq(&0x00) & encoded[1].ct_eq(&0x02) & !in_padding & padding_length.ct_gt(&7);
    // Without a separator this wraps, but then the block is not valid.
    (valid, (encoded.len() as u16).wrapping_sub(3).wrapping_sub(padding_length))
}

impl PublicKey {
    /// Encrypts a message with PKCS #1 v1.5: RSAES-PKCS1-V1_5-ENCRYPT (RFC 8017, section 7.2.1). The ciphertext is as
    /// long as the modulus. Use it only for existing data and protocols.
    ///
    /// # Errors
    /// [`Error::MessageTooLong`] for a message of more than k − 11 bytes; [`Error::PrimeTooShort`]. Here k is the
    /// length of the modulus in bytes or, for an unbalanced key, the number of whole bytes below the bound of its
    /// messages. [`Error::FaultDetected`] if the key in memory is damaged.
    pub fn encrypt_pkcs1v15(&self, message: &[u8], mut options: Options<'_>) -> Result<Vec<u8>, Error> {
        require_room(self)?;
        let most = self.encoded_length() - OVERHEAD;
        if message.len() > most {
            return Err(Error::MessageTooLong { scheme: scheme(), bytes: message.len(), most });
        }
        self.encrypt_raw(&encode(message, self.encoded_length(), options.rng())?, options.engine)
    }
}

impl PrivateKey {
    /// Decrypts a message: RSAES-PKCS1-V1_5-DECRYPT (RFC 8017, section 7.2.2) with implicit rejection
    /// (draft-irtf-cfrg-rsa-guidance-10, section 7.2). A ciphertext with a bad padding is not an error. It decrypts to
    /// a random-looking message of random-looking length, always the same for a key and a ciphertext. An error, or
    /// anything else that distinguishes bad paddings from valid ones, would let an observer decrypt messages
    /// (Bleichenbacher, Crypto 1998).
    ///
    /// So authenticate the message by other means before you trust it. A batch key uses its first exponent.
    ///
    /// # Errors
    /// [`Error::Decryption`] for a ciphertext that is not as long as the modulus, not below it, or one of the few that
    /// a multi-power key cannot decrypt, but never for its padding; [`Error::PrimeTooShort`]; [`Error::FaultDetected`]
    /// if the machine made an error.
    pub fn decrypt_pkcs1v15(&self, ciphertext: &[u8], options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.decrypt_pkcs1v15_many(&[ciphertext], options)?.remove(0)
    }

    /// [`PrivateKey::decrypt_pkcs1v15`] for many ciphertexts, which is faster. Each has a result, so a bad one does not affect
    /// the others.
    ///
    /// # Errors
    /// [`Error::PrimeTooShort`]; [`Error::FaultDetected`] if the key in memory is damaged. The others concern a ciphertext and are
    /// in the results.
    pub fn decrypt_pkcs1v15_many(&self, ciphertexts: &[&[u8]], options: Options<'_>) -> Result<Results, Error> {
        require_room(self.public_key())?;
        let mut messages = Vec::with_capacity(ciphertexts.len());
        for (index, encoded) in self.decrypted_blocks(ciphertexts, options)?.into_iter().enumerate() {
            messages.push(encoded.map(|encoded| self.message_of(&encoded, ciphertexts[index])));
        }
        Ok(messages)
    }

    /// The message of a decrypted block, or the one that replaces it.
    fn message_of(&self, encoded: &[u8], ciphertext: &[u8]) -> Vec<u8> {
        let Alternative { mut block, length } =
            Alternative::new(&self.components().private_exponent, ciphertext, encoded.len());
        let (valid, message_length) = decode(encoded);
        // Both messages are at the end of their blocks.
        block.iter_mut().zip(encoded.iter()).for_each(|(byte, decrypted)| byte.conditional_assign(decrypted, valid));
        // The caller learns the length, which does not show which of the two messages this is.
        let length = declassify(u16::conditional_select(&length, &message_length, valid));
        block[block.len() - usize::from(length)..].to_vec()
    }
}
