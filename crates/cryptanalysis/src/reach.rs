//! How close to practice an attack that breaks a key is.

/// Who can carry out an attack whose verdict is "broken". A formula or an asymptotic bound can break parameters that nobody has
/// ever factored; this tells the two cases apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reach {
    /// An attack or a check of this crate does it, in at most minutes.
    Here,
    /// Others have done it at this size, or published tools do it within days.
    Practical,
    /// A formula or the limit of growing lattices says so; no run at this size is known.
    Theory,
}

impl Reach {
    /// Its name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Practical => "practical",
            Self::Theory => "theory",
        }
    }
}
