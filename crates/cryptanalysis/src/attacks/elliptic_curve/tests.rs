//! The keys are made only for these tests, with primes so short that they take seconds.

use super::*;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng, target};
use core::ops::ControlFlow;
use rand_chacha::ChaCha20Rng;

fn fresh_prime(bits: usize, rng: &mut ChaCha20Rng) -> BigUint {
    random_prime(bits, rng, &mut proceed).unwrap()
}

/// The primes and the unfactored rest.
fn found(target: &OnlyKey, options: &Options) -> (Vec<BigUint>, Vec<BigUint>) {
    let found = attacked::<EllipticCurve>(target, options).found.unwrap();
    (found.primes, found.unfactored)
}

fn short_prime(seed: u8, prime_length: usize, modulus_length: usize) -> Example<EllipticCurve> {
    let prime_length = Some(prime_length);
    made(&ExampleOptions { shape: Shape::OneShortPrime, modulus_length, prime_length, primes: None }, seed)
}

#[test]
fn fresh_keys_with_one_short_prime_give_it_away() {
    for seed in 0..10 {
        let Example { target, options, primes, .. } = short_prime(seed, 32 + usize::from(seed), 192);
        let Outcome { figures, found } = attacked::<EllipticCurve>(&target, &options);
        let found = found.unwrap();
        assert_eq!(found.primes, primes[..1]);
        assert_eq!(found.unfactored, [&primes[1] * &primes[2]]);
        assert!(figures.curves > 0 && figures.multiplications > figures.curves * figures.bounds.first);
    }
}

/// With the shortest primes that the library makes.
#[test]
fn fresh_multi_prime_keys_are_factored_completely() {
    let options = ExampleOptions { modulus_length: 128, primes: Some(2), ..Default::default() };
    let Example { target, options, primes, .. } = made::<EllipticCurve>(&options, 20);
    assert_eq!(options, Options { prime_length: 64, primes: 2, all_primes: true, most_curves: None });
    assert_eq!(found(&target, &options), (primes, vec![]));
}

#[test]
fn powers_and_small_primes_are_divided_out() {
    let mut rng = rng(21);
    let [p, q] = [34, 70].map(|bits| fresh_prime(bits, &mut rng));
    let mut expected = vec![3u8.into(), 3u8.into(), 65_521u32.into(), p.clone(), p.clone(), q.clone()];
    expected.sort();
    let options = Options { prime_length: 36, primes: 2, ..Options::default() };
    assert_eq!(found(&target(&expected.iter().product()), &options), (expected, vec![]));
}

/// No curve separates the copies of a prime.
#[test]
fn powers_of_primes_take_no_curve() {
    let prime = (BigUint::from(1u8) << 127u8) - 1u8;
    for exponent in 2..=8 {
        let Outcome { figures, found } = attacked::<EllipticCurve>(&target(&prime.pow(exponent)), &Options::default());
        assert_eq!((found.unwrap().primes, figures.curves), (vec![prime.clone(); exponent as usize], 0), "{exponent}");
    }
}

/// With bounds far too large for the primes, every curve finds all of them at once, until the bounds shrink.
#[test]
fn primes_far_below_the_bounds_are_told_apart() {
    let mut rng = rng(22);
    let mut primes: Vec<BigUint> = (0..6).map(|_| fresh_prime(24, &mut rng)).collect();
    primes.sort();
    let options = Options { prime_length: 56, ..Options::default() };
    assert_eq!(found(&target(&primes.iter().product()), &options), (primes, vec![]));
}

#[test]
fn long_primes_are_not_found() {
    let options = Options { prime_length: 32, most_curves: Some(5), ..Options::default() };
    let Outcome { figures, found } = attacked::<EllipticCurve>(&short_prime(23, 100, 320).target, &options);
    assert!(found.unwrap_err().starts_with("5 curves found no prime"));
    assert_eq!(figures.curves, 5);
}

/// The number of curves is geometric, so the mean of 40 searches has a standard deviation of 16 %.
#[test]
fn curves_are_as_many_as_expected() {
    let mut curves = 0;
    let mut expected = 0.0;
    for seed in 0..40 {
        let Example { target, options, .. } = short_prime(100 + seed, 36, 128);
        let Figures { curves: tried, bounds, .. } =
            EllipticCurve::attack(&target, &options, &mut rng(seed), &mut proceed).unwrap().figures;
        curves += tried;
        expected += bounds.expected_curves;
    }
    let ratio = curves as f64 / expected;
    assert!((0.5..1.6).contains(&ratio), "{curves} curves, {expected} expected");
}

