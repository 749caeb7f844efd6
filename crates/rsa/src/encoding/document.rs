//! Recognizes the format of data by its content.

use der::asn1::AnyRef;
use der::{Decode, Reader, SliceReader, Tag, Tagged};
use zeroize::Zeroizing;

use super::format::{Format, Kind};
use super::{MOST_DATA_BYTES, certificate, invalid, openssh, pem, unread};
use crate::Error;
use crate::params::in_range;

/// How many elements after the second are compared: a DSA key has four, and one more shows that it is longer.
const LONGEST_STRUCTURE: usize = 5;

impl Format {
    /// The format of a DER structure, by the types of its elements.
    fn of_der(der: &[u8]) -> Result<Self, Error> {
        let invalid = invalid("neither PEM, DER nor a public key of OpenSSH");
        let sequence = AnyRef::from_der(der).map_err(&invalid)?;
        sequence.tag().assert_eq(Tag::Sequence).map_err(&invalid)?;
        let mut reader = SliceReader::new(sequence.value()).map_err(&invalid)?;
        let [first, second] = [AnyRef::decode(&mut reader), AnyRef::decode(&mut reader)];
        let (first, second) = (first.map_err(&invalid)?, second.map_err(&invalid)?);
        let others: Vec<Tag> = core::iter::from_fn(|| AnyRef::decode(&mut reader).ok().map(|other| other.tag()))
            .take(LONGEST_STRUCTURE)
            .collect();
        match (first.tag(), second.tag(), &others[..]) {
            (Tag::Integer, Tag::Integer, []) if reader.is_finished() => Ok(Self::Pkcs1Public),
            (Tag::Integer, Tag::Integer, [Tag::Integer, Tag::Integer, Tag::Integer, Tag::Integer])
                if reader.is_finished() =>
            {
                Err(unread::unsupported(unread::DSA))
            }
            (Tag::Integer, Tag::Integer, _) => Ok(Self::Pkcs1Private),
            (Tag::Integer, Tag::OctetString, _) => Err(unread::unsupported(unread::EC)),
            (Tag::Integer, Tag::Sequence, _) if first.value() == [3] => Err(unread::unsupported(unread::PKCS12)),
            (Tag::Integer, Tag::Sequence, _) => Ok(Self::Pkcs8),
            (Tag::Sequence, Tag::OctetString, _) => Ok(Self::EncryptedPkcs8),
            (Tag::Sequence, Tag::BitString, _) => Ok(Self::Spki),
            (Tag::Sequence, Tag::Sequence, _) => Ok(certificate::format_of(&first)),
            (Tag::ObjectIdentifier, _, _) => Err(unread::unsupported(unread::PKCS7)),
            (first, second, _) => Err(Error::UnsupportedFormat(format!(
                "DER that starts with a {first} and a {second} is not a key in PKCS#1, PKCS#8 or SPKI, nor a certificate"
            ))),
        }
    }
}

/// A key's format and DER. For OpenSSH's formats, the decoded block or the line of text instead of DER.
pub(super) struct Document {
    pub(super) format: Format,
    pub(super) der: Zeroizing<Vec<u8>>,
}

impl Document {
    /// Finds the first key of a kind in PEM or in lines of OpenSSH, or the one in DER. Other PEM blocks are ignored.
    pub(super) fn read(data: &[u8], kind: Kind) -> Result<Self, Error> {
        let reason = "the limit protects against exhaustion, and no key of this library reaches it";
        in_range("data", "bytes", data.len(), 1, MOST_DATA_BYTES, reason)?;
        let blocks = pem::blocks(data)?;
        let Some(first) = blocks.first() else { return Self::read_bare(data, kind) };
        let mut other_kind = None;
        for block in &blocks {
            match Format::of_label(block.label) {
                Some(format) if format.kind() == kind => return Ok(Self { format, der: block.decode()? }),
                format => other_kind = other_kind.or(format),
            }
        }
        Err(match other_kind {
            Some(format) => format.refusal(),
            None => unread::text(format!("-----BEGIN {}-----", first.label).as_bytes()).unwrap_or_else(|| {
                let labels = Format::IN_PEM.into_iter().filter(|format| format.kind() == kind).map(Format::label);
                let (label, labels) = (first.label.escape_default(), labels.collect::<Vec<_>>().join(", "));
                Error::UnsupportedFormat(format!("the PEM label is \"{label}\", but must be one of {labels}"))
            }),
        })
    }

    /// Reads data that is not PEM.
    fn read_bare(data: &[u8], kind: Kind) -> Result<Self, Error> {
        let (format, der) = match openssh::line(data) {
            Some(line) => (Format::OpenSshPublic, line.as_bytes()),
            None => (unread::text(data).map_or_else(|| Format::of_der(data), Err)?, data),
        };
        if format.kind() == kind {
            Ok(Self { format, der: Zeroizing::new(der.to_vec()) })
        } else {
            Err(format.refusal())
        }
    }
}
