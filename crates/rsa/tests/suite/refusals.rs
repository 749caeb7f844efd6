//! Invalid input: clear errors before any work. Inconsistent keys are detected.

use core::ops::ControlFlow;

use crate::foreign::make_composite;
use crate::keys::{block, every_variant, key, rng};
use num_bigint::BigUint;
use rsa_variants::{Components, Engine, KeyParams, PrivateKey, Progress, PublicKey, Variant, hazmat};

#[test]
fn blocks_out_of_range_are_refused_by_every_variant() {
    for params in every_variant(256) {
        let key = key(&params, 30);
        let n = key.public_key().modulus();
        for (bad, code, message) in [
            (block(&n, 256), "message-out-of-range", "the block's number has 256 bits, but must be below the modulus"),
            (vec![0xff; 32], "message-out-of-range", "the block's number has 256 bits, but must be below the modulus"),
            (vec![0; 33], "invalid-length", "the block has 33 bytes, but the modulus has 32"),
        ] {
            for result in
                [hazmat::decrypt_raw(&key, &bad, Engine::Scalar), key.public_key().encrypt_raw(&bad, Engine::Scalar)]
            {
                let error = result.unwrap_err();
                assert_eq!(error.code(), code);
                assert!(error.to_string().starts_with(message), "{error}");
            }
            let error = hazmat::decrypt_raw_many(&key, &[&[1], &bad], Engine::Scalar).unwrap_err();
            assert_eq!(error.code(), code);
            assert!(error.to_string().starts_with("blocks[1] cannot be decrypted: "), "{error}");
        }
        // Shorter than the modulus: leading zeros are implied.
        assert_eq!(hazmat::decrypt_raw(&key, &[1], Engine::Scalar).unwrap(), block(&BigUint::from(1u8), 256));
        assert_eq!(hazmat::decrypt_raw(&key, &[], Engine::Scalar).map_err(|error| error.code()), empty_block(&key));
    }
}

/// The empty block is the number 0, which multi-power refuses.
fn empty_block(key: &PrivateKey) -> Result<Vec<u8>, &'static str> {
    if key.params().variant == Variant::MultiPower { Err("not-invertible") } else { Ok(vec![0; 32]) }
}

#[test]
fn public_keys_are_checked() {
    let n = key(&KeyParams::new(Variant::Crt, 256), 31).public_key().modulus();
    let code = |modulus: &BigUint, e: &BigUint| PublicKey::new(modulus, e).map_err(|error| error.code()).err();
    let three = BigUint::from(3u8);
    assert_eq!(code(&n, &three), None);
    assert_eq!(code(&(&n + 1u8), &three), Some("invalid-modulus"));
    assert_eq!(code(&BigUint::from(33u8), &three), Some("invalid-params"));
    for e in [BigUint::ZERO, BigUint::from(1u8), BigUint::from(2u8), n.clone(), &n + 2u8] {
        assert_eq!(code(&n, &e), Some("invalid-params"), "{e}");
    }
}

