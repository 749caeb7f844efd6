use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::PrivateKey;

use super::*;

const KINDS: [Short; 2] = [Short::PrivateExponent, Short::EqualCrtExponents];

fn made(options: &DemonstrationOptions, rng: &mut ChaCha20Rng) -> Demonstration {
    demonstration(rng, options, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn attacked(key: &PublicKey) -> Outcome {
    attack(key, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Whether the attack finds the key. Checks that the result is complete.
fn falls(key: &Demonstration) -> bool {
    let outcome = attacked(&key.public_key);
    assert_eq!(outcome.reason().is_none(), outcome.found.is_some());
    let Some(found) = outcome.found else { return false };
    let mut primes = key.primes.clone();
    primes.sort_by(|p, q| q.cmp(p));
    assert_eq!((found.primes, found.private_exponent), (primes, key.private_exponent.clone()));
    true
}

#[test]
fn every_key_up_to_the_limit_falls() {
    let mut rng = ChaCha20Rng::from_seed([80; 32]);
    for short in KINDS {
        for modulus_length in [128, 255, 256, 511, 512] {
            for exponent_length in [None, Some(16), Some(modulus_length / 4 - 10)] {
                let options = DemonstrationOptions { modulus_length, short, exponent_length };
                for _ in 0..4 {
                    assert!(falls(&made(&options, &mut rng)), "{options:?}");
                }
            }
        }
    }
}

#[test]
fn longer_exponents_do_not_fall() {
    let mut rng = ChaCha20Rng::from_seed([81; 32]);
    for short in KINDS {
        let options = DemonstrationOptions { modulus_length: 512, short, exponent_length: Some(128 + 4) };
        let key = made(&options, &mut rng);
        assert!(!falls(&key), "{options:?}");
        let reason = attacked(&key.public_key).reason().unwrap();
        assert!(reason.ends_with("a private exponent below N^(1/4)/3") && reason.starts_with("none of "), "{reason}");
    }
}

#[test]
fn rebalanced_keys_of_the_library_do_not_fall() {
    let mut rng = ChaCha20Rng::from_seed([82; 32]);
    let params = KeyParams { crt_exponent_length: Some(64), ..KeyParams::new(Variant::Rebalanced, 512) };
    let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(attacked(key.public_key()).found, None);
}

#[test]
fn equal_crt_exponents_are_what_they_are_called_and_refused_by_the_library() {
    let mut rng = ChaCha20Rng::from_seed([83; 32]);
    let options =
        DemonstrationOptions { modulus_length: 512, short: Short::EqualCrtExponents, exponent_length: Some(100) };
    let Demonstration { public_key, primes, private_exponent: d } = made(&options, &mut rng);
    for prime in &primes {
        assert_eq!(public_key.public_exponent() * &d % (prime - 1u8), BigUint::from(1u8));
        assert_eq!(&d % (prime - 1u8), d);
    }
    let refused = PrivateKey::from_exponents(&public_key.modulus(), &public_key.public_exponent(), &d, &mut rng);
    assert!(refused.unwrap_err().to_string().contains("two CRT exponents are equal"));
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let mut rng = ChaCha20Rng::from_seed([84; 32]);
    let key =
        PrivateKey::generate(&KeyParams::new(Variant::Crt, 256), &mut rng, |_| ControlFlow::Continue(())).unwrap();
    let error = attack(key.public_key(), &mut |_| unreachable!("before any work")).unwrap_err();
    assert_eq!(error.code(), "attack-not-applicable");
    assert!(error.to_string().starts_with("the public exponent has 17 bits: with fewer than 128 bits"), "{error}");
    for exponent_length in [0, 15, 129, usize::MAX] {
        let options =
            DemonstrationOptions { modulus_length: 256, exponent_length: Some(exponent_length), ..Default::default() };
        let error = demonstration(&mut rng, &options, &mut |_| unreachable!("before any work")).unwrap_err();
        let message = format!("exponent_length is {exponent_length} bits, but must be from 16 to 128 bits");
        assert_eq!((error.parameter(), error.to_string()), (Some("exponent_length"), message));
    }
    let options = DemonstrationOptions { modulus_length: 127, ..Default::default() };
    let error = demonstration(&mut rng, &options, &mut |_| unreachable!("before any work")).unwrap_err();
    assert!(matches!(error, Error::Rsa(rsa_variants::Error::OutOfRange { .. })), "{error}");
}

#[test]
fn attack_and_demonstration_can_be_canceled() {
    let mut rng = ChaCha20Rng::from_seed([85; 32]);
    let key = made(&DemonstrationOptions::default(), &mut rng);
    let mut reports = 0;
    let result = attack(&key.public_key, &mut |progress| {
        assert!(progress.done <= progress.expected.unwrap());
        reports += 1;
        if reports < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((result, reports), (Err(Error::Aborted), 50));
    for allowed in [0, 2] {
        let mut reports = 0;
        let result = demonstration(&mut rng, &DemonstrationOptions::default(), &mut |_| {
            reports += 1;
            if reports > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(result.unwrap_err(), Error::Aborted);
    }
}
