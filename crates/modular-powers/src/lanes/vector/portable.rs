//! Two doubles and the standard library's fused multiply-add.
//!
//! The kernel has no `array::map` and no `array::from_fn`: the compiler may leave them as functions, and those are not
//! compiled for fused multiply-add. In cargo's ordinary release build a pair of 1024 bits then took 1.9 times as long.

use core::hint::black_box;

use super::Double;

/// Two 64-bit lanes.
#[derive(Clone, Copy)]
pub(in crate::lanes) struct Vector([Double; 2]);

impl Vector {
    #[inline(always)]
    pub(in crate::lanes) fn splat(value: Double) -> Self {
        Self([value; 2])
    }

    #[inline(always)]
    pub(in crate::lanes) fn from_bits(bits: [u64; 2]) -> Self {
        Self([Double::from_bits(bits[0]), Double::from_bits(bits[1])])
    }

    #[inline(always)]
    pub(in crate::lanes) fn load(lanes: &[Double; 2]) -> Self {
        Self(*lanes)
    }

    #[inline(always)]
    pub(in crate::lanes) fn to_array(self) -> [Double; 2] {
        self.0
    }

    /// `self·factor + addend`, rounded once, to nearest.
    #[inline(always)]
    pub(in crate::lanes) fn multiply_add(self, factor: Self, addend: Self) -> Self {
        let [first, second] = self.0;
        Self([first.mul_add(factor.0[0], addend.0[0]), second.mul_add(factor.0[1], addend.0[1])])
    }

    #[inline(always)]
    pub(in crate::lanes) fn plus(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    #[inline(always)]
    pub(in crate::lanes) fn minus(self, other: Self) -> Self {
        Self([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }

    #[inline(always)]
    pub(in crate::lanes) fn wrapping_add(self, other: Self) -> Self {
        self.integers(other, u64::wrapping_add)
    }

    #[inline(always)]
    pub(in crate::lanes) fn wrapping_sub(self, other: Self) -> Self {
        self.integers(other, u64::wrapping_sub)
    }

    #[inline(always)]
    pub(in crate::lanes) fn and(self, other: Self) -> Self {
        self.integers(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(in crate::lanes) fn or(self, other: Self) -> Self {
        self.integers(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(in crate::lanes) fn shift_right<const BITS: u32>(self) -> Self {
        self.integers(self, |a, _| a >> BITS)
    }

    /// The first lane of this one, then the second of the other.
    #[inline(always)]
    pub(in crate::lanes) fn beside(self, other: Self) -> Self {
        Self([self.0[0], other.0[1]])
    }

    /// All ones in a lane where the bits are equal, otherwise zero. It does not branch, and requires that the top bits
    /// are equal. The compiler must not see that this is a mask, because it turns selections by masks into branches.
    #[inline(always)]
    pub(in crate::lanes) fn equals(self, other: Self) -> Self {
        self.integers(other, |a, b| black_box(((a ^ b).wrapping_sub(1) as i64 >> 63) as u64))
    }

    #[inline(always)]
    fn integers(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let first = operation(self.0[0].to_bits(), other.0[0].to_bits());
        Self::from_bits([first, operation(self.0[1].to_bits(), other.0[1].to_bits())])
    }

    #[cfg(test)]
    pub(in crate::lanes) fn to_bits(self) -> [u64; 2] {
        self.0.map(Double::to_bits)
    }
}
