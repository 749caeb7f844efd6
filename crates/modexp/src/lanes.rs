//! Montgomery arithmetic on doubles, two lanes at a time: two numbers, or adjacent limbs of one.
//!
//! See `strip` for the product of limbs, `montgomery` for the reduction.

mod aligned;
mod modulus;
mod montgomery;
mod number;
mod power;
mod strip;
mod table;
mod vector;

pub(crate) use modulus::LaneModulus;
pub(crate) use montgomery::MAX_LIMBS;
pub(crate) use power::{Base, Power, powers};
pub(crate) use vector::multiply_add_is_fused;

#[cfg(test)]
mod tests;
