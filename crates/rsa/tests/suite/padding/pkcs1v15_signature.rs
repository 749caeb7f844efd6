//! RSASSA-PKCS1-v1_5.

use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Variant, hazmat};

use super::{fixed_hashes, message, signing_keys};
use crate::keys::{block, key, number, rng};

fn sign(key: &PrivateKey, message: &[u8], hash: Hash) -> Vec<u8> {
    key.sign_pkcs1v15(message, hash, Options::new(&mut rng(61))).unwrap()
}

fn verify(key: &PrivateKey, message: &[u8], signature: &[u8], hash: Hash) -> bool {
    key.public_key().verify_pkcs1v15(message, signature, hash, Engine::default()).unwrap()
}

#[test]
fn signatures_of_every_variant_verify() {
    for key in signing_keys() {
        for (hash, other) in fixed_hashes() {
            for length in [0, 1, 200] {
                let signature = sign(&key, &message(length), hash);
                assert_eq!(signature.len(), key.public_key().modulus_length().div_ceil(8));
                assert!(verify(&key, &message(length), &signature, hash), "{:?}", key.params());
                assert!(!verify(&key, &message(length + 1), &signature, hash));
                assert!(!verify(&key, &message(length), &signature, other));
            }
        }
    }
}

#[test]
fn signatures_of_hash_values_are_those_of_their_messages() {
    let key = key(&KeyParams::new(Variant::Crt, 800), 65);
    let engine = Engine::default();
    for (hash, _) in fixed_hashes() {
        let mut hasher = hash.hasher();
        hasher.update(&message(200));
        let digest = hasher.digest();
        let signature = key.sign_pkcs1v15_digest(&digest, hash, Options::new(&mut rng(66))).unwrap();
        assert_eq!(signature, sign(&key, &message(200), hash));
        assert!(key.public_key().verify_pkcs1v15_digest(&digest, &signature, hash, engine).unwrap());

        let short = &digest[1..];
        let signed = key.sign_pkcs1v15_digest(short, hash, Options::new(&mut rng(66))).unwrap_err();
        let verified = key.public_key().verify_pkcs1v15_digest(short, &signature, hash, engine).unwrap_err();
        assert_eq!([signed.code(), verified.code()], ["invalid-params"; 2]);
    }
}

#[test]
fn the_shortest_keys() {
    // 15 + 20 + 11 bytes, of which the first has one bit.
    let fits = key(&KeyParams::new(Variant::Crt, 361), 62);
    assert!(verify(&fits, b"", &sign(&fits, b"", Hash::Sha1), Hash::Sha1));

    let short = key(&KeyParams::new(Variant::Crt, 360), 62);
    let text = "a PKCS #1 v1.5 signature with SHA-1 needs a modulus of at least 361 bits, but the key has 360";
    let signed = short.sign_pkcs1v15(b"", Hash::Sha1, Options::new(&mut rng(63)));
    let verified = short.public_key().verify_pkcs1v15(b"", &[0; 45], Hash::Sha1, Engine::default());
    for error in [signed.unwrap_err(), verified.unwrap_err()] {
        assert_eq!((error.code(), error.to_string().as_str()), ("key-too-short", text));
    }
}

/// The whole encoded message is checked: changing one bit makes the signature invalid.
#[test]
fn every_bit_counts() {
    let key = key(&KeyParams::new(Variant::Crt, 400), 64);
    let encoded = key.public_key().encrypt_raw(&sign(&key, b"message", Hash::Sha1), Engine::default()).unwrap();
    for bit in 0..400 {
        let mut other = encoded.clone();
        other[bit / 8] ^= 0x80 >> (bit % 8);
        // With the first bit, the number is not below N.
        let Ok(signature) = hazmat::decrypt_raw(&key, &other, Engine::default()) else { continue };
        assert!(!verify(&key, b"message", &signature, Hash::Sha1), "bit {bit}");
    }
}

#[test]
fn signatures_of_the_wrong_length_or_range_do_not_verify() {
    // The modulus has one bit in its first byte, so a number below twice the modulus is not longer in bytes.
    let key = key(&KeyParams::new(Variant::Crt, 601), 65);
    let signature = sign(&key, b"message", Hash::Sha256);
    let same_number = number(&signature) + key.public_key().modulus();
    let same_number = block(&same_number, 601);
    for other in [&[&[0], &signature[..]].concat(), &signature[1..], &[], &[0; 76], &same_number] {
        assert!(!verify(&key, b"message", other, Hash::Sha256), "{other:x?}");
    }
}
