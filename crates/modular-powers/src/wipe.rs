//! Overwriting secrets.

/// Overwrites values with zeros, in a way that the compiler keeps although nobody reads them.
///
/// zeroize's own way for vectors takes one volatile write after the other: 2 to 3 % of a short private operation. This fills
/// memory at once and then takes zeroize's barrier. The vectors here never shrink, so that nothing is left behind their
/// end.
pub(crate) fn wipe<T: Copy + Default>(values: &mut [T]) {
    values.fill(T::default());
    zeroize::optimization_barrier(values);
}
