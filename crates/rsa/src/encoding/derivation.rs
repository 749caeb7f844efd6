//! PBKDF2 outside of this library: the platform's own is several times as fast as ours in WebAssembly, and need not block a thread.

use core::fmt;

use crate::Hash;

/// A key derivation: PBKDF2 (RFC 8018, section 5.2) with HMAC.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Pbkdf2<'a> {
    /// The hash function of HMAC.
    pub hash: Hash,
    /// The password. It is secret.
    pub password: &'a [u8],
    /// The salt.
    pub salt: &'a [u8],
    /// The number of iterations, within the limits of the call.
    pub iterations: u32,
}

/// Shows neither password nor salt.
impl fmt::Debug for Pbkdf2<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hash, iterations, .. } = self;
        formatter.debug_struct("Pbkdf2").field("hash", hash).field("iterations", iterations).finish_non_exhaustive()
    }
}

/// A function that fills a key and returns true, or returns false to have the key derived here.
pub type DeriveKey<'a> = &'a dyn Fn(&Pbkdf2<'_>, &mut [u8]) -> bool;

/// Derives keys with the caller's function, if there is one.
#[derive(Clone, Copy, Default)]
pub(super) struct DeriveElsewhere<'a>(pub(super) Option<DeriveKey<'a>>);

impl DeriveElsewhere<'_> {
    /// Fills the key, or returns false.
    pub(super) fn derive(self, derivation: &Pbkdf2<'_>, key: &mut [u8]) -> bool {
        self.0.is_some_and(|derive| derive(derivation, key))
    }
}

impl fmt::Debug for DeriveElsewhere<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Some" } else { "None" })
    }
}
