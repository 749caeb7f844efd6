//! WebAssembly bindings of the verdicts on parameters and keys. They are a separate module, so only users of
//! `rsa-variants/security` download it. The attacks have another one (`attacks-wasm`).
//!
//! As in the bindings of rsa-variants, integers are passed as unsigned big-endian bytes, and errors are thrown as an `Error` with
//! a stable property `code`.

pub mod assess;

use wasm_bindgen::prelude::*;
use wasm_support::{Place, with_place};

/// Wipes memory when it is freed, so that no part of a key remains there.
#[global_allocator]
static ALLOCATOR: wiping_allocator::WipingAllocator = wiping_allocator::WipingAllocator;

/// The name of this module, which is also that of its only build. The loader compares it with the requested one.
#[wasm_bindgen]
pub fn build() -> String {
    "security".to_owned()
}

fn to_js(error: &rsa_cryptanalysis::Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
