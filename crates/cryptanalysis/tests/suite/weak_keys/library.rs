//! Keys that this library makes with parameters that are too weak.

use rsa_variants::{KeyParams, PrivateKey, Variant};

use super::{Draft, Kind, private, public};

const SIEVE: &str = "the number field sieve: hours at most";
const CURVES: &str = "elliptic curves";
const LINE: &str = "Bleichenbacher and May: a lattice of dimension 3";

pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![
        public("Scheme A as published", "short-crt-exponents", LINE, |_, _| {
            Draft::made(PrivateKey::sample(Variant::SchemeA, 1024).unwrap_or_else(|_| unreachable!("there is one")))
        }),
        public("Scheme B with w of n/5 − 8 bits", "short-crt-exponents", LINE, |make, n| {
            let params = KeyParams { crt_exponent_length: Some(n / 5 - 8), ..KeyParams::new(Variant::SchemeB, n) };
            Draft::made(make.generate(&params))
        })
        .at(768..=4096),
    ];
    for (variant, n) in Variant::ALL.into_iter().map(|it| (it, if it == Variant::SchemeA { 256 } else { 512 })) {
        let w = matches!(variant, Variant::Rebalanced | Variant::SchemeB).then_some(120);
        let name = format!("a {} key of {n} bits", variant.name());
        kinds.push(private(name, "number-field-sieve", SIEVE, move |make, _| {
            Draft::made(make.generate(&KeyParams { crt_exponent_length: w, ..KeyParams::new(variant, n) }))
        }));
    }
    for (variant, n, primes) in [
        (Variant::MultiPrime, 768, 6),
        (Variant::MultiPrime, 768, 8),
        (Variant::MultiPower, 600, 8),
        (Variant::MultiPower, 800, 8),
    ] {
        let name = format!("a {} key of {n} bits with {primes} primes", variant.name());
        kinds.push(private(name, "elliptic-curve", CURVES, move |make, _| {
            Draft::made(make.generate(&KeyParams { primes: Some(primes), ..KeyParams::new(variant, n) }))
        }));
    }
    // Keys of Scheme A take longer to make than all others together.
    for variant in Variant::ALL.into_iter().filter(|variant| *variant != Variant::SchemeA) {
        let name = format!("a {} key that shares a prime with another key", variant.name());
        let shared = public(name, "shared-prime", "a greatest common divisor", move |make, n| {
            let key = make.generate(&KeyParams::new(variant, n));
            let prime = key.components().primes[0].clone();
            let other = &prime * make.prime(n - prime.bits() as usize);
            Draft::made(key).beside([other])
        });
        kinds.push(shared.at(2048..=4096));
    }
    for variant in [Variant::Rebalanced, Variant::RPrime, Variant::SchemeB, Variant::Tunable] {
        let name = format!("a {} key with w = 40", variant.name());
        let short = private(name, "crt-exponent-search", "baby steps and giant steps", move |make, n| {
            // A tunable key can only have such a short w with its longest e.
            let public_exponent = (variant == Variant::Tunable).then(|| super::two_to(n / 2 - 1) + 1u8);
            let params = KeyParams { crt_exponent_length: Some(40), public_exponent, ..KeyParams::new(variant, n) };
            Draft::made(make.generate(&params))
        });
        kinds.push(short.at(768..=4096));
    }
    kinds
}
