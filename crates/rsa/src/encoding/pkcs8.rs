//! PKCS#8: `OneAsymmetricKey` around a PKCS#1 key (RFC 5958).

use der::Decode;
use pkcs8::PrivateKeyInfoRef;
use zeroize::Zeroizing;

use super::format::Format;
#[cfg(feature = "traits")]
use super::options::ReadOptions;
use super::options::Session;
use super::write::{self, OCTET_STRING, RSA_ENCRYPTION, SEQUENCE};
use super::{pem, pkcs1 as pkcs1_keys, spki};
use crate::{Components, Error};

impl Components {
    /// Encodes the key as PKCS#8 (`OneAsymmetricKey`), DER.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`].
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let key = self.to_pkcs1_der()?;
        let version = [2, 1, 0];
        let key = write::element(OCTET_STRING, &[&key]);
        Ok(write::element(SEQUENCE, &[&version, RSA_ENCRYPTION, &key]))
    }

    /// Encodes the key as PKCS#8, PEM.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`].
    pub fn to_pkcs8_pem(&self) -> Result<Zeroizing<String>, Error> {
        Ok(pem::encode(Format::Pkcs8, &self.to_pkcs8_der()?))
    }
}

/// Parses the structure, but not yet the key in it.
pub(super) fn parse(der: &[u8]) -> Result<PrivateKeyInfoRef<'_>, der::Error> {
    PrivateKeyInfoRef::from_der(der)
}

/// Reads the numbers of the key in a structure. Ignores attributes and a copy of the public key.
pub(super) fn read_with(info: &PrivateKeyInfoRef<'_>, session: &mut Session<'_>) -> Result<Components, Error> {
    spki::require_rsa(&info.algorithm)?;
    pkcs1_keys::read_private(info.private_key.as_bytes(), session)
}

/// The same for callers without options.
#[cfg(feature = "traits")]
pub(crate) fn read(info: &PrivateKeyInfoRef<'_>) -> Result<Components, Error> {
    read_with(info, &mut Session::new(&ReadOptions::default())?)
}
