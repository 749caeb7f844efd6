//! What can go wrong.

mod message;

use modular_powers::ModulusError;
use num_bigint::BigUint;

use crate::{Hash, Variant};

/// Why a call was refused. Every variant carries the value and the limit that it met; [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A parameter is below its least or above its greatest value.
    OutOfRange {
        /// The parameter's name.
        parameter: &'static str,
        /// Its unit: `"bits"`, or empty for a count.
        unit: &'static str,
        /// What was asked for.
        value: usize,
        /// The least value.
        least: usize,
        /// The greatest value.
        most: usize,
        /// Where the limits come from.
        reason: &'static str,
    },
    /// A parameter that the variant does not have.
    NotApplicable {
        /// The parameter's name.
        parameter: &'static str,
        /// The variant.
        variant: Variant,
    },
    /// No variant has this name.
    UnknownVariant(String),
    /// No engine has this name.
    UnknownEngine {
        /// The name.
        name: String,
        /// Those that run here. Listed when the error is made, so that its message does not link every engine to what computes
        /// with none.
        known: Vec<&'static str>,
    },
    /// A multiplicity that makes N a power of a smaller number: anybody can take the root.
    PerfectPower {
        /// s, the multiplicity of q.
        multiplicity: usize,
        /// r, the count of primes.
        primes: usize,
    },
    /// A public exponent that cannot be one.
    PublicExponent {
        /// The exponent.
        value: BigUint,
        /// What is required of it.
        requirement: String,
    },
    /// A modulus that is even or tiny.
    Modulus(ModulusError),
    /// A block whose number is not below the modulus.
    MessageOutOfRange {
        /// Length of the number in bits.
        bits: usize,
        /// Length of the modulus in bits.
        modulus_length: usize,
    },
    /// A message that is not below the bound of an unbalanced key. Below it, a message is below the short prime.
    MessageBeyondBound {
        /// Length of the message in bits.
        bits: usize,
        /// The greatest length of a message in bits.
        message_length: usize,
    },
    /// A block that is longer than the modulus, or, where many blocks come as one, not exactly as long.
    BlockLength {
        /// Its length in bytes.
        bytes: usize,
        /// The length of the modulus in bytes.
        modulus_bytes: usize,
    },
    /// A count of ciphertexts that does not fit the batch.
    BatchLength {
        /// How many came.
        blocks: usize,
        /// How many public exponents the key has.
        batch_size: usize,
    },
    /// One block of several was refused.
    Block {
        /// Its index, from 0.
        index: usize,
        /// Why.
        error: Box<Error>,
    },
    /// A ciphertext that shares a repeated prime with a multi-power modulus: several messages encrypt to it.
    NotInvertible,
    /// A ciphertext that no message below the bound of an unbalanced key encrypts to, or a fault of the machine. The result is not
    /// released, because it would give the short prime away, and the check that failed is not named: whether the result
    /// encrypts to the ciphertext would give it away bit by bit.
    NotDecryptable,
    /// Signing, or verifying a signature, with an unbalanced key, which cannot sign.
    NoSignatures,
    /// A call that the key's variant does not have.
    WrongVariant {
        /// The call.
        call: &'static str,
        /// The variants that have it.
        needed: &'static [Variant],
        /// The key's variant.
        variant: Variant,
    },
    /// Components that do not make a key.
    InconsistentKey(String),
    /// Components that make a key which is easily broken: primes too close, or CRT exponents that are equal. It is the last
    /// check, so that all others hold; [`PrivateKey::restore`](crate::PrivateKey::restore) takes such numbers.
    BrokenKey(String),
    /// No prepared sample key has these parameters.
    NoSample {
        /// The variant.
        variant: Variant,
        /// The modulus length in bits.
        modulus_length: usize,
    },
    /// The result of a private operation failed its check: a fault of the machine, or made by somebody. Nothing of the result
    /// is released, because a half-wrong one gives the key away.
    FaultDetected,
    /// A key that was just generated failed the pairwise consistency test: it does not decrypt what it encrypts. The
    /// machine made a fault, and the key is not released.
    KeyPairTest,
    /// The caller cancelled.
    Aborted,

    // Padding:
    /// No hash function has this name.
    UnknownHash(String),
    /// A hash function that the padding does not take.
    UnsuitableHash {
        /// The parameter's name.
        parameter: &'static str,
        /// The hash function.
        hash: Hash,
        /// What is required of it.
        requirement: &'static str,
    },
    /// A modulus too short for a padding.
    KeyTooShort {
        /// The padding, with what makes it long.
        scheme: String,
        /// The least length of a modulus for it, in bits.
        least: usize,
        /// The length of the key's modulus in bits.
        modulus_length: usize,
    },
    /// A short prime too short for a padding.
    PrimeTooShort {
        /// The padding, with what makes it long.
        scheme: String,
        /// The least length of the short prime for it, in bits.
        least: usize,
        /// The length of the key's short prime in bits.
        prime_length: usize,
    },
    /// A message too long for a padding under this key.
    MessageTooLong {
        /// The padding.
        scheme: String,
        /// The message's length in bytes.
        bytes: usize,
        /// The most that the key takes, in bytes.
        most: usize,
    },
    /// A ciphertext that cannot be decrypted. Why is not said on purpose: whoever learns what was wrong with ciphertexts of
    /// their own making can decrypt those of others.
    Decryption,

    // Encoding:
    /// Data that do not parse as the format they are in.
    InvalidEncoding(String),
    /// A format of keys, an algorithm or an encryption that is not read.
    UnsupportedFormat(String),
    /// A public key where a private one is needed, or the reverse.
    WrongKeyType(String),
    /// A key that no standard format can hold.
    NoStandardFormat {
        /// The key's variant.
        variant: Variant,
    },
    /// A key of more primes than a format has places for.
    TwoPrimesOnly {
        /// The format.
        format: &'static str,
        /// How many primes the key has.
        primes: usize,
    },
    /// An encrypted key without a password.
    PasswordRequired,
    /// A password that does not open an encrypted key.
    WrongPassword,
}

