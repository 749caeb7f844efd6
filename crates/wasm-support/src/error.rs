//! Errors as JavaScript sees them.

use wasm_bindgen::prelude::*;

/// An `Error` with this stable code and message.
pub fn with_code(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    crate::set(&error, "code", &code.into());
    error.into()
}
