use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{Hash, Oaep, Options};

use super::*;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn batch(modulus_length: usize, rng: &mut ChaCha20Rng) -> Demonstration {
    demonstration(rng, &KeyParams::new(Variant::Batch, modulus_length), &mut |_| ControlFlow::Continue(())).unwrap()
}

fn attacked(target: &Target) -> Outcome {
    attack(target, &mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn the_message_is_found() {
    let mut rng = rng(90);
    for modulus_length in [256, 257, 512, 1024] {
        let Demonstration { target, message, key, .. } = batch(modulus_length, &mut rng);
        let outcome = attacked(&target);
        assert_eq!(outcome.reason(), None);
        assert_eq!(outcome.message, Some(message.clone()));
        // Any two exponents, in any order.
        for [first, second] in [[1, 0], [3, 1], [2, 3]] {
            let keys = [first, second].map(|index| key.public_keys()[index].clone());
            let ciphertexts = encrypted(&keys, &message).unwrap();
            assert_eq!(attacked(&Target { keys, ciphertexts }).message, Some(message.clone()));
        }
    }
}

#[test]
fn keys_made_on_one_modulus_have_it_in_common() {
    let mut rng = rng(91);
    let params = KeyParams::new(Variant::RPrime, 384);
    let keys = PrivateKey::generate_common_modulus(&params, &65537u32.into(), &mut rng, |_| ControlFlow::Continue(()))
        .unwrap();
    let keys = keys.map(|key| key.public_key().clone());
    for message in [BigUint::from(1u8), BigUint::from(42u8), keys[0].modulus() - 1u8] {
        let target = Target { ciphertexts: encrypted(&keys, &message).unwrap(), keys: keys.clone() };
        assert_eq!(attacked(&target).message, Some(message));
    }
}

#[test]
fn different_and_padded_messages_are_not_found() {
    let mut rng = rng(92);
    let Demonstration { target: Target { keys, ciphertexts }, .. } = batch(1024, &mut rng);
    let oaep = Oaep::new(Hash::Sha256);
    let padded = keys.each_ref().map(|key| {
        let block = key.encrypt_oaep(b"the same message", &oaep, Options::new(&mut rng)).unwrap();
        BigUint::from_bytes_be(&block)
    });
    let different = [ciphertexts[0].clone(), encrypted(&keys, &BigUint::from(7u8)).unwrap()[1].clone()];
    for ciphertexts in [padded, different] {
        let outcome = attacked(&Target { keys: keys.clone(), ciphertexts });
        assert_eq!(outcome.message, None);
        assert!(outcome.reason().unwrap().starts_with("no number encrypts to both ciphertexts"));
    }
}

#[test]
fn one_pair_gives_all_pairs() {
    let mut rng = rng(93);
    for modulus_length in [256, 512] {
        let Demonstration { private_exponent, key, message, .. } = batch(modulus_length, &mut rng);
        let Pairs { primes, private_exponents } =
            pairs_from_one(key.public_keys(), &private_exponent, &mut rng).unwrap();
        assert_eq!(primes.iter().product::<BigUint>(), key.components().modulus);
        assert_eq!(private_exponents[0], private_exponent);
        let modulus = &key.components().modulus;
        for (public, private) in key.public_keys().iter().zip(private_exponents) {
            let ciphertext = public.encrypt_raw(&message.to_bytes_be(), Engine::default()).unwrap();
            assert_eq!(BigUint::from_bytes_be(&ciphertext).modpow(&private, modulus), message);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let mut rng = rng(94);
    let Demonstration { target, private_exponent, key, .. } = batch(256, &mut rng);
    let other = batch(256, &mut rng);
    let refused = |target: Target| attack(&target, &mut |_| unreachable!("before any work")).unwrap_err();

    let keys = [target.keys[0].clone(), other.target.keys[1].clone()];
    let error = refused(Target { keys, ..target.clone() });
    assert_eq!(error.to_string(), "the two keys have different moduli, but must have the same");
    let nine = PublicKey::new(&key.components().modulus, &9u8.into()).unwrap();
    let error = refused(Target { keys: [target.keys[0].clone(), nine], ..target.clone() });
    assert!(error.to_string().starts_with("the public exponents have the common factor 3"), "{error}");
    let ciphertexts = [target.ciphertexts[0].clone(), key.components().primes[0].clone()];
    let error = refused(Target { ciphertexts, ..target.clone() });
    assert_eq!(error.code(), "attack-not-applicable");
    let ciphertexts = [key.components().modulus.clone(), target.ciphertexts[1].clone()];
    let error = refused(Target { ciphertexts, ..target.clone() });
    assert!(matches!(error, Error::Rsa(rsa_variants::Error::MessageOutOfRange { .. })), "{error}");

    assert!(matches!(pairs_from_one(&[], &private_exponent, &mut rng), Err(Error::NotApplicable(_))));
    let mixed = [target.keys[0].clone(), other.target.keys[1].clone()];
    assert!(matches!(pairs_from_one(&mixed, &private_exponent, &mut rng), Err(Error::NotApplicable(_))));
    let error = pairs_from_one(&target.keys, &other.private_exponent, &mut rng).unwrap_err();
    assert!(matches!(error, Error::Rsa(rsa_variants::Error::InconsistentKey(_))), "{error}");
    let params = KeyParams::new(Variant::Crt, 256);
    let error = demonstration(&mut rng, &params, &mut |_| unreachable!("before any work")).unwrap_err();
    assert_eq!(error.to_string(), "variant is crt, but must be batch");
}

#[test]
fn it_can_be_canceled() {
    let mut rng = rng(95);
    let Demonstration { target, .. } = batch(256, &mut rng);
    let mut steps = Vec::new();
    attack(&target, &mut |progress| {
        steps.push(progress.step.clone());
        ControlFlow::Continue(())
    })
    .unwrap();
    for allowed in 0..steps.len() {
        let mut reports = 0;
        let result = attack(&target, &mut |_| {
            reports += 1;
            if reports > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(result, Err(Error::Aborted));
    }
    steps.dedup();
    // 2·3 = 1 + 1·5
    assert_eq!(
        steps,
        [
            "raising the first ciphertext to an exponent of 2 bits",
            "raising the inverse of the second ciphertext to an exponent of 1 bits",
            "encrypting the result with the exponent of 2 bits, to compare",
            "encrypting the result with the exponent of 3 bits, to compare",
        ]
    );
}
