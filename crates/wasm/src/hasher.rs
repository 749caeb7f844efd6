//! Hash values of data that come in pieces.

use wasm_bindgen::prelude::*;

use crate::convert::hash;
use crate::public_key::PublicKey;

/// A hash value in the making.
#[wasm_bindgen]
pub struct Hasher(rsa_variants::Hasher);

#[wasm_bindgen]
impl Hasher {
    /// Of the hash function with this name.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Self, JsValue> {
        Ok(Self(hash(Some(name))?.hasher()))
    }

    /// Takes the next piece.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// The hash value of all pieces; frees the hasher.
    pub fn digest(self) -> Vec<u8> {
        self.0.digest()
    }
}

#[wasm_bindgen]
impl PublicKey {
    /// A hasher in the memory that this key is in.
    pub fn hasher(&self, name: &str) -> Result<Hasher, JsValue> {
        Hasher::new(name)
    }
}
