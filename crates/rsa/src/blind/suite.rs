//! The named variants of both protocols.

use rand_core::CryptoRng;

use super::Error;
use crate::{Hash, Pss, SaltLength};

/// A named variant of RSABSSA (RFC 9474, section 5) or RSAPBSSA (draft-irtf-cfrg-partially-blind-rsa-02, section 6).
///
/// All use SHA-384, also in MGF1. The salt of PSS has 48 bytes, or none in `PSSZERO`. `Randomized` puts 32 random bytes before each
/// message, which protects clients whose messages have little entropy from an issuer with a malicious key; both specifications
/// recommend it. `PSSZERO-Deterministic` gives each message a single signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suite {
    name: &'static str,
    is_partial: bool,
    salt_length: usize,
    prefix_length: usize,
}

#[inline]
const fn suite(name: &'static str, is_partial: bool, salt_length: usize, prefix_length: usize) -> Suite {
    Suite { name, is_partial, salt_length, prefix_length }
}

impl Suite {
    /// All suites.
    pub const ALL: [Self; 8] = [
        suite("RSABSSA-SHA384-PSS-Randomized", false, 48, 32),
        suite("RSABSSA-SHA384-PSSZERO-Randomized", false, 0, 32),
        suite("RSABSSA-SHA384-PSS-Deterministic", false, 48, 0),
        suite("RSABSSA-SHA384-PSSZERO-Deterministic", false, 0, 0),
        suite("RSAPBSSA-SHA384-PSS-Randomized", true, 48, 32),
        suite("RSAPBSSA-SHA384-PSSZERO-Randomized", true, 0, 32),
        suite("RSAPBSSA-SHA384-PSS-Deterministic", true, 48, 0),
        suite("RSAPBSSA-SHA384-PSSZERO-Deterministic", true, 0, 0),
    ];

    /// The suite with this name.
    ///
    /// # Errors
    /// [`Error::UnknownSuite`].
    #[inline]
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|suite| suite.name == name);
        found.ok_or_else(|| Error::UnknownSuite(name.to_owned()))
    }

    /// The name in the specification.
    #[inline]
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Whether signatures are bound to public metadata.
    #[inline]
    pub fn is_partial(self) -> bool {
        self.is_partial
    }

    /// The number of random bytes before each prepared message: 32 or 0.
    #[inline]
    pub fn prefix_length(self) -> usize {
        self.prefix_length
    }

    /// Prepare (RFC 9474, section 4.1): the message after [`Suite::prefix_length`] random bytes. This is what gets signed, so verifiers
    /// need the prefix too.
    #[inline]
    pub fn prepare(self, message: &[u8], rng: &mut dyn CryptoRng) -> Vec<u8> {
        let mut prepared = vec![0; self.prefix_length];
        rng.fill_bytes(&mut prepared);
        prepared.extend_from_slice(message);
        prepared
    }

    #[inline]
    pub(super) fn hash(self) -> Hash {
        Hash::Sha384
    }

    #[inline]
    pub(super) fn salt_length(self) -> usize {
        self.salt_length
    }

    #[inline]
    pub(super) fn pss(self) -> Pss {
        Pss { salt_length: SaltLength::Bytes(self.salt_length), ..Pss::new(self.hash()) }
    }
}
