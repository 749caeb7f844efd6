//! WebAssembly bindings of modular-powers, for the npm package of that name: only types and conversions.
//!
//! Integers are passed as unsigned big-endian bytes. Several of them are joined, each as long as the others. Errors are thrown
//! as an `Error` with a stable property `code`.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen passes optional bytes and functions by value.

mod fixed_base;
mod modulus;
mod numbers;
mod primes;

use wasm_bindgen::prelude::*;

pub use fixed_base::FixedBase;
pub use modulus::Modulus;
pub use numbers::crt;
pub use primes::{generate_prime, is_prime, is_safe};

/// Wipes memory when it is freed, so that no part of a secret number remains there.
#[global_allocator]
static ALLOCATOR: wiping_allocator::WipingAllocator = wiping_allocator::WipingAllocator;

/// The name of this build of the package. The loader compares it with the requested one.
#[wasm_bindgen]
pub fn build() -> String {
    let name = if cfg!(target_feature = "relaxed-simd") {
        "relaxed-simd"
    } else if cfg!(target_feature = "simd128") {
        "simd"
    } else {
        "baseline"
    };
    name.to_owned()
}
