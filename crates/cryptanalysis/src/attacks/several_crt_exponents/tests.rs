use rsa_variants::{KeyParams, Variant};

use super::*;
use crate::attacks::Example;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng};

/// Why the attack on a fresh key fails. Checks that a key that it finds is complete and right.
fn withstands(options: &ExampleOptions, seed: u8) -> Option<String> {
    let Example { target, primes, answer, .. } = made::<SeveralCrtExponents>(options, seed);
    let Found { primes: found, crt_exponents } =
        match attacked::<SeveralCrtExponents>(&target, &Options::default()).found {
            Ok(found) => found,
            Err(reason) => return Some(reason),
        };
    let mut expected: Vec<_> = primes.into_iter().zip(answer.crt_exponents).collect();
    expected.sort();
    assert!(expected == found.into_iter().zip(crt_exponents).collect::<Vec<_>>());
    None
}

fn shape(n: usize, e: usize, w: usize) -> ExampleOptions {
    ExampleOptions { modulus_length: n, public_exponent_length: Some(e), crt_exponent_length: Some(w) }
}

#[test]
fn keys_of_2048_bits_fall() {
    assert_eq!(ExampleOptions::default().modulus_length * 15 / 128, 240);
    for seed in 1..=2 {
        assert_eq!(withstands(&ExampleOptions::default(), seed), None, "{seed}");
    }
}

#[test]
#[ignore = "exhaustive: 20 keys"]
fn twenty_keys_of_2048_bits_fall() {
    for seed in 1..=20 {
        let start = std::time::Instant::now();
        assert_eq!(withstands(&shape(2048, 512, 240), seed), None, "{seed}");
        println!("seed {seed}: {:.1} s with making the key", start.elapsed().as_secs_f64());
    }
}

#[test]
fn whatever_is_said_to_be_reached_falls() {
    for (n, e) in [(1024, 256), (1024, 300), (768, 200), (1536, 400)] {
        let longest = (1..n / 3).rev().find(|&w| reaches(n, e, w)).unwrap();
        let shortest = (1..n / 3).find(|&w| reaches(n, e, w)).unwrap();
        for w in [longest, shortest.max(n / 3 - e + 8)] {
            assert_eq!(withstands(&shape(n, e, w), 3), None, "{n} {e} {w}");
        }
    }
}

#[test]
fn keys_well_beyond_the_line_withstand() {
    assert!(withstands(&shape(1024, 256, 160), 4).unwrap().contains("three primes of equal length"));
}

#[test]
fn keys_of_this_library_are_refused() {
    let params = KeyParams { crt_exponent_length: Some(64), ..KeyParams::new(Variant::RPrime, 512) };
    let key = fresh_key::generate(&mut rng(5), &params, &mut proceed).unwrap();
    let refused = refused::<SeveralCrtExponents>(&key.public_key().into(), &Options::default());
    assert_eq!(refused.code(), "attack-not-applicable");
    let error = not_made::<SeveralCrtExponents>(&shape(2048, 1024, 240)).to_string();
    assert!(error.starts_with("public_exponent_length is 1024 bits"), "{error}");
}
