//! The generator of a key in a module without private keys, which makes few draws: the platform's, because that is less code.

use rsa_variants::CryptoRng;

use crate::support::{JsResult, platform_random};

/// Stands for the platform's generator.
#[derive(Default)]
pub struct OwnGenerator;

impl OwnGenerator {
    /// Makes a call with the generator.
    ///
    /// # Errors
    /// `no-random-numbers` if the platform provides no random numbers.
    pub fn with<R>(&self, call: impl FnOnce(&mut dyn CryptoRng) -> R) -> JsResult<R> {
        Ok(call(&mut platform_random()?))
    }
}
