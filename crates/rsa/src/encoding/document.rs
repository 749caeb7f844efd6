//! Which format data have, told by their content.

use der::asn1::AnyRef;
use der::{Decode, Reader, SliceReader, Tag, Tagged};
use zeroize::Zeroizing;

use super::{MOST_DATA_BYTES, invalid, pem};
use crate::Error;
use crate::params::in_range;

/// A format of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Pkcs1Private,
    Pkcs8,
    EncryptedPkcs8,
    Pkcs1Public,
    Spki,
}

impl Format {
    const ALL: [Self; 5] = [Self::Pkcs1Private, Self::Pkcs8, Self::EncryptedPkcs8, Self::Pkcs1Public, Self::Spki];

    /// The label of its PEM: RFC 7468, sections 10, 11 and 13, and for PKCS#1 what OpenSSL writes.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Pkcs1Private => "RSA PRIVATE KEY",
            Self::Pkcs8 => "PRIVATE KEY",
            Self::EncryptedPkcs8 => "ENCRYPTED PRIVATE KEY",
            Self::Pkcs1Public => "RSA PUBLIC KEY",
            Self::Spki => "PUBLIC KEY",
        }
    }

    /// Private or public.
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Pkcs1Private | Self::Pkcs8 | Self::EncryptedPkcs8 => Kind::Private,
            Self::Pkcs1Public | Self::Spki => Kind::Public,
        }
    }

    /// The format of a DER structure, by the types of its first two elements.
    fn of_der(der: &[u8]) -> Result<Self, Error> {
        let invalid = invalid("neither PEM nor DER");
        let sequence = AnyRef::from_der(der).map_err(&invalid)?;
        sequence.tag().assert_eq(Tag::Sequence).map_err(&invalid)?;
        let mut reader = SliceReader::new(sequence.value()).map_err(&invalid)?;
        let first = AnyRef::decode(&mut reader).map_err(&invalid)?.tag();
        let second = AnyRef::decode(&mut reader).map_err(&invalid)?.tag();
        match (first, second) {
            (Tag::Integer, Tag::Integer) if reader.is_finished() => Ok(Self::Pkcs1Public),
            (Tag::Integer, Tag::Integer) => Ok(Self::Pkcs1Private),
            (Tag::Integer, Tag::Sequence) => Ok(Self::Pkcs8),
            (Tag::Sequence, Tag::OctetString) => Ok(Self::EncryptedPkcs8),
            (Tag::Sequence, Tag::BitString) => Ok(Self::Spki),
            _ => Err(Error::UnsupportedFormat(format!(
                "DER of a {first} and a {second} first is no key in PKCS#1, PKCS#8 or SPKI"
            ))),
        }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Private,
    Public,
}

impl Kind {
    /// Why a key of the other kind is not taken.
    fn refusal(self) -> Error {
        Error::WrongKeyType(match self {
            Self::Private => "this is a public key, where a private one is needed".into(),
            Self::Public => "this is a private key: import it as one, and take its public key".into(),
        })
    }
}

/// A key's DER, with its format.
pub(super) struct Document {
    pub(super) format: Format,
    pub(super) der: Zeroizing<Vec<u8>>,
}

impl Document {
    /// The first key of a kind in PEM, or the one in DER. Other PEM blocks, such as certificates, are passed over.
    pub(super) fn read(data: &[u8], kind: Kind) -> Result<Self, Error> {
        let reason = "the limit against exhaustion, which no key of this library reaches";
        in_range("data", "bytes", data.len(), 1, MOST_DATA_BYTES, reason)?;
        let blocks = pem::blocks(data)?;
        if blocks.is_empty() {
            let format = Format::of_der(data)?;
            let document = Self { format, der: Zeroizing::new(data.to_vec()) };
            return if format.kind() == kind { Ok(document) } else { Err(kind.refusal()) };
        }
        let mut has_other_kind = false;
        for block in &blocks {
            match Format::ALL.into_iter().find(|format| format.label() == block.label) {
                Some(format) if format.kind() == kind => return Ok(Self { format, der: block.decode()? }),
                known => has_other_kind |= known.is_some(),
            }
        }
        if has_other_kind {
            return Err(kind.refusal());
        }
        let labels: Vec<_> =
            Format::ALL.into_iter().filter(|format| format.kind() == kind).map(Format::label).collect();
        let (label, labels) = (blocks[0].label, labels.join(", "));
        Err(Error::UnsupportedFormat(format!("the PEM label is {label:?}, but must be one of {labels}")))
    }
}
