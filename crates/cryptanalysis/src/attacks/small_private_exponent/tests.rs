use rsa_variants::PrivateKey;

use super::*;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng};

const KINDS: [Short; 2] = [Short::PrivateExponent, Short::EqualCrtExponents];

fn found(key: &PublicKey) -> Result<Found, String> {
    attacked::<SmallPrivateExponent>(&key.into(), &()).found
}

#[test]
fn every_key_up_to_the_limit_falls() {
    for short in KINDS {
        for modulus_length in [128, 255, 256, 511, 512] {
            for exponent_length in [None, Some(16), Some(modulus_length / 4 - 10)] {
                let options = ExampleOptions { modulus_length, short, exponent_length };
                for seed in 80..84 {
                    let Example { target, mut primes, answer, .. } = made::<SmallPrivateExponent>(&options, seed);
                    primes.sort_by(|p, q| q.cmp(p));
                    let found = found(&target.key).unwrap();
                    assert_eq!((found.primes.to_vec(), found.private_exponent), (primes, answer.private_exponent));
                }
            }
        }
    }
}

#[test]
fn longer_exponents_do_not_fall() {
    for short in KINDS {
        let options = ExampleOptions { modulus_length: 512, short, exponent_length: Some(128 + 4) };
        let reason = found(&made::<SmallPrivateExponent>(&options, 81).target.key).unwrap_err();
        assert!(reason.ends_with("a private exponent below N^(1/4)/3") && reason.starts_with("none of "), "{reason}");
    }
}

#[test]
fn rebalanced_keys_of_the_library_do_not_fall() {
    let params = KeyParams { crt_exponent_length: Some(64), ..KeyParams::new(Variant::Rebalanced, 512) };
    let key = fresh_key::generate(&mut rng(82), &params, &mut proceed).unwrap();
    assert!(found(key.public_key()).is_err());
}

#[test]
fn equal_crt_exponents_are_what_they_are_called_and_refused_by_the_library() {
    let options = ExampleOptions { modulus_length: 512, short: Short::EqualCrtExponents, exponent_length: Some(100) };
    let Example { target: OnlyKey { key }, primes, answer, .. } = made::<SmallPrivateExponent>(&options, 83);
    let d = answer.private_exponent;
    for prime in &primes {
        assert_eq!(key.public_exponent() * &d % (prime - 1u8), BigUint::from(1u8));
        assert_eq!(&d % (prime - 1u8), d);
    }
    let refused = PrivateKey::from_exponents(&key.modulus(), &key.public_exponent(), &d, &mut rng(83));
    assert!(refused.unwrap_err().to_string().contains("two CRT exponents are equal"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let key = fresh_key::generate(&mut rng(84), &KeyParams::new(Variant::Crt, 256), &mut proceed).unwrap();
    let error = refused::<SmallPrivateExponent>(&key.public_key().into(), &());
    assert_eq!(error.code(), "attack-not-applicable");
    assert!(error.to_string().starts_with("the public exponent has 17 bits: with fewer than 128 bits"), "{error}");
    let options = ExampleOptions { modulus_length: 256, exponent_length: Some(129), ..Default::default() };
    let message = "exponent_length is 129 bits, but must be from 16 to 128 bits";
    assert_eq!(not_made::<SmallPrivateExponent>(&options).to_string(), message);
}