#[test]
fn what_does_not_fit_is_refused() {
    let prime = target(&((BigUint::from(1u8) << 521) - 1u8));
    let error = EllipticCurve::attack(&prime, &Options::default(), &mut rng(24), &mut proceed).unwrap_err();
    assert_eq!(error, Error::NotApplicable("the modulus of 521 bits is prime".into()));
    let options = |shape, primes, prime_length| ExampleOptions { shape, modulus_length: 200, primes, prime_length };
    for (options, parameter) in [
        (options(Shape::OneShortPrime, None, Some(80)), "modulus_length"),
        (options(Shape::OneShortPrime, Some(3), None), "primes"),
        (options(Shape::MultiPrime, None, Some(48)), "prime_length"),
        (options(Shape::MultiPrime, Some(0), None), "primes"),
    ] {
        let error = not_made::<EllipticCurve>(&options);
        assert_eq!((error.code(), error.parameter()), ("invalid-params", Some(parameter)), "{error}");
    }
    let error = refused::<EllipticCurve>(&prime, &Options { prime_length: 101, ..Options::default() });
    assert_eq!(error.to_string(), "prime_length is 101 bits, but must be from 32 to 100 bits");
}

/// The progress report of a search's first curve.
fn first_search(target: &OnlyKey, options: &Options) -> Progress {
    let mut first = None;
    let mut until_the_first_curve = |progress: &Progress| {
        if !progress.step.starts_with("looking for a prime of about") {
            return ControlFlow::Continue(());
        }
        first = Some(progress.clone());
        ControlFlow::Break(())
    };
    let result = EllipticCurve::attack(target, options, &mut rng(27), &mut until_the_first_curve);
    assert_eq!(result, Err(Error::Aborted));
    first.expect("the search reports curves")
}

/// Whatever length the caller asks for: the shorter of two primes is at most half as long as their product.
#[test]
fn bounds_are_for_no_longer_primes_than_there_can_be() {
    let target = target(&[13u8, 37].map(|offset| (BigUint::from(1u8) << 64) + offset).iter().product());
    assert_eq!(target.key.modulus_length(), 129);
    let options = Options { prime_length: 80, ..Options::default() };
    let step = first_search(&target, &options).step;
    assert!(step.starts_with("looking for a prime of about 65 bits in 129 bits, "), "{step}");
}

/// The number of curves until a prime is found is geometric: the first of two comes after half as many.
#[test]
fn more_primes_are_expected_after_fewer_curves() {
    let Example { target, options, .. } = short_prime(26, 64, 512);
    let expected = |primes| first_search(&target, &Options { primes, ..options.clone() }).expected.expect("a mean");
    let alone = Bounds::for_prime_of(64).expected_curves;
    assert_eq!(expected(1), alone.round() as u64);
    assert_eq!(expected(2), (alone / 2.0 + 0.25).round() as u64);
}

/// The bounds depend on an estimate of the multiplications of a curve. A curve counts the actual number.
#[test]
fn a_curve_takes_about_as_many_multiplications_as_estimated() {
    for prime_length in [32, 48, 64] {
        let options = Options { prime_length, most_curves: Some(2), ..Options::default() };
        let figures = attacked::<EllipticCurve>(&short_prime(28, 100, 320).target, &options).figures;
        let ratio = figures.multiplications as f64 / figures.curves as f64 / figures.bounds.multiplications();
        assert!((ratio - 1.0).abs() < 0.1, "{prime_length} bits: {ratio}");
    }
}

#[test]
fn estimates_grow_as_the_formula() {
    let bounds = Bounds { first: 50_000, second: 5_000_000, expected_curves: 200.0 };
    let figures = Figures { curves: 20, multiplications: 0, bounds };
    let measured = target(&((BigUint::from(1u8) << 639) + 1u8));
    let estimates = EllipticCurve::estimates(&figures, 6.0, &measured, &Options::default()).unwrap();
    let bits = |n: f64| (2.0 * n * LN_2 * (n * LN_2).ln()).sqrt() / LN_2;
    // 20 curves took 6 s, so 200 take 60 s.
    for Estimate { modulus_length, prime_length, seconds, .. } in estimates {
        let expected = (modulus_length as f64 / 640.0).log2() * 2.0 + bits(prime_length as f64) - bits(80.0);
        assert!(((seconds / 60.0).log2() - expected).abs() < 1e-9, "{modulus_length}");
    }
    let none = Figures { curves: 0, ..figures };
    assert_eq!(EllipticCurve::estimates(&none, 6.0, &measured, &Options::default()).map(|all| all.len()), Some(0));
}
