use rsa_variants::{KeyParams, Variant};

use super::*;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng};
use crate::attacks::{Example, Outcome};

/// Fresh keys with the given length of e and CRT exponents of w bits.
fn keys(n: usize, e_length: usize, w: usize, count: usize) -> Vec<PrivateKey> {
    let mut rng = rng((n + e_length + w) as u8);
    let key = || fresh_key::with_short_exponents(&mut rng, 2, n, e_length, w, &mut proceed).unwrap();
    core::iter::repeat_with(key).take(count).collect()
}

fn found(target: &Target) -> Result<Found, String> {
    attacked::<PartialExposure>(target, &()).found
}

/// How many of the keys fall with this many known bits. Checks that each result is complete and right.
fn fallen(keys: &[PrivateKey], end: End, known_bits: usize, w: usize) -> usize {
    let falls = |key: &&PrivateKey| {
        let Ok(Found { primes, crt_exponents }) = found(&exposed(key, end, known_bits, w)) else { return false };
        let components = key.components();
        let order = if components.primes[0] == primes[0] { [0, 1] } else { [1, 0] };
        assert_eq!(order.map(|index| components.primes[index].clone()), primes);
        assert_eq!(order.map(|index| components.crt_exponents[index].clone()), crt_exponents);
        true
    };
    keys.iter().filter(falls).count()
}

#[test]
fn keys_fall_with_as_many_bits_as_are_said_to_be_needed() {
    // One case for each equation, and one in which step 2 needs the most bits.
    for (n, e_length, w) in [(512, 192, 140), (512, 240, 116), (512, 128, 180), (512, 42, 256)] {
        let keys = keys(n, e_length, w, 2);
        for end in [End::Low, End::High] {
            let needed = known_bits_needed(n, e_length, w, end).unwrap();
            assert_eq!(fallen(&keys, end, needed, w), keys.len(), "|e| {e_length}, w {w}, {end:?}: {needed}");
        }
    }
}

#[test]
fn between_the_lines_without_exposure_few_bits_are_enough() {
    // Beyond n/4, and below n/2 − 2/3·|e|.
    let keys = keys(512, 172, 134, 4);
    for end in [End::Low, End::High] {
        let needed = known_bits_needed(512, 172, 134, end).unwrap();
        assert_eq!(fallen(&keys, end, needed, 134), keys.len(), "{end:?}: {needed}");
    }
    assert_eq!(known_bits_needed(512, 172, 134, End::High), Some(13));
}

#[test]
fn well_below_the_line_keys_withstand() {
    let keys = keys(512, 192, 140, 2);
    for end in [End::Low, End::High] {
        let needed = known_bits_needed(512, 192, 140, end).unwrap();
        assert_eq!(fallen(&keys, end, needed - 28, 140), 0, "{end:?}");
    }
    assert_eq!(
        found(&exposed(&keys[0], End::High, 20, 140)).unwrap_err(),
        "20 bits of each CRT exponent are known, but with these lengths the attack needs 48"
    );
    // Enough bits, but from another key.
    let target = Target { key: keys[0].public_key().clone(), ..exposed(&keys[1], End::High, 60, 140) };
    assert!(found(&target).unwrap_err().contains("are not those of the key's CRT exponents"));
}

#[test]
fn scheme_b_falls_beyond_the_line_of_its_own_attack() {
    // 2/5·(512 − 256) = 102.
    let params = KeyParams { crt_exponent_length: Some(112), ..KeyParams::new(Variant::SchemeB, 512) };
    let key = fresh_key::generate(&mut rng(81), &params, &mut proceed).unwrap();
    // The exponents have w or w + 1 bits.
    for end in [End::Low, End::High] {
        let needed = known_bits_needed(512, 256, 113, end).unwrap();
        assert!(needed <= 70, "{needed}");
        assert_eq!(fallen(core::slice::from_ref(&key), end, needed, 113), 1, "{end:?}");
    }
}

