//! Why a power cannot be computed.

use core::fmt;

/// Why a power, a table for powers or a product of powers cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PowerError {
    /// The exponent is longer than its declared length.
    ExponentTooLong {
        /// The length of the exponent in bits.
        bits: usize,
        /// The declared length in bits.
        declared: usize,
    },
    /// The memory limit is too low for the smallest table.
    TooLittleMemory {
        /// The memory limit in bytes.
        bytes: usize,
        /// The size of the smallest table in bytes.
        least: usize,
    },
    /// The number of bases differs from the number of exponents.
    LengthsDiffer {
        /// The number of bases.
        bases: usize,
        /// The number of exponents.
        exponents: usize,
    },
}

impl fmt::Display for PowerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExponentTooLong { bits, declared } => {
                write!(formatter, "the exponent must have at most the declared {declared} bits, got {bits}")
            }
            Self::TooLittleMemory { bytes, least } => {
                write!(formatter, "the memory limit must be at least {least} bytes for this modulus, got {bytes}")
            }
            Self::LengthsDiffer { bases, exponents } => {
                write!(
                    formatter,
                    "there must be one exponent for each base, got {bases} bases and {exponents} exponents"
                )
            }
        }
    }
}

impl core::error::Error for PowerError {}
