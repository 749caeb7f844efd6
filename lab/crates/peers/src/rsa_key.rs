//! The crate `rsa`: whole private operations and key generation.

use crypto_bigint::BoxedUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa::hazmat::rsa_decrypt;
use rsa::traits::{PrivateKeyParts, PublicKeyParts};
use rsa::{Error, PrivateKey};
use wasm_bindgen::prelude::*;

/// A private key of the crate `rsa`, with two primes.
#[wasm_bindgen]
pub struct RsaKey(PrivateKey);

#[wasm_bindgen]
impl RsaKey {
    /// Makes a key from its big-endian numbers, which the crate checks.
    ///
    /// # Errors
    /// If the crate refuses the key, or would not use its primes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        modulus: &[u8],
        public_exponent: &[u8],
        private_exponent: &[u8],
        p: &[u8],
        q: &[u8],
    ) -> Result<Self, JsError> {
        let [n, e, d, p, q] = [modulus, public_exponent, private_exponent, p, q].map(BoxedUint::from_be_slice_vartime);
        let key = PrivateKey::from_components(n, e, d, vec![p, q])?;
        if key.dp().is_none() {
            return Err(JsError::new("the crate rsa prepared nothing for the Chinese remainder theorem"));
        }
        Ok(Self(key))
    }

    /// Generates a key with e = 65537 from 32 random bytes.
    ///
    /// # Errors
    /// If there are not 32 bytes, or the crate refuses the length.
    pub fn generate(modulus_length: usize, random: &[u8]) -> Result<Self, JsError> {
        let seed = random.try_into().map_err(|_| JsError::new("32 random bytes are needed"))?;
        Ok(Self(PrivateKey::new(&mut ChaCha20Rng::from_seed(seed), modulus_length)?))
    }

    /// The modulus.
    pub fn modulus(&self) -> Vec<u8> {
        self.0.n().to_be_bytes().into_vec()
    }

    /// The raw private operation with CRT, without blinding. A block is as long as the modulus.
    ///
    /// # Errors
    /// If the block is not below the modulus.
    #[wasm_bindgen(js_name = decryptRaw)]
    pub fn decrypt_raw(&self, block: &[u8]) -> Result<Vec<u8>, JsError> {
        let ciphertext = BoxedUint::from_be_slice(block, self.0.n().bits_precision()).map_err(|_| Error::Decryption)?;
        Ok(rsa_decrypt(None::<&mut ChaCha20Rng>, &self.0, &ciphertext)?.to_be_bytes().into_vec())
    }
}
