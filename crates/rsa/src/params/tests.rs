use num_bigint::BigUint;
use num_integer::Integer;

use super::*;

fn refused(params: &KeyParams) -> String {
    let error = params.check().unwrap_err();
    assert_eq!(error.code(), "invalid-params");
    error.to_string()
}

#[test]
fn every_limit_is_named_with_the_value() {
    use Variant::*;
    let base = |variant| KeyParams::new(variant, 1024);
    for (params, message) in [
        (KeyParams::new(Crt, 127), "modulus_length is 127 bits, but must be from 128 to 16384 bits: the lengths"),
        (KeyParams::new(Crt, 16385), "modulus_length is 16385 bits, but must be from 128 to 16384 bits"),
        (
            KeyParams { primes: Some(1), ..base(MultiPrime) },
            "primes is 1, but must be from 2 to 8: a modulus has at least two",
        ),
        (
            KeyParams { primes: Some(2), ..base(RPrime) },
            "primes is 2, but must be from 3 to 8: with two primes, its keys are those of rebalanced",
        ),
        (KeyParams { primes: Some(9), ..base(MultiPower) }, "primes is 9, but must be from 3 to 8"),
        (KeyParams { primes: Some(1), ..base(Batch) }, "primes is 1, but must be from 2 to 8"),
        (KeyParams { primes: Some(5), ..KeyParams::new(Batch, 300) }, "primes is 5, but must be from 2 to 4"),
        (KeyParams { primes: Some(3), ..base(Crt) }, "primes does not apply to the variant crt"),
        (KeyParams { multiplicity: Some(0), ..base(MultiPower) }, "multiplicity is 0, but must be from 1 to 1: q"),
        (
            KeyParams { primes: Some(5), multiplicity: Some(3), ..base(MultiPower) },
            "multiplicity is 3, but must be from 1 to 2: q divides N fewer times than p, which needs 64 bits",
        ),
        (
            KeyParams { primes: Some(8), multiplicity: Some(2), ..base(MultiPower) },
            "multiplicity is 2, but must have no common factor with the number of primes, 8: N would be a power",
        ),
        (KeyParams { multiplicity: Some(1), ..base(RPrime) }, "multiplicity does not apply to the variant r-prime"),
        (KeyParams::new(RPrime, 128), "primes is 3, but no value is possible: each prime needs at least 64 bits"),
        (KeyParams { primes: Some(5), ..KeyParams::new(MultiPrime, 300) }, "primes is 5, but must be from 2 to 4"),
        (
            KeyParams { crt_exponent_length: Some(15), ..base(Rebalanced) },
            "crt_exponent_length is 15 bits, but must be from 16 to 512 bits",
        ),
        (
            KeyParams { crt_exponent_length: Some(257), primes: Some(4), ..base(RPrime) },
            "crt_exponent_length is 257 bits, but must be from 16 to 256 bits",
        ),
        (
            KeyParams { crt_exponent_length: Some(512), ..base(SchemeB) },
            "crt_exponent_length is 512 bits, but must be from 16 to 511 bits: longer ones are as long as a prime",
        ),
        (
            KeyParams { crt_exponent_length: Some(160), ..base(Crt) },
            "crt_exponent_length does not apply to the variant crt",
        ),
        (
            KeyParams { crt_exponent_length: Some(399), ..base(Tunable) },
            "crt_exponent_length is 399 bits, but must be from 400 to 512 bits: e and a CRT exponent together need",
        ),
        (
            KeyParams { public_exponent: Some(BigUint::from(3u8)), ..base(Tunable) },
            "crt_exponent_length is 512 bits, but no value is possible: e and a CRT exponent together",
        ),
        (
            KeyParams { public_exponent: Some((BigUint::from(1u8) << 512) + 1u8), ..base(Tunable) },
            "public_exponent is a number of 513 bits, but must be odd, at least 3 and of at most 512 bits",
        ),
        (KeyParams { batch_size: Some(1), ..base(Batch) }, "batch_size is 1, but must be from 2 to 8"),
        (
            KeyParams { prime_length: Some(63), ..base(Unbalanced) },
            "prime_length is 63 bits, but must be from 64 to 511 bits: the short prime needs at least 64 bits",
        ),
        (
            KeyParams { prime_length: Some(512), ..base(Unbalanced) },
            "prime_length is 512 bits, but must be from 64 to 511 bits",
        ),
        (
            KeyParams { prime_length: Some(1000), ..KeyParams::new(Unbalanced, 10000) },
            "prime_length is 1000 bits, but must be from 1808 to 4999 bits",
        ),
        (KeyParams::new(Unbalanced, 128), "prime_length is 63 bits, but no value is possible: the short prime"),
        (KeyParams::new(Unbalanced, 16384), "prime_length is 8191 bits, but no value is possible"),
        (KeyParams { prime_length: Some(256), ..base(Crt) }, "prime_length does not apply to the variant crt"),
        (KeyParams { batch_size: Some(4), ..base(Crt) }, "batch_size does not apply to the variant crt"),
        (
            KeyParams { public_exponent: Some(BigUint::from(4u8)), ..base(Crt) },
            "public_exponent is 4, but must be odd, at least 3 and of at most 256 bits",
        ),
        (KeyParams { public_exponent: Some(BigUint::from(1u8)), ..base(Crt) }, "public_exponent is 1, but must be odd"),
        (
            KeyParams { public_exponent: Some((BigUint::from(1u8) << 256) + 1u8), ..base(Original) },
            "public_exponent is a number of 257 bits, but must be odd",
        ),
        (
            KeyParams { public_exponent: Some(BigUint::from(3u8)), ..base(RPrime) },
            "public_exponent does not apply to the variant r-prime",
        ),
    ] {
        assert!(refused(&params).starts_with(message), "{:?}: {}", params, refused(&params));
    }
}

