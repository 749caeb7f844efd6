//! Refusals name the limit and the value.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rsa_variants::{Components, Variant};
use xrsa::{Device, DeviceOptions, Error, GenerateParams, Key, Mode, ModularMultiplication, Shape, TraceLevel};

use crate::keys::{device, go_on, library_key, rng};

fn message<T>(result: Result<T, Error>, code: &str) -> String {
    let error = result.err().expect("a refusal");
    assert_eq!(error.code(), code);
    error.to_string()
}

#[test]
fn multipliers_that_the_model_does_not_have() {
    for value in [0, 32, 63, 65, 100, 2047, 4128] {
        let options = DeviceOptions { multiplier_length: value, ..DeviceOptions::default() };
        let text = message(Device::new(options), "invalid-params");
        assert_eq!(
            text,
            format!("multiplier_length is {value} bits, but must be a multiple of 32 from 64 to 4096 bits")
        );
        let text = message(ModularMultiplication::new(value, &mut rng(40)), "invalid-params");
        assert!(text.starts_with(&format!("length is {value} bits, but must be")), "{text}");
    }
}

#[test]
fn primes_longer_than_the_multiplier() {
    let text = message(device(2048).plan(&Shape::new(8192, 2).unwrap(), Mode::Paper), "invalid-params");
    assert_eq!(
        text,
        "primes of 4096 bits are longer than the multiplier of 2048 bits: a modulus of 8192 bits needs at least 4 primes"
    );
    message(
        device(2048).generate_key(&GenerateParams::new(4160), Mode::Paper, &mut rng(41), &mut go_on),
        "invalid-params",
    );
}

#[test]
fn memory_that_does_not_suffice() {
    let with = |unit_ram, controller_ram| {
        Device::new(DeviceOptions { multiplier_length: 2048, unit_ram, controller_ram }).unwrap()
    };
    let shape = Shape::new(4096, 2).unwrap();
    let text = message(with(1023, 16384).plan(&shape, Mode::Paper), "invalid-params");
    assert!(text.starts_with("unit_ram is 1023 bytes, but ") && text.ends_with(" bytes are needed at once"), "{text}");
    let text = message(with(3072, 1000).plan(&shape, Mode::Window(6)), "invalid-params");
    assert!(text.starts_with("controller_ram is 1000 bytes, but ") && text.ends_with(" needed at once"), "{text}");
    let text = message(with(3072, 6000).plan(&shape, Mode::Window(5)), "invalid-params");
    assert!(text.ends_with("; a window of 3 bits fits"), "{text}");
    let generate = with(3072, 1000).generate_key(&GenerateParams::new(4096), Mode::Window(4), &mut rng(42), &mut go_on);
    message(generate, "invalid-params");
}

#[test]
fn modes_and_windows() {
    assert_eq!(Mode::from_name("window", 4), Ok(Mode::Window(4)));
    assert_eq!(Mode::from_name("paper", 99).map(Mode::name), Ok("paper"));
    let text = message(Mode::from_name("windows", 4), "invalid-params");
    assert_eq!(text, "unknown mode \"windows\", expected one of paper, squarings, window");
    for width in [0, 1, 7] {
        let text = message(device(256).plan(&Shape::new(512, 2).unwrap(), Mode::Window(width)), "invalid-params");
        assert_eq!(text, format!("window_width is {width} bits, but must be from 2 to 6 bits"));
    }
}

#[test]
fn values_of_long_operands() {
    let key = Key::of(&library_key(Variant::Crt, 1088, 2, &mut rng(47))).unwrap();
    let trace = |level| device(544).decrypt_raw(&key, &[1], Mode::Window(2), level, &mut go_on);
    let text = message(trace(TraceLevel::Values), "invalid-params");
    assert!(text.starts_with("a trace with values takes too much memory for operands of 544 bits"), "{text}");
    assert!(trace(TraceLevel::Operations).is_ok());
}

