//! The keys are made only for these tests, with primes so short that they take seconds.

use super::*;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng, target};

/// The primes and the unfactored rest.
fn found(target: &OnlyKey, primes: usize) -> (Vec<BigUint>, Vec<BigUint>) {
    let found = attacked::<ClassGroup>(target, &Options { primes, ..Options::default() }).found.unwrap();
    (found.primes, found.unfactored)
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
    for (seed, (modulus_length, primes)) in (0..).zip([(192, 3), (193, 3), (320, 5)]) {
        let example = made::<ClassGroup>(&ExampleOptions { modulus_length, primes }, seed);
        let Outcome { figures, found } = attacked::<ClassGroup>(&example.target, &example.options);
        let found = found.unwrap();
        let expected = (in_order(&example.primes, primes), vec![]);
        assert_eq!((found.primes, found.unfactored), expected, "{modulus_length}, {primes}");
        assert!(figures.products > figures.multipliers * figures.bounds.first && found.multiplier.is_some());
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
            let limits = (least, BigUint::from(1u8) << bits);
            fresh_key::prime(String::new(), bits, &limits, |_| true, &mut rng, &mut proceed).unwrap()
        });
        let Outcome { figures, found } = attacked::<ClassGroup>(&target(&(&p * &p * &q)), &Options::default());
        assert_eq!(found.unwrap().primes, in_order(&[p, q], 3));
        tried += figures.multipliers;
        expected += figures.bounds.expected_multipliers;
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
        let found = found(&target(&(p.pow(of_p) * q.pow(of_q))), r as usize);
        let mut expected = vec![p; of_p as usize];
        expected.extend(vec![q; of_q as usize]);
        expected.sort();
        assert_eq!(found, (expected, vec![]), "{of_p}, {of_q}");
    }
}

/// With an even r, the square-free part is p·q, and f is a power of p.
#[test]
fn even_powers_are_split_as_well() {
    for r in [4, 6] {
        let [p, q] = [(1u64 << 32) - 5, (1u64 << 32) - 17].map(BigUint::from);
        let found = found(&target(&(p.pow(r - 1) * &q)), r as usize);
        assert_eq!(found, (in_order(&[p, q], r as usize), vec![]));
    }
}

/// The attack recognizes powers, and reports composite parts that remain as unfactored.
#[test]
fn what_is_no_multi_power_key_is_taken_apart_as_far_as_it_goes() {
    let prime = (BigUint::from(1u8) << 61u8) - 1u8;
    let power = target(&prime.pow(3));
    assert_eq!(found(&power, 3), (vec![prime.clone(); 3], vec![]));
    assert_eq!(attacked::<ClassGroup>(&power, &Options::default()).figures.multipliers, 0);

    let [p, q] = [(1u64 << 36) - 5, (1u64 << 35) - 31].map(BigUint::from);
    let composite = &p * &q;
    let parts = found(&target(&(&prime * &prime * &composite)), 3);
    assert_eq!(parts, (vec![prime.clone(), prime], vec![composite]));
}

#[test]
fn moduli_without_a_square_are_not_split() {
    let primes = [107u8, 89].map(|exponent| (BigUint::from(1u8) << exponent) - 1u8);
    let options = Options { most_multipliers: Some(3), ..Options::default() };
    let Outcome { figures, found } = attacked::<ClassGroup>(&target(&(&primes[0] * &primes[1])), &options);
    assert!(found.unwrap_err().starts_with("3 multipliers found no square in N"));
    assert_eq!(figures.multipliers, 3);
}

#[test]
fn what_does_not_fit_is_refused() {
    let long = target(&((BigUint::from(1u8) << 1024u32) - 1u8));
    assert_eq!(
        refused::<ClassGroup>(&long, &Options::default()).to_string(),
        "the square-free part of a modulus of 1024 bits with r = 3 has 341 bits; the attack accepts 32 to 192 bits"
    );
    let error = |modulus_length, primes| not_made::<ClassGroup>(&ExampleOptions { modulus_length, primes });
    assert_eq!(error(1024, 3).code(), "attack-not-applicable");
    assert_eq!(
        error(512, 2).to_string(),
        "primes is 2, but must be from 3 to 8: one of its two primes divides N more than once"
    );
    let prime = target(&((BigUint::from(1u8) << 521u32) - 1u8));
    let of_five = Options { primes: 5, ..Options::default() };
    let error = ClassGroup::attack(&prime, &of_five, &mut rng(34), &mut proceed).unwrap_err();
    assert_eq!(error, Error::NotApplicable("the modulus of 521 bits is prime".into()));
}

#[test]
fn estimates_grow_as_the_formula() {
    let bounds = Bounds { first: 1000, second: 10_000, expected_multipliers: 30.0 };
    let figures = Figures { multipliers: 10, products: 0, bounds };
    let measured = target(&((BigUint::from(1u8) << 512u32) + 1u8));
    assert_eq!(measured.key.modulus_length(), 513);
    let estimates = ClassGroup::estimates(&figures, 2.0, &measured, &Options::default()).unwrap();
    // 10 multipliers took 2 s, so 30 take 6 s.
    for Estimate { modulus_length, square_free_length, seconds, .. } in estimates {
        let expected = 6.0 * (modulus_length as f64 / 513.0).powi(2) * growth(square_free_length as f64, 171.0);
        assert!((seconds / expected - 1.0).abs() < 1e-9, "{modulus_length}");
    }
    let none = Figures { multipliers: 0, ..figures };
    assert_eq!(ClassGroup::estimates(&none, 2.0, &measured, &Options::default()).map(|all| all.len()), Some(0));
}

/// `e^√(L·ln L)` for a length over that for another.
fn growth(length: f64, measured: f64) -> f64 {
    let [long, short] = [length, measured].map(|bits| ((bits * LN_2) * (bits * LN_2).ln()).sqrt());
    (long - short).exp()
}
