//! Private operations without guards, and switches for the guards: for measurements and for demonstrating attacks.
//!
//! An operation without guards may leak the key through its timing, and a single error of the machine can reveal a
//! prime factor of the modulus. Use the methods of [`PrivateKey`] for everything else.

use modular_powers::Engine;

use crate::{Error, PrivateKey};

pub use crate::protection::Protection;

/// [`PrivateKey::decrypt_raw`] without guards. Results of an unbalanced key are still checked.
///
/// # Errors
/// [`Error::BlockLength`], [`Error::MessageOutOfRange`], [`Error::NotInvertible`] (only multi-power),
/// [`Error::NotDecryptable`] (only unbalanced).
///
/// ```
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::{Engine, KeyParams, Options, PrivateKey, Variant, hazmat};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = PrivateKey::new(&KeyParams::new(Variant::Rebalanced, 512), &mut rng)?;
/// assert_eq!(hazmat::decrypt_raw(&key, &[42], Engine::Scalar)?, key.decrypt_raw(&[42], Options::new(&mut rng))?);
/// # Ok::<(), rsa_variants::Error>(())
/// ```
pub fn decrypt_raw(key: &PrivateKey, block: &[u8], engine: Engine) -> Result<Vec<u8>, Error> {
    let ciphertext = key.public_key().number(block)?;
    key.decrypt_bare(&[block], &[ciphertext], engine).remove(0)
}

/// [`PrivateKey::decrypt_raw_many`] without guards.
///
/// # Errors
/// The first error, as [`Error::Block`] with its index; all blocks are checked before any work.
pub fn decrypt_raw_many(key: &PrivateKey, blocks: &[&[u8]], engine: Engine) -> Result<Vec<Vec<u8>>, Error> {
    let ciphertexts = key.numbers(blocks)?;
    crate::protection::all_or_first_error(key.decrypt_bare(blocks, &ciphertexts, engine))
}

/// [`PrivateKey::decrypt_raw_batch`] without guards.
///
/// # Errors
/// [`Error::WrongVariant`], [`Error::BatchLength`], or the first bad block as [`Error::Block`] with its index, before any work.
pub fn decrypt_raw_batch(key: &PrivateKey, blocks: &[&[u8]], engine: Engine) -> Result<Vec<Vec<u8>>, Error> {
    let (batch, ciphertexts) = key.batch(blocks)?;
    let length = key.public_key().block_length();
    let messages = batch.decrypt_batch(&ciphertexts, engine);
    Ok(messages.iter().map(|message| message.to_be_bytes(length)).collect())
}
