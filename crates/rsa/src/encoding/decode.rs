//! The numbers in data in any of the formats.

use super::document::{Document, Format, Kind};
use super::{certificate, encrypted, invalid, openssh, pkcs1, pkcs8, spki};
use crate::{Components, Error, PublicComponents};

impl Components {
    /// The numbers in PEM or DER, in PKCS#1, PKCS#8, encrypted PKCS#8 or OpenSSH's format, told apart by content. In PEM the
    /// first private key is taken. A password that is not needed is passed over. **They are not checked**: whether they make a
    /// key, and of which variant, says
    /// [`PrivateKey::from_standard_components`](crate::PrivateKey::from_standard_components).
    ///
    /// # Errors
    /// * [`Error::OutOfRange`]: more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), a key derivation that costs too much;
    ///   before any work.
    /// * [`Error::InvalidEncoding`]: data that do not parse.
    /// * [`Error::UnsupportedFormat`]: another kind of key, or another encryption; the message names it.
    /// * [`Error::PasswordRequired`], [`Error::WrongPassword`].
    pub fn decode(data: &[u8], password: Option<&[u8]>) -> Result<Self, Error> {
        let Document { format, der } = Document::read(data, Kind::Private)?;
        match format {
            Format::OpenSshPrivate => openssh::read_private(&der, password),
            Format::EncryptedPkcs8 => encrypted::read(&der, password),
            Format::Pkcs8 => pkcs8::read(&pkcs8::parse(&der).map_err(invalid("PrivateKeyInfo of PKCS#8"))?),
            _ => pkcs1::read_private(&der),
        }
    }
}

impl PublicComponents {
    /// The numbers in PEM or DER, in SPKI, PKCS#1, a certificate or a request for one, or in a line of OpenSSH, told apart by
    /// content. The first public key is taken. **They are not checked**: that does [`PublicKey::new`](crate::PublicKey::new);
    /// and the signature of a certificate is not verified.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), [`Error::InvalidEncoding`] for data
    /// that do not parse, [`Error::UnsupportedFormat`] for another kind of key, [`Error::WrongKeyType`] for a private one.
    pub fn decode(data: &[u8]) -> Result<Self, Error> {
        let Document { format, der } = Document::read(data, Kind::Public)?;
        match format {
            Format::Spki => spki::read(&der),
            Format::OpenSshPublic => openssh::read_public(&der),
            Format::Certificate | Format::CertificateRequest => certificate::read(&der, format),
            _ => pkcs1::read_public(&der),
        }
    }
}
