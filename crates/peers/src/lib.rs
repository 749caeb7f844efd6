//! Arithmetic of other crates beside that of `modular_powers`, compiled alike into one WebAssembly module: the peers that
//! `npm run bench` measures in browsers. Never published.
//!
//! Numbers cross as big-endian bytes.

mod arithmetic;
mod powers;
mod rsa_key;

pub use powers::Powers;
pub use rsa_key::RsaKey;
