//! Overwriting secrets.

/// Overwrites values with zeros. The compiler does not remove this, although nobody reads the zeros.
///
/// zeroize itself makes one volatile write after another for vectors, which takes 2 to 3 % of a short private
/// operation. This function fills memory at once and then uses zeroize's barrier. The vectors here never shrink, so
/// nothing remains after their end.
#[inline(never)] // Drops are everywhere: inlined, they would take 2 % of the WebAssembly.
pub(crate) fn wipe<T: Copy + Default>(values: &mut [T]) {
    values.fill(T::default());
    zeroize::optimization_barrier(values);
}
