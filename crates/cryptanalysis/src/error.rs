//! What can go wrong.

use core::fmt;

/// Why a call was refused. Every variant carries the value and the limit that it met; [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Parameters or a key that the core refuses.
    Rsa(rsa_variants::Error),
    /// A key that this attack is not for; says why in one sentence.
    NotApplicable(String),
    /// An option of an attack outside its limits; names option, value and limits.
    Option(String),
    /// The progress callback ended it.
    Aborted,
}

impl Error {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rsa(error) => error.code(),
            Self::NotApplicable(_) => "attack-not-applicable",
            Self::Option(_) => "invalid-params",
            Self::Aborted => "aborted",
        }
    }

    /// The parameter that the error is about, by its name in the public interface, where it is a single one.
    pub fn parameter(&self) -> Option<&'static str> {
        if let Self::Rsa(error) = self { error.parameter() } else { None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rsa(error) => error.fmt(formatter),
            Self::NotApplicable(reason) | Self::Option(reason) => formatter.write_str(reason),
            Self::Aborted => formatter.write_str("the attack was cancelled"),
        }
    }
}

impl core::error::Error for Error {}

impl From<rsa_variants::Error> for Error {
    fn from(error: rsa_variants::Error) -> Self {
        Self::Rsa(error)
    }
}
