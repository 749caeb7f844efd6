//! RSAES-PKCS1-v1_5 and implicit rejection.

use hmac::{Hmac, KeyInit, Mac};
use num_bigint::BigUint;
use proptest::prelude::*;
use rsa_variants::{
    Engine, Error, KeyParams, Options, PrivateKey, Variant,
    hazmat::{self, Protection},
};
use sha2::{Digest, Sha256};

use super::{encoded_bytes, keys, message};
use crate::keys::{block, every_variant, key, rng};

fn decrypt(key: &PrivateKey, ciphertext: &[u8]) -> Result<Vec<u8>, Error> {
    key.decrypt_pkcs1v15(ciphertext, Options::new(&mut rng(51)))
}

fn encrypt(key: &PrivateKey, message: &[u8]) -> Result<Vec<u8>, Error> {
    key.public_key().encrypt_pkcs1v15(message, Options::new(&mut rng(52)))
}

#[test]
fn messages_of_every_length_at_a_bound_come_back() {
    let short = [128, 129, 200].into_iter().flat_map(every_variant).map(|params| key(&params, 53));
    for key in keys().into_iter().chain(short) {
        // Only unbalanced keys have messages too short for the padding.
        let Some(most) = encoded_bytes(&key).checked_sub(11) else {
            assert_eq!(encrypt(&key, &[]).unwrap_err().code(), "key-too-short");
            continue;
        };
        for length in [0, 1, most - 1, most] {
            let ciphertext = encrypt(&key, &message(length)).unwrap();
            assert_eq!(decrypt(&key, &ciphertext), Ok(message(length)), "{:?}", key.params());
        }
        let error = encrypt(&key, &message(most + 1)).unwrap_err();
        let text = format!(
            "the message has {} bytes, but PKCS #1 v1.5 encryption allows at most {most} with this key",
            most + 1
        );
        assert_eq!((error.code(), error.to_string()), ("message-too-long", text));
    }
}

/// Random bytes that are zero are drawn again: about a hundred of 200 times 116 bytes.
#[test]
fn the_padding_has_no_zeros() {
    let key = key(&KeyParams::new(Variant::Crt, 1024), 54);
    let mut rng = rng(55);
    for _ in 0..200 {
        let ciphertext = key.public_key().encrypt_pkcs1v15(b"message", Options::new(&mut rng)).unwrap();
        let encoded = hazmat::decrypt_raw(&key, &ciphertext, Engine::default()).unwrap();
        assert_eq!((&encoded[..2], &encoded[120..]), (&b"\x00\x02"[..], &b"\x00message"[..]));
        assert!(encoded[2..120].iter().all(|byte| *byte != 0), "{encoded:x?}");
    }
}

#[test]
fn ciphertexts_of_the_wrong_length_or_range_are_refused() {
    for params in every_variant(256) {
        let key = key(&params, 56);
        let ciphertext = encrypt(&key, b"hi").unwrap();
        let longer = [&[0], &ciphertext[..]].concat();
        let n = block(&key.public_key().modulus(), 256);
        for other in [&n[..], &[0xff; 32]] {
            assert_eq!(decrypt(&key, other), Err(Error::Decryption), "{other:x?}");
        }
        for other in [&ciphertext[1..], &ciphertext[..31], &longer, &[]] {
            let expected = Error::CiphertextLength { bytes: other.len(), modulus_bytes: 32 };
            assert_eq!(decrypt(&key, other), Err(expected), "{other:x?}");
        }
    }
}

/// A bad padding is not an error, and the result depends only on key and ciphertext: not on engine, protection or
/// chance.
#[test]
fn rejection_is_implicit_and_always_the_same() {
    let protections = [false, true].map(|guard| Protection { blinding: guard, fault_check: guard });
    for params in every_variant(256) {
        let key = key(&params, 57);
        let mut lengths = Vec::new();
        for number in 2..20u8 {
            let ciphertext = block(&BigUint::from(number), 256);
            let message = decrypt(&key, &ciphertext).unwrap();
            for engine in Engine::all() {
                for protection in protections {
                    let again = key
                        .decrypt_pkcs1v15(
                            &ciphertext,
                            Options::new(&mut rng(number)).engine(engine).protection(protection),
                        )
                        .unwrap();
                    assert_eq!(again, message);
                }
            }
            assert!(message.len() <= encoded_bytes(&key) - 11);
            lengths.push(message.len());
        }
        // 18 of the 22 possible lengths; with the unbalanced key there are only 5.
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() > (encoded_bytes(&key) - 11).min(5), "{lengths:?}");
    }
}

