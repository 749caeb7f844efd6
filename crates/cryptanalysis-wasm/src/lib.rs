//! WebAssembly bindings of the verdicts of cryptanalysis on parameters and keys, in a module of their own: only users of
//! `rsa-variants/security` download it. The attacks have another one (`attacks-wasm`).
//!
//! As in the bindings of rsa-variants, integers cross as big-endian bytes without sign, and whatever is refused is thrown as
//! an `Error` with a stable property `code`.

pub mod assess;

use wasm_bindgen::prelude::*;
use wasm_support::{Place, with_place};

/// Which module of the package this is, and at the same time its only build. The loader compares it with what it asked for.
#[wasm_bindgen]
pub fn build() -> String {
    "security".to_owned()
}

fn to_js(error: &rsa_cryptanalysis::Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
