//! Compares the device's private operation with the ordinary one.

use num_bigint::BigUint;
use rsa_variants::{Engine, PrivateKey, Variant, hazmat};
use xrsa::{Key, Mode, TraceLevel, software};

use crate::keys::{block, device, go_on, library_key, rng, roomy_device};

const MODES: [Mode; 7] =
    [Mode::Paper, Mode::Squarings, Mode::Window(2), Mode::Window(3), Mode::Window(4), Mode::Window(5), Mode::Window(6)];

fn agrees(key: &PrivateKey, multiplier_length: usize, block: &[u8], mode: Mode) {
    let device_key = Key::of(key).unwrap();
    let run =
        roomy_device(multiplier_length).decrypt_raw(&device_key, block, mode, TraceLevel::None, &mut go_on).unwrap();
    let params = key.params();
    assert_eq!(run.message, hazmat::decrypt_raw(key, block, Engine::default()).unwrap(), "{params:?}, {mode:?}");
}

fn random_keys_and_messages_on_small_multipliers(count: usize, seed: u8) {
    let mut rng = rng(seed);
    for index in 0..count {
        // Lengths of all residues, so that primes fill the multiplier's words or do not.
        let (primes, n) = (2 + index % 3, 256 + index % 97);
        let variant = if primes == 2 { Variant::Crt } else { Variant::MultiPrime };
        let key = library_key(variant, n, primes, &mut rng);
        agrees(&key, 32 * n.div_ceil(primes).div_ceil(32), &block(n, &mut rng), MODES[index % MODES.len()]);
    }
}

#[test]
fn three_hundred_random_keys_and_messages_on_small_multipliers() {
    random_keys_and_messages_on_small_multipliers(300, 2);
}

#[test]
#[ignore = "exhaustive: ten thousand keys"]
fn ten_thousand_random_keys_and_messages_on_small_multipliers() {
    random_keys_and_messages_on_small_multipliers(10_000, 8);
}

fn random_keys_and_messages_on_2048_bits(count: usize, seed: u8) {
    let mut rng = rng(seed);
    for index in 0..count {
        let key = library_key(Variant::Crt, 4096, 2, &mut rng);
        agrees(&key, 2048, &block(4096, &mut rng), MODES[index % MODES.len()]);
    }
}

#[test]
fn a_random_key_and_message_on_2048_bits() {
    random_keys_and_messages_on_2048_bits(1, 3);
}

#[test]
#[ignore = "exhaustive: twenty keys of 4096 bits"]
fn twenty_random_keys_and_messages_on_2048_bits() {
    random_keys_and_messages_on_2048_bits(20, 3);
}

#[test]
fn messages_at_their_bounds() {
    let mut rng = rng(4);
    for (variant, n, primes, k) in [
        (Variant::Crt, 128, 2, 64),
        (Variant::Crt, 192, 2, 96),
        (Variant::Crt, 510, 2, 256),
        (Variant::MultiPrime, 683, 3, 256),
        (Variant::MultiPrime, 1024, 8, 128),
        (Variant::Rebalanced, 512, 2, 256),
        (Variant::RPrime, 768, 3, 256),
        (Variant::SchemeB, 512, 2, 256),
    ] {
        let key = library_key(variant, n, primes, &mut rng);
        let components = key.components();
        let modulus = &components.modulus;
        let one = BigUint::from(1u8);
        let mut numbers = vec![BigUint::ZERO, one.clone(), modulus - &one, &one << (n - 1), (&one << (n - 1)) - &one];
        // Multiples of a prime, on both sides of R and of the primes themselves.
        for prime in &components.primes {
            numbers.extend([prime.clone(), prime - &one, modulus - prime, modulus / prime]);
        }
        for number in numbers {
            for mode in [Mode::Paper, Mode::Window(3)] {
                agrees(&key, k, &number.to_bytes_be(), mode);
            }
        }
    }
}

/// Moduli three and four times as long as the multiplier, and a shorter one whose primes do not fill it.
fn higher_moduli(multiplier_length: usize) {
    let mut rng = rng(5);
    let k = multiplier_length;
    for (n, primes, operand) in [(3 * k, 3, k), (15 * k / 4, 4, 15 * k / 16), (4 * k, 4, k)] {
        let key = library_key(Variant::MultiPrime, n, primes, &mut rng);
        let block = block(n, &mut rng);
        let run = device(k)
            .decrypt_raw(&Key::of(&key).unwrap(), &block, Mode::Window(4), TraceLevel::None, &mut go_on)
            .unwrap();
        assert_eq!(run.message, hazmat::decrypt_raw(&key, &block, Engine::default()).unwrap(), "n {n}");
        assert_eq!(run.report.operand_length, operand);
    }
}

#[test]
fn higher_moduli_than_twice_the_multiplier() {
    higher_moduli(512);
}

#[test]
#[ignore = "exhaustive: keys of up to 8192 bits"]
fn higher_moduli_than_twice_a_multiplier_of_2048_bits() {
    higher_moduli(2048);
}

#[test]
fn the_public_modulus_from_the_primes() {
    let mut rng = rng(6);
    for (variant, n, primes, products) in
        [(Variant::Crt, 512, 2, 4), (Variant::MultiPrime, 683, 3, 12), (Variant::MultiPrime, 1024, 4, 24)]
    {
        let key = library_key(variant, n, primes, &mut rng);
        let (modulus, report) = device(512).public_modulus(&Key::of(&key).unwrap()).unwrap();
        assert_eq!(modulus, key.components().modulus);
        assert_eq!(report.total().multiplications, products);
    }
}

#[test]
fn the_naive_method_agrees_and_is_counted_in_word_products() {
    let mut rng = rng(7);
    let key = library_key(Variant::Crt, 500, 2, &mut rng);
    let block = block(500, &mut rng);
    let mut last = (0, 0);
    let run = software::decrypt_raw(key.components(), &block, &mut |done, expected| {
        last = (done, expected);
        core::ops::ControlFlow::Continue(())
    });
    let run = run.unwrap();
    assert_eq!(run.message, hazmat::decrypt_raw(&key, &block, Engine::default()).unwrap());
    assert_eq!((run.multiplications, last), (1003, (1003, 1003)));
    assert_eq!(run.word_products, 1003 * 16 * 33);
}
