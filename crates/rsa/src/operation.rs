//! The interface of private operations inside this crate.

use modular_powers::{Engine, Exponentiation, Natural};

use crate::Error;

/// A private operation `C^d mod N` in two halves. An engine works between them, so the exponentiations of many messages
/// can run as one set.
pub(crate) trait PrivateOperation: Send + Sync {
    /// The independent exponentiations for a ciphertext below N. Their number is the same for every ciphertext.
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>>;

    /// The message, at the width of N, from the results of the exponentiations in the same order.
    fn recombine(&self, ciphertext: &Natural, powers: &[Natural], engine: Engine) -> Result<Natural, Error>;
}
