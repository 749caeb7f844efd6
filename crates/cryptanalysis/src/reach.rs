//! How close to practice an attack that breaks a key is.

/// How close to practice an attack with the verdict "broken" is. A formula or an asymptotic bound can break parameters that
/// nobody has ever factored; this distinguishes the two cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reach {
    /// An attack or a check of this crate breaks the key, in minutes at most.
    Here,
    /// Others have broken keys of this size, or published tools do so within days.
    Practical,
    /// Only a formula or an asymptotic limit says so; nobody is known to have run the attack at this size.
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
