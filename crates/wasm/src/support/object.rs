//! Plain objects and numbers.

use crate::support::js::{self, Object, Uint8Array};
use num_bigint::BigUint;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

/// The number with these big-endian bytes.
pub fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// The big-endian bytes of a number, as few as possible.
pub fn bytes(number: &BigUint) -> JsValue {
    Uint8Array::from(Zeroizing::new(number.to_bytes_be()).as_slice()).into()
}

/// Returns a property of a plain object, or `undefined`.
pub fn get(object: &JsValue, name: &str) -> JsValue {
    js::reflect_get(object, name).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of a plain object.
pub fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a property of a fresh, extensible object does not fail.
    let _ = js::reflect_set(object, name, value);
}
