//! The hash functions of the paddings.

mod hasher;

use zeroize::Zeroizing;

pub use self::hasher::Hasher;
use self::hasher::State;
use crate::Error;

/// The facts about a hash function.
struct Facts {
    name: &'static str,
    /// hLen, the length of a hash value in bytes.
    length: usize,
    /// Bytes of a block.
    block_length: usize,
    /// The last arc of its object identifier, after 2.16.840.1.101.3.4.2; zero for SHA-1, whose identifier is
    /// different.
    arc: u8,
}

/// Generates everything about hash functions from one list.
macro_rules! hash_functions {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal, $length:literal, $block:literal, $arc:literal, $start:expr;)*) => {
        /// A hash function of RFC 8017 (appendix B.1), of SHA-3 (FIPS 202), or of RFC 8702.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Hash {
            $(#[doc = $name] $(#[doc = ""] #[doc = $doc])* $variant,)*
        }

        impl Hash {
            /// Every hash function.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn facts(self) -> Facts {
                match self {
                    $(Self::$variant => Facts { name: $name, length: $length, block_length: $block, arc: $arc },)*
                }
            }

            fn start(self) -> State {
                match self {
                    $(Self::$variant => $start,)*
                }
            }
        }
    };
}

hash_functions! {
    // name, hLen, bytes of a block, arc, initial state
    /// Collisions are known: use signatures with it for old data only. No weakness in OAEP and MGF1 is known.
    Sha1 = "SHA-1", 20, 64, 0, State::SHA1;
    Sha224 = "SHA-224", 28, 64, 4, State::SHA224;
    Sha256 = "SHA-256", 32, 64, 1, State::SHA256;
    Sha384 = "SHA-384", 48, 128, 2, State::SHA384;
    Sha512 = "SHA-512", 64, 128, 3, State::SHA512;
    Sha512_224 = "SHA-512/224", 28, 128, 5, State::SHA512_224;
    Sha512_256 = "SHA-512/256", 32, 128, 6, State::SHA512_256;
    Sha3_224 = "SHA3-224", 28, 144, 7, State::KECCAK;
    Sha3_256 = "SHA3-256", 32, 136, 8, State::KECCAK;
    Sha3_384 = "SHA3-384", 48, 104, 9, State::KECCAK;
    Sha3_512 = "SHA3-512", 64, 72, 10, State::KECCAK;
    /// For PSS only, with hash values of 256 bits. It also replaces MGF1.
    Shake128 = "SHAKE128", 32, 168, 11, State::KECCAK;
    /// For PSS only, with hash values of 512 bits. It also replaces MGF1.
    Shake256 = "SHAKE256", 64, 136, 12, State::KECCAK;
}

impl Hash {
    /// The name that NIST uses. The Web Cryptography API uses the same names for the functions that it has.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The hash function with this name.
    ///
    /// # Errors
    /// [`Error::UnknownHash`].
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.iter().find(|hash| hash.name() == name);
        found.copied().ok_or_else(|| Error::UnknownHash(name.to_owned()))
    }

    /// hLen, the length of a hash value in bytes.
    pub fn length(self) -> usize {
        self.facts().length
    }

    /// Whether this is SHAKE, whose output can have any length.
    pub(super) fn is_extendable(self) -> bool {
        matches!(self, Self::Shake128 | Self::Shake256)
    }

    /// Refuses SHAKE, which RFC 8702 defines for PSS only.
    pub(super) fn require_fixed(self, parameter: &'static str) -> Result<(), Error> {
        if !self.is_extendable() {
            return Ok(());
        }
        let requirement = "one of SHA-1, SHA-2 and SHA-3: SHAKE128 and SHAKE256 are only for PSS (RFC 8702)";
        Err(Error::UnsuitableHash { parameter, hash: self, requirement })
    }

    /// The DER encoding of a DigestInfo with a hash value (RFC 8017, section 9.2, note 1).
    pub(crate) fn digest_info(self, digest: &[u8]) -> Vec<u8> {
        let Facts { length, arc, .. } = self.facts();
        // SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, OCTET STRING }. The lengths are below 128.
        let identifier: &[u8] = match arc {
            0 => &[0x06, 5, 0x2b, 0x0e, 0x03, 0x02, 0x1a],
            _ => &[0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, arc],
        };
        let algorithm = identifier.len() as u8 + 2;
        let before = [0x30, algorithm + 4 + length as u8, 0x30, algorithm];
        [&before, identifier, &[0x05, 0, 0x04, length as u8], digest].concat()
    }

    /// Refuses a digest of the wrong length.
    pub(super) fn check_digest(self, digest: &[u8]) -> Result<(), Error> {
        let (value, length) = (digest.len(), self.length());
        if value == length {
            return Ok(());
        }
        let reason = "a digest is exactly as long as the values of its hash function";
        Err(Error::OutOfRange { parameter: "digest", unit: "bytes", value, least: length, most: length, reason })
    }

    /// The hash value of all parts in sequence.
    pub(crate) fn digest(self, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
        self.output(parts, self.length())
    }

    /// The first `length` bytes of output for all parts. Only SHAKE has more output than a hash value.
    pub(super) fn output(self, parts: &[&[u8]], length: usize) -> Zeroizing<Vec<u8>> {
        let mut hasher = self.hasher();
        parts.iter().for_each(|part| hasher.update(part));
        Zeroizing::new(hasher.output(length))
    }
}
