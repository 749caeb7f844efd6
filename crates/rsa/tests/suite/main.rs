//! Tests of the crate's public interface.

mod batch;
mod common_modulus;
mod components;
mod containers;
mod der_tree;
mod encoding;
mod foreign;
mod keys;
mod mutations;
mod openssh;
mod padding;
mod reading;
mod refusals;
#[cfg(feature = "serde")]
mod serialization;
mod stuck;
mod threads;
#[cfg(feature = "traits")]
mod traits;
mod unbalanced;
mod variants;
mod vectors;
