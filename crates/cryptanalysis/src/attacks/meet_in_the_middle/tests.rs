//! Fresh keys with exponents so short that attacks take fractions of a second.

use super::*;
use crate::attacks::SmallPrivateExponent;
use crate::attacks::small_private_exponent::{self, Short};
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng, target};
use core::ops::ControlFlow;
use modular_powers::{Engine, prime};

fn example(variant: Variant, modulus_length: usize, w: usize, seed: u8) -> Example<MeetInTheMiddle> {
    made(&ExampleOptions { variant, modulus_length, crt_exponent_length: w, primes: None }, seed)
}

fn length(crt_exponent_length: usize) -> Options {
    Options { crt_exponent_length, ..Options::default() }
}

fn found(target: &OnlyKey, options: &Options) -> Result<Found, String> {
    attacked::<MeetInTheMiddle>(target, options).found
}

/// The exponents are those of the key: `e·d ≡ 1 mod p − 1`.
fn assert_falls(Example { target, options, primes, .. }: &Example<MeetInTheMiddle>) {
    let found = found(target, options).unwrap();
    assert!(found.complete);
    assert_eq!((&found.primes, &found.primes_with_crt_exponent), (primes, primes));
    for (prime, d) in primes.iter().zip(&found.crt_exponents) {
        assert_eq!(target.key.public_exponent() * d % (prime - 1u8), BigUint::from(1u8));
        assert_eq!(d.bits() as usize, options.crt_exponent_length);
    }
}

#[test]
fn fresh_keys_fall() {
    for (seed, w) in (0..12).zip([16, 17, 18, 19, 20, 21].into_iter().cycle()) {
        assert_falls(&example(Variant::Rebalanced, 256 + 64 * (usize::from(seed) % 3), w, seed));
    }
    for seed in 20..24 {
        let example = example(Variant::RPrime, 384, 18, seed);
        assert_eq!(example.primes.len(), 3);
        assert_falls(&example);
    }
    assert_falls(&example(Variant::Rebalanced, 1024, 16, 30));
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
    let target = OnlyKey { key: PublicKey::new(&(&p * &q), &e).unwrap() };

    let found = found(&target, &length(18)).unwrap();
    assert_eq!((found.primes, found.crt_exponents), (vec![p, q], vec![BigUint::from(d_p), BigUint::from(d_q)]));
}

#[test]
fn exponents_of_other_lengths_are_not_found() {
    let reason = found(&example(Variant::Rebalanced, 256, 24, 32).target, &length(20)).unwrap_err();
    assert_eq!(reason, "no CRT exponent of this key has exactly 20 bits; all were tried");
}

/// One exponent for both primes: every match gives N itself, and the exponent splits it.
#[test]
fn exponents_that_all_primes_share_are_found() {
    let options = small_private_exponent::ExampleOptions {
        modulus_length: 256,
        short: Short::EqualCrtExponents,
        exponent_length: Some(20),
    };
    for seed in 36..40 {
        let Example { target, mut primes, answer, .. } = made::<SmallPrivateExponent>(&options, seed);
        let found = found(&target, &length(20)).unwrap();
        primes.sort();
        let exponents = primes.iter().map(|prime| &answer.private_exponent % (prime - 1u8));
        assert!(found.crt_exponents.into_iter().eq(exponents));
        assert_eq!((found.primes, found.complete), (primes, true));
    }
}

/// Modulo every prime, the powers repeat within the steps: no base works, and the search ends.
#[test]
fn moduli_of_small_primes_end_the_search() {
    let product: BigUint = prime::small_primes().iter().take_while(|p| **p < 128).map(|p| BigUint::from(*p)).product();
    for modulus in [product, BigUint::from(3u8).pow(100)] {
        let outcome = MeetInTheMiddle::attack(&target(&modulus), &length(16), &mut rng(35), &mut proceed).unwrap();
        let reason = outcome.found.unwrap_err();
        assert!(reason.starts_with("exponents of 16 bits were not tried: "));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refusal = |modulus: BigUint, e: BigUint, w| {
        let key = PublicKey::new(&(modulus + 1u8), &(e + 1u8)).unwrap();
        refused::<MeetInTheMiddle>(&OnlyKey { key }, &length(w)).to_string()
    };
    let one = BigUint::from(1u8);
    assert_eq!(
        refusal(&one << 511, &one << 16, 32),
        "the public exponent of 17 bits is too short: a CRT exponent of 32 bits needs one of at least 32 bits"
    );
    let error = refusal(&one << 16383, &one << 2040, 36);
    assert!(error.ends_with("at a modulus of 16384 bits, but must take at most 1024 MiB"), "{error}");
    let options = ExampleOptions { variant: Variant::Crt, ..Default::default() };
    assert_eq!(not_made::<MeetInTheMiddle>(&options).code(), "attack-not-applicable");
}

#[test]
fn extrapolations_double_with_every_two_bits() {
    let figures = Figures { baby_steps: 1, giant_steps: 1, memory: 1 << 20 };
    let target = example(Variant::Rebalanced, 256, 16, 34).target;
    let estimates = MeetInTheMiddle::estimates(&figures, 2.0, &target, &length(32)).unwrap();
    let expected = Extrapolation { crt_exponent_length: 160, seconds: 10.0 * 2f64.powi(64), memory: 2f64.powi(84) };
    assert!(estimates.contains(&expected), "{estimates:?}");
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
    let params = KeyParams { primes: Some(3), crt_exponent_length: Some(w), ..KeyParams::new(Variant::RPrime, n) };
    let key = fresh_key::generate(&mut rng(seed), &params, &mut proceed).unwrap();
    let (prime, d) = (&key.components().primes[1], &key.components().crt_exponents[1]);
    let low = d % (BigUint::from(1u8) << low_length);
    let known = KnownBits { high: d >> (w - high_length), high_length, low, low_length };
    let options = Options { crt_exponent_length: w, known };
    let found = found(&key.public_key().into(), &options).unwrap();
    let with_exponent = (found.primes_with_crt_exponent, found.crt_exponents);
    assert_eq!(with_exponent, (vec![prime.clone()], vec![d.clone()]), "{n}, {w}, {high_length}, {low_length}");
    // The other two primes remain unknown.
    assert!(!found.complete);
}

#[test]
fn known_bits_must_leave_some_to_search_and_few_enough() {
    let target = example(Variant::RPrime, 384, 18, 60).target;
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
        let error = refused::<MeetInTheMiddle>(&target, &options);
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
