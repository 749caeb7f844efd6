//! What can go wrong.

use core::fmt;
use core::ops::RangeInclusive;

/// Why a call was refused. Every variant carries the value and the limit that it met; [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Parameters or a key that the core refuses.
    Rsa(rsa_variants::Error),
    /// A key that this attack is not for; says why in one sentence.
    NotApplicable(String),
    /// An option of an attack, or a parameter of a key for it, outside its limits.
    Option {
        /// Its name.
        parameter: &'static str,
        /// Its value and the limits, as the sentence that its name begins.
        problem: String,
    },
    /// The progress callback ended it.
    Aborted,
}

impl Error {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rsa(error) => error.code(),
            Self::NotApplicable(_) => "attack-not-applicable",
            Self::Option { .. } => "invalid-params",
            Self::Aborted => "aborted",
        }
    }

    /// The parameter that the error is about, by its name in Rust, where it is a single one.
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::Rsa(error) => error.parameter(),
            Self::Option { parameter, .. } => Some(parameter),
            Self::NotApplicable(_) | Self::Aborted => None,
        }
    }

    /// What is wrong with [`Error::parameter`]: the message without the name that it begins with, for programs that have a name
    /// of their own for it. `None` for messages that do not begin with the name.
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Rsa(error) => error.problem(),
            Self::Option { problem, .. } => Some(problem.clone()),
            Self::NotApplicable(_) | Self::Aborted => None,
        }
    }

    /// An option outside its limits; `problem` follows its name in the message.
    pub(crate) fn option(parameter: &'static str, problem: impl Into<String>) -> Self {
        Self::Option { parameter, problem: problem.into() }
    }

    /// The value, if it is within the limits; `unit` is `" bits"`, or empty for a count.
    pub(crate) fn in_range(
        parameter: &'static str,
        unit: &str,
        value: usize,
        limits: RangeInclusive<usize>,
    ) -> Result<usize, Self> {
        let (least, most) = (limits.start(), limits.end());
        let problem = || format!("is {value}{unit}, but must be from {least} to {most}{unit}");
        if limits.contains(&value) { Ok(value) } else { Err(Self::option(parameter, problem())) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rsa(error) => error.fmt(formatter),
            Self::NotApplicable(reason) => formatter.write_str(reason),
            Self::Option { parameter, problem } => write!(formatter, "{parameter} {problem}"),
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
