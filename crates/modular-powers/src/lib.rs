//! Modular exponentiation: interchangeable engines, two of them constant-time, compute sets of independent powers
//! `base^exponent mod modulus` for odd moduli. Prime generation builds on them.
//!
//! ```
//! use modular_powers::Modulus;
//! use num_bigint::BigUint;
//!
//! let modulus = Modulus::new(&BigUint::from(3233u32))?;
//! assert_eq!(modulus.pow(&BigUint::from(65u32), &BigUint::from(17u32)), BigUint::from(2790u32));
//! # Ok::<(), modular_powers::ModulusError>(())
//! ```
//!
//! The crate does not know RSA. Its main types and modules are:
//!
//! * [`Modulus`]: an odd modulus, prepared once, with powers of `BigUint`s and arithmetic at a fixed width;
//! * [`FixedBase`]: a table for many powers of one base; [`product_pow_vartime`]: products of powers;
//! * [`SquareModulus`]: powers with public exponents modulo a square, as in Paillier's scheme;
//! * [`Exponent`]: a secret or a public exponent;
//! * [`Engine`]: runs a *set* of [`Exponentiation`]s, because some engines compute several at once;
//! * [`Natural`]: a natural number of fixed width, for all values that go in and come out of an engine;
//! * [`Ring`]: sums, products and squares of secret or public residues in the form of the fastest kernel;
//! * [`Residues`] and [`PairedResidues`]: in-place arithmetic modulo a public number, for long computations other than
//!   exponentiations, on one residue or two at a time;
//! * [`Checksum`]: detects that something prepared has changed in memory;
//! * [`prime`]: random primes and primality tests; [`jacobi_vartime`]: the Jacobi symbol; [`crt_vartime`]: the Chinese
//!   remainder theorem; [`random`]: uniform random numbers.
//!
//! # Constant time
//!
//! [`Natural`], [`Modulus`], [`Ring`], [`FixedBase`] and the engines [`Engine::Lanes`] and [`Engine::Scalar`] have no branch, memory
//! index or length that depends on a value; lengths (of moduli, and the declared lengths of secret exponents) are public.
//! A `BigUint` has no leading zeros, so calls that take or return one also reveal how many words it has. Other
//! exceptions have `_vartime` in their names or are documented: public exponents, the engine [`Engine::NumBigint`], the
//! preparation of a modulus, and prime generation, which rejects candidates. This is a claim about the source, not
//! about what compilers make of it. `Lanes` also relies on additions and multiplications of normal doubles taking the
//! same time for all values.

/// Runs the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod checksum;
mod comb;
mod crt;
mod declassify;
mod engine;
mod exponent;
mod factor;
#[doc(hidden)]
pub mod fault;
mod fixed_base;
mod inverse;
mod jacobi;
#[cfg(lanes)]
mod lanes;
mod modulus;
mod montgomery;
mod natural;
mod pow;
mod power_error;
pub mod prime;
mod product;
mod public_power;
pub mod random;
mod residues;
mod ring;
mod several;
mod square_modulus;
#[cfg(test)]
mod testing;
mod window;
mod wipe;

pub use checksum::Checksum;
pub use crt::{CrtError, crt_vartime};
pub use declassify::declassify;
pub use engine::{Engine, Exponentiation};
pub use exponent::Exponent;
pub use fixed_base::FixedBase;
pub use inverse::inverse_vartime;
pub use jacobi::jacobi_vartime;
pub use modulus::{Modulus, ModulusError, MontgomeryForm};
pub use natural::Natural;
pub use power_error::PowerError;
pub use product::product_pow_vartime;
pub use residues::{Factor, Pair, PairedResidues, Residue, Residues, Sum};
pub use ring::{Element, Ring};
pub use square_modulus::SquareModulus;
