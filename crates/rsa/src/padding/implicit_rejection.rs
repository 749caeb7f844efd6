//! The message that stands in for one with a bad padding (draft-irtf-cfrg-rsa-guidance-10, sections 7.1 and 7.2).
//!
//! It follows from key and ciphertext, so that a ciphertext sent twice decrypts to the same twice, as one with a good
//! padding does. OpenSSL from 3.2 on answers the same, but for moduli of 2^i + 10 bytes: it draws lengths from the range of
//! k − 10 where the draft has k − 11, and for these that has one bit more.

use modular_powers::Natural;
use num_bigint::BigUint;
use subtle::{ConditionallySelectable, ConstantTimeGreater};
use zeroize::Zeroizing;

use super::Hash;
use super::pkcs1v15_encryption::OVERHEAD;

/// How many lengths are drawn; the last that is not too long is taken. Each is with a probability above one half.
const CANDIDATES: usize = 128;

/// A message at the end of a block.
pub(super) struct Alternative {
    /// As long as the key's encoded messages.
    pub(super) block: Zeroizing<Vec<u8>>,
    /// The message's length in bytes: secret, as it tells whether the message is this one.
    pub(super) length: u16,
}

impl Alternative {
    /// Steps 3.1 to 3.3 of section 7.2, for a ciphertext as long as the modulus and encoded messages of `encoded_length` bytes:
    /// as many, or fewer with an unbalanced key. The exponent must be the key's own: another with the same effect leads to other
    /// messages.
    pub(super) fn new(private_exponent: &BigUint, ciphertext: &[u8], encoded_length: usize) -> Self {
        // DH = SHA-256(I2OSP(d, k)), KDK = HMAC(DH, C)
        let exponent = Natural::from_biguint(private_exponent, 8 * ciphertext.len()).to_be_bytes(ciphertext.len());
        let exponent = Zeroizing::new(exponent);
        let derivation_key = hmac(&Hash::Sha256.digest(&[&exponent]), &[ciphertext]);

        let candidates = pseudorandom(&derivation_key, b"length", 2 * CANDIDATES);
        // At most 2048, as moduli have at most 16384 bits.
        let most = (encoded_length - OVERHEAD) as u16;
        let mask = u16::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        let length = candidates.chunks_exact(2).fold(0, |length, candidate| {
            let candidate = u16::from_be_bytes([candidate[0], candidate[1]]) & mask;
            u16::conditional_select(&candidate, &length, candidate.ct_gt(&most))
        });
        Self { block: pseudorandom(&derivation_key, b"message", encoded_length), length }
    }
}

/// IRPRF (section 7.1): HMAC-SHA-256 over a counter, the label and the length in bits.
fn pseudorandom(key: &[u8], label: &[u8], length: usize) -> Zeroizing<Vec<u8>> {
    // At most 8·2048, the bytes of the longest modulus.
    let bits = (8 * length as u16).to_be_bytes();
    let mut bytes = Zeroizing::new(vec![0; length]);
    for (counter, block) in (0u16..).zip(bytes.chunks_mut(32)) {
        let mac = hmac(key, &[&counter.to_be_bytes(), label, &bits]);
        block.copy_from_slice(&mac[..block.len()]);
    }
    bytes
}

/// HMAC-SHA-256 (RFC 2104) of all parts one after the other, for a key of at most a block.
fn hmac(key: &[u8], parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let mut block = Zeroizing::new(vec![0x36; 64]);
    block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    let inner = Hash::Sha256.digest(&[&[&block[..]], parts].concat());
    block.iter_mut().for_each(|byte| *byte ^= 0x36 ^ 0x5c);
    Hash::Sha256.digest(&[&block, &inner])
}