#[test]
fn invalid_parameters_are_refused_before_any_work() {
    let params = KeyParams { primes: Some(1), ..KeyParams::new(Variant::MultiPrime, 1024) };
    let mut heard = 0;
    let result = PrivateKey::generate(&params, &mut rng(1), |_| {
        heard += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((result.unwrap_err().code(), heard), ("invalid-params", 0));
}

#[test]
fn key_generation_reports_progress_and_can_be_canceled() {
    let all = Variant::ALL.into_iter().map(|variant| KeyParams::new(variant, 1024));
    for params in all {
        let mut seen = Vec::new();
        let result = PrivateKey::generate(&params, &mut rng(2), |progress| {
            seen.push(progress);
            if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(result.unwrap_err().code(), "aborted");
        assert!(matches!(seen[0], Progress::Primes { done: 0, expected } if expected >= 2));
        assert!(matches!(seen[1], Progress::Candidates { done: 0, expected } if expected > 1));
        assert_eq!(seen.len(), 3);
    }
}

/// Damage of the numbers of a variant is detected and named; `foreign.rs` has more of it for keys of two primes.
#[test]
fn damaged_components_are_detected() {
    type Damage = fn(&mut Components);
    let cases: [(Variant, Damage, &str); 10] = [
        (Variant::Crt, |c| make_composite(c, 0), "factor 1 is not prime"),
        (Variant::Crt, |c| c.primes[0] += 2u8, "not the product"),
        (Variant::Crt, |c| drop(c.primes.pop()), "2 distinct primes here, not 1"),
        (Variant::Original, |c| c.private_exponent += 2u8, "not the inverse"),
        (Variant::MultiPrime, |c| c.crt_exponents[1] += 2u8, "CRT exponent"),
        (Variant::MultiPower, |c| c.crt_coefficients[0] += 1u8, "CRT coefficient"),
        (Variant::Batch, |c| c.public_exponents[0] = BigUint::from(29u8), "not those of the parameters"),
        (Variant::Unbalanced, |c| c.primes.swap(0, 1), "the short prime has 129 bits, but must have 127"),
        (Variant::Unbalanced, |c| c.crt_exponents[0] += 2u8, "CRT exponent"),
        (Variant::RPrime, |c| c.crt_exponents[0] = c.crt_exponents[1].clone(), "not d modulo its prime minus 1"),
    ];
    for (variant, damage, problem) in cases {
        let params = KeyParams::new(variant, 256);
        let mut components = key(&params, 33).components().clone();
        damage(&mut components);
        // In trusted keys everything is checked except primality.
        let trusted = PrivateKey::from_trusted_components(&params, components.clone());
        assert_eq!(trusted.is_ok(), problem == "factor 1 is not prime", "{problem}");
        let error = PrivateKey::from_components(&params, components, &mut rng(3)).unwrap_err();
        assert_eq!(error.code(), "inconsistent-key");
        assert!(error.to_string().contains(problem), "{error}");
    }
}

/// A key's own numbers recreate it. Restoring accepts them without a primality check, but does not panic over other numbers.
#[test]
fn sound_numbers_recreate_the_key_and_restoring_refuses_those_without_its_shape() {
    type Damage = fn(&mut Components);
    let damages: [Damage; 12] = [
        |c| c.primes.clear(),
        |c| c.primes[0] = BigUint::ZERO,
        |c| c.primes[0] += 1u8,
        |c| c.modulus = BigUint::ZERO,
        |c| c.public_exponents.clear(),
        |c| c.public_exponents[0] = BigUint::ZERO,
        |c| c.private_exponent = &c.modulus << 9,
        |c| c.crt_exponents.clear(),
        |c| c.crt_exponents.iter_mut().for_each(|exponent| *exponent <<= 70),
        |c| c.crt_exponents.iter_mut().for_each(|exponent| *exponent = BigUint::ZERO),
        |c| c.crt_coefficients.clear(),
        |c| c.crt_coefficients.iter_mut().for_each(|coefficient| *coefficient <<= 300),
    ];
    for params in every_variant(256) {
        let original = key(&params, 35);
        let numbers = original.components();
        let restored = PrivateKey::restore(&original.params(), numbers.clone());
        let trusted = PrivateKey::from_trusted_components(&params, numbers.clone());
        let checked = PrivateKey::from_components(&params, numbers.clone(), &mut rng(4));
        let ciphertext = original.public_key().encrypt_raw(&[42], Engine::Scalar).unwrap();
        for again in [restored, trusted, checked].map(Result::unwrap) {
            assert_eq!(again.components(), numbers);
            assert_eq!(hazmat::decrypt_raw(&again, &ciphertext, Engine::Scalar).unwrap()[31], 42);
        }
        // The variant original has no CRT numbers to damage.
        let count = if params.variant == Variant::Original { 7 } else { damages.len() };
        for (index, damage) in damages[..count].iter().enumerate() {
            let mut components = numbers.clone();
            damage(&mut components);
            let result = PrivateKey::restore(&params, components);
            assert!(result.is_err(), "damage {index} of {}", params.variant.name());
        }
    }
}

#[test]
fn debug_output_hides_secrets() {
    let key = key(&KeyParams::new(Variant::Crt, 256), 36);
    let shown = format!("{key:?}");
    let prime = &key.components().primes[0];
    assert!(shown.contains(&key.public_key().modulus().to_string()) && !shown.contains(&prime.to_string()), "{shown}");
}

/// A public operation costs about `|N|²·|e|`, and a hostile key must not make it take seconds.
#[test]
fn public_exponents_are_not_too_costly() {
    let long = |bits: usize| (BigUint::from(1u8) << bits) - 1u8;
    for (n, most) in [(2048, 2047), (8192, 8191), (8200, 8176), (16384, 2048)] {
        assert!(PublicKey::new(&long(n), &long(most)).is_ok(), "{n}");
    }
    for (n, most) in [(8200, 8176), (16384, 2048)] {
        let error = PublicKey::new(&long(n), &long(most + 1)).unwrap_err();
        assert_eq!((error.code(), error.parameter()), ("invalid-params", Some("public_exponent")));
        let bits = most + 1;
        let message = format!(
            "public_exponent is a number of {bits} bits, but must be of at most {most} bits with a modulus of {n} bits: "
        );
        assert!(error.to_string().starts_with(&message), "{error}");
    }
    for (variant, n, most) in [
        (Variant::Rebalanced, 8193, 8192),
        (Variant::RPrime, 16384, 8192),
        (Variant::SchemeA, 16384, 10284),
        (Variant::SchemeB, 16384, 10320),
    ] {
        let never = |_| panic!("the search began");
        let error = PrivateKey::generate(&KeyParams::new(variant, n), &mut rng(1), never).unwrap_err();
        let message = format!("modulus_length is {n} bits, but must be from 128 to {most} bits: a public operation");
        assert!(error.to_string().starts_with(&message), "{error}");
    }
    let never = |_| panic!("the search began");
    let params = KeyParams::new(Variant::RPrime, 8193);
    let error = PrivateKey::generate_common_modulus(&params, &65537u32.into(), &mut rng(1), never).unwrap_err();
    assert_eq!(error.parameter(), Some("modulus_length"));
}

/// Finding the primes of 16384 bits from two exponents of that length would take many seconds.
#[test]
fn exponents_of_long_moduli_are_refused_before_any_work() {
    let long = |bits: usize| (BigUint::from(1u8) << bits) - 1u8;
    let error =
        PrivateKey::from_exponents(&long(8193), &BigUint::from(65537u32), &long(8192), &mut rng(1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "modulus_length is 8193 bits, but must be from 128 to 8192 bits: finding the primes of a longer modulus from its \
         exponents would take too long: pass the primes"
    );
    let error = PrivateKey::from_exponents(&long(16384), &long(16383), &long(16383), &mut rng(1)).unwrap_err();
    assert_eq!(error.parameter(), Some("public_exponent"));
}
