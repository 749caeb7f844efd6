//! What relations between primes or exponents cost an attacker, by the formulas.

use num_bigint::BigUint;
use rsa_cryptanalysis::{KeyAssessment, Verdict, assess_public_key};
use rsa_variants::PublicComponents;

use crate::weak_keys::{Draft, Maker, lambda, two_to};

fn number(x: u32) -> BigUint {
    x.into()
}

fn assessed(draft: Draft) -> KeyAssessment {
    draft.key().unwrap().assess_private().unwrap()
}

/// The strength of the first finding with this code.
fn strength(assessment: &KeyAssessment, code: &str) -> Option<u32> {
    assessment.key_findings.iter().find(|finding| finding.code == code).and_then(|finding| finding.strength)
}

/// Mersenne primes.
#[test]
fn a_prime_modulus_of_any_length_is_seen() {
    for bits in [521, 1279, 4253] {
        let key = PublicComponents::new(two_to(bits) - 1u8, number(65537));
        let assessment = assess_public_key(&key, &[]);
        assert_eq!(assessment.key_findings[0].code, "prime-modulus", "{bits}");
        assert_eq!(assessment.verdict, Verdict::Broken);
    }
}

#[test]
fn primes_of_a_power_that_are_close_are_broken() {
    let make = Maker::new(41, "");
    let p = make.prime(512);
    let near = make.next_prime(&p + make.odd(384));
    // p³·q: of p, the lattice finds 3/16 of n, or 384 bits.
    for (other, code) in [(near, Some("close-primes")), (make.prime(512), None)] {
        let assessment = assessed(Draft::new([p.clone(), other]).with_powers([3, 1]));
        let first = assessment.key_findings.iter().find(|finding| finding.strength.is_some());
        assert_eq!(first.map(|finding| finding.code), code, "{:?}", assessment.key_findings);
        assert_eq!(assessment.verdict == Verdict::Broken, code.is_some());
    }
}

/// 2^(n/4 − g/2) steps for an unknown divisor of g bits, unless its primes are easy to find in N − 1.
#[test]
fn a_common_divisor_costs_what_is_unknown_of_it() {
    let make = Maker::new(42, "");
    let key_with = |divisor: &BigUint| {
        let bits = 512 - divisor.bits() as usize - 1;
        let prime = || make.prime_among(|make| ((divisor * make.odd(bits)) << 1) + 1u8);
        Draft::new([prime(), prime()])
    };
    let small = number(3).pow(150) * number(7).pow(2);
    for (divisor, expected) in [(make.prime(224), 60), (small, 12), (make.prime(480), 16)] {
        let found = strength(&assessed(key_with(&divisor)), "common-divisor").unwrap();
        assert!(found.abs_diff(expected) <= 4, "{} bits: {found}, {expected}", divisor.bits());
    }
}

/// Broken if both are short, weak if they are long.
#[test]
fn equal_exponents_are_broken_if_they_are_short() {
    let make = Maker::new(45, "");
    for (bits, expected) in [(240, Verdict::Broken), (400, Verdict::Weak), (500, Verdict::Weak)] {
        let primes = [make.prime(512), make.prime(512)];
        let d = make.unit(bits, &lambda(&primes));
        let assessment = assessed(Draft::new(primes).with_private_exponent(d));
        assert_eq!((strength(&assessment, "equal-crt-exponents"), assessment.verdict), (Some(80), expected), "{bits}");
    }
}

/// `D²/(8·√N)` steps of Fermat's method, or a lattice for each of the bits that D has above n/4, whichever is less.
#[test]
fn the_distance_of_the_primes_costs_what_the_formula_says() {
    let make = Maker::new(21, "");
    let p = make.prime(512);
    let mut last = Some(0);
    for bits in [224i64, 254, 257, 262, 278, 284, 304, 334, 345, 347, 384] {
        let distance = make.odd(bits as usize - 1) + (number(1) << (bits - 1));
        let q = make.next_prime(&p + distance);
        let found = strength(&assessed(Draft::new([p.clone(), q])), "close-primes");
        let steps = (2 * bits - 512 - 3).max(0);
        let lattices = if bits > 257 { bits - 257 + 20 } else { 0 };
        let expected = u32::try_from(steps.min(lattices)).unwrap();
        // The check of the public key takes the first 4096 steps.
        let expected = if steps <= 12 { 0 } else { expected };
        // What takes 2^110 steps is no finding.
        let is_right = found.map_or(expected >= 109, |found| found.abs_diff(expected) <= 1);
        assert!(is_right && (found >= last || found.is_none()), "{bits}: {found:?}, {expected}");
        last = found;
    }
}
