//! The numbers in data in any of the formats.

use super::document::{Document, Format, Kind};
use super::{encrypted, invalid, pkcs1, pkcs8, spki};
use crate::{Components, Error, PublicComponents};

impl Components {
    /// The numbers in PEM or DER, in PKCS#1, PKCS#8 or encrypted PKCS#8, told apart by content. In PEM the first private key is
    /// taken. A password that is not needed is passed over. **They are not checked**: whether they make a key, and of which
    /// variant, says [`PrivateKey::from_standard_components`](crate::PrivateKey::from_standard_components).
    ///
    /// # Errors
    /// * [`Error::OutOfRange`]: more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), a key derivation that costs too much;
    ///   before any work.
    /// * [`Error::InvalidEncoding`]: data that do not parse.
    /// * [`Error::UnsupportedFormat`]: another kind of key, or another encryption than PBES2.
    /// * [`Error::PasswordRequired`], [`Error::WrongPassword`].
    pub fn decode(data: &[u8], password: Option<&[u8]>) -> Result<Self, Error> {
        let Document { format, der } = Document::read(data, Kind::Private)?;
        match format {
            Format::EncryptedPkcs8 => encrypted::read(&der, password),
            Format::Pkcs8 => pkcs8::read(&pkcs8::parse(&der).map_err(invalid("PrivateKeyInfo of PKCS#8"))?),
            _ => pkcs1::read_private(&der),
        }
    }
}

impl PublicComponents {
    /// The numbers in PEM or DER, in SPKI or PKCS#1, told apart by content. In PEM the first public key is taken. **They are not
    /// checked**: that does [`PublicKey::new`](crate::PublicKey::new).
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), [`Error::InvalidEncoding`] for data
    /// that do not parse, [`Error::UnsupportedFormat`] for another kind of key, [`Error::WrongKeyType`] for a private one.
    pub fn decode(data: &[u8]) -> Result<Self, Error> {
        let Document { format, der } = Document::read(data, Kind::Public)?;
        match format {
            Format::Spki => spki::read(&der),
            _ => pkcs1::read_public(&der),
        }
    }
}
