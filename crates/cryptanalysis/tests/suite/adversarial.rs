//! The kinds of the example `adversarial`: one short key of each, in the suite; `npm run verdicts:adversarial` makes more.

#[path = "../../examples/adversarial/keys.rs"]
mod keys;
#[path = "../../examples/adversarial/kinds/mod.rs"]
mod kinds;

use std::collections::BTreeSet;

use keys::{Shows, is_broken};
use rsa_cryptanalysis::Verdict;

/// Kinds that no check finds, or finds only in theory. The program counts them as misses.
const MISSED: &[&str] = &[
    "q = nextprime(a·p + b·2^k), a and b up to 16",
    "q ≡ p² modulo 2^(n/4 + 8)",
    "q ≡ p⁵ modulo 2^(n/4 + 8)",
    "q is the next prime of p with its bytes in reverse order",
    "q is the next prime of p with its decimal digits in reverse order",
    "q is the next prime of p with every second bit inverted",
    "bytes that are ASCII decimal digits",
    "four different bytes only",
    "nextprime(a Fibonacci or Lucas number)",
    "nextprime(decimal digits of π)",
    "nextprime(binary digits of π)",
    "nextprime(binary digits of √k)",
    "nextprime(1234567890…)",
    "both are the next primes of random squares",
    "both are the next primes of random cubes",
    "both are the next primes of random eighth powers",
    "q = nextprime(p²)",
    "q = nextprime(k·p²), k below 2^16",
    "q = nextprime(p^(3/2))",
    "d of 0.26·n bits (always 1024 bits)",
    "e = nextprime(k·p), k random",
    "e is the high half of p and 16 bits",
    "a curve y² = x³ + kx modulo p whose order has primes below 2^13",
    "a curve y² = x³ + k modulo p whose order has primes below 2^13",
    "gcd(p − 1, q + 1) of n/2 − 36 bits",
    "gcd(p + 1, q + 1) of n/2 − 36 bits",
];

#[test]
fn every_kind_of_weak_keys_is_broken_but_for_those_that_are_listed() {
    let kinds = kinds::all();
    assert!(kinds.len() >= 140, "{}", kinds.len());
    let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), kinds.len(), "two kinds have one name");
    assert!(kinds.iter().all(|kind| !kind.attack.is_empty()));
    let missed: Vec<&str> = kinds
        .iter()
        .filter(|kind| kind.shows != Shows::Nowhere && !kind.name.contains("4104"))
        .filter(|kind| {
            let key = kind.key(1, 1024);
            let private = key.assess_private().is_none_or(|private| is_broken(&private));
            let public = kind.shows == Shows::Private || is_broken(&key.assess_public());
            !(private && public)
        })
        .map(|kind| kind.name)
        .collect();
    assert_eq!(missed, MISSED);
}

/// If a verdict called these broken, it would know more than their numbers show.
#[test]
fn keys_of_generators_with_few_seeds_look_sound() {
    for kind in kinds::all().iter().filter(|kind| kind.shows == Shows::Nowhere) {
        let assessment = kind.key(1, 1024).assess_private().unwrap();
        assert!(assessment.verdict > Verdict::Broken, "{}: {:?}", kind.name, assessment.key_findings);
    }
}
