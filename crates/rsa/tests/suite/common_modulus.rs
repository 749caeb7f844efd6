//! Two keys with one set of primes.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rsa_variants::{Engine, KeyParams, PrivateKey, Variant, hazmat};

use crate::keys::rng;

fn common_modulus(params: &KeyParams, e: u32, seed: u8) -> [PrivateKey; 2] {
    PrivateKey::generate_common_modulus(params, &BigUint::from(e), &mut rng(seed), |_| ControlFlow::Continue(()))
        .unwrap()
}

#[test]
fn both_keys_are_complete_and_share_their_modulus() {
    for (variant, n, primes, e, other) in [
        (Variant::RPrime, 768, Some(3), 65537, Variant::MultiPrime),
        (Variant::RPrime, 1000, Some(4), 3, Variant::MultiPrime),
        (Variant::Rebalanced, 512, None, 17, Variant::Crt),
    ] {
        let params = KeyParams { primes, ..KeyParams::new(variant, n) };
        let [fast, compatible] = common_modulus(&params, e, 60);
        assert_eq!((fast.params().variant, compatible.params().variant), (variant, other));
        assert_eq!(fast.components().primes, compatible.components().primes);
        assert_eq!(compatible.public_key().public_exponent(), BigUint::from(e));
        for key in [&fast, &compatible] {
            key.check(&mut rng(61)).unwrap();
            let ciphertext = key.public_key().encrypt_raw(&[42; 60], Engine::default()).unwrap();
            assert!(hazmat::decrypt_raw(key, &ciphertext, Engine::default()).unwrap().ends_with(&[42; 60]));
        }
    }
}

#[test]
fn other_variants_and_exponents_are_refused() {
    let refused = |params: &KeyParams, e: u32| {
        let keys =
            PrivateKey::generate_common_modulus(params, &BigUint::from(e), &mut rng(62), |_| ControlFlow::Continue(()));
        keys.expect_err("a refusal")
    };
    let crt = refused(&KeyParams::new(Variant::Crt, 512), 65537);
    assert_eq!(crt.code(), "wrong-variant");
    let message = "generate_common_modulus needs a key of the variant rebalanced or r-prime, not crt";
    assert_eq!(crt.to_string(), message);
    assert_eq!(refused(&KeyParams::new(Variant::RPrime, 512), 4).code(), "invalid-params");
    assert_eq!(refused(&KeyParams::new(Variant::RPrime, 100), 3).code(), "invalid-params");
}

#[test]
fn progress_may_cancel() {
    let params = KeyParams::new(Variant::RPrime, 512);
    let keys =
        PrivateKey::generate_common_modulus(&params, &BigUint::from(3u8), &mut rng(63), |_| ControlFlow::Break(()));
    assert_eq!(keys.err().map(|error| error.code()), Some("aborted"));
}
