use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{KeyParams, PrivateKey, Variant};

use super::*;

/// A fresh key, and how the attack on it ends.
fn attacked(shape: &DemonstrationOptions, seed: u8) -> (PrivateKey, Outcome) {
    let mut rng = ChaCha20Rng::from_seed([seed; 32]);
    let Demonstration { key } = demonstration(&mut rng, shape, &mut |_| ControlFlow::Continue(())).unwrap();
    let outcome = attack(key.public_key(), &Options::default(), &mut rng, &mut |_| ControlFlow::Continue(())).unwrap();
    (key, outcome)
}

fn falls(shape: &DemonstrationOptions, seed: u8) -> bool {
    let (key, outcome) = attacked(shape, seed);
    assert_eq!(outcome.reason().is_none(), outcome.found.is_some());
    let Some(Found { primes, crt_exponents }) = outcome.found else { return false };
    let mut expected: Vec<_> =
        key.components().primes.iter().cloned().zip(key.components().crt_exponents.iter().cloned()).collect();
    expected.sort();
    assert!(expected == primes.into_iter().zip(crt_exponents).collect::<Vec<_>>());
    true
}

fn shape(n: usize, e: usize, w: usize) -> DemonstrationOptions {
    DemonstrationOptions { modulus_length: n, public_exponent_length: Some(e), crt_exponent_length: Some(w) }
}

#[test]
fn keys_of_2048_bits_fall() {
    assert_eq!(DemonstrationOptions::default().modulus_length * 15 / 128, 240);
    for seed in 1..=2 {
        assert!(falls(&DemonstrationOptions::default(), seed), "{seed}");
    }
}

#[test]
#[ignore = "exhaustive: 20 keys"]
fn twenty_keys_of_2048_bits_fall() {
    for seed in 1..=20 {
        let start = std::time::Instant::now();
        assert!(falls(&shape(2048, 512, 240), seed), "{seed}");
        println!("seed {seed}: {:.1} s with making the key", start.elapsed().as_secs_f64());
    }
}

#[test]
fn whatever_is_said_to_be_reached_falls() {
    for (n, e) in [(1024, 256), (1024, 300), (768, 200), (1536, 400)] {
        let longest = (1..n / 3).rev().find(|&w| reaches(n, e, w)).unwrap();
        let shortest = (1..n / 3).find(|&w| reaches(n, e, w)).unwrap();
        for w in [longest, shortest.max(n / 3 - e + 8)] {
            assert!(falls(&shape(n, e, w), 3), "{n} {e} {w}");
        }
    }
}

#[test]
fn keys_well_beyond_the_line_withstand() {
    assert!(!falls(&shape(1024, 256, 160), 4));
    let (_, outcome) = attacked(&shape(1024, 256, 160), 4);
    assert!(outcome.reason().unwrap().contains("three primes of equal length"));
}

#[test]
fn keys_of_this_library_are_refused() {
    let mut rng = ChaCha20Rng::from_seed([5; 32]);
    let params = KeyParams { crt_exponent_length: Some(64), ..KeyParams::new(Variant::RPrime, 512) };
    let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(())).unwrap();
    let refused = attack(key.public_key(), &Options::default(), &mut rng, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(Error::NotApplicable(_))));
    assert!(matches!(
        demonstration(&mut rng, &shape(2048, 1024, 240), &mut |_| ControlFlow::Continue(())),
        Err(Error::Option { parameter: "public_exponent_length", problem }) if problem.starts_with("is 1024 bits")
    ));
    assert!(matches!(
        demonstration(&mut rng, &DemonstrationOptions::default(), &mut |_| ControlFlow::Break(())),
        Err(Error::Aborted)
    ));
}
