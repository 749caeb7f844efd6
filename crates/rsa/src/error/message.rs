//! The messages of errors.

use core::fmt::{self, Write};

use modular_powers::random::StuckGenerator;
use num_bigint::BigUint;

use super::Error;
use crate::{Hash, Variant};

impl Error {
    /// The message without the name and the index of the parameter at its start, for programs that use another name for
    /// the parameter. `None` if the message does not start with that name.
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
                    "is {multiplicity}, but must have no common factor with the number of primes, {primes}: N would be a power"
                )
            }
            Self::UnsuitableHash { hash, requirement, .. } => format!("is {}, but must be {requirement}", hash.name()),
            Self::Block { error, .. } => format!("cannot be decrypted: {error}"),
            _ => return None,
        })
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
                unknown(formatter, "variant", name, &names)
            }
            Self::UnknownEngine { name, known } => unknown(formatter, "engine", name, known),
            Self::Modulus(error) => error.fmt(formatter),
            Self::MessageOutOfRange { bits, modulus_length } => write!(
                formatter,
                "the block's number has {bits} bits, but must be below the modulus of {modulus_length} bits"
            ),
            Self::MessageBeyondBound { bits, message_length } => write!(
                formatter,
                "the block's number has {bits} bits, but messages of this unbalanced key have at most {message_length}: they \
                 must be below its short prime"
            ),
            Self::BlockLength { bytes, modulus_bytes } => {
                write!(formatter, "the block has {bytes} bytes, but the modulus has {modulus_bytes}")
            }
            Self::CiphertextLength { bytes, modulus_bytes } => {
                write!(formatter, "the ciphertext has {bytes} bytes, but ciphertexts of this key have {modulus_bytes}")?;
                let (base64, hex) = (modulus_bytes.div_ceil(3) * 4, modulus_bytes * 2);
                let text = if *bytes == base64 { "Base64" } else if *bytes == hex { "hexadecimal digits" } else { "" };
                if text.is_empty() { Ok(()) } else { write!(formatter, ": this may be {text}, which must be decoded first") }
            }
            Self::BatchLength { blocks, batch_size } => write!(
                formatter,
                "a batch for this key needs {batch_size} ciphertexts, one for each public exponent, but got {blocks}"
            ),
            Self::Block { index, .. } => write!(formatter, "blocks[{index}] {}", self.problem().unwrap_or_default()),
            Self::NotInvertible => formatter.write_str(
                "the ciphertext is a multiple of a repeated prime of this multi-power key, so several messages encrypt to \
                 it and none can be returned",
            ),
            Self::NotDecryptable => formatter.write_str(
                "the ciphertext cannot be decrypted with this unbalanced key: no message below the key's bound encrypts to \
                 it, or the machine made an error",
            ),
            Self::NoSignatures => formatter.write_str(
                "a key of the variant unbalanced cannot sign or verify: computing modulo its short prime does not produce a \
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
                    "there is no sample key of the variant {} with {modulus_length} bits",
                    variant.name()
                )
            }
            Self::FaultDetected => formatter.write_str(
                "the result is wrong or the key in memory has changed, so the result is withheld: the machine made an error, or \
                 someone caused one",
            ),
            Self::KeyPairTest => formatter.write_str(
                "the new key does not decrypt what it encrypts, so it is withheld: the machine made an error; generate another",
            ),
            Self::StuckGenerator => StuckGenerator.fmt(formatter),
            Self::Aborted => formatter.write_str("key generation was aborted"),
            Self::UnknownHash(name) => {
                let names: Vec<&str> = Hash::ALL.iter().map(|hash| hash.name()).collect();
                unknown(formatter, "hash function", name, &names)
            }
            Self::KeyTooShort { scheme, least, modulus_length } => {
                write!(formatter, "{scheme} needs a modulus of at least {least} bits, but the key has {modulus_length}")
            }
            Self::PrimeTooShort { scheme, least, prime_length } => write!(
                formatter,
                "{scheme} needs a short prime of at least {least} bits, but that of the key has {prime_length}"
            ),
            Self::MessageTooLong { scheme, bytes, most } => {
                write!(formatter, "the message has {bytes} bytes, but {scheme} allows at most {most} with this key")
            }
            Self::Decryption => formatter.write_str("the ciphertext cannot be decrypted"),
            Self::InvalidEncoding(problem) => formatter.write_str(problem),
            Self::WrongKeyType(problem) | Self::UnsupportedFormat(problem) => formatter.write_str(problem),
            Self::NoStandardFormat { variant } => {
                let reason = variant.definition().no_standard_format.unwrap_or("cannot hold it");
                write!(formatter, "a key of the variant {} has no standard format: PKCS#1, PKCS#8 and JWK {reason}", variant.name())
            }
            Self::TwoPrimesOnly { format, primes } => write!(
                formatter,
                "{format}'s private key format holds two primes, but this key has {primes}: use PKCS#8"
            ),
            Self::PasswordRequired => formatter.write_str("the key is encrypted: pass its password"),
            Self::WrongPassword => {
                formatter.write_str("the password is wrong, or the encrypted key is damaged")
            }
        }
    }
}

/// The message for an unknown name, escaped much as by `str::escape_default`, whose code is longer.
pub(crate) fn unknown(formatter: &mut fmt::Formatter<'_>, kind: &str, name: &str, known: &[&str]) -> fmt::Result {
    write!(formatter, "unknown {kind} \"")?;
    for character in name.chars() {
        match character {
            '\n' => formatter.write_str("\\n")?,
            '"' | '\\' => write!(formatter, "\\{character}")?,
            ' '..='~' => formatter.write_char(character)?,
            _ => write!(formatter, "\\u{{{:x}}}", u32::from(character))?,
        }
    }
    write!(formatter, "\", expected one of {}", known.join(", "))
}

/// A number in decimal, or its length if it has more than 64 bits.
fn abbreviated(value: &BigUint) -> String {
    u64::try_from(value).map_or_else(|_| format!("a number of {} bits", value.bits()), |short| short.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Callers may pass any name, and messages may end up in logs.
    #[test]
    fn unknown_names_are_escaped() {
        let name = "a\n\u{1b}[31m\"".to_owned();
        let known = vec!["scalar"];
        for error in [
            Error::UnknownVariant(name.clone()),
            Error::UnknownHash(name.clone()),
            Error::UnknownEngine { name: name.clone(), known },
        ] {
            assert!(error.to_string().contains(r#" "a\n\u{1b}[31m\"", expected one of "#), "{error}");
        }
    }
}
