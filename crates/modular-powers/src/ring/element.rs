//! One element, which its type tells to be a residue or a sum.

use core::fmt;

use crate::factor::{Residue, Sum};
#[cfg(lanes)]
use crate::lanes::Lane;

/// A residue in the form of a [`Ring`](super::Ring), which is wiped when it is dropped.
#[derive(Clone)]
pub struct Element(pub(super) Form);

/// Which of the two follows from the sequence of operations, not from the value.
#[derive(Clone)]
pub(super) enum Form {
    Residue(Number<Residue>),
    /// A sum or a difference: a factor of products, but not yet a term of another sum.
    Sum(Number<Sum>),
}

/// A [`Residue`] or a [`Sum`], on the ring's kernel.
#[derive(Clone, Default)]
pub(super) struct Number<T> {
    /// Without limbs if the lanes have the number.
    pub(super) scalar: T,
    #[cfg(lanes)]
    pub(super) lane: Lane,
}

impl<T: Default> Number<T> {
    pub(super) fn scalar(scalar: T) -> Self {
        Self {
            scalar,
            #[cfg(lanes)]
            lane: Lane::default(),
        }
    }

    #[cfg(lanes)]
    pub(super) fn lane(lane: Lane) -> Self {
        Self { scalar: T::default(), lane }
    }
}

/// Zero, without limbs: for a place that a ring's element takes later.
impl Default for Element {
    fn default() -> Self {
        Self(Form::Residue(Number::default()))
    }
}

/// Shows nothing, because the value may be secret.
impl fmt::Debug for Element {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Element").finish_non_exhaustive()
    }
}
