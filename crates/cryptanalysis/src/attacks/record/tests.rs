//! Plain data of attacks.

use rsa_variants::PrivateKey;

use super::*;
use crate::attacks::partial_exposure::{End, Target};
use crate::attacks::testing::{proceed, rng};
use crate::attacks::{Run, debian_seed, example, run};

#[test]
fn what_is_written_is_read() {
    let key = PrivateKey::sample(Variant::SchemeA, 1024).unwrap().public_key().clone();
    let crt_exponent_parts = [5u8, 6].map(BigUint::from);
    let target = Target { key, end: End::High, known_bits: 3, crt_exponent_length: 20, crt_exponent_parts };
    let mut record = Record::new();
    target.write_all(&mut record);
    let names: Vec<&str> = record.iter().map(|(name, _)| &**name).collect();
    let expected = ["modulus", "public_exponent", "end", "known_bits", "crt_exponent_length", "crt_exponent_parts"];
    assert_eq!(names, expected);
    let mut again = Record::new();
    Target::read_all(&record).unwrap().write_all(&mut again);
    assert_eq!(again, record);
}

#[test]
fn absent_fields_have_their_defaults_or_are_missing() {
    let any = vec![("program".into(), Value::Text("any".into()))];
    assert_eq!(debian_seed::Options::read_all(&any).unwrap(), debian_seed::Options::default());
    let error = crate::attacks::common_modulus::Owner::read_all(&Record::new()).unwrap_err();
    assert_eq!(error.to_string(), "modulus is missing or of another type");
}

/// The seconds are those of the clock that the caller passes.
#[test]
fn the_caller_has_the_clock() {
    let options = vec![("modulus_length".into(), Value::Count(256.0))];
    let made = example("small-private-exponent", &options, &mut rng(1), &mut proceed).unwrap();
    let Some(Value::Record(target)) = value_of(&made, "target") else { panic!("no target") };
    let seconds = core::cell::Cell::new(0.0);
    let clock = || seconds.replace(2.5);
    let arguments = Run { target, options: &Record::new(), rng: &mut rng(1), clock: &clock, on_progress: &mut proceed };
    let outcome = run("small-private-exponent", arguments).unwrap();
    assert_eq!(value_of(&outcome, "seconds"), Some(&Value::Count(2.5)));
}
