//! Converts engines, options and paddings from JavaScript.

use core::hash::Hasher;

use crate::support::JsResult;
pub(crate) use crate::support::{engine, to_js};
use modular_powers::Checksum;
#[cfg(feature = "rsa")]
use rand_chacha::rand_core::CryptoRng;
use rsa_variants::{Engine, Hash, Oaep, Pss, SaltLength};
#[cfg(feature = "rsa")]
use rsa_variants::{Options, hazmat::Protection};
use wasm_bindgen::prelude::*;

/// The checksum of a key's numbers that leave this memory, made when the key is. JavaScript keeps them until another worker needs the
/// key. That worker verifies the checksum: a key with one flipped bit would release results that reveal a prime.
pub(crate) fn checksum(numbers: &impl core::hash::Hash) -> u64 {
    let mut checksum = Checksum::default();
    numbers.hash(&mut checksum);
    checksum.finish()
}

/// Refuses numbers that have changed since their checksum was made.
pub(crate) fn require_unchanged(numbers: &impl core::hash::Hash, expected: u64) -> JsResult<()> {
    if checksum(numbers) == expected { Ok(()) } else { Err(to_js(&rsa_variants::Error::FaultDetected)) }
}

/// The hash function with this name.
pub(crate) fn hash(name: &str) -> JsResult<Hash> {
    Hash::from_name(name).map_err(|error| to_js(&error))
}

#[wasm_bindgen]
extern "C" {
    /// The options of a call: a plain object, whose types the caller has checked. Each getter is a property access, which takes much
    /// less time than `Reflect.get` with a name from here.
    #[wasm_bindgen(typescript_type = "object")]
    pub type CallOptions;

    #[wasm_bindgen(method, getter, js_name = engine)]
    fn engine_name(this: &CallOptions) -> Option<String>;
    #[cfg(feature = "rsa")]
    #[wasm_bindgen(method, getter)]
    fn blinding(this: &CallOptions) -> Option<bool>;
    #[cfg(feature = "rsa")]
    #[wasm_bindgen(method, getter, js_name = faultCheck)]
    fn fault_check(this: &CallOptions) -> Option<bool>;
    #[wasm_bindgen(method, getter, js_name = hash)]
    fn hash_name(this: &CallOptions) -> Option<String>;
    #[wasm_bindgen(method, getter, js_name = mgfHash)]
    fn mgf_hash_name(this: &CallOptions) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn label(this: &CallOptions) -> Option<Vec<u8>>;
    #[wasm_bindgen(method, getter, js_name = saltLength)]
    fn salt_length(this: &CallOptions) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = isDigest)]
    fn digest(this: &CallOptions) -> Option<bool>;
}

impl CallOptions {
    pub(crate) fn engine(&self) -> JsResult<Engine> {
        engine(self.engine_name().as_deref())
    }

    /// The options of a private operation without the random numbers.
    #[cfg(feature = "rsa")]
    pub(crate) fn private(&self) -> JsResult<Chosen> {
        // Only `false` turns a guard off.
        let is_on = |guard: Option<bool>| guard != Some(false);
        let protection = Protection { blinding: is_on(self.blinding()), fault_check: is_on(self.fault_check()) };
        Ok(Chosen { engine: self.engine()?, protection })
    }

    /// The hash function, by default SHA-256.
    pub(crate) fn hash(&self) -> JsResult<Hash> {
        self.hash_name().map_or(Ok(Hash::Sha256), |name| hash(&name))
    }

    fn mgf_hash(&self) -> JsResult<Option<Hash>> {
        self.mgf_hash_name().map(|name| hash(&name)).transpose()
    }

    /// OAEP. If `mgfHash` is missing, MGF1 uses the same hash function.
    pub(crate) fn oaep(&self) -> JsResult<Oaep> {
        let mut oaep = Oaep::new(self.hash()?);
        if let Some(hash) = self.mgf_hash()? {
            oaep.mgf_hash = hash;
        }
        oaep.label = self.label().unwrap_or_default();
        Ok(oaep)
    }

    /// PSS. If `mgfHash` is missing, MGF1 uses the same hash function.
    pub(crate) fn pss(&self) -> JsResult<Pss> {
        let mut pss = Pss::new(self.hash()?);
        if let Some(hash) = self.mgf_hash()? {
            pss.mgf_hash = hash;
        }
        let length = self.salt_length();
        pss.salt_length = match length.as_f64() {
            Some(bytes) => SaltLength::Bytes(bytes as usize),
            None if length.as_string().as_deref() == Some("max") => SaltLength::Max,
            None => SaltLength::Auto,
        };
        Ok(pss)
    }

    /// Whether the data to sign or to verify are a digest.
    pub(crate) fn is_digest(&self) -> bool {
        self.digest() == Some(true)
    }
}

/// The engine and the guards of a private operation.
#[cfg(feature = "rsa")]
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    engine: Engine,
    protection: Protection,
}

#[cfg(feature = "rsa")]
impl Chosen {
    pub(crate) fn with(self, rng: &mut dyn CryptoRng) -> Options<'_> {
        Options::new(rng).engine(self.engine).protection(self.protection)
    }
}
