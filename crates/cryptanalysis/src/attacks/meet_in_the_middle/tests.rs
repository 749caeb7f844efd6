//! Fresh keys with exponents so short that attacks take fractions of a second.

use super::*;
use crate::attacks::small_private_exponent;
use core::ops::ControlFlow;
use modular_powers::{Engine, prime};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn example(variant: Variant, modulus_length: usize, w: usize, rng: &mut ChaCha20Rng) -> Demonstration {
    let params = KeyParams { crt_exponent_length: Some(w), ..KeyParams::new(variant, modulus_length) };
    demonstration(rng, &params, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn run(demonstration: &Demonstration, rng: &mut ChaCha20Rng) -> Outcome {
    attack(&demonstration.target, &demonstration.options, rng, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// The exponents are those of the key: `e·d ≡ 1 mod p − 1`.
fn assert_right(demonstration: &Demonstration, outcome: &Outcome) {
    assert_eq!(outcome.primes.as_ref(), Some(&demonstration.primes));
    assert_eq!(outcome.found.len(), demonstration.primes.len());
    for Found { prime, crt_exponent } in &outcome.found {
        let order: BigUint = prime - 1u8;
        assert_eq!(demonstration.target.public_exponent() * crt_exponent % order, BigUint::from(1u8));
        let length = demonstration.options.crt_exponent_length;
        assert_eq!(crt_exponent.bits() as usize, length);
    }
}

#[test]
fn fresh_rebalanced_keys_fall() {
    for (seed, w) in (0..12).zip([16, 17, 18, 19, 20, 21].into_iter().cycle()) {
        let mut rng = rng(seed);
        let example = example(Variant::Rebalanced, 256 + 64 * (usize::from(seed) % 3), w, &mut rng);
        assert_right(&example, &run(&example, &mut rng));
    }
}

#[test]
fn fresh_r_prime_keys_fall() {
    for seed in 20..24 {
        let mut rng = rng(seed);
        let example = example(Variant::RPrime, 384, 18, &mut rng);
        let outcome = run(&example, &mut rng);
        assert_right(&example, &outcome);
        assert_eq!(outcome.found.len(), 3);
    }
}

#[test]
fn longer_moduli_fall_as_well() {
    let mut rng = rng(30);
    let example = example(Variant::Rebalanced, 1024, 16, &mut rng);
    assert_right(&example, &run(&example, &mut rng));
}

/// Both exponents belong to one giant step: its value is divisible by N, and the baby steps separate the primes.
#[test]
fn exponents_that_meet_the_same_giant_step_are_told_apart() {
    let mut rng = rng(31);
    let [p, q] = [83, 101].map(|bits| {
        let (low, high) = (BigUint::from(1u8) << (bits - 1), BigUint::from(1u8) << bits);
        // (p − 1)/2 odd and without small factors, so that exponents are units.
        let accept = |p: &BigUint| {
            let half: BigUint = (p - 1u8) >> 1u8;
            half.bit(0) && prime::small_primes().iter().take(50).all(|small| !half.is_multiple_of(&(*small).into()))
        };
        prime::random_prime(&low, &high, accept, Engine::default(), &mut rng, |_| ControlFlow::Continue(())).unwrap()
    });
    let [half_p, half_q] = [&p, &q].map(|prime| -> BigUint { (prime - 1u8) >> 1u8 });
    // x, half of what they exceed 2^17 + 1 by, is 0x4204 and 0x4208: giant step 0x42 of 2^8 baby steps.
    let (d_p, d_q) = (0x2_8409u32, 0x2_8411u32);
    let [e_p, e_q] = [(d_p, &half_p), (d_q, &half_q)].map(|(d, half)| BigUint::from(d).modinv(&(half << 1u8)).unwrap());
    // e ≡ e_p mod p − 1, e ≡ e_q mod q − 1: both odd.
    let [x, y] = [&e_p, &e_q].map(|e| -> BigUint { e >> 1u8 });
    let step = (&y + &half_q - &x % &half_q) * half_p.modinv(&half_q).unwrap() % &half_q;
    let e = ((&x + &half_p * step) << 1u8) + 1u8;
    let target = PublicKey::new(&(&p * &q), &e).unwrap();

    let options = Options { crt_exponent_length: 18, ..Options::default() };
    let outcome = attack(&target, &options, &mut rng, &mut |_| ControlFlow::Continue(())).unwrap();
    let exponents: Vec<BigUint> = outcome.found.iter().map(|found| found.crt_exponent.clone()).collect();
    assert_eq!((outcome.primes, exponents), (Some(vec![p, q]), vec![BigUint::from(d_p), BigUint::from(d_q)]));
}

#[test]
fn exponents_of_other_lengths_are_not_found() {
    let mut rng = rng(32);
    let mut example = example(Variant::Rebalanced, 256, 24, &mut rng);
    example.options.crt_exponent_length = 20;
    let outcome = run(&example, &mut rng);
    let reason = outcome.reason(&example.options);
    assert_eq!(reason.as_deref(), Some("no CRT exponent of this key has exactly 20 bits; all were tried"));
    assert_eq!((outcome.found, outcome.primes), (vec![], None));
}

/// One exponent for both primes: every match gives N itself, and the exponent splits it.
#[test]
fn exponents_that_all_primes_share_are_found() {
    for seed in 36..40 {
        let mut rng = rng(seed);
        let short = small_private_exponent::Short::EqualCrtExponents;
        let options =
            small_private_exponent::DemonstrationOptions { modulus_length: 256, short, exponent_length: Some(20) };
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let made = small_private_exponent::demonstration(&mut rng, &options, &mut go_on).unwrap();
        let target = &made.public_key;
        let outcome =
            attack(target, &Options { crt_exponent_length: 20, ..Options::default() }, &mut rng, &mut go_on).unwrap();
        let mut primes = made.primes.to_vec();
        primes.sort();
        let exponents = outcome.found.iter().map(|found| found.crt_exponent.clone());
        assert!(exponents.eq(primes.iter().map(|prime| &made.private_exponent % (prime - 1u8))));
        assert_eq!((outcome.primes, outcome.searched), (Some(primes), true));
    }
}

/// Modulo every prime, the powers repeat within the steps: no base works, and the search ends.
#[test]
fn moduli_of_small_primes_end_the_search() {
    let product: BigUint = prime::small_primes().iter().take_while(|p| **p < 128).map(|p| BigUint::from(*p)).product();
    let target = PublicKey::new(&product, &BigUint::from(65537u32)).unwrap();
    let power = PublicKey::new(&BigUint::from(3u8).pow(100), &BigUint::from(65537u32)).unwrap();
    let options = Options { crt_exponent_length: 16, ..Options::default() };
    for target in [target, power] {
        let outcome = attack(&target, &options, &mut rng(35), &mut |_| ControlFlow::Continue(())).unwrap();
        let reason = outcome.reason(&options);
        assert!(reason.is_some_and(|reason| reason.starts_with("exponents of 16 bits were not tried: ")));
        assert_eq!((outcome.found, outcome.primes, outcome.searched), (vec![], None, false));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut rng = rng(33);
    let target = PublicKey::new(&((BigUint::from(1u8) << 511) + 1u8), &BigUint::from(65537u32)).unwrap();
    let mut never = |_: &Progress| -> ControlFlow<()> { panic!("work before the check") };
    for crt_exponent_length in [15, 37, 160] {
        let error =
            attack(&target, &Options { crt_exponent_length, ..Options::default() }, &mut rng, &mut never).unwrap_err();
        let message = format!("crt_exponent_length is {crt_exponent_length} bits, but must be from 16 to 36 bits");
        assert_eq!((error.parameter(), error.to_string()), (Some("crt_exponent_length"), message));
    }
    let error = attack(&target, &Options::default(), &mut rng, &mut never).unwrap_err();
    let message =
        "the public exponent of 17 bits is too short: a CRT exponent of 32 bits needs one of at least 32 bits";
    assert_eq!(error, Error::NotApplicable(message.into()));

    let long = PublicKey::new(&((BigUint::from(1u8) << 16383) + 1u8), &((BigUint::from(1u8) << 2040) + 1u8)).unwrap();
    let error =
        attack(&long, &Options { crt_exponent_length: 36, ..Options::default() }, &mut rng, &mut never).unwrap_err();
    assert!(error.to_string().ends_with("at a modulus of 16384 bits, but must take at most 1024 MiB"), "{error}");

    let mut demonstrate = |params: KeyParams| {
        demonstration(&mut rng, &params, &mut |_| panic!("work before the check")).unwrap_err().code()
    };
    assert_eq!(demonstrate(KeyParams::new(Variant::Crt, 512)), "attack-not-applicable");
    assert_eq!(demonstrate(KeyParams::new(Variant::Rebalanced, 512)), "invalid-params");
    assert_eq!(demonstrate(KeyParams::new(Variant::Rebalanced, 100)), "invalid-params");
}

#[test]
fn progress_cancels_in_every_step() {
    let mut rng = rng(34);
    let example = example(Variant::Rebalanced, 256, 18, &mut rng);
    let mut steps: Vec<String> = Vec::new();
    attack(&example.target, &example.options, &mut rng, &mut |progress| {
        assert!(progress.expected.is_some_and(|expected| progress.done <= expected));
        if steps.last() != Some(&progress.step) {
            steps.push(progress.step.clone());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(steps.len() >= 4, "{steps:?}");
    for step in steps {
        let kind = step.split(' ').next_back().map(str::to_owned);
        let mut cancel = |progress: &Progress| {
            let is_it = progress.step == step || progress.step.split(' ').next_back().map(str::to_owned) == kind;
            if is_it { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(attack(&example.target, &example.options, &mut rng, &mut cancel), Err(Error::Aborted));
    }
}

#[test]
fn extrapolations_double_with_every_two_bits() {
    let outcome =
        Outcome { found: vec![], primes: None, searched: true, baby_steps: 1, giant_steps: 1, memory: 1 << 20 };
    let estimate = extrapolate(&outcome, &Options { crt_exponent_length: 32, ..Options::default() }, 2.0, 160);
    let expected = Extrapolation { crt_exponent_length: 160, seconds: 10.0 * 2f64.powi(64), memory: 2f64.powi(84) };
    assert_eq!(estimate, expected);
}

#[test]
fn the_default_demonstration_is_for_the_default_options() {
    let demonstration = demonstration(&mut rng(60), &default_params(), &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(demonstration.options, Options::default());
}

/// Computed by hand: two sequences of 1025 and 2048 numbers of 1000 bits, 1024 values modulo 71 primes, transforms of length
/// 2048.
#[test]
fn memory_is_that_of_numbers_residues_and_transforms() {
    let (numbers, residues, transforms) = (7170 * 157, 71 * 1024 * 4, 2048 * 24);
    assert_eq!(Steps::new(20).memory(1000), numbers + residues + transforms);
}

/// Partial key exposure of R-Prime. The attacker knows all but u bits of one of the three CRT exponents of 160 or 224 bits, at
/// its upper end, its lower end, or both.
#[test]
fn most_of_one_exponent_gives_its_prime_away() {
    for (seed, (n, w, high_length, low_length)) in
        (0..).zip([(512, 160, 142, 1), (512, 160, 1, 141), (512, 160, 70, 72), (1024, 224, 204, 2)])
    {
        check_exposure(70 + seed, n, w, high_length, low_length);
    }
}

#[test]
#[ignore = "minutes: node lab/exhaustive.mjs most_of_one_exponent"]
fn most_of_one_exponent_of_twenty_keys_each() {
    for (high_length, low_length) in [(194, 2), (1, 195), (98, 98)] {
        for seed in 0..20 {
            let begin = std::time::Instant::now();
            check_exposure(seed, 2048, 224, high_length, low_length);
            println!("{high_length} high and {low_length} low bits, key {seed}: {:.1?}", begin.elapsed());
        }
    }
}

fn check_exposure(seed: u8, n: usize, w: usize, high_length: usize, low_length: usize) {
    let mut rng = rng(seed);
    let params = KeyParams { primes: Some(3), crt_exponent_length: Some(w), ..KeyParams::new(Variant::RPrime, n) };
    let key = fresh_key::generate(&mut rng, &params, &mut |_| ControlFlow::Continue(())).unwrap();
    let (prime, d) = (&key.components().primes[1], &key.components().crt_exponents[1]);
    let low = d % (BigUint::from(1u8) << low_length);
    let known = KnownBits { high: d >> (w - high_length), high_length, low, low_length };
    let options = Options { crt_exponent_length: w, known };
    let outcome = attack(key.public_key(), &options, &mut rng, &mut |_| ControlFlow::Continue(())).unwrap();
    let expected = Found { prime: prime.clone(), crt_exponent: d.clone() };
    assert_eq!(outcome.found, [expected], "{n}, {w}, {high_length}, {low_length}");
    // The other two primes remain unknown.
    assert_eq!(outcome.primes, None);
}

#[test]
fn known_bits_must_leave_some_to_search_and_few_enough() {
    let target = example(Variant::RPrime, 384, 18, &mut rng(60)).target;
    let known = |high_length, low_length| KnownBits { high_length, low_length, ..KnownBits::default() };
    for (known, message) in [
        (known(100, 100), "known covers 200 of 160 bits, but must leave from 14 to 34 unknown"),
        (known(80, 70), "known covers 150 of 160 bits, but must leave from 14 to 34 unknown"),
        (known(20, 80), "known covers 100 of 160 bits, but must leave from 14 to 34 unknown"),
        (
            KnownBits { high: BigUint::from(4u8), high_length: 2, ..known(2, 130) },
            "known has high bits that are 3 bits long, but high_length is 2",
        ),
    ] {
        let options = Options { crt_exponent_length: 160, known };
        let error = attack(&target, &options, &mut rng(61), &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
