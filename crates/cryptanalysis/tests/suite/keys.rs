//! Verdicts on keys: what can be factored within a day is reported as broken, and nothing sound is.

use core::ops::ControlFlow;
use std::collections::BTreeMap;

use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_cryptanalysis::attacks::{Attack, SeveralCrtExponents};
use rsa_cryptanalysis::strength::Method;
use rsa_cryptanalysis::{Reach, Verdict, assess, assess_public_key};
use rsa_variants::{PublicComponents, PublicKey, Variant};

use crate::weak_keys::{Draft, Kind, Shows, in_parallel, kinds, sound::shapes};

/// A key of each kind is called broken for what is wrong with it. Those of generators with few seeds look sound: if a verdict called
/// these broken, it would know more than their numbers show.
fn are_seen(kinds: &[Kind], n: usize) {
    let problems = in_parallel(kinds, |kind| {
        let key = kind.key(1, n);
        // The verdict on a private key includes the checks of the public one.
        let public = (kind.shows == Shows::Public || key.private.is_none()).then(|| key.assess_public());
        kind.problem(&key, public.as_ref(), key.assess_private().as_ref())
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{n} bits, {}: {problems:#?}", problems.len());
}

/// The kinds of keys of this length: the first two of those that fall to the same attack and have the same finding, and the others,
/// which take the same way through the checks.
fn kinds_at(n: usize) -> [Vec<Kind>; 2] {
    let mut count = BTreeMap::new();
    let kinds = kinds().into_iter().filter(|kind| kind.lengths.contains(&n));
    let parts: (Vec<_>, Vec<_>) = kinds.partition(|kind| {
        let alike = count.entry((kind.finding, kind.attack)).or_insert(0);
        *alike += 1;
        *alike <= 2
    });
    parts.into()
}

#[test]
fn weak_keys_of_1024_bits_are_seen_whatever_attack_they_fall_to() {
    are_seen(&kinds_at(1024)[0], 1024);
}

#[test]
fn extended_all_other_kinds_of_weak_keys_are_seen_at_1024_bits() {
    are_seen(&kinds_at(1024)[1], 1024);
}

#[test]
#[ignore = "exhaustive: takes minutes to make the keys"]
fn every_kind_of_weak_keys_is_seen_at_other_lengths() {
    [768, 1536, 2048, 3072, 4096].into_iter().for_each(|n| kinds_at(n).iter().for_each(|kinds| are_seen(kinds, n)));
}

/// Keys of every variant whose parameters are acceptable or weak, and keys of n bits of unusual but harmless shapes.
fn none_is_broken(seed: u64, n: usize) {
    let problems = in_parallel(&shapes(27), |shape| {
        let key = shape.kind.key(seed, n);
        let (of_key, (params, components)) = (key.assess_private().unwrap(), key.private.as_ref().unwrap());
        // A sound key of this library has the verdict of its parameters.
        if let Ok(of_params) = assess(params, Some(components.public_exponents[0].bits() as usize)) {
            assert_eq!(of_key.verdict, of_params.verdict.min(shape.least), "{}", shape.kind.name);
        }
        shape.problem(&of_key)
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn no_sound_key_is_broken() {
    none_is_broken(1, 1024);
}

#[test]
fn extended_no_sound_key_of_several_seeds_is_broken() {
    (2..=4).for_each(|seed| none_is_broken(seed, 2048));
}

/// Anyone can write any bound on messages into a key.
#[test]
fn a_bound_of_messages_that_no_unbalanced_key_has_is_ignored() {
    let of = |modulus_length: usize, message_length: usize| {
        let modulus: BigUint = (BigUint::from(1u8) << (modulus_length - 1)) + 1u8;
        let plain = PublicComponents::new(modulus, 65537u32.into());
        let key = PublicComponents { message_length: Some(message_length), ..plain.clone() };
        assert_eq!(PublicKey::new(&plain.modulus, &plain.public_exponent).err(), None);
        let is_possible = PublicKey::from_components(&key).is_ok();
        (is_possible, assess_public_key(&key, &[]), plain)
    };
    for (n, message_length) in [(512, 63), (512, 159), (512, 254), (511, 254), (257, 127)] {
        let note = format!("The bound on its messages shows that the shorter prime has {} bits.", message_length + 1);
        let (is_possible, assessment, _) = of(n, message_length);
        assert_eq!((is_possible, &assessment.notes), (true, &vec![note]), "{n}, {message_length}");
    }
    for (n, message_length) in
        [(512, 0), (512, 62), (512, 255), (512, usize::MAX), (511, 255), (257, 128), (16384, 8191)]
    {
        let (is_possible, assessment, plain) = of(n, message_length);
        let is_that_of_plain = assessment.strength == assess_public_key(&plain, &[]).strength;
        assert!(!is_possible && is_that_of_plain, "{n}, {message_length}");
        let notes = &assessment.notes;
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
