//! Errors.

pub mod codes;
pub(crate) mod message;

use modular_powers::ModulusError;
use modular_powers::prime::SearchError;
use modular_powers::random::StuckGenerator;
use num_bigint::BigUint;

use crate::{Hash, Variant};

/// Why a call failed. Where a limit is exceeded, the error contains the value and the limit. [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A parameter is below its least value or above its greatest one.
    OutOfRange {
        /// The parameter's name.
        parameter: &'static str,
        /// Its unit: `"bits"`, or empty for a count.
        unit: &'static str,
        /// The requested value.
        value: usize,
        /// The least value.
        least: usize,
        /// The greatest value.
        most: usize,
        /// The reason for the limits.
        reason: &'static str,
    },
    /// The variant does not have this parameter.
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
        /// The engines that run here. Listed when the error is made: if the message listed them, programs that use no
        /// engine would still link every engine.
        known: Vec<&'static str>,
    },
    /// The multiplicity makes N a power of a smaller number, and anybody can take the root.
    PerfectPower {
        /// s, the multiplicity of q.
        multiplicity: usize,
        /// r, the number of primes.
        primes: usize,
    },
    /// The public exponent is not valid.
    PublicExponent {
        /// The exponent.
        value: BigUint,
        /// The requirement.
        requirement: String,
    },
    /// The modulus is even, 0 or 1.
    Modulus(ModulusError),
    /// The number of a block is not below the modulus.
    MessageOutOfRange {
        /// Length of the number in bits.
        bits: usize,
        /// Length of the modulus in bits.
        modulus_length: usize,
    },
    /// The message is not below the bound of an unbalanced key. This bound keeps messages below the short prime.
    MessageBeyondBound {
        /// Length of the message in bits.
        bits: usize,
        /// The greatest length of a message in bits.
        message_length: usize,
    },
    /// A block is longer than the modulus or, if several blocks are passed as one array, not exactly as long.
    BlockLength {
        /// Its length in bytes.
        bytes: usize,
        /// The length of the modulus in bytes.
        modulus_bytes: usize,
    },
    /// A ciphertext is not as long as the modulus. Its code is that of [`Error::Decryption`], which a program handles alike.
    CiphertextLength {
        /// Its length in bytes.
        bytes: usize,
        /// The length of the modulus in bytes.
        modulus_bytes: usize,
    },
    /// The number of ciphertexts is not the batch size.
    BatchLength {
        /// How many ciphertexts were passed.
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
    /// The ciphertext is divisible by a repeated prime of a multi-power modulus, so several messages encrypt to it.
    NotInvertible,
    /// No message below the bound of an unbalanced key encrypts to this ciphertext, or the machine made an error. The
    /// result is withheld because it would reveal the short prime. The error does not name the check that failed:
    /// knowing whether the result encrypts to the ciphertext would reveal the prime bit by bit.
    NotDecryptable,
    /// Unbalanced keys can neither sign nor verify.
    NoSignatures,
    /// The key's variant does not support this call.
    WrongVariant {
        /// The call.
        call: &'static str,
        /// The variants that support it.
        needed: Vec<Variant>,
        /// The key's variant.
        variant: Variant,
    },
    /// The components do not form a key.
    InconsistentKey(String),
    /// The components form a key that is easily broken: primes are too close, or CRT exponents are equal. This check
    /// comes last, so all others have passed. [`PrivateKey::restore`](crate::PrivateKey::restore) accepts such numbers.
    BrokenKey(String),
    /// There is no sample key with these parameters.
    NoSample {
        /// The variant.
        variant: Variant,
        /// The modulus length in bits.
        modulus_length: usize,
    },
    /// The result of an operation failed its check, or the key in memory has changed: the machine made an error, or someone
    /// caused one. The result is withheld because a wrong one can reveal the key or the message.
    FaultDetected,
    /// A new key failed the pairwise consistency test: it does not decrypt what it encrypts. The machine made an error,
    /// and the key is withheld.
    KeyPairTest,
    /// The random generator repeats itself, or none of very many random numbers was suitable. With a sound generator this happens
    /// with a probability below 2⁻¹²⁸.
    StuckGenerator,
    /// The caller canceled the call.
    Aborted,

    // Padding:
    /// No hash function has this name.
    UnknownHash(String),
    /// The padding does not support this hash function.
    UnsuitableHash {
        /// The parameter's name.
        parameter: &'static str,
        /// The hash function.
        hash: Hash,
        /// The requirement.
        requirement: &'static str,
    },
    /// The modulus is too short for the padding.
    KeyTooShort {
        /// The padding, with the parameters that determine its length.
        scheme: String,
        /// The least modulus length for it, in bits.
        least: usize,
        /// The length of the key's modulus in bits.
        modulus_length: usize,
    },
    /// The short prime of an unbalanced key is too short for the padding.
    PrimeTooShort {
        /// The padding, with the parameters that determine its length.
        scheme: String,
        /// The least length of the short prime for it, in bits.
        least: usize,
        /// The length of the key's short prime in bits.
        prime_length: usize,
    },
    /// The message is too long for the padding with this key.
    MessageTooLong {
        /// The padding.
        scheme: String,
        /// The message's length in bytes.
        bytes: usize,
        /// The longest message, in bytes.
        most: usize,
    },
    /// The ciphertext cannot be decrypted. The reason is withheld on purpose: an attacker who learns what is wrong with
    /// ciphertexts of their own making can decrypt other people's.
    Decryption,

    // Encoding:
    /// The data cannot be parsed.
    InvalidEncoding(String),
    /// A key format, an algorithm or an encryption that is not supported.
    UnsupportedFormat(String),
    /// A public key where a private key is needed, or the other way round.
    WrongKeyType(String),
    /// No standard format can hold this key.
    NoStandardFormat {
        /// The key's variant.
        variant: Variant,
    },
    /// The key has more primes than the format can hold.
    TwoPrimesOnly {
        /// The format.
        format: &'static str,
        /// How many primes the key has.
        primes: usize,
    },
    /// The key is encrypted and there is no password.
    PasswordRequired,
    /// The password does not decrypt the key.
    WrongPassword,
}

