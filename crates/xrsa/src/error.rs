//! Errors of this crate.

use core::fmt;

use modular_powers::random::StuckGenerator;
use rsa_variants::codes;

use crate::{MOST_TRACED_BITS, MULTIPLIER_LENGTHS, Memory};

/// Why a call failed. Where a limit is exceeded, the error contains the value and the limit. [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The model has no multiplier of this length.
    MultiplierLength {
        /// The requested length in bits.
        value: usize,
    },
    /// No mode has this name.
    UnknownMode(String),
    /// The mode `window` has no window of this width.
    WindowWidth {
        /// The requested width in bits.
        value: usize,
    },
    /// A prime is longer than the multiplier.
    PrimeTooLong {
        /// The length of the longest prime in bits.
        prime_length: usize,
        /// k, the length of the multiplier in bits.
        multiplier_length: usize,
        /// The length of the modulus in bits.
        modulus_length: usize,
    },
    /// A computation needs more memory than the device has.
    OutOfMemory {
        /// The memory that is too small.
        memory: Memory,
        /// The bytes needed at once.
        needed: usize,
        /// The size of the memory in bytes.
        size: usize,
        /// The widest window that fits, in bits, if a narrower one helps.
        fitting_window: Option<usize>,
    },
    /// The operands are too long for a trace with values.
    TraceTooLong {
        /// The length of the operands in bits.
        operand_length: usize,
    },
    /// No multiplier accepts operands of this length for [`ModularMultiplication`](crate::ModularMultiplication).
    OperandLength {
        /// The requested length in bits.
        value: usize,
    },
    /// A number does not fit an operand of the unit. The private operation and key generation never cause this error.
    OperandTooWide {
        /// The name of the number.
        name: &'static str,
        /// Its length in bits.
        value: usize,
        /// The length of an operand in bits.
        operand_length: usize,
    },
    /// Key generation on the device does not accept this public exponent.
    PublicExponent {
        /// The exponent.
        value: u32,
    },
    /// The numbers of a key contradict each other, or do not suit the device.
    InconsistentKey(String),
    /// `rsa-variants` refuses the parameters, the block or the key, whatever the device.
    Rsa(rsa_variants::Error),
    /// The caller canceled the computation.
    Aborted,
}

impl Error {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::MultiplierLength { .. }
            | Self::UnknownMode(_)
            | Self::WindowWidth { .. }
            | Self::PrimeTooLong { .. }
            | Self::OutOfMemory { .. }
            | Self::TraceTooLong { .. }
            | Self::OperandLength { .. }
            | Self::OperandTooWide { .. }
            | Self::PublicExponent { .. } => codes::INVALID_PARAMS,
            Self::InconsistentKey(_) => codes::INCONSISTENT_KEY,
            Self::Rsa(error) => error.code(),
            Self::Aborted => codes::ABORTED,
        }
    }

    /// The name in Rust of the parameter or argument that the error is about, if it is about a single one.
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::MultiplierLength { .. } => Some("multiplier_length"),
            Self::OperandLength { .. } => Some("length"),
            Self::UnknownMode(_) => Some("mode"),
            Self::WindowWidth { .. } => Some("window_width"),
            Self::TraceTooLong { .. } => Some("trace"),
            Self::OperandTooWide { name, .. } => Some(name),
            Self::PublicExponent { .. } => Some("public_exponent"),
            Self::PrimeTooLong { .. } => Some("primes"),
            Self::OutOfMemory { memory, .. } => Some(memory.name()),
            Self::Rsa(error) => error.parameter(),
            Self::InconsistentKey(_) | Self::Aborted => None,
        }
    }

    /// The message without the leading name of [`Error::parameter`], for programs that use a different name. `None` if the
    /// message does not begin with the name.
    pub fn problem(&self) -> Option<String> {
        Some(match self {
            Self::MultiplierLength { value } | Self::OperandLength { value } => {
                let (least, most) = MULTIPLIER_LENGTHS.into_inner();
                format!("is {value} bits, but must be a multiple of 32 from {least} to {most} bits")
            }
            Self::WindowWidth { value } => {
                let (least, most) = crate::WINDOW_WIDTHS.into_inner();
                format!("is {value} bits, but must be from {least} to {most} bits")
            }
            Self::OutOfMemory { needed, size, fitting_window, .. } => {
                let fits = fitting_window.map_or_else(String::new, |width| format!("; a window of {width} bits fits"));
                format!("is {size} bytes, but {needed} bytes are needed at once{fits}")
            }
            Self::OperandTooWide { value, operand_length, .. } => {
                format!("has {value} bits, but operands have {operand_length} bits")
            }
            Self::PublicExponent { value } => {
                format!("is {value}, but must be odd and from 3 to 2^32 - 1 on the device")
            }
            Self::Rsa(error) => return error.problem(),
            _ => return None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MultiplierLength { .. }
            | Self::OperandLength { .. }
            | Self::WindowWidth { .. }
            | Self::OutOfMemory { .. }
            | Self::OperandTooWide { .. }
            | Self::PublicExponent { .. } => {
                write!(formatter, "{} {}", self.parameter().unwrap_or_default(), self.problem().unwrap_or_default())
            }
            Self::TraceTooLong { operand_length } => write!(
                formatter,
                "a trace with values takes too much memory for operands of {operand_length} bits; they may have at most \
                 {MOST_TRACED_BITS} bits"
            ),
            Self::UnknownMode(name) => {
                write!(formatter, "unknown mode {name:?}, expected one of paper, squarings, window")
            }
            Self::PrimeTooLong { prime_length, multiplier_length, modulus_length } => {
                let primes = modulus_length.div_ceil(*multiplier_length);
                write!(
                    formatter,
                    "primes of {prime_length} bits are longer than the multiplier of {multiplier_length} bits: a modulus \
                     of {modulus_length} bits needs at least {primes} primes"
                )
            }
            Self::InconsistentKey(problem) => write!(formatter, "the key is inconsistent: {problem}"),
            Self::Rsa(error) => error.fmt(formatter),
            Self::Aborted => formatter.write_str("the computation was aborted"),
        }
    }
}

impl core::error::Error for Error {}

impl From<StuckGenerator> for Error {
    fn from(error: StuckGenerator) -> Self {
        Self::Rsa(error.into())
    }
}

impl From<rsa_variants::Error> for Error {
    fn from(error: rsa_variants::Error) -> Self {
        Self::Rsa(error)
    }
}
