//! Takes the place of `lanes/vector.rs`.

use crate::lanes::toy::double::Toy;

#[path = "../vector/portable.rs"]
mod portable;

pub(super) use super::MANTISSA_BITS;
pub(super) use portable::Vector;

pub(super) type Double = Toy<MANTISSA_BITS>;

pub(super) const COUNT_BITS: usize = 4;
pub(super) const ZERO: Double = Double::from_bits(0);

pub(super) fn bytes_of(doubles: &[Double]) -> &[u8] {
    unreachable!("no checksum is made of {} toys", doubles.len())
}

pub(super) const fn power_of_two(exponent: usize) -> Double {
    Double::power_of_two(exponent)
}

pub(super) fn to_double(integer: u64) -> Double {
    Double::rounded(integer as i32)
}

pub(super) fn from_double(double: Double) -> u64 {
    double.value() as u64
}
