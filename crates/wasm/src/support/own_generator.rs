//! The generator of a key.

use core::cell::RefCell;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use zeroize::optimization_barrier;

use crate::support::{JsResult, platform_generator};

/// A generator that the platform seeds at its first use, so that frequent draws ask the platform only once. Dropping it
/// overwrites its state, because the state reveals the output since the last block. It stays in one place, because a
/// move leaves a copy.
#[derive(Default)]
pub struct OwnGenerator(RefCell<Option<Box<ChaCha20Rng>>>);

impl OwnGenerator {
    /// Makes a call with the generator.
    ///
    /// # Errors
    /// `no-random-numbers` if the platform provides no random numbers.
    pub fn with<R>(&self, call: impl FnOnce(&mut ChaCha20Rng) -> R) -> JsResult<R> {
        let mut generator = self.0.borrow_mut();
        let generator = match &mut *generator {
            Some(generator) => generator,
            unseeded => unseeded.insert(Box::new(platform_generator()?)),
        };
        Ok(call(generator))
    }
}

impl Drop for OwnGenerator {
    fn drop(&mut self) {
        if let Some(generator) = self.0.get_mut() {
            **generator = ChaCha20Rng::from_seed([0; 32]);
            optimization_barrier(&**generator);
        }
    }
}
