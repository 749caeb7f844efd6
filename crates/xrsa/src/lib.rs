//! xRSA: RSA with a modulus of several thousand bits on a device whose only fast unit is a narrower Montgomery multiplier
//! (Dang, Li, Chen, "xRSA: Construct Larger Bits RSA on Low-Cost Devices").
//!
//! The [`Device`] is a model of a multiplier unit of k bits with its own memory, and of a controller with its own. The private
//! operation uses only the unit's operations (load, fetch, ⊕, ⊖, ⊗) and follows the paper step by step. It works in two domains:
//! integers `a`, and `a·R` in the Montgomery domain, where `a ⊗ b = a·b·R⁻¹`. `⊗ R²` leads into the Montgomery domain, and `⊗ 1`
//! leads back. The model counts every operation, and every byte of both memories.
//!
//! * [`Device::decrypt_raw`] is the paper's `rsa_private`, with its Algorithm 2 corrected. [`Mode`] lists faster ways.
//! * [`Device::public_modulus`] is its `rsa_get_public_key`.
//! * [`Device::generate_key`] and moduli of more than two primes answer the two questions that the paper leaves open.
//! * [`Device::plan`] counts without computing.
//! * [`software`] is the naive method, and [`ModularMultiplication`] is for the paper's Table I.
//!
//! # Errors of the paper
//!
//! * Algorithm 2 squares where it must multiply by `s_1`: see [`Mode`] and `r_squared.rs`.
//! * Section III-D counts 12,304 ⊗. It counts the conversion at the end of Algorithm 3, one of its 4,099, twice for each prime.
//!   The right number is 12,302.
//! * Step 3 of Algorithm 1 subtracts `S_q`, which may be above p. Here one ⊕ reduces it first.
//! * Equation 3 is proved from the size of the primes, but with Garner's formula `S ≤ N − 1` whatever their size.
//!
//! # Constant time
//!
//! For keys of one shape, the private operation uses the same sequence of operations and the same places in the unit's memory for
//! every key and message: a test compares traces. The source of the model's own arithmetic has no branch and no index that
//! depends on a value. Plans, key checks and key generation work on public data or run in variable time.

/// Runs the examples of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod device;
mod error;
mod exponentiation;
mod generate;
mod key;
mod machine;
mod memory;
mod mode;
mod modular_multiplication;
mod montgomery;
mod private_operation;
mod product;
mod r_squared;
mod reduction;
mod report;
pub mod software;
mod words;

pub use device::{Decryption, Device, DeviceOptions, MULTIPLIER_LENGTHS};
pub use error::Error;
pub use generate::GenerateParams;
pub use key::{Key, Shape};
pub use memory::Memory;
pub use mode::{Mode, WINDOW_WIDTHS};
pub use modular_multiplication::{ModularMultiplication, Way};
pub use report::{
    Counts, Domain, Event, MOST_TRACED_BITS, Operation, Progress, Report, Section, Step, TraceLevel, TracedNumber,
};
