//! One residue.

use core::fmt;

#[cfg(lanes)]
use crate::lanes::Lane;
use crate::montgomery::Limb;
use crate::wipe::wipe;

/// A residue in the form of a [`Ring`](super::Ring), which is wiped when it is dropped.
#[derive(Clone, Default)]
pub struct Element {
    /// Empty if the lanes have the number.
    pub(super) limbs: Vec<Limb>,
    #[cfg(lanes)]
    pub(super) number: Lane,
    /// Whether it is a sum or a difference: a factor of products, but not yet a term of another sum. This follows from the
    /// sequence of operations, not from the value.
    pub(super) is_sum: bool,
}

impl Element {
    pub(super) fn scalar(limbs: Vec<Limb>, is_sum: bool) -> Self {
        Self {
            limbs,
            #[cfg(lanes)]
            number: Lane::default(),
            is_sum,
        }
    }

    #[cfg(lanes)]
    pub(super) fn lanes(number: Lane, is_sum: bool) -> Self {
        Self { limbs: Vec::new(), number, is_sum }
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        wipe(&mut self.limbs);
    }
}

/// Shows nothing, because the value may be secret.
impl fmt::Debug for Element {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Element").finish_non_exhaustive()
    }
}
