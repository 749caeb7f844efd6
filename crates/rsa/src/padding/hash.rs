//! The hash functions that paddings are built on.

use sha1::Sha1;
use sha2::digest::{Digest, DynDigest};
use sha2::{Sha256, Sha384, Sha512};
use zeroize::Zeroizing;

use crate::Error;

/// A hash function of RFC 8017, appendix B.1, as far as the Web Cryptography API has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hash {
    /// SHA-1. Collisions are known: signatures with it are for old data alone. In OAEP and MGF1 nothing is known against it.
    Sha1,
    /// SHA-256
    Sha256,
    /// SHA-384
    Sha384,
    /// SHA-512
    Sha512,
}

impl Hash {
    /// Every hash function.
    pub const ALL: [Self; 4] = [Self::Sha1, Self::Sha256, Self::Sha384, Self::Sha512];

    /// Its name as the Web Cryptography API writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sha1 => "SHA-1",
            Self::Sha256 => "SHA-256",
            Self::Sha384 => "SHA-384",
            Self::Sha512 => "SHA-512",
        }
    }

    /// The hash function with this name.
    ///
    /// # Errors
    /// [`Error::UnknownHash`].
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|hash| hash.name() == name);
        found.ok_or_else(|| Error::UnknownHash(name.to_owned()))
    }

    /// hLen, the length of its values in bytes.
    pub fn length(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
            Self::Sha384 => 48,
            Self::Sha512 => 64,
        }
    }

    /// Starts the hash value of data that come in pieces.
    pub fn hasher(self) -> Hasher {
        let state: Box<dyn DynDigest> = match self {
            Self::Sha1 => Box::new(Sha1::new()),
            Self::Sha256 => Box::new(Sha256::new()),
            Self::Sha384 => Box::new(Sha384::new()),
            Self::Sha512 => Box::new(Sha512::new()),
        };
        Hasher { hash: self, state }
    }

    /// Refuses what cannot be one of its values.
    pub(super) fn check_digest(self, digest: &[u8]) -> Result<(), Error> {
        let (value, length) = (digest.len(), self.length());
        if value == length {
            return Ok(());
        }
        let reason = "a hash value has one length, that of its hash function";
        Err(Error::OutOfRange { parameter: "digest", unit: "bytes", value, least: length, most: length, reason })
    }

    /// The hash value of all parts one after the other.
    pub(super) fn digest(self, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
        match self {
            Self::Sha1 => digest::<Sha1>(parts),
            Self::Sha256 => digest::<Sha256>(parts),
            Self::Sha384 => digest::<Sha384>(parts),
            Self::Sha512 => digest::<Sha512>(parts),
        }
    }
}

fn digest<D: Digest>(parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let mut hasher = D::new();
    parts.iter().for_each(|part| hasher.update(part));
    let mut value = Zeroizing::new(vec![0; <D as Digest>::output_size()]);
    hasher.finalize_into(value.as_mut_slice().try_into().expect("the output's size"));
    value
}

/// A hash value in the making, for data too large to hold.
///
/// ```
/// use rsa_variants::Hash;
///
/// let mut hasher = Hash::Sha256.hasher();
/// hasher.update(b"a file, ");
/// hasher.update(b"piece by piece");
/// assert_eq!(hasher.digest().len(), 32);
/// ```
pub struct Hasher {
    hash: Hash,
    state: Box<dyn DynDigest>,
}

impl Hasher {
    /// Takes the next piece.
    pub fn update(&mut self, data: &[u8]) {
        self.state.update(data);
    }

    /// The hash value of all pieces one after the other.
    pub fn digest(mut self) -> Vec<u8> {
        let mut value = vec![0; self.hash.length()];
        self.state.finalize_into_reset(&mut value).expect("the output's size");
        value
    }
}
