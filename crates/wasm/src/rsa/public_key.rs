//! Public keys.

use crate::support::{JsResult, OwnGenerator, number};
use rsa_variants::PublicComponents;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::{checksum, engine, require_unchanged, to_js};

/// A public key.
#[wasm_bindgen]
pub struct PublicKey {
    pub(crate) key: rsa_variants::PublicKey,
    /// For paddings.
    pub(crate) generator: OwnGenerator,
    /// Of the numbers.
    checksum: u64,
}

impl From<rsa_variants::PublicKey> for PublicKey {
    fn from(key: rsa_variants::PublicKey) -> Self {
        let checksum = checksum(&key.components());
        Self { key, generator: OwnGenerator::default(), checksum }
    }
}

/// Dropping a key also wipes what encryptions left on the stack.
impl Drop for PublicKey {
    fn drop(&mut self) {
        wiping_allocator::wipe_stack();
    }
}

#[wasm_bindgen]
impl PublicKey {
    /// Makes a key from the modulus and the public exponent, and for an unbalanced key also the length of its messages. Refuses
    /// numbers that cannot be a key; with `allow_broken` only those that are not even like one. If the numbers come from another such
    /// object, their checksum is verified.
    #[wasm_bindgen(constructor)]
    pub fn new(
        modulus: &[u8],
        public_exponent: &[u8],
        message_length: Option<usize>,
        allow_broken: bool,
        checksum: Option<u64>,
    ) -> JsResult<Self> {
        let numbers =
            PublicComponents { message_length, ..PublicComponents::new(number(modulus), number(public_exponent)) };
        if let Some(checksum) = checksum {
            require_unchanged(&numbers, checksum)?;
        }
        let key = rsa_variants::PublicKey::imported(&numbers, allow_broken);
        key.map(Self::from).map_err(|error| to_js(&error))
    }

    /// The length of the modulus in bits.
    #[wasm_bindgen(getter, js_name = modulusLength)]
    pub fn modulus_length(&self) -> usize {
        self.key.modulus_length()
    }

    /// The checksum of the numbers, for the constructor.
    #[wasm_bindgen(getter)]
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The modulus.
    pub fn modulus(&self) -> Vec<u8> {
        self.key.modulus().to_bytes_be()
    }

    /// The public exponent.
    #[wasm_bindgen(js_name = publicExponent)]
    pub fn public_exponent(&self) -> Vec<u8> {
        self.key.public_exponent().to_bytes_be()
    }

    /// The greatest length of a message in bits, for unbalanced keys only.
    #[wasm_bindgen(getter, js_name = messageLength)]
    pub fn message_length(&self) -> Option<usize> {
        self.key.message_length()
    }

    /// Refuses a key that no standard format can hold.
    #[wasm_bindgen(js_name = checkStandardFormat)]
    pub fn check_standard_format(&self) -> JsResult<()> {
        self.key.standard_components().map(drop).map_err(|error| to_js(&error))
    }

    /// RSAEP.
    #[wasm_bindgen(js_name = encryptRaw)]
    pub fn encrypt_raw(&self, block: &[u8], engine_name: Option<String>) -> JsResult<Vec<u8>> {
        self.key.encrypt_raw(block, engine(engine_name.as_deref())?).map_err(|error| to_js(&error))
    }
}
