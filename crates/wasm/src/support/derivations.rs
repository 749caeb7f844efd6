//! Keys that JavaScript derives: the platform's PBKDF2 is several times as fast as ours, and need not block the thread. A call that
//! needs such a key returns what to derive, and JavaScript repeats the call with the key.

use crate::support::js::{Array, Object, Uint8Array};
use rsa_variants::Pbkdf2;
use wasm_bindgen::prelude::*;

use crate::support::{get, set};

/// The fewest iterations that JavaScript derives. Fewer take less than 30 ms here, and a file may have many keys.
const LEAST_ITERATIONS: u32 = 20_000;

/// The keys that JavaScript has derived, and those that a call needs in addition.
pub struct Derivations {
    /// Undefined if JavaScript derives none.
    derived: JsValue,
    needed: Array,
}

impl Derivations {
    /// `derived` is an array of objects as this call returns them, with the `key`, or without one if it must be derived here; or
    /// undefined if JavaScript derives no keys.
    pub fn new(derived: JsValue) -> Self {
        Self { derived, needed: Array::new() }
    }

    /// The salt of the first derivation, which a call that encrypts must use again.
    pub fn salt<const LENGTH: usize>(&self) -> Option<[u8; LENGTH]> {
        let first = get(&self.derived, "0").dyn_into::<Object>().ok()?;
        bytes_of(&first, "salt").try_into().ok()
    }

    /// Fills in a key that was derived, or asks for it and leaves the key zero. Then the result must be discarded: see
    /// [`Derivations::needs`].
    /// Returns false if the key must be derived here.
    pub fn derive(&self, derivation: &Pbkdf2<'_>, key: &mut [u8]) -> bool {
        if self.derived.is_undefined() || derivation.iterations < LEAST_ITERATIONS {
            return false;
        }
        let is_this = |object: &JsValue| {
            get(object, "hash").as_string().as_deref() == Some(derivation.hash.name())
                && get(object, "iterations").as_f64() == Some(f64::from(derivation.iterations))
                && get(object, "length").as_f64() == Some(key.len() as f64)
                && bytes_of(object, "salt") == derivation.salt
                && bytes_of(object, "password") == derivation.password
        };
        for object in Array::from(&self.derived).iter() {
            if is_this(&object) {
                let derived = bytes_of(&object, "key");
                let is_derived = derived.len() == key.len();
                if is_derived {
                    key.copy_from_slice(&derived);
                }
                return is_derived;
            }
        }
        if !self.needed.iter().any(|object| is_this(&object)) {
            let object = Object::new();
            set(&object, "hash", &derivation.hash.name().into());
            set(&object, "password", &Uint8Array::from(derivation.password));
            set(&object, "salt", &Uint8Array::from(derivation.salt));
            set(&object, "iterations", &derivation.iterations.into());
            set(&object, "length", &key.len().into());
            self.needed.push(&object);
        }
        true
    }

    /// An object with what the call `needs`, to return instead of its result.
    pub fn needs(&self) -> Option<JsValue> {
        if self.needed.length() == 0 {
            return None;
        }
        let object = Object::new();
        set(&object, "needs", &self.needed);
        Some(object.into())
    }
}

fn bytes_of(object: &JsValue, name: &str) -> Vec<u8> {
    get(object, name).dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default()
}
