//! Takes the place of `lanes/vector.rs`.

#[path = "../vector/portable.rs"]
mod portable;

pub(super) use super::double::{COUNT_BITS, MANTISSA_BITS, Toy as Double, ZERO, from_double, power_of_two, to_double};
pub(super) use portable::Vector;
