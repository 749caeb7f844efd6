//! Containers of keys, which a password protects as a whole, and what they hold.

use zeroize::Zeroizing;

use super::{Repair, text};
use crate::Error;

/// The format of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerFormat {
    /// PKCS #12 (RFC 7292): `.p12` and `.pfx`, as OpenSSL and Java write it.
    Pkcs12,
    /// A private key of PuTTY: `.ppk`.
    Putty,
}

/// A container that was found in data.
#[derive(Clone)]
#[non_exhaustive]
pub struct Container {
    /// Its format.
    pub format: ContainerFormat,
    /// DER or BER for PKCS #12, text for PuTTY.
    pub data: Zeroizing<Vec<u8>>,
}

impl Container {
    /// A container with this content.
    pub fn new(format: ContainerFormat, data: &[u8]) -> Self {
        Self { format, data: Zeroizing::new(data.to_vec()) }
    }
}

/// What a container holds.
#[derive(Clone)]
#[non_exhaustive]
pub struct Opened {
    /// Its keys and certificates. At least one.
    pub keys: Vec<Contained>,
    /// What was left out; it is reported with each private key.
    pub repairs: Vec<Repair>,
}

impl Opened {
    /// A container with these keys and certificates.
    pub fn new(keys: Vec<Contained>) -> Self {
        Self { keys, repairs: Vec::new() }
    }
}

/// A key or a certificate in a container.
#[derive(Clone)]
#[non_exhaustive]
pub struct Contained {
    /// The friendly name or comment that comes with it.
    pub name: Option<String>,
    /// Whether it is a private key; `None` if that is not known.
    pub is_private: Option<bool>,
    /// PKCS #8 or a certificate in DER, or the binary part of OpenSSH's format, none of them encrypted. Or why there is none.
    pub data: Result<Zeroizing<Vec<u8>>, Error>,
}

impl Contained {
    /// A key or a certificate, or why it cannot be read.
    pub fn new(name: Option<String>, is_private: Option<bool>, data: Result<Zeroizing<Vec<u8>>, Error>) -> Self {
        Self { name, is_private, data }
    }
}

/// The file of PuTTY in a text, and what follows it.
pub(super) fn find_putty(text: &str) -> Option<&str> {
    Some(text::split(text, text::places(text, text::PUTTY).next()?).1)
}
