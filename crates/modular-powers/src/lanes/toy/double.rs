//! Small doubles: a sign, 5 bits of exponent and `STORED` bits of mantissa.

use core::cell::Cell;
use core::ops::{Add, Sub};

const EXPONENT_BITS: usize = 5;
const EXPONENT_BIAS: u64 = 15;

/// How operations round. The controls of the tests round in a wrong way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lanes) enum Rounding {
    /// To nearest; of two, to the even one.
    ToNearest,
    TowardsZero,
    /// To nearest, but in a multiply-add the product as well.
    Twice,
}

thread_local! {
    pub(in crate::lanes) static ROUNDING: Cell<Rounding> = const { Cell::new(Rounding::ToNearest) };
}

/// The bits of a double, or an integer of as many bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::lanes) struct Toy<const STORED: usize>(u16);

impl<const STORED: usize> Toy<STORED> {
    const SIGN: u16 = 1 << (STORED + EXPONENT_BITS);
    const HIDDEN: u16 = 1 << STORED;

    pub(in crate::lanes) const fn from_bits(bits: u64) -> Self {
        Self(bits as u16 & (2 * Self::SIGN - 1))
    }

    pub(in crate::lanes) const fn to_bits(self) -> u64 {
        self.0 as u64
    }

    pub(in crate::lanes) const fn power_of_two(exponent: usize) -> Self {
        Self::from_bits((EXPONENT_BIAS + exponent as u64) << STORED)
    }

    /// The value, which must be an integer: the kernel has no others.
    pub(in crate::lanes) fn value(self) -> i32 {
        let magnitude = self.0 & !Self::SIGN;
        if magnitude == 0 {
            return 0;
        }
        let mantissa = i32::from(magnitude & (Self::HIDDEN - 1) | Self::HIDDEN) << 15;
        // A mantissa times 2^15, by 2^(exponent − 15 − STORED).
        let shift = 30 + STORED as i32 - i32::from(magnitude >> STORED);
        assert!(mantissa & ((1 << shift) - 1) == 0, "{self:?} is not an integer");
        let value = mantissa >> shift;
        if self.0 & Self::SIGN == 0 { value } else { -value }
    }

    /// The nearest double; of two, the even one.
    pub(in crate::lanes) fn rounded(value: i32) -> Self {
        let mut magnitude = value.unsigned_abs();
        if magnitude == 0 {
            return Self::default();
        }
        let mut exponent = magnitude.ilog2();
        if exponent > STORED as u32 {
            let shift = exponent - STORED as u32;
            let half = 1 << (shift - 1);
            let is_odd = magnitude >> shift & 1;
            let up = if ROUNDING.get() == Rounding::TowardsZero { 0 } else { half - 1 + is_odd };
            magnitude = (magnitude + up) >> shift << shift;
            exponent = magnitude.ilog2();
        }
        assert!(exponent <= 15, "{value} is too large");
        let mantissa = (magnitude << STORED >> exponent) as u16 & (Self::HIDDEN - 1);
        let sign = if value < 0 { Self::SIGN } else { 0 };
        Self(sign | (EXPONENT_BIAS as u16 + exponent as u16) << STORED | mantissa)
    }

    pub(in crate::lanes) fn mul_add(self, factor: Self, addend: Self) -> Self {
        let product = self.value() * factor.value();
        let product = if ROUNDING.get() == Rounding::Twice { Self::rounded(product).value() } else { product };
        Self::rounded(product + addend.value())
    }
}

impl<const STORED: usize> Add for Toy<STORED> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::rounded(self.value() + other.value())
    }
}

impl<const STORED: usize> Sub for Toy<STORED> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::rounded(self.value() - other.value())
    }
}

#[cfg(feature = "fault-injection")]
impl<const STORED: usize> crate::fault::Corrupt for &mut [Toy<STORED>] {
    fn corrupt(&mut self, _: crate::fault::Fault) {
        unreachable!("no faults here");
    }
}
