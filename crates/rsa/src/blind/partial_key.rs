//! Keys for partially blind signatures.

use core::ops::ControlFlow;

use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use super::Error;
use super::derivation::require_length;
use crate::arithmetic::{inverse, least_common_multiple};
use crate::generate::{far_apart, prime_interval, within};
use crate::{Components, KeyParams, PrivateKey, Progress, Variant};

/// e, which no signature uses.
const PUBLIC_EXPONENT: u32 = 65537;

/// KeyGen (draft-irtf-cfrg-partially-blind-rsa-02, section 4.1): generates a key of two safe primes, with e = 65537. Its variant is
/// crt. To cancel, return `ControlFlow::Break` from `on_progress`. Runs in variable time.
///
/// # Errors
/// [`Error::ModulusLength`], before any work; [`Aborted`](crate::Error::Aborted) as [`Error::Rsa`] if you cancel;
/// [`KeyPairTest`](crate::Error::KeyPairTest) if the machine made an error.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::blind::{PartialIssuer, generate_partial_key};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = generate_partial_key(512, &mut rng, |_| ControlFlow::Continue(()))?;
/// PartialIssuer::new(key, &mut rng)?;
/// # Ok::<(), rsa_variants::blind::Error>(())
/// ```
#[inline]
pub fn generate_partial_key(
    modulus_length: usize,
    rng: &mut dyn CryptoRng,
    mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<PrivateKey, Error> {
    require_length(modulus_length)?;
    let half = modulus_length / 2;
    let interval = prime_interval(half, 2);
    let expected = prime::expected_safe_candidates(half);
    let mut primes: Vec<BigUint> = Vec::new();
    for done in 0..2 {
        if on_progress(Progress::Primes { done, expected: 2 }).is_break() {
            return Err(crate::Error::Aborted.into());
        }
        let accept = |p: &BigUint| within(p, &interval) && far_apart(p, &primes);
        let found = prime::random_safe_prime(half, accept, Engine::default(), rng, |done| {
            on_progress(Progress::Candidates { done, expected })
        });
        primes.push(found.map_err(crate::Error::from)?);
    }
    _ = on_progress(Progress::Primes { done: 2, expected: 2 });
    let e = BigUint::from(PUBLIC_EXPONENT);
    let d = inverse(&e, &least_common_multiple(primes.iter().map(|prime| prime - 1u8)));
    let params = KeyParams::new(Variant::Crt, modulus_length).check()?;
    // e is prime, and neither 2 nor a prime of 255 bits or more.
    let d = d.expect("e is coprime to twice a long prime");
    let components = Components::new(&params, primes, vec![e], d);
    Ok(PrivateKey::made_of(params, components)?)
}
