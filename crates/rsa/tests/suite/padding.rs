//! The paddings: every variant, every hash function, lengths at their bounds, and what is refused.

mod known_answers;
mod oaep;
mod pkcs1v15_encryption;
mod pkcs1v15_signature;
mod pss;

use rsa_variants::{Hash, PrivateKey, Variant};

use crate::keys::{every_variant, key};

/// A key of every variant. 1041 bits have room for every padding with SHA-512 but one byte of message in OAEP, and encoded
/// messages of PSS are a byte shorter than the modulus. Scheme A has its 1024.
fn keys() -> Vec<PrivateKey> {
    let mut keys: Vec<PrivateKey> = every_variant(1041).iter().map(|params| key(params, 40)).collect();
    keys.push(PrivateKey::sample(Variant::SchemeA, 1024).unwrap());
    keys
}

/// A message of this length.
fn message(length: usize) -> Vec<u8> {
    (0..length).map(|index| index as u8).collect()
}

#[test]
fn hash_functions_have_the_names_of_the_web_cryptography_api() {
    for hash in Hash::ALL {
        assert_eq!(Hash::from_name(hash.name()), Ok(hash));
    }
    for name in ["", "sha-256", "SHA256", "MD5"] {
        let error = Hash::from_name(name).unwrap_err();
        let message = format!("unknown hash function {name:?}, expected one of SHA-1, SHA-256, SHA-384, SHA-512");
        assert_eq!((error.code(), error.to_string()), ("invalid-params", message));
    }
}
