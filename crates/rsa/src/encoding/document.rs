//! Recognizes the format of binary data by their content.

use der::asn1::AnyRef;
use der::{Decode, Reader, SliceReader, Tag, Tagged};

use super::format::Format;
use super::{asn1, certificate, openssh, unrecognized};
use crate::Error;

/// How many elements after the second are compared: a DSA key has four, and one more shows that it is longer.
const LONGEST_STRUCTURE: usize = 5;

impl Format {
    /// The format of binary data, and the number of bytes that belong to the key. DER by the types of its elements,
    /// OpenSSH's formats by their first bytes.
    pub(super) fn of_bytes(bytes: &[u8]) -> Result<(Self, usize), Error> {
        if bytes.starts_with(openssh::MAGIC) {
            return Ok((Self::OpenSshPrivate, bytes.len()));
        }
        if openssh::is_blob(bytes) {
            return Ok((Self::OpenSshPublic, bytes.len()));
        }
        if let Some(error) = unrecognized::binary(bytes) {
            return Err(error);
        }
        if bytes.first() != Some(&0x30) {
            return Err(Error::InvalidEncoding(
                "these binary data are not a key: pass the content of the key file".into(),
            ));
        }
        let length = asn1::whole(bytes).unwrap_or(bytes.len());
        let der = bytes.get(..length).unwrap_or(bytes);
        // PKCS #12 may be BER, so it is recognized before DER is parsed.
        Ok((if asn1::is_pkcs12(der) { Self::Pkcs12 } else { Self::of_der(der)? }, der.len()))
    }

    fn of_der(der: &[u8]) -> Result<Self, Error> {
        let invalid = asn1::invalid("key", der);
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
                Err(unrecognized::unsupported(unrecognized::DSA))
            }
            (Tag::Integer, Tag::Integer, _) => Ok(Self::Pkcs1Private),
            (Tag::Integer, Tag::OctetString, _) => Err(unrecognized::unsupported(unrecognized::EC)),
            (Tag::Integer, Tag::Sequence, _) => Ok(Self::Pkcs8),
            (Tag::Sequence, Tag::OctetString, _) => Ok(Self::EncryptedPkcs8),
            (Tag::Sequence, Tag::BitString, _) => Ok(Self::Spki),
            (Tag::Sequence, Tag::Sequence, _) => Ok(certificate::format_of(&first)),
            (Tag::ObjectIdentifier, _, _) => Err(unrecognized::unsupported(unrecognized::PKCS7)),
            (first, second, _) => Err(Error::UnsupportedFormat(format!(
                "DER that starts with a {first} and a {second} is not a key in PKCS #1, PKCS #8 or SPKI, nor a certificate"
            ))),
        }
    }
}
