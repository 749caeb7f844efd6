//! Two 64-bit lanes with a multiply-add: `v128` in WebAssembly, a pair of doubles elsewhere.
//!
//! Lanes hold doubles or 64-bit integers, depending on the operation. The portable version computes the same bits, so
//! its tests are valid for both.

#[cfg(not(target_arch = "wasm32"))]
mod portable;
#[cfg(target_arch = "wasm32")]
mod simd128;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use portable::Vector;
#[cfg(target_arch = "wasm32")]
pub(super) use simd128::Vector;

/// The number type of the kernel. `toy` puts a smaller one in its place.
pub(super) type Double = f64;

/// The bits of a mantissa that are stored.
pub(super) const MANTISSA_BITS: usize = 52;
/// Columns can hold the products of fewer than `2^COUNT_BITS` limbs, because their words have 64 bits.
pub(super) const COUNT_BITS: usize = 62 - MANTISSA_BITS;
pub(super) const ZERO: Double = 0.0;

/// The bytes of doubles in memory.
pub(super) fn bytes_of(doubles: &[Double]) -> &[u8] {
    bytemuck::cast_slice(doubles)
}

/// `2^exponent`
pub(super) const fn power_of_two(exponent: usize) -> Double {
    Double::from_bits((1023 + exponent as u64) << MANTISSA_BITS)
}

/// A double with the value of an integer below `2^53`.
#[inline(always)]
pub(super) fn to_double(integer: u64) -> Double {
    integer as Double
}

/// The value of a double that is an integer below `2^53`.
#[inline(always)]
pub(super) fn from_double(double: Double) -> u64 {
    double as u64
}

/// Whether the multiply-add is fused here, which relaxed SIMD leaves to the processor.
///
/// `(1 + 2⁻³⁰)·(1 − 2⁻³⁰) − 1` is `−2⁻⁶⁰`. If the product is rounded first, the result is 0.
pub(super) fn multiply_add_is_fused() -> bool {
    let small = f64::from_bits((1023 - 30) << 52);
    // Hide the values from the compiler, so that it cannot compute the result in advance.
    let [above, below, minus_one] = core::hint::black_box([1.0 + small, 1.0 - small, -1.0]);
    let sum = Vector::splat(above).multiply_add(Vector::splat(below), Vector::splat(minus_one));
    sum.to_array() == [-small * small; 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_portable_multiply_add_is_fused() {
        assert!(multiply_add_is_fused());
    }

    #[test]
    fn lanes_do_not_mix() {
        let (a, b) = (Vector::load(&[1.0, 2.0]), Vector::load(&[3.0, 5.0]));
        assert_eq!(a.multiply_add(b, b).to_array(), [6.0, 15.0]);
        assert_eq!(a.plus(b).to_array(), [4.0, 7.0]);
        assert_eq!(b.minus(a).to_array(), [2.0, 3.0]);
        assert_eq!(a.beside(b).to_array(), [1.0, 5.0]);
        assert_eq!(a.equals(Vector::load(&[1.0, 0.0])).and(b).to_array(), [3.0, 0.0]);
    }

    #[test]
    fn integer_operations_wrap() {
        let (a, b) = (Vector::from_bits([u64::MAX, 6]), Vector::from_bits([2, 3]));
        assert_eq!(a.wrapping_add(b).to_bits(), [1, 9]);
        assert_eq!(b.wrapping_sub(a).to_bits(), [3, u64::MAX - 2]);
        assert_eq!((a.and(b).to_bits(), a.or(b).to_bits()), ([2, 2], [u64::MAX, 7]));
        assert_eq!(a.shift_right::<1>().to_bits(), [u64::MAX >> 1, 3]);
    }
}
