//! Keys from fixed seeds.

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa_variants::{KeyParams, PrivateKey, Variant, hazmat::Protection};

pub(crate) fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

pub(crate) fn key(params: &KeyParams, seed: u8) -> PrivateKey {
    PrivateKey::new(params, &mut rng(seed)).unwrap()
}

/// Parameters of every variant at a length, except Scheme A, whose keys take seconds. It has separate tests.
pub(crate) fn every_variant(modulus_length: usize) -> Vec<KeyParams> {
    let variants = Variant::ALL.into_iter().map(|variant| KeyParams::new(variant, modulus_length));
    variants.filter(|params| params.check().is_ok()).filter(|params| params.variant != Variant::SchemeA).collect()
}

/// Private operations with and without each guard.
pub(crate) fn protections() -> [Protection; 4] {
    [(false, false), (false, true), (true, false), (true, true)]
        .map(|(blinding, fault_check)| Protection { blinding, fault_check })
}

pub(crate) fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

pub(crate) fn block(number: &BigUint, modulus_length: usize) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    let mut block = vec![0; modulus_length.div_ceil(8) - bytes.len()];
    block.extend(bytes);
    block
}
