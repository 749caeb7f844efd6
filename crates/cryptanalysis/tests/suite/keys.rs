//! Verdicts on keys: what can be factored within a day is reported as broken, and nothing sound is.

use core::ops::ControlFlow;
use std::time::Instant;

use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_cryptanalysis::attacks::several_crt_exponents::{self, DemonstrationOptions};
use rsa_cryptanalysis::strength::Method;
use rsa_cryptanalysis::{KeyAssessment, Reach, Verdict, assess, assess_private_key, assess_public_key};
use rsa_variants::{PrivateKey, PublicComponents, PublicKey, Variant};

use crate::specimens::{self, Specimen};

fn assessed(specimen: &Specimen) -> KeyAssessment {
    match &specimen.private {
        Some((params, components)) => assess_private_key(params, components, &specimen.others),
        None => assess_public_key(&specimen.public, &specimen.others),
    }
}

#[test]
fn every_key_of_1024_bits_that_falls_within_a_day_is_broken() {
    all_are_broken(&specimens::adversarial_of_1024_bits());
}

#[test]
fn extended_every_key_that_falls_within_a_day_is_broken() {
    let specimens = specimens::adversarial();
    assert!(specimens.len() >= 108, "{}", specimens.len());
    all_are_broken(&specimens);
}

#[test]
#[ignore = "exhaustive: takes minutes to make the keys"]
fn every_key_of_a_length_in_use_that_falls_within_a_day_is_broken() {
    let specimens = specimens::adversarial_of_lengths_in_use();
    assert!(specimens.len() >= 100, "{}", specimens.len());
    all_are_broken(&specimens);
}

fn all_are_broken(specimens: &[Specimen]) {
    let mut wrong = Vec::new();
    for specimen in specimens {
        let assessment = assessed(specimen);
        if assessment.verdict != Verdict::Broken || assessment.reach.is_none_or(|reach| reach == Reach::Theory) {
            wrong.push(format!("{}: {:?} {:?}", specimen.name, assessment.verdict, assessment.reach));
        }
        if specimen.shows_in_public {
            let assessment = assess_public_key(&specimen.public, &specimen.others);
            if assessment.verdict != Verdict::Broken {
                wrong.push(format!("{} in public: {:?}", specimen.name, assessment.verdict));
            }
            // Every reported factor divides the modulus properly.
            for factor in assessment.key_findings.iter().filter_map(|finding| finding.factor.as_ref()) {
                assert!(*factor > BigUint::from(1u8) && *factor < specimen.public.modulus, "{}", specimen.name);
                assert_eq!(&specimen.public.modulus % factor, BigUint::ZERO, "{}", specimen.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), specimens.len());
}

#[test]
fn no_sound_key_is_broken() {
    none_is_broken(&specimens::sound(1..=1));
}

#[test]
fn extended_no_sound_key_of_several_seeds_is_broken() {
    let specimens = specimens::sound(2..=4);
    assert!(specimens.len() >= 45, "{}", specimens.len());
    none_is_broken(&specimens);
}

fn none_is_broken(specimens: &[Specimen]) {
    for specimen in specimens {
        let of_key = assessed(specimen);
        for assessment in [&of_key, &assess_public_key(&specimen.public, &specimen.others)] {
            assert!(assessment.verdict > Verdict::Broken, "{}: {:?}", specimen.name, assessment.key_findings);
            let defects = assessment.key_findings.iter().filter(|finding| finding.strength.is_some()).count();
            assert_eq!((defects, assessment.reach), (0, None), "{}: {:?}", specimen.name, assessment.key_findings);
        }
        // A sound key of this library has the verdict of its parameters.
        if let Some((params, components)) = &specimen.private
            && let Ok(of_params) = assess(params, Some(components.public_exponents[0].bits() as usize))
        {
            assert_eq!(of_key.verdict, of_params.verdict, "{}", specimen.name);
        }
    }
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
fn a_public_key_takes_less_than_a_second_or_so() {
    // Reported, not asserted: no test fails on time.
    for [p, q] in [[521usize, 607], [1279, 607], [2281, 2203], [4253, 4423]] {
        let modulus: BigUint = [p, q].map(|bits| (BigUint::from(1u8) << bits) - 1u8).into_iter().product();
        let n = p + q;
        let start = Instant::now();
        let assessment = assess_public_key(&PublicComponents::new(modulus, 65537u32.into()), &[]);
        println!("{n} bits: {:.2} s, {:?}", start.elapsed().as_secs_f64(), assessment.verdict);
    }
}

#[test]
fn r_prime_with_a_short_e_is_broken_here_and_with_a_long_one_is_not() {
    let mut rng = ChaCha20Rng::from_seed([90; 32]);
    let shape = DemonstrationOptions::default();
    let key = several_crt_exponents::demonstration(&mut rng, &shape, &mut |_| ControlFlow::Continue(())).unwrap().key;
    assert_eq!(key.params().variant, Variant::RPrime);
    let of_params = assess(&key.params(), Some(512)).unwrap();
    let first = &of_params.findings[0];
    assert_eq!(
        (of_params.verdict, of_params.reach, first.method, first.attack),
        (Verdict::Broken, Some(Reach::Here), Method::MultiPrimeCrtExponentLattice, Some("several-crt-exponents"))
    );
    assert_eq!(assess(&key.params(), None).unwrap().verdict, Verdict::Acceptable);
    let of_key = assess_private_key(&key.params(), key.components(), &[]);
    assert_eq!((of_key.verdict, of_key.reach), (Verdict::Broken, Some(Reach::Here)));
}

#[test]
fn the_remedy_and_the_source_stand_beside_each_finding() {
    for specimen in specimens::adversarial_of_1024_bits() {
        let assessment = assessed(&specimen);
        for finding in &assessment.key_findings {
            assert!(finding.reason.ends_with('.') && finding.remedy.ends_with('.'), "{finding:?}");
            assert!(finding.source.year > 1970 && !finding.source.authors.is_empty());
            assert_eq!(finding.severity() == "note", finding.strength.is_none());
        }
        if assessment.verdict < Verdict::Acceptable {
            assert!(assessment.advice.is_some(), "{}", specimen.name);
        }
    }
}

#[test]
fn sample_keys_are_assessed_too() {
    let key = PrivateKey::sample(Variant::SchemeA, 1024).unwrap();
    let assessment = assess_private_key(&key.params(), key.components(), &[]);
    assert_eq!(assessment.params, Some(key.params()));
    assert_eq!(assessment.key_findings[0].code, "short-crt-exponents");
}
