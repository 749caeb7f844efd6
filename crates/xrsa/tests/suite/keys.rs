//! Keys for tests, of any length, made from fixed seeds; for tests only.

use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{KeyParams, PrivateKey, Variant};
use xrsa::{Device, DeviceOptions, Progress};

pub(crate) fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

pub(crate) fn library_key(variant: Variant, modulus_length: usize, primes: usize, rng: &mut ChaCha20Rng) -> PrivateKey {
    let primes = (variant == Variant::MultiPrime || variant == Variant::RPrime).then_some(primes);
    let params = KeyParams { primes, ..KeyParams::new(variant, modulus_length) };
    PrivateKey::new(&params, rng).unwrap()
}

pub(crate) fn device(multiplier_length: usize) -> Device {
    Device::new(DeviceOptions { multiplier_length, ..DeviceOptions::default() }).unwrap()
}

/// A device with enough memory for every table.
pub(crate) fn roomy_device(multiplier_length: usize) -> Device {
    Device::new(DeviceOptions { multiplier_length, unit_ram: 1 << 20, controller_ram: 1 << 20 }).unwrap()
}

pub(crate) fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A random block below the modulus and of the same length.
pub(crate) fn block(modulus_length: usize, rng: &mut ChaCha20Rng) -> Vec<u8> {
    use rand_chacha::rand_core::Rng;
    let mut block = vec![0; modulus_length.div_ceil(8)];
    rng.fill_bytes(&mut block);
    block[0] = 0;
    block
}
