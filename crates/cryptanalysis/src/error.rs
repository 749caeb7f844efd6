//! Errors of this crate.

use core::fmt;
use core::ops::RangeInclusive;

use modular_powers::prime::SearchError;
use modular_powers::random::StuckGenerator;
use rsa_variants::codes;

/// Why a call failed. Where a limit is exceeded, the error contains the value and the limit. [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// `rsa-variants` refuses the parameters or the key.
    Rsa(rsa_variants::Error),
    /// The attack does not apply to this key. The text says why.
    NotApplicable(String),
    /// An option of an attack, or a parameter of its example key, is outside its limits.
    Option {
        /// Its name.
        parameter: &'static str,
        /// Its value and the limits: the rest of the sentence that begins with the name.
        problem: String,
    },
    /// The progress callback canceled the attack.
    Aborted,
}

impl Error {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rsa(error) => error.code(),
            Self::NotApplicable(_) => codes::ATTACK_NOT_APPLICABLE,
            Self::Option { .. } => codes::INVALID_PARAMS,
            Self::Aborted => codes::ABORTED,
        }
    }

    /// The name in Rust of the parameter that the error is about, if it is about a single one.
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::Rsa(error) => error.parameter(),
            Self::Option { parameter, .. } => Some(parameter),
            Self::NotApplicable(_) | Self::Aborted => None,
        }
    }

    /// The message without the leading name of [`Error::parameter`], for programs that use a different name. `None` if the
    /// message does not begin with the name.
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Rsa(error) => error.problem(),
            Self::Option { problem, .. } => Some(problem.clone()),
            Self::NotApplicable(_) | Self::Aborted => None,
        }
    }

    /// An option outside its limits; in the message, `problem` follows its name.
    pub(crate) fn option(parameter: &'static str, problem: impl Into<String>) -> Self {
        Self::Option { parameter, problem: problem.into() }
    }

    /// Returns the value if it is within the limits. `unit` is `" bits"`, or empty for a count.
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
            Self::Aborted => formatter.write_str("the attack was canceled"),
        }
    }
}

impl core::error::Error for Error {}

impl From<StuckGenerator> for Error {
    fn from(error: StuckGenerator) -> Self {
        Self::Rsa(error.into())
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Self {
        if error == SearchError::Canceled { Self::Aborted } else { Self::Rsa(rsa_variants::Error::StuckGenerator) }
    }
}

impl From<rsa_variants::Error> for Error {
    fn from(error: rsa_variants::Error) -> Self {
        Self::Rsa(error)
    }
}
