//! xRSA: RSA with a modulus of several thousand bits on a device whose only fast unit is a narrower Montgomery multiplier
//! (Dang, Li, Chen, "xRSA: Construct Larger Bits RSA on Low-Cost Devices").
//!
//! The [`Device`] is a model: a unit that multiplies k bits, its memory, a controller with its own. The private operation is
//! written against the unit's operations alone (load, fetch, ⊕, ⊖, ⊗), step by step as the paper has it, in two domains:
//! integers `a`, and `a·R` in the Montgomery domain, where `a ⊗ b = a·b·R⁻¹`. `⊗ R²` leads into it, `⊗ 1` back. Every
//! operation is counted, every byte of both memories.
//!
//! * [`Device::decrypt_raw`], the paper's `rsa_private`, with its Algorithm 2 corrected; [`Mode`] says how much better it goes;
//! * [`Device::public_modulus`], its `rsa_get_public_key`;
//! * [`Device::generate_key`] and moduli of more than two primes, the two questions that the paper leaves open;
//! * [`Device::plan`], which counts without computing;
//! * [`software`], the naive method, and [`ModularMultiplication`], the paper's Table I.
//!
//! # Errors of the paper
//!
//! * Algorithm 2 squares where it must multiply by `s_1`: see [`Mode`] and `r_squared.rs`.
//! * Section III-D counts 12,304 ⊗: the conversion at the end of Algorithm 3, one of its 4,099, is counted once more for each
//!   prime. There are 12,302.
//! * Step 3 of Algorithm 1 subtracts `S_q`, which may be above p: it is made smaller first, by one ⊕.
//! * Equation 3 is proved from the primes' size; with Garner's formula `S ≤ N − 1` whatever they are.
//!
//! # Constant time
//!
//! With keys of one shape, the private operation's sequence of operations and the places of the unit's memory are the same
//! for every key and message: a test compares traces. The source of the model's own arithmetic has no branch and no index
//! that depends on a value. Plans, key checks and key generation are public or run in variable time.

/// The examples of the README, which doctests run.
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
