//! WebAssembly bindings of the verdicts on parameters and keys. They are a separate module, so only users of
//! `rsa-variants/security` download it. The attacks have another one (`attacks`).
//!
//! As in the bindings of rsa-variants, integers are passed as unsigned big-endian bytes, and errors are thrown as an `Error` with
//! a stable property `code`.

pub mod assess;

use crate::support::{Place, with_place};
use wasm_bindgen::prelude::*;

fn to_js(error: &rsa_cryptanalysis::Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
