//! Batch decryption: every size, and ciphertexts that are no units.

use crate::keys::{block, key, number};
use num_bigint::BigUint;
use rsa_variants::{BATCH_EXPONENTS, Engine, KeyParams, PrivateKey, Variant};

fn batch_key(size: usize) -> PrivateKey {
    key(&KeyParams { batch_size: Some(size), ..KeyParams::new(Variant::Batch, 320) }, 20 + size as u8)
}

fn check(key: &PrivateKey, messages: &[BigUint]) {
    let ciphertexts: Vec<Vec<u8>> = key
        .public_keys()
        .iter()
        .zip(messages)
        .map(|(public_key, message)| public_key.encrypt_raw(&block(message, 320), Engine::Scalar).unwrap())
        .collect();
    let blocks: Vec<&[u8]> = ciphertexts.iter().map(Vec::as_slice).collect();
    for engine in Engine::all() {
        let decrypted = key.decrypt_raw_batch(&blocks, engine).unwrap();
        assert_eq!(decrypted.iter().map(|bytes| number(bytes)).collect::<Vec<_>>(), messages);
        assert!(decrypted.iter().all(|bytes| bytes.len() == 40));
    }
}

#[test]
fn every_batch_size() {
    for size in 2..=8 {
        let key = batch_key(size);
        assert_eq!(key.public_keys().len(), size);
        for (public_key, e) in key.public_keys().iter().zip(BATCH_EXPONENTS) {
            assert_eq!(public_key.public_exponent(), BigUint::from(e));
        }
        let messages: Vec<BigUint> =
            (0..size as u32).map(|index| (key.public_key().modulus() >> index) - 3u8).collect();
        check(&key, &messages);
    }
}

/// 0 and multiples of p or q have no inverse: they are answered, and do not spoil their neighbours.
#[test]
fn a_ciphertext_that_is_no_unit_is_answered_alone() {
    let key = batch_key(4);
    let n = key.public_key().modulus();
    let [p, q] = [0, 1].map(|index| key.components().primes[index].clone());
    let good: Vec<BigUint> = [5u32, 77, 1_000_003, 9].into_iter().map(BigUint::from).collect();
    for bad in [BigUint::ZERO, p.clone(), &q * 99u8, &n - &p] {
        for position in 0..4 {
            let mut messages = good.clone();
            messages[position] = bad.clone();
            check(&key, &messages);
        }
    }
    check(&key, &[BigUint::ZERO, p, q, n - 1u8]);
}

#[test]
fn a_bad_item_is_named_before_any_work() {
    let key = batch_key(3);
    let n = key.public_key().modulus();
    let good = block(&BigUint::from(2u8), 320);
    let beyond = block(&n, 320);
    let error = key.decrypt_raw_batch(&[&good, &beyond, &good], Engine::Scalar).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().starts_with("blocks[1] cannot be decrypted: ")),
        ("message-out-of-range", true)
    );
    assert_eq!((error.parameter(), error.index()), (Some("blocks"), Some(1)));
    let error = key.decrypt_raw_batch(&[&good, &good, &[0; 41]], Engine::Scalar).unwrap_err();
    assert_eq!(error.to_string(), "blocks[2] cannot be decrypted: the block has 41 bytes, but the modulus 40");
    let error = key.decrypt_raw_batch(&[&good, &good], Engine::Scalar).unwrap_err();
    assert_eq!(error.code(), "invalid-length");
    assert!(error.to_string().contains("3 ciphertexts") && error.to_string().ends_with("not 2"), "{error}");
}

#[test]
fn other_variants_have_no_batch() {
    let key = key(&KeyParams::new(Variant::Crt, 320), 1);
    let error = key.decrypt_raw_batch(&[], Engine::Scalar).unwrap_err();
    assert_eq!(error.code(), "wrong-variant");
    assert_eq!(error.to_string(), "decryptRawBatch needs a key of the variant batch, not crt");
}
