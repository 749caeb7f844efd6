//! The kernel with the limbs that this target does not use, for the same tests.

#![allow(dead_code, unused_imports, clippy::duplicate_mod)]

#[path = "carry.rs"]
mod carry;
#[path = "modulus.rs"]
mod modulus;
#[path = "montgomery.rs"]
mod montgomery;
#[path = "number.rs"]
mod number;
#[path = "reduction.rs"]
mod reduction;
#[path = "starts.rs"]
mod starts;
#[path = "strip.rs"]
mod strip;
#[cfg(not(short_limbs))]
#[path = "exact_sums.rs"]
mod sums;
#[cfg(short_limbs)]
#[path = "split_sums.rs"]
mod sums;
#[path = "tests.rs"]
mod tests;

use super::{aligned, fused, vector};
