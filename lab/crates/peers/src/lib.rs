//! Arithmetic of other crates and of `modular_powers`, compiled with the same options into one WebAssembly module.
//! `npm run bench` measures it in browsers. Never published.
//!
//! Numbers are passed as big-endian bytes.

mod arithmetic;
mod powers;
mod rsa_key;

pub use powers::Powers;
pub use rsa_key::RsaKey;
