//! Random generators that repeat themselves: every call ends, with a result or with an error.

use core::convert::Infallible;
use core::ops::ControlFlow;

use num_bigint::BigUint;
use rand_core::CryptoRng;
use rsa_variants::{Components, Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Pss, Variant};
use testing::Filled;

use crate::keys::{every_variant, key, rng};

/// The most bytes that any call here may draw.
const MOST_DRAWN: usize = 1 << 22;

/// Constant bytes, a constant word, and a cycle whose length no draw has.
const CYCLES: [&[u8]; 5] =
    [&[0], &[0xff], &[1, 2, 3, 4, 5, 6, 7, 8], &[0x9d], b"a cycle of 37 bytes, which is a prime"];

/// Generators that repeat these bytes, with the bytes.
fn stuck() -> impl Iterator<Item = (&'static [u8], impl CryptoRng)> {
    CYCLES.into_iter().map(|cycle| {
        let (mut bytes, mut drawn) = (cycle.iter().cycle(), 0);
        let fill = move |to: &mut [u8]| {
            drawn += to.len();
            assert!(drawn < MOST_DRAWN, "the call does not end");
            to.iter_mut().for_each(|byte| *byte = *bytes.next().expect("a cycle has no end"));
            Ok::<(), Infallible>(())
        };
        (cycle, Filled(fill))
    })
}

/// Every draw of the same length is the same. Longer cycles may give a result before a search meets its own beginning.
fn is_constant(cycle: &[u8]) -> bool {
    cycle.len() == 1
}

/// Whether the generator was found to be stuck. The only other end is a result.
fn is_found_stuck<T>(result: Result<T, Error>) -> bool {
    result.is_err_and(|error| {
        assert_eq!(error.code(), "stuck-generator", "{error}");
        true
    })
}

#[test]
fn no_key_is_generated() {
    // At 256 bits, w is short and few k suit Scheme A.
    let scheme_a = [256, 512].map(|n| KeyParams::new(Variant::SchemeA, n));
    for params in [256, 512].into_iter().flat_map(every_variant).chain(scheme_a) {
        for (cycle, mut generator) in stuck() {
            let key = PrivateKey::generate(&params, &mut generator, |_| ControlFlow::Continue(()));
            assert!(is_found_stuck(key) || !is_constant(cycle), "{params:?}, {cycle:?}");
        }
    }
}

#[test]
fn no_key_pair_with_a_common_modulus_is_generated() {
    for variant in [Variant::Rebalanced, Variant::RPrime] {
        for (cycle, mut generator) in stuck() {
            let params = KeyParams::new(variant, 512);
            let e = BigUint::from(65537u32);
            let keys = PrivateKey::generate_common_modulus(&params, &e, &mut generator, |_| ControlFlow::Continue(()));
            assert!(is_found_stuck(keys) || !is_constant(cycle), "{variant:?}, {cycle:?}");
        }
    }
}

#[test]
fn blinded_operations_end() {
    for params in every_variant(512) {
        let key = key(&params, 5);
        let ciphertext = key.public_key().encrypt_raw(&[42; 8], Engine::default()).unwrap();
        for (cycle, mut generator) in stuck() {
            // Without the factors of earlier operations.
            let key = PrivateKey::restore(&params, key.components().clone()).unwrap();
            let refused = is_found_stuck(key.decrypt_raw_many(&[&ciphertext], Options::new(&mut generator)));
            assert!(refused || !is_constant(cycle), "{params:?}, {cycle:?}");
            is_found_stuck(key.decrypt_raw(&ciphertext, Options::new(&mut generator)));
            if params.variant == Variant::Batch {
                let blocks = vec![ciphertext.as_slice(); key.public_keys().len()];
                is_found_stuck(key.decrypt_raw_batch(&blocks, Options::new(&mut generator)));
            }
            key.decrypt_raw(&ciphertext, Options::new(&mut rng(6))).unwrap();
        }
    }
}

#[test]
fn paddings_end() {
    let key = key(&KeyParams::new(Variant::Crt, 1024), 5);
    for (cycle, mut generator) in stuck() {
        let encrypted = key.public_key().encrypt_pkcs1v15(b"message", Options::new(&mut generator));
        assert_eq!(is_found_stuck(encrypted), cycle == [0], "{cycle:?}");
        is_found_stuck(key.public_key().encrypt_oaep(
            b"message",
            &Oaep::new(Hash::Sha256),
            Options::new(&mut generator),
        ));
        is_found_stuck(key.sign_pss(b"message", &Pss::new(Hash::Sha256), Options::new(&mut generator)));
        is_found_stuck(key.sign_pkcs1v15(b"message", Hash::Sha256, Options::new(&mut generator)));
    }
}

#[test]
fn checks_and_imports_end() {
    let key = key(&KeyParams::new(Variant::MultiPrime, 768), 5);
    let Components { modulus, public_exponents, private_exponent, .. } = key.components();
    for (cycle, mut generator) in stuck() {
        let refused = is_found_stuck(key.check(&mut generator));
        assert!(refused || !is_constant(cycle), "{cycle:?}");
        let found = PrivateKey::from_exponents(modulus, &public_exponents[0], private_exponent, &mut generator);
        assert!(is_found_stuck(found) || !is_constant(cycle), "{cycle:?}");
    }
}
