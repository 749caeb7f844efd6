//! Chooses which code is compiled. Only the target decides.
//!
//! * `cfg(lanes)`: the engine `lanes`, everywhere except in WebAssembly without SIMD;
//! * `cfg(short_limbs)`: the lanes multiply short limbs, in WebAssembly without relaxed SIMD, where a fused multiply-add would
//!   take about a hundred instructions. Other targets can have it for tests, with `--cfg short_limbs`;
//! * `cfg(fma_at_run_time)`: the program detects at run time whether its processor has fused multiply-add;
//! * `cfg(wide)`: Montgomery arithmetic with 64-bit limbs, on targets where a product of two words is one instruction:
//!   those with 64-bit registers, and WebAssembly with wide arithmetic. Tests can do without it, with `--cfg narrow_limbs`.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(lanes, short_limbs, narrow_limbs, fma_at_run_time, wide, without_num_bigint)");
    let architecture = var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let is_wasm = architecture.starts_with("wasm");
    let has_64_bits = var("CARGO_CFG_TARGET_POINTER_WIDTH").is_ok_and(|width| width == "64");
    if !is_wasm || architecture == "wasm32" && has_feature("simd128") {
        println!("cargo::rustc-cfg=lanes");
    }
    if is_wasm && !has_feature("relaxed-simd") {
        println!("cargo::rustc-cfg=short_limbs");
    }
    if architecture == "x86_64" && !has_feature("fma") {
        println!("cargo::rustc-cfg=fma_at_run_time");
    }
    if if is_wasm { has_feature("wide-arithmetic") } else { has_64_bits && var("CARGO_CFG_NARROW_LIMBS").is_err() } {
        println!("cargo::rustc-cfg=wide");
    }
}

/// Whether the build turns on a target feature. The stable compiler does not list unstable features, but flags may
/// still turn them on.
fn has_feature(name: &str) -> bool {
    let listed = var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let in_flags = flags.split(['\x1f', ',', '=']).any(|flag| flag.strip_prefix('+') == Some(name));
    in_flags || listed.split(',').any(|feature| feature == name)
}
