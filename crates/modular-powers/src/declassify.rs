//! Marks values that are no longer secret.

/// Marks a value as public although it follows from secrets, such as whether a padding is valid. From here on, branches
/// may depend on it.
///
/// Returns the value itself and costs nothing. If compiled with `--cfg ctgrind`, it informs valgrind, which reports
/// every other branch and index that depends on a secret (`node lab/ctgrind.mjs`).
#[inline(always)]
pub fn declassify<T: Copy>(value: T) -> T {
    #[cfg(ctgrind)]
    let value = ctgrind::declassify(value);
    value
}
