//! WebAssembly bindings of xrsa, the device with a multiplier shorter than the modulus: a module of their own, so that only
//! who imports `rsa-variants/xrsa` downloads the model.
//!
//! As in the bindings of rsa-variants, integers cross as big-endian bytes without sign, and whatever is refused is thrown as
//! an `Error` with a stable property `code`.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen hands optional strings and functions over by value.

mod device;
mod key;
mod modular_multiplication;
mod report;

use wasm_bindgen::prelude::*;
use wasm_support::{Place, with_place};

/// Which module of the package this is, and at the same time its only build. The loader compares it with what it asked for.
#[wasm_bindgen]
pub fn build() -> String {
    "xrsa".to_owned()
}

fn to_js(error: xrsa::Error) -> JsValue {
    let index = if let xrsa::Error::Rsa(error) = &error { error.index() } else { None };
    let place = Place { parameter: error.parameter(), index, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