#[test]
fn defaults_are_filled_in_and_capped() {
    let params = KeyParams::new(Variant::RPrime, 300).check().unwrap();
    assert_eq!((params.primes, params.values.crt_exponent_length), (3, Some(100)));
    let params = KeyParams::new(Variant::Crt, 2048).check().unwrap();
    assert_eq!(params.values.public_exponent, Some(BigUint::from(65537u32)));
    assert_eq!(params.to_params().check().unwrap(), params);
    assert_eq!(KeyParams::new(Variant::Batch, 2048).check().unwrap().values.batch_size, Some(4));
    for (variant, n, primes, w) in [
        (Variant::Rebalanced, 1024, 2, Some(224)),
        (Variant::Rebalanced, 2048, 2, Some(320)),
        (Variant::Rebalanced, 4096, 2, Some(608)),
        (Variant::SchemeA, 2048, 2, Some(512)),
        (Variant::SchemeB, 2048, 2, Some(544)),
        (Variant::RPrime, 2048, 3, Some(224)),
        (Variant::Tunable, 128, 2, Some(64)),
        (Variant::Tunable, 2048, 2, Some(736)),
        (Variant::Tunable, 4096, 2, Some(1408)),
        (Variant::RPrime, 8192, 5, Some(224)),
        (Variant::MultiPrime, 4095, 3, None),
        (Variant::MultiPrime, 4096, 4, None),
        (Variant::Batch, 8192, 2, None),
        (Variant::MultiPower, 639, 3, None),
        (Variant::MultiPower, 640, 4, None),
    ] {
        let params = KeyParams::new(variant, n).check().unwrap();
        assert_eq!((params.primes, params.values.crt_exponent_length), (primes, w), "{variant:?}, {n}");
    }
}

#[test]
fn the_short_prime_has_its_default_within_its_limits() {
    for (n, bits) in [(130, 64), (1024, 511), (2048, 640), (3072, 640), (4096, 608), (9000, 808), (16383, 8191)] {
        let params = KeyParams::new(Variant::Unbalanced, n).check().unwrap();
        assert_eq!(params.values.prime_length, Some(bits), "{n}");
        assert_eq!(params.message_length(), Some(bits - 1));
        assert_eq!(params.prime_lengths(), [bits, n - bits]);
        assert_eq!(params.to_params().check().unwrap(), params);
    }
}

