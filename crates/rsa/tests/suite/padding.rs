//! The paddings: every variant, every hash function, lengths at their bounds, and errors.

mod hash;
mod known_answers;
mod many;
mod oaep;
mod pkcs1v15_encryption;
mod signatures;

use rsa_variants::{Hash, PrivateKey, Variant};

use crate::keys::{every_variant, key};
use crate::unbalanced::unbalanced;

/// A key of every variant. 1041 bits have room for every padding with SHA-512, but only one byte of message in OAEP,
/// and encoded messages of PSS are a byte shorter than the modulus. Scheme A has 1024 bits. The bounds of the last three keys leave 67
/// whole bytes and 7 bits, 68 bytes exactly, and 68 bytes and a bit.
fn keys() -> Vec<PrivateKey> {
    let mut keys: Vec<PrivateKey> = every_variant(1041).iter().map(|params| key(params, 40)).collect();
    keys.push(PrivateKey::sample(Variant::SchemeA, 1024).unwrap());
    keys.extend([544, 545, 546].map(|prime_length| unbalanced(1200, prime_length, 12)));
    keys
}

/// The keys that can sign: all except the unbalanced one.
fn signing_keys() -> impl Iterator<Item = PrivateKey> {
    keys().into_iter().filter(|key| key.params().variant != Variant::Unbalanced)
}

/// The length of an encoded message for encryption, in bytes.
fn encoded_bytes(key: &PrivateKey) -> usize {
    let public_key = key.public_key();
    public_key.message_length().map_or(public_key.modulus_length().div_ceil(8), |bits| bits / 8)
}

/// A message of this length.
fn message(length: usize) -> Vec<u8> {
    (0..length).map(|index| index as u8).collect()
}

/// The hash functions of OAEP and PKCS #1 v1.5, each with another one for MGF1.
fn fixed_hashes() -> impl Iterator<Item = (Hash, Hash)> {
    let fixed = Hash::ALL.iter().copied().filter(|hash| !is_shake(*hash));
    fixed.clone().zip(fixed.cycle().skip(3))
}

/// The hash functions of PSS, each with a mask function.
fn pss_hashes() -> impl Iterator<Item = (Hash, Hash)> {
    fixed_hashes().chain([(Hash::Shake128, Hash::Shake128), (Hash::Shake256, Hash::Shake256)])
}

fn is_shake(hash: Hash) -> bool {
    matches!(hash, Hash::Shake128 | Hash::Shake256)
}
