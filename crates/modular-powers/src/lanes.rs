//! Montgomery arithmetic on doubles, two lanes at a time: two numbers, or the halves of one.
//!
//! See `strip` for the product of limbs, `montgomery` for the reduction.

mod aligned;
mod carry;
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
mod square;
mod starts;
mod strip;
mod table;
mod vector;

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

/// Whether this is fast and runs in constant time here: the multiply-add must be fused, and an instruction rather than
/// a call. Tests accept the call, which checks the same source.
pub(crate) fn are_available() -> bool {
    (cfg!(test) || fused::is_present()) && vector::multiply_add_is_fused()
}

#[cfg(test)]
mod proofs;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
