//! Plain data of attacks.

use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::PrivateKey;

use super::*;
use crate::attacks::partial_exposure::{End, Exposure};
use crate::attacks::{debian_seed, demonstrate, descriptions, elliptic_curve, run};

#[test]
fn what_is_written_is_read() {
    let parts = [5u8, 6].map(BigUint::from);
    let exposure = Exposure { end: End::High, known_bits: 3, crt_exponent_length: 20, crt_exponent_parts: parts };
    let key = PrivateKey::sample(Variant::SchemeA, 1024).unwrap().public_key().clone();
    let mut record = Record::new();
    (key.clone(), exposure.clone()).write_all(&mut record);
    let names: Vec<&str> = record.iter().map(|(name, _)| &**name).collect();
    let expected = ["modulus", "public_exponent", "end", "known_bits", "crt_exponent_length", "crt_exponent_parts"];
    assert_eq!(names, expected);
    let read = <(PublicKey, Exposure)>::read_all(&record).unwrap();
    assert_eq!((read.0.modulus(), read.1), (key.modulus(), exposure));
}

#[test]
fn absent_fields_have_their_defaults() {
    let any = vec![("program".into(), Value::Text("any".into()))];
    assert_eq!(debian_seed::Options::read_all(&any).unwrap(), debian_seed::Options::default());
}

#[test]
fn data_of_another_type_are_refused() {
    for value in [Value::Text("long".into()), Value::Count(0.5), Value::Count(-1.0), Value::Flag(true)] {
        let error = elliptic_curve::Options::read_all(&vec![("prime_length".into(), value)]).unwrap_err();
        assert_eq!(error, unsuitable("prime_length"));
    }
    let error = Exposure::read_all(&Record::new()).unwrap_err();
    assert_eq!(error.to_string(), "end is missing or of another type");
    let name = vec![("program".into(), Value::Text("gpg".into()))];
    assert_eq!(debian_seed::Options::read_all(&name).unwrap_err(), unsuitable("program"));
}

#[test]
fn attacks_have_different_names_and_defaults_within_limits() {
    let descriptions = descriptions();
    let mut names: Vec<_> = descriptions.iter().map(|attack| attack.facts.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), descriptions.len());
    for field in descriptions.iter().flat_map(|attack| attack.options.fields.iter().chain(&attack.wish.fields)) {
        if let (Some(Fact::Number { least, most, .. }), Some(Value::Count(default))) = (&field.fact, &field.default) {
            assert!((*least as f64..=*most as f64).contains(default), "{}", field.name);
        }
    }
}

/// The seconds are those of the clock that the caller passes.
#[test]
fn attacks_run_by_name_on_plain_data() {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let mut go_on = |_: &crate::Progress| ControlFlow::Continue(());
    let wish = vec![("modulus_length".into(), Value::Count(256.0))];
    let made = demonstrate("small-private-exponent", &wish, &mut rng, &mut go_on).unwrap();
    let Some(Value::Record(target)) = value_of(&made, "target") else { panic!("no target") };
    let Some(Value::Record(secret)) = value_of(&made, "secret") else { panic!("no secret") };
    let seconds = core::cell::Cell::new(0.0);
    let clock = || seconds.replace(2.5);
    let options = Record::new();
    let arguments =
        crate::attacks::Run { target, options: &options, rng: &mut rng, clock: &clock, on_progress: &mut go_on };
    let outcome = run("small-private-exponent", arguments).unwrap();
    assert_eq!(value_of(&outcome, "found"), Some(&Value::Flag(true)));
    assert_eq!(value_of(&outcome, "seconds"), Some(&Value::Count(2.5)));
    assert_eq!(value_of(&outcome, "private_exponent"), value_of(secret, "private_exponent"));
    let error = demonstrate("sieve", &wish, &mut rng, &mut go_on).unwrap_err();
    assert_eq!(error.to_string(), "name is sieve, but no attack has it");
}
