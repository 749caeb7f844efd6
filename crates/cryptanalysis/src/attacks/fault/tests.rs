use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{Engine, Error as RsaError, hazmat};

use super::*;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn params(variant: Variant) -> KeyParams {
    KeyParams::new(variant, 384)
}

fn disturbed_once(variant: Variant, place: Place, rng: &mut ChaCha20Rng) -> Demonstration {
    demonstration(rng, &params(variant), place, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn attacked(target: &Target) -> Outcome {
    attack(target, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// The factors that this fault reveals: the prime with the wrong share, and the product of all others.
fn expected(key: &PrivateKey, place: Place) -> [BigUint; 2] {
    let components = key.components();
    let wrong = match (key.params().variant, place) {
        (Variant::MultiPower, Place::CrtExponent) => components.primes[0].pow(2),
        (Variant::MultiPower, Place::CrtCoefficient) => components.primes[1].clone(),
        _ => components.primes[0].clone(),
    };
    let mut factors = [&components.modulus / &wrong, wrong];
    factors.sort_by(|a, b| b.cmp(a));
    factors
}

/// The variants whose results are encrypted again.
const SHORT_E: [Variant; 3] = [Variant::Crt, Variant::MultiPrime, Variant::MultiPower];
/// The others. Scheme A, whose keys take long to make, has the same operation as Scheme B.
const LONG_E: [Variant; 3] = [Variant::Rebalanced, Variant::RPrime, Variant::SchemeB];

#[test]
fn a_wrong_exponent_gives_the_primes_away_unless_it_is_checked() {
    let mut rng = rng(100);
    for variant in SHORT_E {
        for _ in 0..5 {
            let seen = disturbed_once(variant, Place::CrtExponent, &mut rng);
            let outcome = attacked(&seen.target);
            assert_eq!(outcome.factors, Some(expected(&seen.key, Place::CrtExponent)), "{variant:?}");
            assert_eq!((outcome.signature_is_right, outcome.reason()), (false, None));
            assert_eq!(seen.with_check, Err(RsaError::FaultDetected), "{variant:?}");
        }
    }
}

#[test]
fn a_wrong_coefficient_gives_the_primes_away_unless_it_is_checked() {
    let mut rng = rng(101);
    for variant in SHORT_E.into_iter().chain(LONG_E).chain([Variant::Batch]) {
        let seen = disturbed_once(variant, Place::CrtCoefficient, &mut rng);
        let outcome = attacked(&seen.target);
        assert_eq!(outcome.factors, Some(expected(&seen.key, Place::CrtCoefficient)), "{variant:?}");
        assert_eq!(seen.with_check, Err(RsaError::FaultDetected), "{variant:?}");
    }
}

/// The limit of the check for long public exponents, which the module describes, and the check that finds the error.
#[test]
fn a_long_exponent_wrong_from_the_start_is_seen_by_the_check_of_the_key_alone() {
    let mut rng = rng(102);
    for variant in LONG_E {
        let seen = disturbed_once(variant, Place::CrtExponent, &mut rng);
        assert_eq!(attacked(&seen.target).factors, Some(expected(&seen.key, Place::CrtExponent)), "{variant:?}");
        assert_eq!(seen.with_check, Ok(seen.target.signature), "{variant:?}");
        let mut components = seen.key.components().clone();
        let number = stored(&mut components, Place::CrtExponent);
        number.set_bit(seen.bit, !number.bit(seen.bit));
        let refused = PrivateKey::from_components(&seen.key.params(), components, &mut rng);
        assert!(matches!(refused, Err(RsaError::InconsistentKey(_))), "{variant:?}");
    }
}

#[test]
fn right_signatures_and_nonsense_give_nothing_away() {
    let mut rng = rng(103);
    let Demonstration { target, key, .. } = disturbed_once(Variant::Crt, Place::CrtExponent, &mut rng);
    let block = hazmat::decrypt_raw(&key, &target.message.to_bytes_be(), Engine::default()).unwrap();
    let outcome = attacked(&Target { signature: BigUint::from_bytes_be(&block), ..target.clone() });
    assert_eq!(outcome, Outcome { factors: None, signature_is_right: true });
    assert_eq!(outcome.reason().unwrap(), "the signature is right: there was no fault");
    let outcome = attacked(&Target { signature: BigUint::from(12345u32), ..target });
    assert_eq!(outcome, Outcome { factors: None, signature_is_right: false });
    assert!(outcome.reason().unwrap().ends_with("the signature is wrong modulo every prime"));
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let mut rng = rng(104);
    for (variant, place, message) in [
        (
            Variant::Original,
            Place::CrtCoefficient,
            "variant is original, but must be a variant that uses the Chinese remainder theorem",
        ),
        (
            Variant::Unbalanced,
            Place::CrtExponent,
            "variant is unbalanced, which computes modulo only one prime and checks every result",
        ),
        (Variant::Batch, Place::CrtExponent, "place is the CRT exponent, but a batch key does not use it"),
    ] {
        let error = demonstration(&mut rng, &params(variant), place, &mut |_| unreachable!("before any work"));
        let error = error.unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), ("invalid-params", message));
        assert!(message.starts_with(error.parameter().unwrap()));
    }
    let target = disturbed_once(Variant::Crt, Place::CrtExponent, &mut rng).target;
    let modulus = target.key.modulus();
    for target in
        [Target { message: modulus.clone(), ..target.clone() }, Target { signature: modulus, ..target.clone() }]
    {
        let error = attack(&target, &mut |_| unreachable!("before any work")).unwrap_err();
        assert!(matches!(error, Error::Rsa(RsaError::MessageOutOfRange { .. })), "{error}");
    }
}

#[test]
fn it_can_be_canceled() {
    let mut rng = rng(105);
    let target = disturbed_once(Variant::Rebalanced, Place::CrtCoefficient, &mut rng).target;
    let mut reports = 0;
    let result = attack(&target, &mut |progress| {
        assert!(progress.step.starts_with("raising the signature to the public exponent of 38"), "{}", progress.step);
        reports += 1;
        if reports < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((result, reports), (Err(Error::Aborted), 100));
    let result = demonstration(&mut rng, &params(Variant::Crt), Place::CrtExponent, &mut |_| ControlFlow::Break(()));
    assert_eq!(result.unwrap_err(), Error::Aborted);
}
