//! Keys made on the device.

use core::ops::ControlFlow;

use rsa_variants::{Components, Engine, KeyParams, PrivateKey, Variant, hazmat};
use testing::constant;
use xrsa::{GenerateParams, Key, Mode, Step, TraceLevel};

use crate::keys::{block, device, go_on, rng};

/// Runs the library's own check of primes and relations.
fn checked(key: &Key, primes: usize) -> PrivateKey {
    let shape = key.shape();
    let variant = if primes == 2 { Variant::Crt } else { Variant::MultiPrime };
    let params = KeyParams {
        primes: (primes > 2).then_some(primes),
        public_exponent: Some(key.components().public_exponents[0].clone()),
        ..KeyParams::new(variant, shape.modulus_length)
    };
    let components: Components = key.components().clone();
    PrivateKey::from_components(&params, components, &mut rng(99)).unwrap()
}

#[test]
fn keys_of_many_shapes_pass_the_library_s_check() {
    let mut rng = rng(30);
    for (n, primes, k, e) in [
        (128, 2, 64, 65537),
        (192, 2, 96, 3),
        (255, 2, 128, 17),
        (300, 3, 128, 65537),
        (512, 2, 256, 0xffff_fffb),
        (512, 4, 128, 15),
        (1024, 2, 512, 65537),
    ] {
        let params = GenerateParams { primes, public_exponent: e, ..GenerateParams::new(n) };
        let (key, report) = device(k).generate_key(&params, Mode::Window(4), &mut rng, &mut go_on).unwrap();
        let library_key = checked(&key, primes);
        let block = block(n, &mut rng);
        let run = device(k).decrypt_raw(&key, &block, Mode::Paper, TraceLevel::None, &mut go_on).unwrap();
        assert_eq!(run.message, hazmat::decrypt_raw(&library_key, &block, Engine::default()).unwrap());
        let step = |wanted: Step| report.sections.iter().filter(move |section| section.step == wanted);
        assert_eq!(step(Step::Primality).count(), primes);
        assert!(step(Step::CrtExponents).all(|section| section.counts.multiplications == 1));
        assert_eq!(step(Step::PublicModulus).count(), 1);
    }
}

#[test]
fn a_4096_bit_key_is_made_on_a_2048_bit_multiplier() {
    let mut rng = rng(31);
    let (key, report) =
        device(2048).generate_key(&GenerateParams::new(4096), Mode::Window(5), &mut rng, &mut go_on).unwrap();
    checked(&key, 2);
    assert_eq!((report.operand_length, key.components().modulus.bits()), (2048, 4096));
    assert!(report.unit_ram <= 3072 && report.controller_ram <= 16384);
}

#[test]
fn the_same_seed_makes_the_same_key_in_every_mode() {
    let make = |mode| {
        let params = GenerateParams::new(256);
        let (key, _) = device(128).generate_key(&params, mode, &mut rng(32), &mut go_on).unwrap();
        key.components().modulus.clone()
    };
    assert_eq!(make(Mode::Paper), make(Mode::Window(3)));
}

#[test]
fn progress_counts_candidates_and_cancels() {
    let mut candidates = Vec::new();
    let mut on_progress = |progress: xrsa::Progress| {
        assert_eq!(progress.expected, None);
        candidates.extend(progress.candidates);
        candidates.dedup();
        if candidates.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let error = device(512)
        .generate_key(&GenerateParams::new(1024), Mode::Squarings, &mut rng(33), &mut on_progress)
        .unwrap_err();
    assert_eq!(error.code(), "aborted");
    assert_eq!(candidates, [1, 2, 3]);
}

#[test]
fn a_generator_that_repeats_itself_gives_no_key() {
    for word in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
        let result = device(256).generate_key(&GenerateParams::new(512), Mode::Paper, &mut constant(word), &mut go_on);
        assert_eq!(result.unwrap_err().code(), "stuck-generator", "{word:x}");
    }
}
