use rsa_variants::{Engine, Error as RsaError, hazmat};

use super::*;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng};

fn shape(variant: Variant, place: Place) -> ExampleOptions {
    ExampleOptions { variant, place, modulus_length: 384, ..Default::default() }
}

fn found(target: &Target) -> Result<Found, String> {
    attacked::<Fault>(target, &()).found
}

/// The factors that this fault reveals: the prime with the wrong share, and the product of all others.
fn expected(seen: &Example<Fault>, variant: Variant, place: Place) -> Result<Found, String> {
    let wrong = match (variant, place) {
        (Variant::MultiPower, Place::CrtExponent) => seen.primes[0].pow(2),
        (Variant::MultiPower, Place::CrtCoefficient) => seen.primes[1].clone(),
        _ => seen.primes[0].clone(),
    };
    let mut factors = [seen.target.key.modulus() / &wrong, wrong];
    factors.sort_by(|a, b| b.cmp(a));
    Ok(Found { factors })
}

/// The variants whose results are encrypted again.
const SHORT_E: [Variant; 3] = [Variant::Crt, Variant::MultiPrime, Variant::MultiPower];
/// The others. Scheme A, whose keys take long to make, has the same operation as Scheme B.
const LONG_E: [Variant; 3] = [Variant::Rebalanced, Variant::RPrime, Variant::SchemeB];

#[test]
fn a_wrong_number_gives_the_primes_away_unless_it_is_checked() {
    let coefficients = SHORT_E.into_iter().chain(LONG_E).chain([Variant::Batch]);
    let cases = SHORT_E.map(|variant| (variant, Place::CrtExponent)).into_iter();
    for (variant, place) in cases.chain(coefficients.map(|variant| (variant, Place::CrtCoefficient))) {
        for seed in 100..103 {
            let seen = made::<Fault>(&shape(variant, place), seed);
            assert_eq!(found(&seen.target), expected(&seen, variant, place), "{variant:?}, {place:?}");
            assert_eq!(seen.note.with_check.0, Err(RsaError::FaultDetected), "{variant:?}, {place:?}");
        }
    }
}

/// The limit of the check for long public exponents, which the module describes, and the check that finds the error.
#[test]
fn a_long_exponent_wrong_from_the_start_is_seen_by_the_check_of_the_key_alone() {
    for variant in LONG_E {
        let seen = made::<Fault>(&shape(variant, Place::CrtExponent), 102);
        assert_eq!(found(&seen.target), expected(&seen, variant, Place::CrtExponent), "{variant:?}");
        assert_eq!(seen.note.with_check.0, Ok(seen.target.signature), "{variant:?}");
        // The same key, from the same seed.
        let key = fresh_key::generate(&mut rng(102), &KeyParams::new(variant, 384), &mut proceed).unwrap();
        let mut components = key.components().clone();
        let number = stored(&mut components, Place::CrtExponent);
        number.set_bit(seen.note.bit, !number.bit(seen.note.bit));
        let refused = PrivateKey::from_components(&key.params(), components, &mut rng(102));
        assert!(matches!(refused, Err(RsaError::InconsistentKey(_))), "{variant:?}");
    }
}

#[test]
fn right_signatures_and_nonsense_give_nothing_away() {
    let target = made::<Fault>(&shape(Variant::Crt, Place::CrtExponent), 103).target;
    let key = fresh_key::generate(&mut rng(103), &KeyParams::new(Variant::Crt, 384), &mut proceed).unwrap();
    let block = hazmat::decrypt_raw(&key, &target.message.to_bytes_be(), Engine::default()).unwrap();
    let right = Target { signature: BigUint::from_bytes_be(&block), ..target.clone() };
    assert_eq!(found(&right).unwrap_err(), "the signature is right: there was no fault");
    assert!(attacked::<Fault>(&right, &()).figures.signature_is_right);
    let nonsense = Target { signature: BigUint::from(12345u32), ..target };
    assert!(found(&nonsense).unwrap_err().ends_with("the signature is wrong modulo every prime"));
    assert!(!attacked::<Fault>(&nonsense, &()).figures.signature_is_right);
}

#[test]
fn what_does_not_fit_is_refused() {
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
        let error = not_made::<Fault>(&shape(variant, place));
        assert_eq!((error.code(), error.to_string().as_str()), ("invalid-params", message));
        assert!(message.starts_with(error.parameter().unwrap()));
    }
    let target = made::<Fault>(&shape(Variant::Crt, Place::CrtExponent), 104).target;
    let modulus = target.key.modulus();
    for target in
        [Target { message: modulus.clone(), ..target.clone() }, Target { signature: modulus, ..target.clone() }]
    {
        let error = refused::<Fault>(&target, &());
        assert!(matches!(error, Error::Rsa(RsaError::MessageOutOfRange { .. })), "{error}");
    }
}
