//! WebAssembly's `v128`. Every operation is one instruction, except a multiply-add without relaxed SIMD. Loads and stores of two doubles become `v128.load` and
//! `v128.store`, so no unsafe code is needed.

#[cfg(short_limbs)]
use core::arch::wasm32::f64x2_mul;
#[cfg(not(short_limbs))]
use core::arch::wasm32::f64x2_relaxed_madd;
use core::arch::wasm32::{
    f64x2, f64x2_add, f64x2_extract_lane, f64x2_splat, f64x2_sub, i64x2_add, i64x2_eq, i64x2_shuffle, i64x2_sub, u64x2,
    u64x2_shr, v128, v128_and, v128_or,
};

/// Two 64-bit lanes.
#[derive(Clone, Copy)]
pub(in crate::lanes) struct Vector(v128);

impl Vector {
    #[inline(always)]
    pub(in crate::lanes) fn splat(value: f64) -> Self {
        Self(f64x2_splat(value))
    }

    #[inline(always)]
    pub(in crate::lanes) fn from_bits([first, second]: [u64; 2]) -> Self {
        Self(u64x2(first, second))
    }

    #[inline(always)]
    pub(in crate::lanes) fn load(lanes: &[f64; 2]) -> Self {
        Self(f64x2(lanes[0], lanes[1]))
    }

    #[inline(always)]
    pub(in crate::lanes) fn to_array(self) -> [f64; 2] {
        [f64x2_extract_lane::<0>(self.0), f64x2_extract_lane::<1>(self.0)]
    }

    /// `self·factor + addend`. With short limbs the product is rounded as well, if it is not exact.
    #[cfg(short_limbs)]
    #[inline(always)]
    pub(in crate::lanes) fn multiply_add(self, factor: Self, addend: Self) -> Self {
        Self(f64x2_add(f64x2_mul(self.0, factor.0), addend.0))
    }

    /// `self·factor + addend`, rounded once, to nearest, if `multiply_add_is_fused`.
    #[cfg(not(short_limbs))]
    #[inline(always)]
    pub(in crate::lanes) fn multiply_add(self, factor: Self, addend: Self) -> Self {
        Self(f64x2_relaxed_madd(self.0, factor.0, addend.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn plus(self, other: Self) -> Self {
        Self(f64x2_add(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn minus(self, other: Self) -> Self {
        Self(f64x2_sub(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn wrapping_add(self, other: Self) -> Self {
        Self(i64x2_add(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn wrapping_sub(self, other: Self) -> Self {
        Self(i64x2_sub(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::lanes) fn shift_right<const BITS: u32>(self) -> Self {
        Self(u64x2_shr(self.0, BITS))
    }

    /// The first lane of this one, then the second of the other.
    #[inline(always)]
    pub(in crate::lanes) fn beside(self, other: Self) -> Self {
        Self(i64x2_shuffle::<0, 3>(self.0, other.0))
    }

    /// All ones in a lane where the bits are equal, otherwise zero.
    #[inline(always)]
    pub(in crate::lanes) fn equals(self, other: Self) -> Self {
        Self(i64x2_eq(self.0, other.0))
    }
}
