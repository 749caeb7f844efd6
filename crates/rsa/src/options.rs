//! Options of private operations and of encryption.

use core::fmt;

#[cfg(feature = "getrandom")]
use getrandom::{SysRng, rand_core::UnwrapErr};
use modular_powers::Engine;
use rand_core::CryptoRng;

use crate::hazmat::Protection;

/// The engine, the guards and the source of random numbers for one call. The defaults are the fastest engine, all
/// guards, and the random numbers of the operating system.
///
/// ```
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Pss, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = PrivateKey::new(&KeyParams::new(Variant::Crt, 1024), &mut rng)?;
/// let pss = Pss::new(Hash::Sha256);
/// let signature = key.sign_pss(b"hello", &pss, Options::default())?;
/// assert!(key.public_key().verify_pss(b"hello", &signature, &pss, Engine::default())?);
/// // With another engine and your own source of random numbers:
/// key.sign_pss(b"hello", &pss, Options::new(&mut rng).engine(Engine::Scalar))?;
/// # Ok::<(), rsa_variants::Error>(())
/// ```
pub struct Options<'r> {
    pub(crate) engine: Engine,
    pub(crate) protection: Protection,
    randomness: Randomness<'r>,
}

enum Randomness<'r> {
    Given(&'r mut dyn CryptoRng),
    #[cfg(feature = "getrandom")]
    System(UnwrapErr<SysRng>),
}

impl<'r> Options<'r> {
    /// The default engine and guards, with random numbers from `rng` for blinding factors and paddings.
    pub fn new(rng: &'r mut dyn CryptoRng) -> Self {
        Self { engine: Engine::default(), protection: Protection::default(), randomness: Randomness::Given(rng) }
    }

    /// Sets the engine.
    #[must_use]
    pub fn engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Sets the guards.
    #[must_use]
    pub fn protection(self, protection: Protection) -> Self {
        Self { protection, ..self }
    }

    pub(crate) fn rng(&mut self) -> &mut dyn CryptoRng {
        match &mut self.randomness {
            Randomness::Given(rng) => *rng,
            #[cfg(feature = "getrandom")]
            Randomness::System(rng) => rng,
        }
    }
}

/// Uses the random numbers of the operating system. Operations panic if it provides none.
#[cfg(feature = "getrandom")]
impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            protection: Protection::default(),
            randomness: Randomness::System(UnwrapErr(SysRng)),
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, protection, .. } = self;
        (formatter.debug_struct("Options").field("engine", engine).field("protection", protection))
            .finish_non_exhaustive()
    }
}
