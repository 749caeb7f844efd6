//! Attacks that run. Each takes public numbers and says in its documentation which keys fall to it, at what cost, and who
//! found it; what does not fit is refused with [`Error`](crate::Error) before any work.
//!
//! | attack | falls to it | cost |
//! | --- | --- | --- |
//! | [`small_crt_exponents`] | two primes, short d_p and d_q, e well below N: Schemes A and B | one lattice reduction |
//! | [`small_private_exponent`] | d shorter than a quarter of N, and d_p = d_q as short | a continued fraction |
//! | [`common_modulus`] | one unpadded message under two exponents of one modulus; a modulus with several owners | two powers |
//! | [`fault`] | an operation with the Chinese remainder theorem of which one share is wrong | one power |

pub mod common_modulus;
pub mod fault;
mod fresh_key;
mod lattice;
mod power;
mod quadratic;
pub mod small_crt_exponents;
pub mod small_private_exponent;
