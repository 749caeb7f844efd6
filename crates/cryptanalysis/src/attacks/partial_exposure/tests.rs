use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{KeyParams, Variant};

use super::*;

/// Fresh keys with the given length of e and CRT exponents of w bits.
fn keys(n: usize, e_length: usize, w: usize, count: usize) -> Vec<PrivateKey> {
    let mut rng = ChaCha20Rng::from_seed([(n + e_length + w) as u8; 32]);
    let key =
        || fresh_key::with_short_exponents(&mut rng, 2, n, e_length, w, &mut |_| ControlFlow::Continue(())).unwrap();
    core::iter::repeat_with(key).take(count).collect()
}

fn attacked(key: &PrivateKey, exposure: &Exposure) -> Result<Outcome, Error> {
    attack(key.public_key(), exposure, &mut |_| ControlFlow::Continue(()))
}

/// How many of the keys fall with this many known bits. Checks that each result is complete and right.
fn fallen(keys: &[PrivateKey], end: End, known_bits: usize, w: usize) -> usize {
    let falls = |key: &&PrivateKey| {
        let outcome = attacked(key, &exposed(key, end, known_bits, w)).unwrap();
        assert_eq!(outcome.reason().is_none(), outcome.found.is_some());
        let Some(Found { primes, crt_exponents }) = outcome.found else { return false };
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
    let outcome = attacked(&keys[0], &exposed(&keys[0], End::High, 20, 140)).unwrap();
    assert_eq!(
        outcome.reason().unwrap(),
        "20 bits of each CRT exponent are known, but with these lengths the attack needs 48"
    );
    // Enough bits, but from another key.
    let outcome = attacked(&keys[0], &exposed(&keys[1], End::High, 60, 140)).unwrap();
    assert!(outcome.reason().unwrap().contains("are not those of the key's CRT exponents"));
}

#[test]
fn scheme_b_falls_beyond_the_line_of_its_own_attack() {
    let mut rng = ChaCha20Rng::from_seed([81; 32]);
    // 2/5·(512 − 256) = 102.
    let params = KeyParams { crt_exponent_length: Some(112), ..KeyParams::new(Variant::SchemeB, 512) };
    let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(())).unwrap();
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
fn demonstrations_have_what_the_attack_needs() {
    let mut rng = ChaCha20Rng::from_seed([82; 32]);
    for (e_length, end) in [(None, End::Low), (None, End::High), (Some(24), End::High), (Some(496), End::Low)] {
        let options = DemonstrationOptions { public_exponent_length: e_length, end, ..Default::default() };
        let made = demonstration(&mut rng, &options, &mut |_| ControlFlow::Continue(())).unwrap();
        let outcome = attacked(&made.key, &made.exposure).unwrap();
        assert_eq!(outcome.known_bits, outcome.known_bits_needed);
        let mut primes = made.key.components().primes.clone();
        primes.sort_by(|a, b| b.cmp(a));
        assert_eq!(outcome.found.unwrap().primes.to_vec(), primes);
    }
    for (options, message) in [
        (DemonstrationOptions { modulus_length: 128, ..Default::default() }, "modulus_length is 128 bits"),
        (
            DemonstrationOptions { public_exponent_length: Some(512), ..Default::default() },
            "public_exponent_length is 512 bits, but must be from 16 to 496 bits",
        ),
        (
            DemonstrationOptions { crt_exponent_length: Some(512), ..Default::default() },
            "crt_exponent_length is 512 bits, but must be from 136 to ",
        ),
        (
            DemonstrationOptions { known_bits: Some(281), ..Default::default() },
            "known_bits is 281 bits, but must be from 0 to 280 bits",
        ),
    ] {
        let refused = demonstration(&mut rng, &options, &mut |_| unreachable!("before any work")).unwrap_err();
        assert!(refused.to_string().starts_with(message), "{refused}");
    }
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let mut rng = ChaCha20Rng::from_seed([83; 32]);
    let params = KeyParams { crt_exponent_length: Some(100), ..KeyParams::new(Variant::Rebalanced, 512) };
    let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(())).unwrap();
    let refusal = |exposure: &Exposure| {
        attack(key.public_key(), exposure, &mut |_| unreachable!("before any work")).unwrap_err().to_string()
    };
    let exposure = exposed(&key, End::Low, 80, 100);
    assert!(refusal(&exposure).contains("does not reach CRT exponents of 100 bits"));
    assert_eq!(
        refusal(&Exposure { crt_exponent_length: 257, ..exposure.clone() }),
        "crt_exponent_length is 257 bits, but must be from 16 to 256 bits"
    );
    assert_eq!(
        refusal(&Exposure { known_bits: 101, ..exposure.clone() }),
        "known_bits is 101 bits, but must be from 0 to 100 bits"
    );
    assert!(refusal(&Exposure { known_bits: 20, ..exposure }).ends_with("but known_bits is 20"));
}

#[test]
fn attack_and_demonstration_can_be_canceled() {
    let mut rng = ChaCha20Rng::from_seed([84; 32]);
    let options = DemonstrationOptions { modulus_length: 512, ..Default::default() };
    let result = demonstration(&mut rng, &options, &mut |_| ControlFlow::Break(()));
    assert_eq!(result.unwrap_err(), Error::Aborted);
    let made = demonstration(&mut rng, &options, &mut |_| ControlFlow::Continue(())).unwrap();
    let result = attack(made.key.public_key(), &made.exposure, &mut |_| ControlFlow::Break(()));
    assert_eq!(result, Err(Error::Aborted));
}