#[test]
fn rejected_messages_depend_on_the_key() {
    let ciphertext = block(&BigUint::from(2u8), 256);
    let [one, other] = [58, 59].map(|seed| decrypt(&key(&KeyParams::new(Variant::Crt, 256), seed), &ciphertext));
    assert_ne!(one, other);
}

/// Exactly as in draft-irtf-cfrg-rsa-guidance-10, sections 7.1 and 7.2.
fn stand_in(key: &PrivateKey, ciphertext: &[u8]) -> Vec<u8> {
    let hmac = |key: &[u8], message: &[u8]| -> [u8; 32] {
        Hmac::<Sha256>::new_from_slice(key).unwrap().chain_update(message).finalize().into_bytes().into()
    };
    let exponent = block(&key.components().private_exponent, 8 * ciphertext.len());
    let derivation_key = hmac(&Sha256::digest(exponent), ciphertext);
    let pseudorandom = |label: &[u8], length: usize| -> Vec<u8> {
        let bits = (8 * length as u16).to_be_bytes();
        let part = |counter: u16| hmac(&derivation_key, &[&counter.to_be_bytes(), label, &bits].concat());
        (0..).flat_map(part).take(length).collect()
    };
    let most = ciphertext.len() - 11;
    let candidates = pseudorandom(b"length", 256);
    let lengths = candidates
        .chunks(2)
        .map(|bytes| usize::from(u16::from_be_bytes([bytes[0], bytes[1]])) % (most + 1).next_power_of_two());
    let length = lengths.rev().find(|length| *length <= most).unwrap_or(0);
    pseudorandom(b"message", ciphertext.len()).split_off(ciphertext.len() - length)
}

/// At 138 bytes the greatest length is one less than a power of two, so every candidate is valid.
#[test]
fn lengths_of_rejected_messages_if_all_candidates_are_valid() {
    let key = key(&KeyParams::new(Variant::Crt, 1104), 72);
    for number in 2..40u8 {
        let ciphertext = block(&BigUint::from(number), 1104);
        assert_eq!(decrypt(&key, &ciphertext), Ok(stand_in(&key, &ciphertext)));
    }
}

/// Decodes a block in the straightforward way.
fn expected(encoded: &[u8]) -> Option<&[u8]> {
    let padded = encoded.strip_prefix(&[0x00, 0x02])?;
    let length = padded.iter().position(|byte| *byte == 0)?;
    (length >= 8).then(|| &padded[length + 1..])
}

proptest! {
    #[test]
    fn decoding_agrees_with_the_plain_way(
        first in prop_oneof![8 => Just(0u8), 1 => Just(1u8)],
        second in prop_oneof![8 => Just(2u8), 1 => 0..4u8],
        nonzero in 5..30usize,
        mut rest in prop::collection::vec(prop_oneof![1 => Just(0u8), 3 => any::<u8>()], 30),
    ) {
        thread_local! {
            // 32 bytes, the first with one bit spare.
            static KEY: PrivateKey = key(&KeyParams::new(Variant::Crt, 250), 60);
        }
        rest[..nonzero].iter_mut().for_each(|byte| *byte |= 1);
        let encoded = [&[first, second], &rest[..]].concat();
        KEY.with(|key| {
            let ciphertext = key.public_key().encrypt_raw(&encoded, Engine::default()).unwrap();
            let decrypted = decrypt(key, &ciphertext).unwrap();
            prop_assert_eq!(decrypted, expected(&encoded).map_or_else(|| stand_in(key, &ciphertext), <[u8]>::to_vec));
            Ok(())
        })?;
    }
}
