//! How close to practice an attack that breaks a key is.

rsa_variants::named! {
    /// How close to practice an attack with the verdict "broken" is. A formula or an asymptotic bound can break parameters that
    /// nobody has ever factored; this distinguishes the two cases.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Reach {
        /// An attack or a check of this crate breaks the key, in minutes at most.
        Here = "here",
        /// Others have broken keys of this size, or published tools do so within days.
        Practical = "practical",
        /// Only a formula or an asymptotic limit says so; nobody is known to have run the attack at this size.
        Theory = "theory",
    }
}

impl Reach {
    /// That of an attack on a number of this length in bits, if one of this crate and a known one reach up to these lengths.
    pub(crate) fn of_length(bits: usize, here: usize, known: usize) -> Self {
        match bits {
            _ if bits <= here => Self::Here,
            _ if bits <= known => Self::Practical,
            _ => Self::Theory,
        }
    }
}
