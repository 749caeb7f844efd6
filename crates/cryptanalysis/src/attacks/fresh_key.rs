//! Keys that demonstrations attack.

use core::ops::ControlFlow;

use rand_core::CryptoRng;
use rsa_variants::{KeyParams, PrivateKey};

use crate::{Error, OnProgress, Progress};

/// A new key of the library's own key generation, which reports candidates for its primes.
///
/// # Errors
/// Those of [`PrivateKey::generate`]; [`Error::Aborted`].
pub(super) fn generate(
    rng: &mut dyn CryptoRng,
    params: &KeyParams,
    on_progress: OnProgress<'_>,
) -> Result<PrivateKey, Error> {
    let title = format!("making a key of the variant {} with {} bits", params.variant.name(), params.modulus_length);
    let mut prime = 0;
    let key = PrivateKey::generate(params, rng, |progress| {
        let (done, expected) = match progress {
            rsa_variants::Progress::Primes { done, .. } => {
                prime = done + 1;
                return ControlFlow::Continue(());
            }
            rsa_variants::Progress::Candidates { done, expected } => (done, expected),
        };
        on_progress(&Progress { step: format!("{title}: prime {prime}"), done, expected: Some(expected) })
    });
    match key {
        Err(rsa_variants::Error::Aborted) => Err(Error::Aborted),
        result => Ok(result?),
    }
}
