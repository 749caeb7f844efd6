//! What can go wrong.

use core::fmt;

use crate::{MOST_TRACED_BITS, MULTIPLIER_LENGTHS, Memory};

/// Why a call was refused. Every variant carries the value and the limit that it met; [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A multiplier that the model does not have.
    MultiplierLength {
        /// The length asked for in bits.
        value: usize,
    },
    /// No mode has this name.
    UnknownMode(String),
    /// A window that the mode `window` does not have.
    WindowWidth {
        /// The width asked for in bits.
        value: usize,
    },
    /// A prime that is longer than the multiplier.
    PrimeTooLong {
        /// The length of the longest prime in bits.
        prime_length: usize,
        /// k, the length of the multiplier in bits.
        multiplier_length: usize,
        /// The length of the modulus in bits.
        modulus_length: usize,
    },
    /// A computation that needs more memory than the device has.
    OutOfMemory {
        /// Which of its memories.
        memory: Memory,
        /// What is needed at once, in bytes.
        needed: usize,
        /// What there is, in bytes.
        size: usize,
        /// The widest window with which it would fit, in bits, where a narrower one helps.
        fitting_window: Option<usize>,
    },
    /// A trace with values of longer operands than it is for.
    TraceTooLong {
        /// The length of the operands in bits.
        operand_length: usize,
    },
    /// An operand of [`ModularMultiplication`](crate::ModularMultiplication) that no multiplier takes.
    OperandLength {
        /// The length asked for in bits.
        value: usize,
    },
    /// A number that the unit has no room for in an operand. The private operation and key generation never meet it.
    OperandTooWide {
        /// What the number is called.
        name: &'static str,
        /// Its length in bits.
        value: usize,
        /// The length of an operand in bits.
        operand_length: usize,
    },
    /// A public exponent that key generation on the device does not take.
    PublicExponent {
        /// The exponent.
        value: u32,
    },
    /// A number that has no place in a key for the device.
    InconsistentKey(String),
    /// Parameters, a block or a key that are refused whatever device computes.
    Rsa(rsa_variants::Error),
    /// The caller cancelled.
    Aborted,
}

impl Error {
    /// A stable name for programs; the message is for people.
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
            | Self::PublicExponent { .. } => "invalid-params",
            Self::InconsistentKey(_) => "inconsistent-key",
            Self::Rsa(error) => error.code(),
            Self::Aborted => "aborted",
        }
    }

    /// The parameter or argument that the error is about, by its name in Rust, where it is a single one.
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

    /// What is wrong with [`Error::parameter`]: the message without the name that it begins with, for programs that have a name
    /// of their own for it. `None` for messages that do not begin with the name.
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

impl From<rsa_variants::Error> for Error {
    fn from(error: rsa_variants::Error) -> Self {
        Self::Rsa(error)
    }
}
