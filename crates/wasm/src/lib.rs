//! WebAssembly bindings: only types and conversions. Each feature is a module of its own, because users should not download what they
//! do not need; builds turn on one of them (`scripts/lib/builds.mjs`).
//!
//! Integers are passed as unsigned big-endian bytes. Errors are thrown as an `Error` with a stable property `code`.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen passes optional strings, bytes and functions by value.

#[cfg(feature = "attacks")]
pub mod attacks;
#[cfg(any(feature = "blind", feature = "public"))]
pub mod blind;
#[cfg(feature = "containers")]
pub mod containers;
#[cfg(feature = "formats")]
pub mod formats;
#[cfg(feature = "powers")]
pub mod powers;
#[cfg(any(feature = "rsa", feature = "public"))]
pub mod rsa;
#[cfg(feature = "security")]
pub mod security;
pub mod support;
#[cfg(feature = "xrsa")]
pub mod xrsa;

use wasm_bindgen::prelude::*;

/// Wipes memory when it is freed, so that no part of a key remains there.
#[global_allocator]
static ALLOCATOR: wiping_allocator::WipingAllocator = wiping_allocator::WipingAllocator;

/// The name of this module, or of its build if that matters to users. The loader compares it with the requested one.
#[wasm_bindgen]
pub fn build() -> String {
    let names = [
        (cfg!(feature = "attacks"), "attacks"),
        (cfg!(feature = "blind"), "blind"),
        (cfg!(feature = "containers"), "containers"),
        (cfg!(feature = "formats"), "formats"),
        (cfg!(feature = "public"), "public"),
        (cfg!(feature = "security"), "security"),
        (cfg!(feature = "xrsa"), "xrsa"),
        (cfg!(target_feature = "relaxed-simd"), "relaxed-simd"),
        (cfg!(target_feature = "simd128"), "simd"),
        (true, "baseline"),
    ];
    names.into_iter().find(|(is_this, _)| *is_this).map_or_else(String::new, |(_, name)| name.to_owned())
}
