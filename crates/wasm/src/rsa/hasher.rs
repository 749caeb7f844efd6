//! Hashes data in pieces.

use crate::support::JsResult;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::hash;
use crate::rsa::public_key::PublicKey;

/// Hashes data piece by piece.
#[wasm_bindgen]
pub struct Hasher(rsa_variants::Hasher);

#[wasm_bindgen]
impl Hasher {
    /// Makes a hasher for the hash function with this name.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> JsResult<Self> {
        Ok(Self(hash(name)?.hasher()))
    }

    /// Adds the next piece of data.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// Returns the hash value of all pieces and frees the hasher.
    pub fn digest(self) -> Vec<u8> {
        self.0.digest()
    }
}

#[wasm_bindgen]
impl PublicKey {
    /// Makes a hasher in the memory of this key.
    pub fn hasher(&self, name: &str) -> JsResult<Hasher> {
        Hasher::new(name)
    }
}
