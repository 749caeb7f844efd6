//! Doubles of 11 bits: a sign, 5 bits of exponent and 5 bits of mantissa.

use core::cell::Cell;
use core::ops::{Add, Sub};

pub(in crate::lanes) const MANTISSA_BITS: usize = 5;
pub(in crate::lanes) const COUNT_BITS: usize = 4;
const EXPONENT_BIAS: u64 = 15;
const SIGN: u16 = 1 << 10;

thread_local! {
    /// Whether operations round to nearest. The control of the tests rounds towards zero.
    pub(in crate::lanes) static TO_NEAREST: Cell<bool> = const { Cell::new(true) };
}

/// The bits of a double, or an integer modulo `2^11`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::lanes) struct Toy(u16);

pub(in crate::lanes) const ZERO: Toy = Toy(0);

pub(in crate::lanes) const fn power_of_two(exponent: usize) -> Toy {
    Toy::from_bits((EXPONENT_BIAS + exponent as u64) << MANTISSA_BITS)
}

pub(in crate::lanes) fn to_double(integer: u64) -> Toy {
    Toy::rounded(integer as i32)
}

pub(in crate::lanes) fn from_double(double: Toy) -> u64 {
    double.value() as u64
}

impl Toy {
    pub(in crate::lanes) const fn from_bits(bits: u64) -> Self {
        Self(bits as u16 & 0x7ff)
    }

    pub(in crate::lanes) const fn to_bits(self) -> u64 {
        self.0 as u64
    }

    /// The value, which must be an integer: the kernel has no others.
    fn value(self) -> i32 {
        let magnitude = self.0 & !SIGN;
        if magnitude == 0 {
            return 0;
        }
        let mantissa = i32::from(magnitude & 31 | 32) << 10;
        let shift = 30 - i32::from(magnitude >> MANTISSA_BITS); // 2^(exponent − 15 − 5), of a mantissa times 2^10
        assert!(mantissa & ((1 << shift) - 1) == 0, "{self:?} is not an integer");
        let value = mantissa >> shift;
        if self.0 & SIGN == 0 { value } else { -value }
    }

    /// The nearest double; of two, the even one.
    fn rounded(value: i32) -> Self {
        let mut magnitude = value.unsigned_abs();
        if magnitude == 0 {
            return ZERO;
        }
        let mut exponent = magnitude.ilog2();
        if exponent > MANTISSA_BITS as u32 {
            let shift = exponent - MANTISSA_BITS as u32;
            let half = 1 << (shift - 1);
            let is_odd = magnitude >> shift & 1;
            let up = if TO_NEAREST.get() { half - 1 + is_odd } else { 0 };
            magnitude = (magnitude + up) >> shift << shift;
            exponent = magnitude.ilog2();
        }
        let mantissa = (u64::from(magnitude) << MANTISSA_BITS >> exponent) & 31;
        let sign = if value < 0 { u64::from(SIGN) } else { 0 };
        assert!(exponent <= 15, "{value} is too large");
        Self::from_bits(sign | (EXPONENT_BIAS + u64::from(exponent)) << MANTISSA_BITS | mantissa)
    }

    pub(in crate::lanes) fn mul_add(self, factor: Self, addend: Self) -> Self {
        Self::rounded(self.value() * factor.value() + addend.value())
    }
}

impl Add for Toy {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::rounded(self.value() + other.value())
    }
}

impl Sub for Toy {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::rounded(self.value() - other.value())
    }
}

#[cfg(feature = "fault-injection")]
impl crate::fault::Corrupt for &mut [Toy] {
    fn corrupt(&mut self, _: crate::fault::Fault) {
        unreachable!("no faults here");
    }
}