#[test]
fn prime_lengths_add_up_to_the_modulus() {
    for n in 192..600 {
        let lengths = |variant| KeyParams::new(variant, n).check().unwrap().prime_lengths();
        assert_eq!(lengths(Variant::Crt).iter().sum::<usize>(), n);
        assert_eq!(lengths(Variant::MultiPrime).iter().sum::<usize>(), n);
        let power = lengths(Variant::MultiPower);
        assert_eq!(2 * power[0] + power[1], n);
    }
    for (n, r) in (526..1100usize).flat_map(|n| (3..=8).map(move |r| (n, r))) {
        for s in (1..=(r - 1) / 2).filter(|s| s.gcd(&r) == 1) {
            let multi_power = KeyParams::new(Variant::MultiPower, n);
            let params = KeyParams { primes: Some(r), multiplicity: Some(s), ..multi_power }.check().unwrap();
            let lengths = params.prime_lengths();
            assert_eq!((r - s) * lengths[0] + s * lengths[1], n, "{n}, {r}, {s}");
            assert!(lengths.iter().all(|length| length.abs_diff(n / r) <= r), "{n}, {r}, {s}: {lengths:?}");
        }
    }
}

/// The lengths of p, for all n, r and s that the checks accept: key generation draws a prime of that length, and no shorter one is a key's.
#[test]
fn every_prime_power_has_a_prime_of_at_least_64_bits() {
    for n in MODULUS_LENGTHS {
        for r in 3..=MOST_PRIMES.min(n / LEAST_PRIME_LENGTH) {
            let choices = (1..=(r - 1) / 2).filter(|s| s.gcd(&r) == 1);
            let refused: Vec<usize> = choices
                .filter(|s| {
                    let multi_power = KeyParams::new(Variant::MultiPower, n);
                    match (KeyParams { primes: Some(r), multiplicity: Some(*s), ..multi_power }).check() {
                        Ok(params) => {
                            let lengths = params.prime_lengths();
                            assert!(
                                lengths.iter().all(|length| *length >= LEAST_PRIME_LENGTH),
                                "{n} {r} {s}: {lengths:?}"
                            );
                            false
                        }
                        Err(_) => true,
                    }
                })
                .collect();
            assert!(refused.is_empty() || n < 526 && refused[0] > 1, "{n} {r} {refused:?}");
        }
    }
}

#[test]
fn limits_are_what_the_checks_accept() {
    let set = |params: &KeyParams, parameter, value: usize| {
        let mut changed = params.clone();
        changed.set_count(parameter, value);
        if parameter == Parameter::PublicExponent {
            changed.public_exponent = Some((BigUint::from(1u8) << (value - 1)) + 1u8);
        }
        changed
    };
    let own = |parameter: &Parameter| *parameter != Parameter::ModulusLength;
    for (variant, n) in Variant::ALL.iter().flat_map(|variant| [512, 513, 1024, 2047, 4096].map(|n| (*variant, n))) {
        let params = KeyParams::new(variant, n);
        for parameter in Parameter::ALL.into_iter().filter(own) {
            let Some(limits) = params.limits(parameter) else {
                assert!(!variant.definition().has(parameter));
                continue;
            };
            let at_fault = |value| match set(&params, parameter, value).check() {
                Err(Error::OutOfRange { parameter, reason, .. }) => Some((parameter, reason)),
                Err(error) => error.parameter().map(|parameter| (parameter, "")),
                Ok(_) => None,
            };
            let place = format!("{variant:?} {n} {parameter:?} {limits:?}");
            assert!((limits.least..=limits.most).contains(&limits.default), "{place}");
            for value in [limits.least, limits.default, limits.most] {
                let found = at_fault(value).filter(|(name, _)| *name == parameter.name());
                assert_eq!(found, None, "{place}: {value}");
            }
            if parameter == Parameter::PublicExponent {
                assert_eq!(at_fault(limits.most + 1), Some((parameter.name(), "")), "{place}");
                continue;
            }
            assert_eq!(at_fault(limits.least - 1), Some((parameter.name(), limits.why_least)), "{place}");
            assert_eq!(at_fault(limits.most + 1), Some((parameter.name(), limits.why_most)), "{place}");
        }
    }
}

#[test]
fn limits_of_impossible_parameters_do_not_panic() {
    for (variant, n) in Variant::ALL.iter().flat_map(|variant| [0, 1, 63, usize::MAX].map(|n| (*variant, n))) {
        for primes in [None, Some(0), Some(usize::MAX)] {
            let params = KeyParams { primes, ..KeyParams::new(variant, n) };
            for parameter in Parameter::ALL {
                assert_eq!(params.limits(parameter).is_some(), variant.definition().has(parameter), "{params:?}");
            }
        }
    }
}
