//! Sets `cfg(lanes)` where the engine `lanes` is compiled: everywhere but in WebAssembly without relaxed SIMD, where a
//! fused multiply-add would be software of a hundred instructions.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(lanes)");
    let is_wasm = var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32");
    let features = var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    if !is_wasm || features.split(',').any(|feature| feature == "relaxed-simd") {
        println!("cargo::rustc-cfg=lanes");
    }
}
