//! Batch decryption: every size, every number of primes, and ciphertexts that are not units.

use crate::keys::{block, key, number, rng};
use num_bigint::BigUint;
use rsa_variants::{BATCH_EXPONENTS, Engine, Error, KeyParams, PrivateKey, Variant, hazmat};

fn batch_key(primes: usize, size: usize, modulus_length: usize) -> PrivateKey {
    let batch = KeyParams::new(Variant::Batch, modulus_length);
    key(&KeyParams { primes: Some(primes), batch_size: Some(size), ..batch }, (10 * primes + size) as u8)
}

/// Encrypts with num-bigint, decrypts as a batch, and compares with `C^(1/e)` from num-bigint.
fn check(key: &PrivateKey, messages: &[BigUint]) {
    let (n, length) = (key.public_key().modulus(), key.public_key().modulus_length());
    let order: BigUint = key.components().primes.iter().map(|prime| prime - 1u8).product();
    let ciphertexts: Vec<Vec<u8>> = key
        .public_keys()
        .iter()
        .zip(messages)
        .map(|(public_key, message)| {
            let e = public_key.public_exponent();
            let ciphertext = message.modpow(&e, &n);
            assert_eq!(ciphertext.modpow(&e.modinv(&order).unwrap(), &n), *message);
            block(&ciphertext, length)
        })
        .collect();
    let blocks: Vec<&[u8]> = ciphertexts.iter().map(Vec::as_slice).collect();
    for engine in Engine::all() {
        let decrypted = hazmat::decrypt_raw_batch(key, &blocks, engine).unwrap();
        assert_eq!(decrypted.iter().map(|bytes| number(bytes)).collect::<Vec<_>>(), messages);
        assert!(decrypted.iter().all(|bytes| bytes.len() == length.div_ceil(8)));
    }
}

/// Lengths that r divides, lengths that it does not divide, and primes of the least length.
#[test]
fn every_number_of_primes_with_every_batch_size() {
    for (primes, lengths) in [(2, [256, 257]), (3, [256, 320]), (4, [256, 515]), (8, [512, 768])] {
        for modulus_length in lengths {
            for size in 2..=8 {
                let key = batch_key(primes, size, modulus_length);
                let n = key.public_key().modulus();
                assert_eq!(n.bits() as usize, modulus_length);
                assert_eq!(key.components().primes.len(), primes);
                assert_eq!(key.params().primes, Some(primes));
                let exponents: Vec<_> =
                    key.public_keys().iter().map(|public_key| public_key.public_exponent()).collect();
                assert_eq!(exponents, BATCH_EXPONENTS[..size].iter().copied().map(BigUint::from).collect::<Vec<_>>());
                key.check(&mut rng(2)).unwrap();
                let messages: Vec<BigUint> = (0..size as u32).map(|index| (&n >> (11 * index)) - 3u8).collect();
                check(&key, &messages);
                // A single ciphertext uses the first exponent.
                let ciphertext = block(&messages[0].modpow(&BATCH_EXPONENTS[0].into(), &n), modulus_length);
                for engine in Engine::all() {
                    assert_eq!(number(&hazmat::decrypt_raw(&key, &ciphertext, engine).unwrap()), messages[0]);
                }
            }
        }
    }
}

/// 0, a multiple of one prime, and of all primes but one have no inverse. They are decrypted, and do not spoil the other results.
#[test]
fn a_ciphertext_that_is_not_a_unit_among_units_with_every_number_of_primes() {
    for (primes, size) in [(2, 3), (3, 2), (3, 8), (4, 5), (8, 4)] {
        let key = batch_key(primes, size, 768);
        let n = key.public_key().modulus();
        let good: Vec<BigUint> = (0..size as u32).map(|index| (&n >> index) - 7u8).collect();
        for prime in &key.components().primes {
            for (position, bad) in [prime * 99u8, &n / prime, &n - prime, BigUint::ZERO].into_iter().enumerate() {
                let mut messages = good.clone();
                messages[position % size] = bad;
                check(&key, &messages);
            }
        }
        check(&key, &key.components().primes.iter().cycle().take(size).cloned().collect::<Vec<_>>());
    }
}

/// Stored parameters of batch keys may lack the number of primes.
#[test]
fn a_key_whose_parameters_lack_the_number_of_primes_has_two() {
    let two = batch_key(2, 3, 320);
    assert_eq!(two.params().primes, Some(2));
    let params = KeyParams { primes: None, ..two.params() };
    let restored = PrivateKey::restore(&params, two.components().clone()).unwrap();
    assert_eq!(restored.params(), two.params());
    check(&restored, &[7u8, 8, 9].map(BigUint::from));
    let three = batch_key(3, 3, 320);
    let error = PrivateKey::restore(&KeyParams { primes: None, ..three.params() }, three.components().clone()).err();
    let message = "the variant batch has 2 distinct primes here, not 3";
    assert_eq!(error, Some(Error::InconsistentKey(message.to_owned())));
}

#[test]
fn a_bad_item_is_named_before_any_work() {
    let key = batch_key(2, 3, 320);
    let n = key.public_key().modulus();
    let good = block(&BigUint::from(2u8), 320);
    let beyond = block(&n, 320);
    let error = hazmat::decrypt_raw_batch(&key, &[&good, &beyond, &good], Engine::Scalar).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().starts_with("blocks[1] cannot be decrypted: ")),
        ("message-out-of-range", true)
    );
    assert_eq!((error.parameter(), error.index()), (Some("blocks"), Some(1)));
    let error = hazmat::decrypt_raw_batch(&key, &[&good, &good, &[0; 41]], Engine::Scalar).unwrap_err();
    assert_eq!(error.to_string(), "blocks[2] cannot be decrypted: the block has 41 bytes, but the modulus has 40");
    let error = hazmat::decrypt_raw_batch(&key, &[&good, &good], Engine::Scalar).unwrap_err();
    assert_eq!(error.code(), "invalid-length");
    assert!(error.to_string().contains("3 ciphertexts") && error.to_string().ends_with("got 2"), "{error}");
}

#[test]
fn other_variants_have_no_batch() {
    let key = key(&KeyParams::new(Variant::Crt, 320), 1);
    let error = hazmat::decrypt_raw_batch(&key, &[], Engine::Scalar).unwrap_err();
    assert_eq!(error.code(), "wrong-variant");
    assert_eq!(error.to_string(), "decrypt_raw_batch needs a key of the variant batch, not crt");
}