/// What each of several inputs gives.
pub(crate) type Results = Vec<Result<Vec<u8>, Error>>;

impl Error {
    /// A stable name for programs. The message is for people and may change.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OutOfRange { .. }
            | Self::NotApplicable { .. }
            | Self::UnknownVariant(_)
            | Self::UnknownHash(_)
            | Self::UnsuitableHash { .. }
            | Self::PerfectPower { .. }
            | Self::PublicExponent { .. }
            | Self::NoSample { .. } => codes::INVALID_PARAMS,
            Self::UnknownEngine { .. } => codes::UNKNOWN_ENGINE,
            Self::Modulus(_) => codes::INVALID_MODULUS,
            Self::MessageOutOfRange { .. } | Self::MessageBeyondBound { .. } => codes::MESSAGE_OUT_OF_RANGE,
            Self::BlockLength { .. } | Self::BatchLength { .. } => codes::INVALID_LENGTH,
            Self::Block { error, .. } => error.code(),
            Self::NotInvertible => codes::NOT_INVERTIBLE,
            Self::WrongVariant { .. } | Self::NoSignatures => codes::WRONG_VARIANT,
            Self::InconsistentKey(_) => codes::INCONSISTENT_KEY,
            Self::BrokenKey(_) => codes::BROKEN_KEY,
            Self::FaultDetected => codes::FAULT_DETECTED,
            Self::KeyPairTest => codes::KEY_PAIR_TEST_FAILED,
            Self::StuckGenerator => codes::STUCK_GENERATOR,
            Self::Aborted => codes::ABORTED,
            Self::KeyTooShort { .. } | Self::PrimeTooShort { .. } => codes::KEY_TOO_SHORT,
            Self::MessageTooLong { .. } => codes::MESSAGE_TOO_LONG,
            Self::Decryption | Self::CiphertextLength { .. } | Self::NotDecryptable => codes::DECRYPTION_FAILED,
            Self::InvalidEncoding(_) => codes::INVALID_ENCODING,
            Self::UnsupportedFormat(_) => codes::UNSUPPORTED_FORMAT,
            Self::WrongKeyType(_) => codes::WRONG_KEY_TYPE,
            Self::NoStandardFormat { .. } | Self::TwoPrimesOnly { .. } => codes::NO_STANDARD_FORMAT,
            Self::PasswordRequired => codes::PASSWORD_REQUIRED,
            Self::WrongPassword => codes::WRONG_PASSWORD,
        }
    }

    /// The Rust name of the parameter or argument that is wrong, if it is a single one.
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

    /// The index of the wrong item, from 0, if [`Error::parameter`] is a list.
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

impl From<StuckGenerator> for Error {
    fn from(_: StuckGenerator) -> Self {
        Self::StuckGenerator
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Self {
        if error == SearchError::Canceled { Self::Aborted } else { Self::StuckGenerator }
    }
}
