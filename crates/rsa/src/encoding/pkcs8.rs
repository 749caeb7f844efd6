//! PKCS#8: `OneAsymmetricKey` around a PKCS#1 key (RFC 5958).

use der::asn1::OctetStringRef;
use der::{Decode, Encode};
use pkcs8::PrivateKeyInfoRef;
use zeroize::Zeroizing;

use super::format::Format;
use super::{pem, pkcs1 as pkcs1_keys, spki};
use crate::{Components, Error};

impl Components {
    /// Encodes the key as PKCS#8 (`OneAsymmetricKey`), DER.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`].
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let key = self.to_pkcs1_der()?;
        let key = OctetStringRef::new(&key).expect("a key is far shorter than DER allows");
        let info = PrivateKeyInfoRef::new(pkcs1::ALGORITHM_ID, key);
        Ok(Zeroizing::new(info.to_der().expect("a key is far shorter than DER allows")))
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
pub(crate) fn read(info: &PrivateKeyInfoRef<'_>) -> Result<Components, Error> {
    spki::require_rsa(&info.algorithm)?;
    pkcs1_keys::read_private(info.private_key.as_bytes())
}
