//! Errors of blind signatures.

use core::fmt;

use super::Suite;
use crate::codes;
use crate::error::message::unknown;

/// Why a step of a blind signature failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The key or the private operation refused.
    Rsa(crate::Error),
    /// No suite has this name.
    UnknownSuite(String),
    /// Metadata are missing, or were given to a suite that has none.
    Info(Suite),
    /// Metadata are longer than `2^32 − 1` bytes, and their length is encoded in four.
    InfoTooLong {
        /// Their length in bytes.
        bytes: usize,
    },
    /// Something that must be exactly as long as the modulus is not ("unexpected input size").
    Length {
        /// Its name.
        parameter: &'static str,
        /// Its length in bytes.
        bytes: usize,
        /// The length of the modulus in bytes.
        modulus_bytes: usize,
    },
    /// The number of something is not below the modulus ("message representative out of range").
    Range {
        /// Its name.
        parameter: &'static str,
    },
    /// The encoded message shares a factor with the modulus ("invalid input"): the public key is not an RSA key.
    NotCoprime,
    /// The unblinded signature is not one of the message ("invalid signature"): the issuer used another key or other metadata, or the
    /// answer belongs to another request.
    InvalidSignature,
    /// The options switch off the check of the answer, which both specifications require of the issuer.
    Unchecked,
    /// The modulus of a key for partially blind signatures does not have 512, 1024, 2048, 4096 or 8192 bits.
    ModulusLength(usize),
    /// The key of an issuer of partially blind signatures is not the product of two safe primes of the same length.
    SafePrimes,
}

/// What each of several inputs gives.
pub(crate) type Results = Vec<Result<Vec<u8>, Error>>;

impl Error {
    /// A stable name for programs. The message is for people and may change.
    #[inline]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rsa(error) => error.code(),
            Self::UnknownSuite(_)
            | Self::Info(_)
            | Self::InfoTooLong { .. }
            | Self::Unchecked
            | Self::ModulusLength(_)
            | Self::SafePrimes => codes::INVALID_PARAMS,
            Self::Length { .. } => codes::INVALID_LENGTH,
            Self::Range { .. } => codes::MESSAGE_OUT_OF_RANGE,
            Self::NotCoprime => codes::NOT_INVERTIBLE,
            Self::InvalidSignature => codes::INVALID_SIGNATURE,
        }
    }

    /// The Rust name of the argument that is wrong, if it is a single one.
    #[inline]
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::Rsa(error) => error.parameter(),
            Self::UnknownSuite(_) => Some("suite"),
            Self::Info(_) | Self::InfoTooLong { .. } => Some("info"),
            Self::Length { parameter, .. } | Self::Range { parameter } => Some(parameter),
            Self::NotCoprime => Some("public_key"),
            Self::Unchecked => Some("fault_check"),
            Self::ModulusLength(_) => Some("modulus_length"),
            Self::SafePrimes => Some("private_key"),
            Self::InvalidSignature => None,
        }
    }
}

impl fmt::Display for Error {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.parameter().unwrap_or_default();
        match self {
            Self::Rsa(error) => error.fmt(formatter),
            Self::UnknownSuite(suite) => {
                unknown(formatter, "suite", suite, &Suite::ALL.map(Suite::name))
            }
            Self::Info(suite) if suite.is_partial() => {
                write!(formatter, "info is missing: {} binds signatures to public metadata", suite.name())
            }
            Self::Info(suite) => {
                write!(formatter, "info must be left out: {} does not bind signatures to metadata", suite.name())
            }
            Self::InfoTooLong { bytes } => write!(formatter, "info must have at most {} bytes, got {bytes}", u32::MAX),
            Self::Length { bytes, modulus_bytes, .. } => {
                write!(formatter, "{name} must have {modulus_bytes} bytes, like the modulus, got {bytes}")
            }
            Self::Range { .. } => write!(formatter, "{name} must be below the modulus"),
            Self::NotCoprime => formatter.write_str(
                "public_key is invalid: its modulus shares a factor with the encoded message, which an RSA key never does",
            ),
            Self::InvalidSignature => formatter.write_str(
                "the blind signature is invalid: it was made with another key or other metadata, or for another blinded message",
            ),
            Self::Unchecked => formatter.write_str(
                "fault_check must stay on for blind signatures: RFC 9474 requires the issuer to check each answer, because a wrong one can reveal the key",
            ),
            Self::ModulusLength(bits) => write!(
                formatter,
                "modulus_length must be 512, 1024, 2048, 4096 or 8192 bits for partially blind signatures, got {bits}"
            ),
            Self::SafePrimes => formatter.write_str(
                "private_key must have two safe primes of the same length for partially blind signatures: p and (p − 1)/2 are prime",
            ),
        }
    }
}

impl core::error::Error for Error {}

impl From<crate::Error> for Error {
    #[inline]
    fn from(error: crate::Error) -> Self {
        Self::Rsa(error)
    }
}
