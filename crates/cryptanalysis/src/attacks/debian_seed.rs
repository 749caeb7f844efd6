//! WIP
#![allow(missing_docs, dead_code)]

mod generator;
mod search;

use core::ops::ControlFlow;
use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;
pub use self::generator::Architecture;
pub use self::search::Program;
use self::search::Search;

#[cfg(test)]
mod tests;