#[test]
fn messages_that_are_no_messages() {
    let key = Key::of(&library_key(Variant::Crt, 512, 2, &mut rng(43))).unwrap();
    let decrypt = |block: &[u8]| device(256).decrypt_raw(&key, block, Mode::Paper, TraceLevel::None, &mut go_on);
    let modulus = &key.components().modulus;
    message(decrypt(&modulus.to_bytes_be()), "message-out-of-range");
    message(decrypt(&[255; 64]), "message-out-of-range");
    message(decrypt(&[0; 65]), "invalid-length");
    assert!(decrypt(&(modulus - 1u8).to_bytes_be()).is_ok());
    let stopped = device(256).decrypt_raw(&key, &[1], Mode::Paper, TraceLevel::None, &mut |_| ControlFlow::Break(()));
    message(stopped, "aborted");
}

#[test]
fn keys_without_a_place_on_the_device() {
    let mut rng = rng(44);
    for variant in [Variant::Original, Variant::MultiPower, Variant::Batch, Variant::Unbalanced] {
        let key = library_key(variant, 512, 3, &mut rng);
        message(Key::of(&key), "wrong-variant");
    }
    assert!(Key::of(&library_key(Variant::RPrime, 512, 3, &mut rng)).is_ok());
    // With an odd length, both primes of the schemes are below the square root, because e fixes their lengths.
    assert!(Key::of(&library_key(Variant::SchemeB, 512, 2, &mut rng)).is_ok());
    let text = message(Key::of(&library_key(Variant::SchemeB, 511, 2, &mut rng)), "inconsistent-key");
    assert!(text.contains("prime 1 of 256 bits is below the square root of 2 times 2^255"), "{text}");
}

#[test]
fn numbers_that_contradict_each_other() {
    let good = library_key(Variant::MultiPrime, 512, 3, &mut rng(45)).components().clone();
    assert!(Key::new(good.clone(), None).is_ok());
    let refused = |change: &dyn Fn(&mut Components)| {
        let mut components = good.clone();
        change(&mut components);
        message(Key::new(components, None), "inconsistent-key")
    };
    assert!(refused(&|key| key.modulus += 2u8).contains("product of the primes"));
    assert!(refused(&|key| key.primes.truncate(1)).contains("1 primes"));
    assert!(refused(&|key| key.crt_exponents.truncate(2)).contains("2 CRT exponents"));
    assert!(refused(&|key| key.crt_exponents[1] += 2u8).contains("CRT exponent 2 does not match"));
    assert!(refused(&|key| key.crt_exponents[0] += key.primes[0].clone()).contains("must have at most"));
    assert!(refused(&|key| key.crt_coefficients[1] += 1u8).contains("CRT coefficient 2"));
    assert!(refused(&|key| key.public_exponents.clear()).contains("0 public exponents"));
    let text = message(Key::new(good.clone(), Some(100)), "inconsistent-key");
    assert!(text.contains("at most 100"), "{text}");
    let even = |key: &mut Components| {
        key.primes[0] += 1u8;
        key.modulus = key.primes.iter().product();
    };
    assert!(refused(&even).contains("factor 1 is not an odd prime"));
}

#[test]
fn primes_below_the_square_root_that_the_final_subtraction_is_proved_for() {
    // 1.4·2^63 and the largest prime below 2^64: their product still has 128 bits.
    let primes = [12_912_720_851_596_686_131u64, 18_446_744_073_709_551_557].map(BigUint::from);
    let e = BigUint::from(65537u32);
    let inverse = |modulus: BigUint| e.modinv(&modulus).unwrap();
    let components = Components {
        modulus: primes.iter().product(),
        private_exponent: BigUint::from(1u8),
        crt_exponents: primes.iter().map(|prime| inverse(prime - 1u8)).collect(),
        crt_coefficients: vec![primes[1].modinv(&primes[0]).unwrap()],
        public_exponents: vec![e.clone()],
        primes: primes.to_vec(),
    };
    assert_eq!(components.modulus.bits(), 128);
    let text = message(Key::new(components, None), "inconsistent-key");
    assert!(text.contains("prime 1 of 64 bits is below the square root of 2 times 2^63"), "{text}");
}

#[test]
fn public_exponents_of_key_generation() {
    for value in [0, 1, 2, 65536] {
        let params = GenerateParams { public_exponent: value, ..GenerateParams::new(256) };
        let text = message(device(128).generate_key(&params, Mode::Paper, &mut rng(46), &mut go_on), "invalid-params");
        assert_eq!(text, format!("public_exponent is {value}, but must be odd and from 3 to 2^32 - 1 on the device"));
    }
}
