//! Which format data have, told by their content.

use der::asn1::AnyRef;
use der::{Decode, Reader, SliceReader, Tag, Tagged};
use zeroize::Zeroizing;

use super::{MOST_DATA_BYTES, certificate, invalid, openssh, pem, unread};
use crate::Error;
use crate::params::in_range;

/// A format of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Pkcs1Private,
    Pkcs8,
    EncryptedPkcs8,
    OpenSshPrivate,
    Pkcs1Public,
    Spki,
    OpenSshPublic,
    Certificate,
    CertificateRequest,
}

impl Format {
    /// Those that PEM has a label for.
    const IN_PEM: [Self; 8] = [
        Self::Pkcs1Private,
        Self::Pkcs8,
        Self::EncryptedPkcs8,
        Self::OpenSshPrivate,
        Self::Pkcs1Public,
        Self::Spki,
        Self::Certificate,
        Self::CertificateRequest,
    ];

    /// The label of its PEM: RFC 7468, for PKCS#1 what OpenSSL writes, for OpenSSH what ssh-keygen does.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Pkcs1Private => "RSA PRIVATE KEY",
            Self::Pkcs8 => "PRIVATE KEY",
            Self::EncryptedPkcs8 => "ENCRYPTED PRIVATE KEY",
            Self::OpenSshPrivate => "OPENSSH PRIVATE KEY",
            Self::Pkcs1Public => "RSA PUBLIC KEY",
            Self::Spki => "PUBLIC KEY",
            Self::OpenSshPublic => "",
            Self::Certificate => "CERTIFICATE",
            Self::CertificateRequest => "CERTIFICATE REQUEST",
        }
    }

    /// The format with a label; some software writes older labels (RFC 7468, sections 5.1 and 7).
    fn of_label(label: &str) -> Option<Self> {
        let label = match label {
            "X509 CERTIFICATE" => "CERTIFICATE",
            "NEW CERTIFICATE REQUEST" => "CERTIFICATE REQUEST",
            label => label,
        };
        Self::IN_PEM.into_iter().find(|format| format.label() == label)
    }

    /// Private or public.
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Pkcs1Private | Self::Pkcs8 | Self::EncryptedPkcs8 | Self::OpenSshPrivate => Kind::Private,
            Self::Pkcs1Public | Self::Spki | Self::OpenSshPublic | Self::Certificate | Self::CertificateRequest => {
                Kind::Public
            }
        }
    }

    /// Why a key in this format is not accepted where one of the other kind is needed.
    fn refusal(self) -> Error {
        let public = "a private key is needed: pass the one that belongs to it";
        Error::WrongKeyType(match self {
            Self::Certificate => format!("this is a certificate, which holds only a public key; {public}"),
            Self::CertificateRequest => {
                format!("this is a certificate request, which holds only a public key; {public}")
            }
            Self::OpenSshPublic => format!("this is a public key of OpenSSH; {public}"),
            Self::Pkcs1Public | Self::Spki => format!("this is a public key; {public}"),
            _ => "this is a private key: import it as one, and take its public key".into(),
        })
    }

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
                "DER of a {first} and a {second} first is not a key in PKCS#1, PKCS#8 or SPKI, nor a certificate"
            ))),
        }
    }
}

/// Elements behind the second that tell structures apart: a DSA key has four.
const LONGEST_STRUCTURE: usize = 5;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Private,
    Public,
}

/// A key's DER, with its format; what stands in its place in OpenSSH's.
pub(super) struct Document {
    pub(super) format: Format,
    pub(super) der: Zeroizing<Vec<u8>>,
}

impl Document {
    /// The first key of a kind in PEM or in lines of OpenSSH, or the one in DER. Other PEM blocks are passed over.
    pub(super) fn read(data: &[u8], kind: Kind) -> Result<Self, Error> {
        let reason = "the limit against exhaustion, which no key of this library reaches";
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

    /// What is not in PEM.
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
