//! The message that replaces one with a bad padding (draft-irtf-cfrg-rsa-guidance-10, sections 7.1 and 7.2).
//!
//! It depends only on the key and the ciphertext. So a ciphertext that is sent twice decrypts to the same message
//! twice, just like one with a valid padding. OpenSSL 3.2 and later returns the same message, except for moduli of
//! `2^i + 10` bytes: it draws lengths from the range of k − 10 instead of k − 11 as in the draft, and for these moduli
//! that range has one bit more.

use modular_powers::Natural;
use num_bigint::BigUint;
use subtle::{ConditionallySelectable, ConstantTimeGreater};
use zeroize::Zeroizing;

use super::Hash;

/// The length of the shortest padding, in bytes: 0x00, 0x02, at least eight random bytes, 0x00.
pub(super) const OVERHEAD: usize = 11;

/// How many lengths are drawn. The last one that is not too long is used. Each is short enough with a
/// probability above one half.
const CANDIDATES: usize = 128;

/// A message at the end of a block.
pub(super) struct Alternative {
    /// A block as long as the key's encoded messages.
    pub(super) block: Zeroizing<Vec<u8>>,
    /// The message's length in bytes. It is secret, because it shows whether this message was returned.
    pub(super) length: u16,
}

impl Alternative {
    /// Steps 3.1 to 3.3 of section 7.2. The ciphertext is as long as the modulus. Encoded messages have
    /// `encoded_length` bytes, which is the same length, or less for an unbalanced key. The exponent must be the key's
    /// own, because an equivalent one gives other messages.
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

/// HMAC-SHA-256 (RFC 2104) of all parts in sequence, for a key of at most one block.
fn hmac(key: &[u8], parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let mut block = Zeroizing::new(vec![0x36; 64]);
    block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    let inner = Hash::Sha256.digest(&[&[&block[..]], parts].concat());
    block.iter_mut().for_each(|byte| *byte ^= 0x36 ^ 0x5c);
    Hash::Sha256.digest(&[&block, &inner])
}
