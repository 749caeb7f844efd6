//! WebAssembly bindings of cryptanalysis, verdicts on parameters and attacks: a module of their own, so that only who imports
//! `rsa-variants/security` downloads them.
//!
//! As in the bindings of rsa-variants, integers cross as big-endian bytes without sign, and whatever is refused is thrown as
//! an `Error` with a stable property `code`.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen hands optional strings and functions over by value.

pub mod assess;
pub mod attacks;

use wasm_bindgen::prelude::*;
use wasm_support::{Place, with_place};

/// Which module of the package this is, and at the same time its only build. The loader compares it with what it asked for.
#[wasm_bindgen]
pub fn build() -> String {
    "security".to_owned()
}

fn to_js(error: &cryptanalysis::Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
