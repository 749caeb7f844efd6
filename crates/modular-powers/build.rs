//! Sets `cfg(lanes)` where the engine `lanes` is compiled: everywhere but in WebAssembly without relaxed SIMD, where a
//! fused multiply-add would be software of a hundred instructions. Sets `cfg(fma_at_run_time)` where a program finds out when it
//! runs whether its processor has the instruction.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(lanes, fma_at_run_time)");
    let architecture = var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let is_wasm = architecture == "wasm32";
    let features = var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has = |name: &str| features.split(',').any(|feature| feature == name);
    if !is_wasm || has("relaxed-simd") {
        println!("cargo::rustc-cfg=lanes");
    }
    if architecture == "x86_64" && !has("fma") {
        println!("cargo::rustc-cfg=fma_at_run_time");
    }
}
