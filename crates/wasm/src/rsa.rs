//! WebAssembly bindings of rsa-variants: only types and conversions. The module of public operations has those of public keys.
//!
//! Integers are passed as unsigned big-endian bytes: blocks at the full length of the modulus, numbers of a key without
//! leading zeros. Errors are thrown as an `Error` with a stable property `code`.

mod convert;
#[cfg(feature = "rsa")]
mod encoding;
mod hasher;
mod padding;
#[cfg(feature = "rsa")]
pub mod params;
#[cfg(feature = "rsa")]
pub mod power;
#[cfg(feature = "rsa")]
mod private_key;
#[cfg(feature = "rsa")]
mod private_padding;
mod public_key;

use wasm_bindgen::prelude::*;

/// The names of the engines, fastest first.
#[wasm_bindgen]
pub fn engines() -> Vec<String> {
    rsa_variants::Engine::all().map(|engine| engine.name().to_owned()).collect()
}
