//! Errors as JavaScript sees them.

use js_sys::Reflect;
use rsa_variants::Error;
use wasm_bindgen::prelude::*;

/// An `Error` with the message and the stable code.
pub(crate) fn to_js(error: &Error) -> JsValue {
    with_code(error.code(), &error.to_string())
}

/// An `Error` with this code and message.
pub(crate) fn with_code(code: &str, message: &str) -> JsValue {
    let error: JsValue = js_sys::Error::new(message).into();
    // Setting a property of a fresh, extensible object does not fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error
}
