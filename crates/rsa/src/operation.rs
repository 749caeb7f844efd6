//! What a private operation is to the rest of the crate.

use modular_powers::{Engine, Exponentiation, Natural};

use crate::Error;

/// A private operation `C^d mod N` in two halves, with an engine's work between them, so that the exponentiations of
/// many messages can run as one set.
pub(crate) trait PrivateOperation: Send + Sync {
    /// The independent exponentiations for a ciphertext below N; equally many for every ciphertext.
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>>;

    /// The message, at the width of N, from the answers in the same order.
    fn recombine(&self, ciphertext: &Natural, powers: &[Natural], engine: Engine) -> Result<Natural, Error>;
}
