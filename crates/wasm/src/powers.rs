//! WebAssembly bindings of modular-powers, for the npm package of that name: only types and conversions.
//!
//! Integers are passed as unsigned big-endian bytes. Several of them are joined, each as long as the others. Errors are thrown
//! as an `Error` with a stable property `code`.

mod fixed_base;
mod modulus;
mod numbers;
mod primes;

pub use fixed_base::FixedBase;
pub use modulus::Modulus;
pub use numbers::{crt, invert};
pub use primes::{generate_prime, is_prime, is_safe};
