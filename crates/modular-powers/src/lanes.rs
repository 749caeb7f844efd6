//! Montgomery arithmetic on doubles, two lanes at a time: two numbers, or the halves of one.
//!
//! There are two ways to multiply limbs in doubles. Only the target decides (`cfg(short_limbs)`, set in `build.rs`), and all other
//! modules are the same for both; tests compile the kernel with each.
//!
//! | module | limbs | where |
//! | --- | --- | --- |
//! | `split_sums` | 50 bits: a product is the sum of two doubles | where there is a fused multiply-add |
//! | `exact_sums` | 25 bits: a product is one double | in WebAssembly with SIMD, but without relaxed SIMD |
//!
//! See `strip` for the product of numbers, `montgomery` for the reduction.

mod aligned;
mod carry;
#[cfg(short_limbs)]
mod exact_sums;
mod fermat;
mod form;
mod fused;
mod linked;
mod lucas;
mod modulus;
mod montgomery;
mod number;
mod pair;
mod power;
mod reduction;
mod residues;
#[cfg(not(short_limbs))]
mod split_sums;
mod square;
mod starts;
mod strip;
mod table;
mod vector;

#[cfg(short_limbs)]
use exact_sums as sums;
#[cfg(not(short_limbs))]
use split_sums as sums;

pub(crate) use fermat::fermat_base_two_vartime;
pub(crate) use form::LaneForm;
pub(crate) use lucas::lucas_ladder_vartime;
pub(crate) use modulus::{LaneFactor, LaneModulus};
pub(crate) use montgomery::{LONGEST_EXPONENT, MAX_LIMBS};
pub(crate) use number::LIMB_BITS;
pub(crate) use pair::{InLanes, PairedModulus, TwoResidues};
pub(crate) use power::{Base, Power, power, powers, public_power};
pub(crate) use residues::{Lane, LaneResidues, Lanes};
pub(crate) use square::SquareArithmetic;
pub(crate) use table::Table;

/// Whether this is fast and runs in constant time here: for long limbs the multiply-add must be fused, and an instruction
/// rather than a call. Tests accept the call, which checks the same source.
pub(crate) fn are_available() -> bool {
    cfg!(short_limbs) || (cfg!(test) || fused::is_present()) && vector::multiply_add_is_fused()
}

#[cfg(test)]
mod other_limbs;
#[cfg(all(test, not(short_limbs)))]
mod proofs;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
