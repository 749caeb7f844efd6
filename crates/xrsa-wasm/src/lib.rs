//! WebAssembly bindings of xrsa, the device with a multiplier shorter than the modulus. They are a separate module, so only
//! programs that import `rsa-variants/xrsa` download the model.
//!
//! As in the bindings of rsa-variants, integers are passed as unsigned big-endian bytes, and errors are thrown as an `Error` with
//! a stable property `code`.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen passes optional strings and functions by value.

mod device;
mod key;
mod modular_multiplication;
mod report;

use wasm_bindgen::prelude::*;
use wasm_support::{Place, with_place};

/// Wipes memory when it is freed, so that no part of a key remains there.
#[global_allocator]
static ALLOCATOR: wiping_allocator::WipingAllocator = wiping_allocator::WipingAllocator;

/// The name of this module, which is also that of its only build. The loader compares it with the requested one.
#[wasm_bindgen]
pub fn build() -> String {
    "xrsa".to_owned()
}

fn to_js(error: xrsa::Error) -> JsValue {
    let index = if let xrsa::Error::Rsa(error) = &error { error.index() } else { None };
    let place = Place { parameter: error.parameter(), index, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
