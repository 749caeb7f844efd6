//! Modular exponentiation: sets of independent powers `base^exponent mod modulus` for odd moduli, computed by
//! interchangeable engines, and the prime generation that rests on them.
//!
//! The crate knows no RSA. What a caller needs is:
//!
//! * [`Modulus`]: an odd modulus, prepared once, with modular arithmetic at a fixed width;
//! * [`Exponent`]: an exponent that says whether its value is secret;
//! * [`Engine`]: runs a *set* of [`Exponentiation`]s, so that an engine which can do several at once may do so;
//! * [`Natural`]: a natural number of fixed width, the form in which values travel;
//! * [`Residues`]: arithmetic in place modulo a public number, for long computations that are no exponentiations;
//! * [`prime`]: random primes and primality tests, [`random`]: uniform numbers.
//!
//! ```
//! use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
//! use num_bigint::BigUint;
//!
//! let modulus = Modulus::new(&BigUint::from(3233u32))?;
//! let base = Natural::from_biguint(&BigUint::from(65u32), 32);
//! let exponent = Exponent::public(&BigUint::from(17u32));
//! let powers = Engine::default().exponentiate(&[Exponentiation { base: &base, exponent: &exponent, modulus: &modulus }]);
//! assert_eq!(powers[0].to_biguint(), BigUint::from(2790u32));
//! # Ok::<(), modular_powers::ModulusError>(())
//! ```
//!
//! # Constant time
//!
//! [`Natural`], [`Modulus`] and the engines [`Engine::Lanes`] and [`Engine::Scalar`] have no branch, memory index or length
//! that depends on a value; lengths (of moduli, and of secret exponents as declared) are public. Exceptions carry
//! `_vartime` in their name or are said at the item: a public exponent, the engine [`Engine::NumBigint`], the preparation
//! of a modulus, and prime generation, which rejects candidates. The claim is about this source, not about what compilers
//! make of it; `Lanes` relies besides on additions and multiplications of normal doubles taking the same time whatever
//! they hold.

/// The examples of the README, which doctests run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod declassify;
mod engine;
mod exponent;
#[doc(hidden)]
pub mod fault;
#[cfg(lanes)]
mod lanes;
mod modulus;
mod montgomery;
mod natural;
pub mod prime;
mod public_power;
pub mod random;
mod residues;
mod window;
mod wipe;

pub use declassify::declassify;
pub use engine::{Engine, Exponentiation};
pub use exponent::Exponent;
pub use modulus::{Modulus, ModulusError, MontgomeryForm};
pub use natural::Natural;
pub use residues::{Factor, Residue, Residues, Sum};