impl Error {
    /// A stable name for programs; the message is for people.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OutOfRange { .. }
            | Self::NotApplicable { .. }
            | Self::UnknownVariant(_)
            | Self::UnknownHash(_)
            | Self::UnsuitableHash { .. }
            | Self::PerfectPower { .. }
            | Self::PublicExponent { .. }
            | Self::NoSample { .. } => "invalid-params",
            Self::UnknownEngine { .. } => "unknown-engine",
            Self::Modulus(_) => "invalid-modulus",
            Self::MessageOutOfRange { .. } | Self::MessageBeyondBound { .. } => "message-out-of-range",
            Self::BlockLength { .. } | Self::BatchLength { .. } => "invalid-length",
            Self::Block { error, .. } => error.code(),
            Self::NotInvertible => "not-invertible",
            Self::WrongVariant { .. } | Self::NoSignatures => "wrong-variant",
            Self::InconsistentKey(_) => "inconsistent-key",
            Self::BrokenKey(_) => "broken-key",
            Self::FaultDetected => "fault-detected",
            Self::KeyPairTest => "key-pair-test-failed",
            Self::Aborted => "aborted",
            Self::KeyTooShort { .. } | Self::PrimeTooShort { .. } => "key-too-short",
            Self::MessageTooLong { .. } => "message-too-long",
            Self::Decryption | Self::NotDecryptable => "decryption-failed",
            Self::InvalidEncoding(_) => "invalid-encoding",
            Self::UnsupportedFormat(_) => "unsupported-format",
            Self::WrongKeyType(_) => "wrong-key-type",
            Self::NoStandardFormat { .. } | Self::TwoPrimesOnly { .. } => "no-standard-format",
            Self::PasswordRequired => "password-required",
            Self::WrongPassword => "wrong-password",
        }
    }

    /// The parameter or argument that the error is about, by its name in Rust, where it is a single one.
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::OutOfRange { parameter, .. }
            | Self::NotApplicable { parameter, .. }
            | Self::UnsuitableHash { parameter, .. } => Some(parameter),
            Self::UnknownVariant(_) => Some("variant"),
            Self::UnknownEngine { .. } => Some("engine"),
            Self::UnknownHash(_) => Some("hash"),
            Self::PerfectPower { .. } => Some("multiplicity"),
            Self::PublicExponent { .. } => Some("public_exponent"),
            Self::Modulus(_) => Some("modulus"),
            Self::MessageOutOfRange { .. } | Self::MessageBeyondBound { .. } | Self::BlockLength { .. } => {
                Some("block")
            }
            Self::BatchLength { .. } | Self::Block { .. } => Some("blocks"),
            Self::MessageTooLong { .. } => Some("data"),
            Self::PasswordRequired | Self::WrongPassword => Some("password"),
            _ => None,
        }
    }

    /// Which item of [`Error::parameter`] it is, counted from 0, where that is a list.
    pub fn index(&self) -> Option<usize> {
        if let Self::Block { index, .. } = self { Some(*index) } else { None }
    }
}

impl core::error::Error for Error {}

impl From<ModulusError> for Error {
    fn from(error: ModulusError) -> Self {
        Self::Modulus(error)
    }
}

impl From<modular_powers::prime::Cancelled> for Error {
    fn from(_: modular_powers::prime::Cancelled) -> Self {
        Self::Aborted
    }
}
