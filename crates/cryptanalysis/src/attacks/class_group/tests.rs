//! The keys are made only for these tests, with primes so short that they take seconds.

use super::*;
use crate::Progress;
use core::ops::ControlFlow;
use modular_powers::{Engine, prime};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn make(seed: u8, modulus_length: usize, primes: usize) -> (Demonstration, ChaCha20Rng) {
    let mut rng = rng(seed);
    (demonstration(&mut rng, modulus_length, primes, &mut |_| ControlFlow::Continue(())).unwrap(), rng)
}

fn run(target: &PublicKey, options: &Options, rng: &mut ChaCha20Rng) -> Outcome {
    attack(target, options, rng, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn public_key(parts: &[&BigUint]) -> PublicKey {
    PublicKey::new(&parts.iter().copied().product(), &BigUint::from(65537u32)).unwrap()
}

/// r − 1 times p, and q, in ascending order.
fn in_order(primes: &[BigUint], r: usize) -> Vec<BigUint> {
    let mut all = vec![primes[0].clone(); r - 1];
    all.push(primes[1].clone());
    all.sort();
    all
}

#[test]
fn fresh_keys_are_factored() {
    for (seed, (modulus_length, r)) in (0..).zip([(192, 3), (193, 3), (320, 5)]) {
        let (demonstration, mut rng) = make(seed, modulus_length, r);
        let outcome = run(&demonstration.target, &demonstration.options, &mut rng);
        let found = (outcome.primes, outcome.unfactored);
        assert_eq!(found, (in_order(&demonstration.primes, r), vec![]), "{modulus_length}, {r}");
        assert!(outcome.products > outcome.multipliers * outcome.bounds.first && outcome.multiplier.is_some());
    }
}

/// For primes this short, searches take 1.45 times the estimate (the mean of 36 × 40 of them). The number is nearly geometric, so
/// the mean of 40 searches has a standard deviation of 16 %.
#[test]
fn multipliers_are_as_many_as_expected() {
    let mut rng = rng(20);
    let (mut tried, mut expected) = (0, 0.0);
    for _ in 0..40 {
        let [p, q] = [44, 46].map(|bits| {
            let least = BigUint::from(13u8) << (bits - 4);
            let found = prime::random_prime(
                &least,
                &(BigUint::from(1u8) << bits),
                |_| true,
                Engine::default(),
                &mut rng,
                |_| ControlFlow::Continue(()),
            );
            found.unwrap_or_else(|_| unreachable!("nothing cancels it"))
        });
        let outcome = run(&public_key(&[&p, &p, &q]), &Options::default(), &mut rng);
        assert_eq!((outcome.primes, outcome.unfactored), (in_order(&[p, q], 3), vec![]));
        tried += outcome.multipliers;
        expected += outcome.bounds.expected_multipliers;
    }
    let ratio = tried as f64 / expected;
    assert!((0.8..2.2).contains(&ratio), "{tried} multipliers, {expected} expected");
}

/// The square-free part of p³·q² is p, that of p⁵·q³ is p·q.
#[test]
fn powers_of_both_primes_are_split() {
    for (of_p, of_q) in [(3, 2), (5, 2), (5, 3)] {
        let [p, q] = [(1u64 << 32) - 5, (1u64 << 32) - 17].map(BigUint::from);
        let r = of_p + of_q;
        let target = public_key(&[&p.pow(of_p), &q.pow(of_q)]);
        let outcome = run(&target, &Options { primes: r as usize, ..Options::default() }, &mut rng(31));
        let mut expected = vec![p; of_p as usize];
        expected.extend(vec![q; of_q as usize]);
        expected.sort();
        assert_eq!((outcome.primes, outcome.unfactored), (expected, vec![]), "{of_p}, {of_q}");
    }
}

/// With an even r, the square-free part is p·q, and f is a power of p.
#[test]
fn even_powers_are_split_as_well() {
    for r in [4, 6] {
        let [p, q] = [(1u64 << 32) - 5, (1u64 << 32) - 17].map(BigUint::from);
        let target = public_key(&[&p.pow(r - 1), &q]);
        let outcome = run(&target, &Options { primes: r as usize, ..Options::default() }, &mut rng(30));
        assert_eq!((outcome.primes, outcome.unfactored), (in_order(&[p, q], r as usize), vec![]));
    }
}

/// The attack recognizes powers, and reports composite parts that remain as unfactored.
#[test]
fn what_is_no_multi_power_key_is_taken_apart_as_far_as_it_goes() {
    let prime = (BigUint::from(1u8) << 61u8) - 1u8;
    let power = run(&public_key(&[&prime.pow(3)]), &Options::default(), &mut rng(31));
    assert_eq!((power.primes, power.unfactored, power.multipliers), (vec![prime.clone(); 3], vec![], 0));

    let [p, q] = [(1u64 << 36) - 5, (1u64 << 35) - 31].map(BigUint::from);
    let composite = &p * &q;
    let outcome = run(&public_key(&[&prime, &prime, &composite]), &Options::default(), &mut rng(32));
    assert_eq!((outcome.primes, outcome.unfactored), (vec![prime.clone(), prime], vec![composite]));
}

#[test]
fn moduli_without_a_square_are_not_split() {
    let primes = [107u8, 89].map(|exponent| (BigUint::from(1u8) << exponent) - 1u8);
    let target = public_key(&[&primes[0], &primes[1]]);
    let options = Options { most_multipliers: Some(3), ..Options::default() };
    let outcome = run(&target, &options, &mut rng(33));
    assert_eq!((outcome.primes, outcome.unfactored), (vec![], vec![target.modulus()]));
    assert_eq!((outcome.multipliers, outcome.multiplier), (3, None));
}

#[test]
fn what_does_not_fit_is_refused() {
    let (made, mut rng) = make(34, 192, 3);
    let mut attack_with = |target: &PublicKey, options: Options| {
        attack(target, &options, &mut rng, &mut |_| panic!("work before the check")).unwrap_err()
    };
    for primes in [0, 2, 9] {
        let error = attack_with(&made.target, Options { primes, ..Options::default() });
        let problem = format!("is {primes}, but must be from 3 to 8");
        assert_eq!(error, Error::option("primes", problem));
    }
    let error = attack_with(&made.target, Options { most_multipliers: Some(0), ..Options::default() });
    assert_eq!(error.code(), "invalid-params");

    let long = public_key(&[&((BigUint::from(1u8) << 1024u32) - 1u8)]);
    assert_eq!(
        attack_with(&long, Options::default()),
        Error::NotApplicable(
            "the square-free part of a modulus of 1024 bits with r = 3 has 341 bits; the attack accepts 32 to 192 bits"
                .into()
        )
    );
    let mut make_with = |n, r| demonstration(&mut rng, n, r, &mut |_| panic!("work before the check")).unwrap_err();
    assert_eq!(make_with(1024, 3).code(), "attack-not-applicable");
    assert_eq!(
        make_with(512, 2).to_string(),
        "primes is 2, but must be from 3 to 8: one of its two primes divides N more than once"
    );
    for n in [191, 1345] {
        let problem = format!("is {n} bits, but must be from 192 to 1344 bits");
        assert_eq!(make_with(n, 3), Error::option("modulus_length", problem));
    }

    let prime = public_key(&[&((BigUint::from(1u8) << 521u32) - 1u8)]);
    let of_five = Options { primes: 5, ..Options::default() };
    let error = attack(&prime, &of_five, &mut rng, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error, Error::NotApplicable("the modulus of 521 bits is prime".into()));
}

/// Cancels in the primality test and in both stages of a multiplier.
#[test]
fn progress_cancels() {
    let (demonstration, mut rng) = make(35, 384, 3);
    for calls in [1, 5, 10, 60, 150] {
        let mut left = calls;
        let mut cancel = |progress: &Progress| {
            assert!(progress.expected.is_some());
            left -= 1;
            let step = if calls == 1 {
                "testing a number of 384 bits"
            } else {
                "looking for a smooth class number for 384 bits"
            };
            assert!(left > 0 || progress.step.starts_with(step), "{calls}: {}", progress.step);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(attack(&demonstration.target, &demonstration.options, &mut rng, &mut cancel), Err(Error::Aborted));
    }
}

#[test]
fn extrapolations_grow_as_the_formula() {
    let bounds = Bounds { first: 1000, second: 10_000, expected_multipliers: 30.0 };
    let outcome =
        Outcome { primes: vec![], unfactored: vec![], multipliers: 10, multiplier: None, products: 0, bounds };
    let measured = Measured { seconds: 2.0, primes: 3, modulus_length: 300 };
    // 10 multipliers took 2 s, so 30 take 6 s.
    assert!((extrapolate(&outcome, &measured, 3, 300) - 6.0).abs() < 1e-9);
    // The same square-free part in twice the bits.
    assert!((extrapolate(&outcome, &measured, 6, 600) - 24.0 * growth(200.0, 100.0)).abs() < 1e-6);
    assert!((extrapolate(&outcome, &measured, 5, 500) - 6.0 * 25.0 / 9.0).abs() < 1e-6);
    assert!((extrapolate(&outcome, &measured, 3, 600) - 24.0 * growth(200.0, 100.0)).abs() < 1e-6);
}

/// `e^√(L·ln L)` for a length over that for another.
fn growth(length: f64, measured: f64) -> f64 {
    let [long, short] = [length, measured].map(|bits| ((bits * LN_2) * (bits * LN_2).ln()).sqrt());
    (long - short).exp()
}
