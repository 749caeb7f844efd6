//! Verdicts on keys: what can be factored within a day is reported as broken, and nothing sound is.

use core::ops::ControlFlow;
use std::time::Instant;

use cryptanalysis::attacks::several_crt_exponents::{self, DemonstrationOptions};
use cryptanalysis::strength::Method;
use cryptanalysis::{KeyAssessment, Reach, Verdict, assess, assess_private_key, assess_public_key};
use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{PrivateKey, PublicComponents, Variant};

use crate::specimens::{self, Specimen};

fn assessed(specimen: &Specimen) -> KeyAssessment {
    match &specimen.private {
        Some((params, components)) => assess_private_key(params, components, &specimen.others),
        None => assess_public_key(&specimen.public, &specimen.others),
    }
}

#[test]
fn every_key_that_falls_within_a_day_is_broken() {
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
            // Every reported factor is a factor.
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
    let specimens = specimens::sound();
    assert!(specimens.len() >= 60, "{}", specimens.len());
    for specimen in &specimens {
        for assessment in [assessed(specimen), assess_public_key(&specimen.public, &specimen.others)] {
            assert!(assessment.verdict > Verdict::Broken, "{}: {:?}", specimen.name, assessment.key_findings);
            let defects = assessment.key_findings.iter().filter(|finding| finding.strength.is_some()).count();
            assert_eq!((defects, assessment.reach), (0, None), "{}: {:?}", specimen.name, assessment.key_findings);
        }
        // With nothing wrong, a key of this library has the verdict of its parameters.
        if let Some((params, components)) = &specimen.private
            && let Ok(of_params) = assess(params, Some(components.public_exponents[0].bits() as usize))
        {
            let of_key = assessed(specimen);
            assert_eq!(of_key.verdict, of_params.verdict, "{}", specimen.name);
        }
    }
}

/// The bound of messages is a number that anybody can write into a key.
#[test]
fn no_length_of_messages_makes_the_shorter_prime_the_longer_one() {
    let modulus: BigUint = (BigUint::from(1u8) << 2047) + 1u8;
    for (message_length, bits) in [(0, 2), (1, 2), (639, 640), (1023, 1024), (1024, 1024), (usize::MAX, 1024)] {
        let plain = PublicComponents::new(modulus.clone(), 65537u32.into());
        let key = PublicComponents { message_length: Some(message_length), ..plain };
        let note = format!("The bound of its messages shows that the shorter prime has {bits} bits.");
        assert_eq!(assess_public_key(&key, &[]).notes[0], note, "{message_length}");
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
