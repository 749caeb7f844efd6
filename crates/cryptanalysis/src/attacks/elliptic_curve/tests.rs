//! The keys are made only for these tests, with primes so short that they take seconds.

use super::*;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn fresh_prime(bits: usize, rng: &mut ChaCha20Rng) -> BigUint {
    random_prime(bits, rng, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn run(demonstration: &Demonstration, rng: &mut ChaCha20Rng) -> Outcome {
    attack(&demonstration.target, &demonstration.options, rng, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn short_prime(seed: u8, prime_length: usize, modulus_length: usize) -> (Demonstration, ChaCha20Rng) {
    let mut rng = rng(seed);
    let demonstration = demonstration(&mut rng, Shape::OneShortPrime { modulus_length, prime_length }, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    (demonstration, rng)
}

#[test]
fn fresh_keys_with_one_short_prime_give_it_away() {
    for seed in 0..10 {
        let (demonstration, mut rng) = short_prime(seed, 32 + usize::from(seed), 192);
        let outcome = run(&demonstration, &mut rng);
        assert_eq!(outcome.primes, demonstration.primes[..1]);
        assert_eq!(outcome.unfactored, [&demonstration.primes[1] * &demonstration.primes[2]]);
        assert!(outcome.curves > 0 && outcome.multiplications > outcome.curves * outcome.bounds.first);
    }
}

/// With the shortest primes that the library makes.
#[test]
fn fresh_multi_prime_keys_are_factored_completely() {
    let mut rng = rng(20);
    let params = Shape::MultiPrime { modulus_length: 128, primes: 2 };
    let small = demonstration(&mut rng, params, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(small.options, Options { prime_length: 64, primes: 2, all_primes: true, most_curves: None });
    let outcome = run(&small, &mut rng);
    assert_eq!((outcome.primes, outcome.unfactored), (small.primes, vec![]));
}

#[test]
fn powers_and_small_primes_are_divided_out() {
    let mut rng = rng(21);
    let [p, q] = [34, 70].map(|bits| fresh_prime(bits, &mut rng));
    let mut expected = vec![3u8.into(), 3u8.into(), 65_521u32.into(), p.clone(), p.clone(), q.clone()];
    let target = PublicKey::new(&expected.iter().product(), &BigUint::from(65537u32)).unwrap();
    let options = Options { prime_length: 36, primes: 2, ..Options::default() };
    let outcome = attack(&target, &options, &mut rng, &mut |_| ControlFlow::Continue(())).unwrap();
    expected.sort();
    assert_eq!((outcome.primes, outcome.unfactored), (expected, vec![]));
}

/// No curve separates the copies of a prime.
#[test]
fn powers_of_primes_take_no_curve() {
    let prime = (BigUint::from(1u8) << 127u8) - 1u8;
    for exponent in 2..=8 {
        let target = PublicKey::new(&prime.pow(exponent), &BigUint::from(65537u32)).unwrap();
        let outcome = attack(&target, &Options::default(), &mut rng(25), &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((outcome.primes, outcome.curves), (vec![prime.clone(); exponent as usize], 0), "{exponent}");
    }
}

/// With bounds far too large for the primes, every curve finds all of them at once, until the bounds shrink.
#[test]
fn primes_far_below_the_bounds_are_told_apart() {
    let mut rng = rng(22);
    let mut primes: Vec<BigUint> = (0..6).map(|_| fresh_prime(24, &mut rng)).collect();
    primes.sort();
    let target = PublicKey::new(&primes.iter().product(), &BigUint::from(65537u32)).unwrap();
    let options = Options { prime_length: 56, ..Options::default() };
    let outcome = attack(&target, &options, &mut rng, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((outcome.primes, outcome.unfactored), (primes, vec![]));
}

#[test]
fn long_primes_are_not_found() {
    let (mut demonstration, mut rng) = short_prime(23, 100, 320);
    demonstration.options = Options { prime_length: 32, most_curves: Some(5), ..Options::default() };
    let outcome = run(&demonstration, &mut rng);
    assert_eq!((outcome.primes.len(), outcome.curves), (0, 5));
    assert_eq!(outcome.unfactored, [demonstration.target.modulus()]);
}

/// The number of curves is geometric, so the mean of 40 searches has a standard deviation of 16 %.
#[test]
fn curves_are_as_many_as_expected() {
    let mut curves = 0;
    let mut expected = 0.0;
    for seed in 0..40 {
        let (demonstration, mut rng) = short_prime(100 + seed, 36, 128);
        let outcome = run(&demonstration, &mut rng);
        curves += outcome.curves;
        expected += outcome.bounds.expected_curves;
    }
    let ratio = curves as f64 / expected;
    assert!((0.5..1.6).contains(&ratio), "{curves} curves, {expected} expected");
}

#[test]
fn what_does_not_fit_is_refused() {
    let (demonstration, mut rng) = short_prime(24, 32, 128);
    let mut attack_with = |options: Options| {
        let mut never = |_: &Progress| -> ControlFlow<()> { panic!("work before the check") };
        attack(&demonstration.target, &options, &mut rng, &mut never).unwrap_err()
    };
    for prime_length in [31, 101] {
        let error = attack_with(Options { prime_length, ..Options::default() });
        assert_eq!(error.to_string(), format!("prime_length is {prime_length} bits, but must be from 32 to 100 bits"));
    }
    assert_eq!(attack_with(Options { primes: 0, ..Options::default() }).code(), "invalid-params");
    assert_eq!(attack_with(Options { most_curves: Some(0), ..Options::default() }).code(), "invalid-params");

    let prime = PublicKey::new(&((BigUint::from(1u8) << 521) - 1u8), &BigUint::from(65537u32)).unwrap();
    let error = attack(&prime, &Options::default(), &mut rng, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error, Error::NotApplicable("the modulus of 521 bits is prime".into()));

    let too_short = Shape::OneShortPrime { modulus_length: 200, prime_length: 80 };
    assert_eq!(
        super::demonstration(&mut rng, too_short, &mut |_| panic!("work before the check")).unwrap_err().code(),
        "invalid-params"
    );
    let too_many = Shape::MultiPrime { modulus_length: 256, primes: 0 };
    assert!(super::demonstration(&mut rng, too_many, &mut |_| panic!("work before the check")).is_err());
}

/// Cancels in the primality test and in the middle of a curve, in both stages.
#[test]
fn progress_cancels() {
    let (demonstration, mut rng) = short_prime(25, 64, 512);
    for calls in [1, 5, 40, 100] {
        let mut left = calls;
        let mut cancel = |progress: &Progress| {
            assert!(progress.expected.is_some());
            left -= 1;
            let step = if calls == 1 {
                "testing a number of 512 bits for primality"
            } else {
                "looking for a prime of about 64 bits in 512 bits"
            };
            assert!(left > 0 || progress.step.starts_with(step), "{calls}: {}", progress.step);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(attack(&demonstration.target, &demonstration.options, &mut rng, &mut cancel), Err(Error::Aborted));
    }
}

/// The progress report of a search's first curve.
fn first_search(target: &PublicKey, options: &Options, rng: &mut ChaCha20Rng) -> Progress {
    let mut first = None;
    let mut until_the_first_curve = |progress: &Progress| {
        if !progress.step.starts_with("looking for a prime of about") {
            return ControlFlow::Continue(());
        }
        first = Some(progress.clone());
        ControlFlow::Break(())
    };
    assert_eq!(attack(target, options, rng, &mut until_the_first_curve), Err(Error::Aborted));
    first.expect("the search reports curves")
}

/// Whatever length the caller asks for: the shorter of two primes is at most half as long as their product.
#[test]
fn bounds_are_for_no_longer_primes_than_there_can_be() {
    let target = [13u8, 37].map(|offset| (BigUint::from(1u8) << 64) + offset).iter().product();
    let target = PublicKey::new(&target, &BigUint::from(65537u32)).unwrap();
    assert_eq!(target.modulus_length(), 129);
    let options = Options { prime_length: 80, ..Options::default() };
    let step = first_search(&target, &options, &mut rng(27)).step;
    assert!(step.starts_with("looking for a prime of about 65 bits in 129 bits, "), "{step}");
}

/// The number of curves until a prime is found is geometric: the first of two comes after half as many.
#[test]
fn more_primes_are_expected_after_fewer_curves() {
    let (demonstration, mut rng) = short_prime(26, 64, 512);
    let mut expected = |primes| {
        let options = Options { primes, ..demonstration.options };
        first_search(&demonstration.target, &options, &mut rng).expected.expect("a mean")
    };
    let alone = Bounds::for_prime_of(64).expected_curves;
    assert_eq!(expected(1), alone.round() as u64);
    assert_eq!(expected(2), (alone / 2.0 + 0.25).round() as u64);
}

/// The bounds depend on an estimate of the multiplications of a curve. A curve counts the actual number.
#[test]
fn a_curve_takes_about_as_many_multiplications_as_estimated() {
    for prime_length in [32, 48, 64] {
        let (mut demonstration, mut rng) = short_prime(28, 100, 320);
        demonstration.options = Options { prime_length, most_curves: Some(2), ..Options::default() };
        let outcome = run(&demonstration, &mut rng);
        let ratio = outcome.multiplications as f64 / outcome.curves as f64 / outcome.bounds.multiplications();
        assert!((ratio - 1.0).abs() < 0.1, "{prime_length} bits: {ratio}");
    }
}

#[test]
fn extrapolations_grow_as_the_formula() {
    let bounds = Bounds { first: 50_000, second: 5_000_000, expected_curves: 200.0 };
    let outcome = Outcome { primes: vec![], unfactored: vec![], curves: 20, multiplications: 0, bounds };
    let measured = Measured { seconds: 6.0, prime_length: 80, modulus_length: 640 };
    // 20 curves took 6 s, so 200 take 60 s.
    assert!((extrapolate(&outcome, &measured, 80, 640) - 60.0).abs() < 1e-9);
    assert!((extrapolate(&outcome, &measured, 80, 1280) - 240.0).abs() < 1e-9);
    // √(2L·ln L)/ln 2 is 30.46 bits at 80 bits and 75.85 at 341 (2048 bits with six primes).
    let bits = (extrapolate(&outcome, &measured, 341, 640) / 60.0).log2();
    let expected = [341.0, 80.0].map(|n: f64| (2.0 * n * LN_2 * (n * LN_2).ln()).sqrt() / LN_2);
    assert!((bits - (expected[0] - expected[1])).abs() < 1e-9, "{bits}");
}
