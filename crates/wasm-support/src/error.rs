//! Errors as JavaScript sees them.

use wasm_bindgen::prelude::*;

/// An `Error` with this stable code and message.
pub fn with_code(code: &str, message: &str) -> JsValue {
    with_place(code, message, None, None)
}

/// An `Error` with this stable code and message, and the parameter that it is about, or an item of it.
pub fn with_place(code: &str, message: &str, parameter: Option<&str>, index: Option<usize>) -> JsValue {
    let error = js_sys::Error::new(message);
    crate::set(&error, "code", &code.into());
    if let Some(parameter) = parameter {
        crate::set(&error, "parameter", &parameter.into());
    }
    if let Some(index) = index {
        crate::set(&error, "index", &index.into());
    }
    error.into()
}

/// An error of the core.
pub fn to_js(error: &rsa_variants::Error) -> JsValue {
    with_place(error.code(), &error.to_string(), error.parameter(), error.index())
}
