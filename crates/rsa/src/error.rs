//! What can go wrong.

use core::fmt;

use modexp::ModulusError;
use num_bigint::BigUint;

use crate::{Hash, Variant};

/// Why a call was refused. Every variant carries the value and the limit that it met; [`Error::code`] is stable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A parameter is below its least or above its greatest value.
    OutOfRange {
        /// The parameter's name in the public interface.
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
        /// The parameter's name in the public interface.
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
    /// A multiplicity that makes N a power of a smaller number, whose root anybody takes.
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
    /// A message for an unbalanced key that is not below the key's bound, by which it is known to be below the short prime.
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
    /// A ciphertext that no message below the bound of an unbalanced key encrypts to, or a fault of the machine. Which of them is
    /// not said, and nothing of the result is released: either would give the short prime away.
    NotDecryptable,
    /// A signature, or its verification, with an unbalanced key, which has none.
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
        /// The parameter's name in the public interface.
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

    /// The parameter or argument that the error is about, by its name in the public interface, where it is a single one.
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::OutOfRange { parameter, .. }
            | Self::NotApplicable { parameter, .. }
            | Self::UnsuitableHash { parameter, .. } => Some(parameter),
            Self::UnknownVariant(_) => Some("variant"),
            Self::UnknownEngine { .. } => Some("engine"),
            Self::UnknownHash(_) => Some("hash"),
            Self::PerfectPower { .. } => Some("multiplicity"),
            Self::PublicExponent { .. } => Some("publicExponent"),
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

    /// What is wrong with [`Error::parameter`], or with its item [`Error::index`]: the message without the name and the index
    /// that it begins with, for programs that have a name of their own for it. `None` for messages that do not begin with the
    /// name.
    pub fn problem(&self) -> Option<String> {
        Some(match self {
            Self::OutOfRange { unit, value, least, most, reason, .. } => {
                let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
                if least > most {
                    format!("is {value}{unit}, but no value is possible: {reason}")
                } else {
                    format!("is {value}{unit}, but must be from {least} to {most}{unit}: {reason}")
                }
            }
            Self::NotApplicable { variant, .. } => format!("does not apply to the variant {}", variant.name()),
            Self::PublicExponent { value, requirement } => {
                format!("is {}, but must be {requirement}", abbreviated(value))
            }
            Self::PerfectPower { multiplicity, primes } => {
                format!(
                    "is {multiplicity}, but must have no factor in common with the {primes} primes: N would be a power"
                )
            }
            Self::UnsuitableHash { hash, requirement, .. } => format!("is {}, but must be {requirement}", hash.name()),
            Self::Block { error, .. } => format!("cannot be decrypted: {error}"),
            _ => return None,
        })
    }

    /// Which item of [`Error::parameter`] it is, counted from 0, where that is a list.
    pub fn index(&self) -> Option<usize> {
        if let Self::Block { index, .. } = self { Some(*index) } else { None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { .. }
            | Self::NotApplicable { .. }
            | Self::PerfectPower { .. }
            | Self::PublicExponent { .. }
            | Self::UnsuitableHash { .. } => {
                write!(formatter, "{} {}", self.parameter().unwrap_or_default(), self.problem().unwrap_or_default())
            }
            Self::UnknownVariant(name) => {
                let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
                write!(formatter, "unknown variant {name:?}, expected one of {}", names.join(", "))
            }
            Self::UnknownEngine { name, known } => {
                write!(formatter, "unknown engine {name:?}, expected one of {}", known.join(", "))
            }
            Self::Modulus(error) => error.fmt(formatter),
            Self::MessageOutOfRange { bits, modulus_length } => write!(
                formatter,
                "the block's number of {bits} bits must be below the modulus of {modulus_length} bits"
            ),
            Self::MessageBeyondBound { bits, message_length } => write!(
                formatter,
                "the block's number has {bits} bits, but messages of this unbalanced key have at most {message_length}: they \
                 are below its short prime"
            ),
            Self::BlockLength { bytes, modulus_bytes } => {
                write!(formatter, "the block has {bytes} bytes, but the modulus {modulus_bytes}")
            }
            Self::BatchLength { blocks, batch_size } => write!(
                formatter,
                "a batch of this key takes {batch_size} ciphertexts, one for each public exponent, not {blocks}"
            ),
            Self::Block { index, .. } => write!(formatter, "blocks[{index}] {}", self.problem().unwrap_or_default()),
            Self::NotInvertible => formatter.write_str(
                "the ciphertext is a multiple of a repeated prime of this multi-power key, so that several messages \
                 encrypt to it and none can be returned",
            ),
            Self::NotDecryptable => formatter.write_str(
                "the ciphertext cannot be decrypted with this unbalanced key: no message below the key's bound encrypts to \
                 it, or the machine made a fault",
            ),
            Self::NoSignatures => formatter.write_str(
                "a key of the variant unbalanced cannot sign or verify: it computes modulo its short prime only, which gives no \
                 signature",
            ),
            Self::WrongVariant { call, needed, variant } => {
                write!(formatter, "{call} needs a key of the variant ")?;
                for (index, name) in needed.iter().map(|variant| variant.name()).enumerate() {
                    let before = match index {
                        0 => "",
                        _ if index + 1 == needed.len() => " or ",
                        _ => ", ",
                    };
                    write!(formatter, "{before}{name}")?;
                }
                write!(formatter, ", not {}", variant.name())
            }
            Self::InconsistentKey(problem) => write!(formatter, "the key is inconsistent: {problem}"),
            Self::BrokenKey(defect) => write!(formatter, "the key is broken: {defect}"),
            Self::NoSample { variant, modulus_length } => {
                write!(
                    formatter,
                    "there is no prepared sample key of the variant {} with {modulus_length} bits",
                    variant.name()
                )
            }
            Self::FaultDetected => formatter.write_str(
                "the private operation gave a wrong result, which is not released: the machine, or somebody who disturbs it, \
                 made a fault",
            ),
            Self::KeyPairTest => formatter.write_str(
                "the new key does not decrypt what it encrypts, and is not released: the machine made a fault; generate another",
            ),
            Self::Aborted => formatter.write_str("key generation was aborted"),
            Self::UnknownHash(name) => {
                let names: Vec<&str> = Hash::ALL.iter().map(|hash| hash.name()).collect();
                write!(formatter, "unknown hash function {name:?}, expected one of {}", names.join(", "))
            }
            Self::KeyTooShort { scheme, least, modulus_length } => {
                write!(formatter, "{scheme} needs a modulus of at least {least} bits, but the key has {modulus_length}")
            }
            Self::PrimeTooShort { scheme, least, prime_length } => write!(
                formatter,
                "{scheme} needs a short prime of at least {least} bits, but that of the key has {prime_length}"
            ),
            Self::MessageTooLong { scheme, bytes, most } => {
                write!(formatter, "the message has {bytes} bytes, but {scheme} takes at most {most} under this key")
            }
            Self::Decryption => formatter.write_str("the ciphertext cannot be decrypted"),
            Self::InvalidEncoding(problem) => write!(formatter, "the data do not parse: {problem}"),
            Self::WrongKeyType(problem) | Self::UnsupportedFormat(problem) => formatter.write_str(problem),
            Self::NoStandardFormat { variant } => {
                let reason = match variant {
                    Variant::MultiPower => "list every prime once and have no place for N = p^(r−s)·q^s",
                    Variant::Unbalanced => "have no place for the bound of its messages, and neither has SPKI",
                    _ => "have one public exponent, and this key has several",
                };
                write!(formatter, "a key of the variant {} has no standard format: PKCS#1, PKCS#8 and JWK {reason}", variant.name())
            }
            Self::TwoPrimesOnly { format, primes } => write!(
                formatter,
                "a private key in {format}'s format has two primes, but this key has {primes}: use PKCS#8"
            ),
            Self::PasswordRequired => formatter.write_str("the key is encrypted: a password is needed"),
            Self::WrongPassword => {
                formatter.write_str("the password is wrong, or the encrypted key is damaged")
            }
        }
    }
}

impl core::error::Error for Error {}

impl From<ModulusError> for Error {
    fn from(error: ModulusError) -> Self {
        Self::Modulus(error)
    }
}

impl From<modexp::prime::Cancelled> for Error {
    fn from(_: modexp::prime::Cancelled) -> Self {
        Self::Aborted
    }
}

/// A number in decimal, or its length when it is long.
fn abbreviated(value: &BigUint) -> String {
    u64::try_from(value).map_or_else(|_| format!("a number of {} bits", value.bits()), |short| short.to_string())
}
