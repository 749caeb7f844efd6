//! Decodes the numbers of a key from any of the formats.

use super::document::Document;
use super::format::{Format, Kind};
use super::{certificate, encrypted, invalid, openssh, pkcs1, pkcs8, spki};
use crate::{Components, Error, PublicComponents};

impl Components {
    /// Decodes the numbers of a private key from PEM or DER, in PKCS#1, PKCS#8, encrypted PKCS#8 or OpenSSH's format.
    /// The format is recognized by content. From PEM it takes the first private key. A password that is not needed is
    /// ignored. **The numbers are not checked**:
    /// [`PrivateKey::from_standard_components`](crate::PrivateKey::from_standard_components) checks that they form a
    /// key, and chooses its variant.
    ///
    /// # Errors
    /// * [`Error::OutOfRange`]: more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), or a key derivation that costs
    ///   too much. Checked before any work.
    /// * [`Error::InvalidEncoding`]: the data cannot be parsed.
    /// * [`Error::UnsupportedFormat`]: another kind of key or encryption. The message names it.
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
    /// Decodes the numbers of a public key from PEM or DER, in SPKI, PKCS#1, a certificate or a certificate request, or
    /// from a line of OpenSSH. The format is recognized by content. If there are several public keys, it takes the
    /// first. **The numbers are not checked**, which [`PublicKey::new`](crate::PublicKey::new) does, and the signature
    /// of a certificate is not verified.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), [`Error::InvalidEncoding`] for
    /// data that cannot be parsed, [`Error::UnsupportedFormat`] for another kind of key, [`Error::WrongKeyType`] for a
    /// private one.
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
