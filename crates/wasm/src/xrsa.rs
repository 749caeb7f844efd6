//! WebAssembly bindings of xrsa, the device with a multiplier shorter than the modulus. They are a separate module, so only
//! programs that import `rsa-variants/xrsa` download the model.
//!
//! As in the bindings of rsa-variants, integers are passed as unsigned big-endian bytes, and errors are thrown as an `Error` with
//! a stable property `code`.

mod device;
mod key;
mod modular_multiplication;
mod report;

use crate::support::{Place, with_place};
use wasm_bindgen::prelude::*;

fn to_js(error: xrsa::Error) -> JsValue {
    let index = if let xrsa::Error::Rsa(error) = &error { error.index() } else { None };
    let place = Place { parameter: error.parameter(), index, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
