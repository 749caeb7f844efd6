//! Points between two steps of a private operation where tests change values (`protection/faults.rs`). Without the
//! feature `fault-injection` they do nothing.

#[cfg(feature = "fault-injection")]
pub(crate) use modular_powers::fault::{point, stage};

/// The value, unchanged.
#[cfg(not(feature = "fault-injection"))]
#[inline(always)]
pub(crate) fn point<T>(_: &'static str, value: T) -> T {
    value
}

/// Names the stage that lasts until the result is dropped.
#[cfg(not(feature = "fault-injection"))]
#[inline(always)]
pub(crate) fn stage(_: &'static str) -> impl Drop {
    struct Nothing;
    impl Drop for Nothing {
        fn drop(&mut self) {}
    }
    Nothing
}
