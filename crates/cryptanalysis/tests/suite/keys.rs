//! Verdicts on keys: what can be factored within a day is reported as broken, and nothing sound is.

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_cryptanalysis::attacks::{Attack, SeveralCrtExponents};
use rsa_cryptanalysis::strength::Method;
use rsa_cryptanalysis::{Reach, Verdict, assess, assess_private_key, assess_public_key};
use rsa_variants::{PrivateKey, PublicComponents, PublicKey, Variant};

use crate::weak_keys::{Draft, in_parallel, kinds, sound::shapes};

#[test]
fn each_kind_has_a_name_of_its_own() {
    let kinds = kinds();
    assert!(kinds.len() >= 230, "{}", kinds.len());
    let names: BTreeSet<&str> = kinds.iter().map(|kind| &*kind.name).collect();
    assert_eq!(names.len(), kinds.len(), "two kinds have one name");
    assert!(kinds.iter().all(|kind| !kind.attack.is_empty()));
}

/// A key of each kind is called broken for what is wrong with it. Those of generators with few seeds look sound: if a verdict called
/// these broken, it would know more than their numbers show.
fn all_are_seen(lengths: &[usize]) {
    let problems_at = |n: &usize| {
        let mut kinds = kinds();
        kinds.retain(|kind| kind.lengths.contains(n));
        in_parallel(&kinds, |kind| {
            let key = kind.key(1, *n);
            let problem = kind.problem(&key, &key.assess_public(), key.assess_private().as_ref());
            problem.map(|problem| format!("{n} bits: {problem}"))
        })
    };
    let problems: Vec<String> = lengths.iter().flat_map(problems_at).flatten().collect();
    assert!(problems.is_empty(), "{}: {problems:#?}", problems.len());
}

#[test]
fn every_kind_of_weak_keys_is_seen_at_1024_bits() {
    all_are_seen(&[1024]);
}

#[test]
#[ignore = "exhaustive: takes minutes to make the keys"]
fn every_kind_of_weak_keys_is_seen_at_other_lengths() {
    all_are_seen(&[768, 1536, 2048, 3072, 4096]);
}

/// Keys of every variant whose parameters are acceptable or weak, and keys of unusual but harmless shapes.
fn none_is_broken(seed: u64) {
    let problems = in_parallel(&shapes(27), |shape| {
        let key = shape.kind.key(seed, 2048);
        // A sound key of this library has the verdict of its parameters.
        let private = key.private.as_ref().map(|(params, components)| {
            let e_length = components.public_exponents[0].bits() as usize;
            (assess_private_key(params, components, &key.others), assess(params, Some(e_length)))
        });
        if let Some((of_key, Ok(of_params))) = private {
            let expected = of_params.verdict.min(shape.least);
            assert_eq!(of_key.verdict, expected, "{}", shape.kind.name);
        }
        shape.problem(&key)
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn no_sound_key_is_broken() {
    none_is_broken(1);
}

#[test]
fn extended_no_sound_key_of_several_seeds_is_broken() {
    (2..=4).for_each(none_is_broken);
}

/// Anyone can write any bound on messages into a key.
#[test]
fn a_bound_of_messages_that_no_unbalanced_key_has_is_ignored() {
    let of = |modulus_length: usize, message_length: usize| {
        let modulus: BigUint = (BigUint::from(1u8) << (modulus_length - 1)) + 1u8;
        let plain = PublicComponents::new(modulus, 65537u32.into());
        let key = PublicComponents { message_length: Some(message_length), ..plain.clone() };
        assert_eq!(PublicKey::new(&plain.modulus, &plain.public_exponent).err(), None);
        let assessment = assess_public_key(&key, &[]);
        let is_possible = PublicKey::from_components(&key).is_ok();
        (is_possible, assessment.notes.clone(), assessment.strength == assess_public_key(&plain, &[]).strength)
    };
    for (n, message_length) in [(2048, 63), (2048, 639), (2048, 1022), (2047, 1022), (1025, 511)] {
        let note = format!("The bound on its messages shows that the shorter prime has {} bits.", message_length + 1);
        let (is_possible, notes, _) = of(n, message_length);
        assert_eq!((is_possible, notes), (true, vec![note]), "{n}, {message_length}");
    }
    for (n, message_length) in
        [(2048, 0), (2048, 62), (2048, 1023), (2048, usize::MAX), (2047, 1023), (1025, 512), (16384, 8191)]
    {
        let (is_possible, notes, is_that_of_plain) = of(n, message_length);
        assert!(!is_possible && is_that_of_plain, "{n}, {message_length}");
        assert!(notes[0].starts_with("A public key does not show its primes"), "{notes:?}");
        let ignored =
            "No unbalanced key of this length can have such a bound on its messages, so the bound is ignored.";
        assert_eq!(notes[1], ignored);
    }
}

#[test]
fn r_prime_with_a_short_e_is_broken_here_and_with_a_long_one_is_not() {
    let mut rng = ChaCha20Rng::from_seed([90; 32]);
    let made = SeveralCrtExponents::example(&Default::default(), &mut rng, &mut |_| ControlFlow::Continue(())).unwrap();
    let params = made.params.unwrap();
    assert_eq!(params.variant, Variant::RPrime);
    let of_params = assess(&params, Some(512)).unwrap();
    let first = &of_params.findings[0];
    assert_eq!(
        (of_params.verdict, of_params.reach, first.method, first.attack),
        (Verdict::Broken, Some(Reach::Here), Method::MultiPrimeCrtExponentLattice, Some("several-crt-exponents"))
    );
    assert_eq!(assess(&params, None).unwrap().verdict, Verdict::Acceptable);
    let key = Draft::new(made.primes).with_public_exponent(made.target.key.public_exponent()).key().unwrap();
    let of_key = key.assess_private().unwrap();
    assert_eq!((of_key.verdict, of_key.reach), (Verdict::Broken, Some(Reach::Here)));
}

#[test]
fn sample_keys_are_assessed_too() {
    let key = PrivateKey::sample(Variant::SchemeA, 1024).unwrap();
    let assessment = assess_private_key(&key.params(), key.components(), &[]);
    assert_eq!(assessment.params, Some(key.params()));
    assert_eq!(assessment.key_findings[0].code, "short-crt-exponents");
}