/// Lengths (n, |e|, w) at which the figures of docs/verdicts.md were taken.
const MEASURED: [(usize, usize, usize); 16] = [
    (1024, 384, 280),
    (1024, 496, 224),
    (1024, 496, 240),
    (1024, 448, 256),
    (1024, 320, 300),
    (1024, 256, 300),
    (1024, 256, 400),
    (1024, 128, 480),
    (1024, 85, 512),
    (1024, 64, 512),
    (1024, 32, 512),
    (1024, 17, 512),
    (2048, 768, 560),
    (2048, 1008, 440),
    (2048, 512, 800),
    (2048, 128, 1024),
];

#[test]
#[ignore = "exhaustive: 320 keys, and how many fall with fewer bits"]
fn twenty_keys_of_each_shape_fall() {
    for (n, e_length, w) in MEASURED {
        let keys = keys(n, e_length, w, 20);
        for end in [End::Low, End::High] {
            let Some(needed) = known_bits_needed(n, e_length, w, end) else {
                println!("n {n}, |e| {e_length}, w {w}, {end:?}: out of reach");
                continue;
            };
            let fewer = (1..=6).map(|quarter| 4 * quarter).filter(|fewer| *fewer <= needed);
            for fewer in core::iter::once(0).chain(fewer) {
                let start = std::time::Instant::now();
                let fallen = fallen(&keys, end, needed - fewer, w);
                let seconds = start.elapsed().as_secs_f64() / keys.len() as f64;
                println!(
                    "n {n}, |e| {e_length}, w {w}, {end:?}, {} bits known: {fallen} of 20, {seconds:.2} s",
                    needed - fewer
                );
                assert!(fewer > 0 || fallen == keys.len(), "n {n}, |e| {e_length}, w {w}, {end:?}: {fallen}");
            }
        }
    }
}

#[test]
fn examples_have_what_the_attack_needs() {
    for (e_length, end) in [(None, End::Low), (None, End::High), (Some(24), End::High), (Some(496), End::Low)] {
        let options = ExampleOptions { public_exponent_length: e_length, end, ..Default::default() };
        let Example { target, mut primes, .. } = made::<PartialExposure>(&options, 82);
        let Outcome { found, figures } = attacked::<PartialExposure>(&target, &());
        assert_eq!(figures.known_bits, figures.known_bits_needed);
        primes.sort_by(|a, b| b.cmp(a));
        assert_eq!(found.unwrap().primes.to_vec(), primes);
    }
    // The parts in the other order are as good.
    let Example { mut target, .. } = made::<PartialExposure>(&ExampleOptions::default(), 82);
    target.crt_exponent_parts.reverse();
    assert!(self::found(&target).is_ok());
    let options = ExampleOptions::default();
    for (options, message) in [
        (
            ExampleOptions { public_exponent_length: Some(512), ..options.clone() },
            "public_exponent_length is 512 bits, but must be from 16 to 496 bits",
        ),
        (
            ExampleOptions { crt_exponent_length: Some(512), ..options.clone() },
            "crt_exponent_length is 512 bits, but must be from 136 to ",
        ),
        (ExampleOptions { known_bits: Some(281), ..options }, "known_bits is 281 bits, but must be from 0 to 280 bits"),
    ] {
        let error = not_made::<PartialExposure>(&options).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let params = KeyParams { crt_exponent_length: Some(100), ..KeyParams::new(Variant::Rebalanced, 512) };
    let target = exposed(&fresh_key::generate(&mut rng(83), &params, &mut proceed).unwrap(), End::Low, 80, 100);
    let refusal = |target: &Target| refused::<PartialExposure>(target, &()).to_string();
    assert!(refusal(&target).contains("does not reach CRT exponents of 100 bits"));
    assert_eq!(
        refusal(&Target { crt_exponent_length: 257, ..target.clone() }),
        "crt_exponent_length is 257 bits, but must be from 16 to 256 bits"
    );
    assert_eq!(
        refusal(&Target { known_bits: 101, ..target.clone() }),
        "known_bits is 101 bits, but must be from 0 to 100 bits"
    );
    assert!(refusal(&Target { known_bits: 20, ..target }).ends_with("but known_bits is 20"));
}
