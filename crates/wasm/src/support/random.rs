//! Random numbers.

use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa_variants::{CryptoRng, codes};
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

use crate::support::{JsResult, with_code};

/// A generator seeded with 32 bytes that the caller drew from a cryptographic source.
///
/// # Errors
/// `invalid-params` for another number of bytes.
pub fn generator(seed: &[u8]) -> JsResult<ChaCha20Rng> {
    let seed: &[u8; 32] = seed.try_into().map_err(|_| {
        with_code(codes::INVALID_PARAMS, &format!("the random seed has {} bytes, but must have 32", seed.len()))
    })?;
    Ok(ChaCha20Rng::from_seed(*seed))
}

/// A generator seeded by the platform, for random numbers that the caller must not be able to predict.
///
/// # Errors
/// `no-random-numbers` if the platform provides no random numbers.
pub fn platform_generator() -> JsResult<ChaCha20Rng> {
    let mut seed = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *seed).map_err(unavailable)?;
    Ok(ChaCha20Rng::from_seed(*seed))
}

/// The platform's own generator, for a few random numbers: less code than [`platform_generator`].
///
/// # Errors
/// `no-random-numbers` if the platform provides no random numbers.
pub fn platform_random() -> JsResult<impl CryptoRng> {
    getrandom::fill(&mut [0; 1]).map_err(unavailable)?;
    Ok(UnwrapErr(SysRng))
}

fn unavailable(error: getrandom::Error) -> JsValue {
    with_code(codes::NO_RANDOM_NUMBERS, &format!("the platform provides no random numbers: {error}"))
}
