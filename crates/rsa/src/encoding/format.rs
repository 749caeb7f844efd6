//! The formats of keys, and their PEM labels.

use crate::Error;

/// The kind of key that the caller needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Private,
    Public,
}

/// The label of a certificate of OpenSSL with data about trust after it.
pub(super) const TRUSTED: &str = "TRUSTED CERTIFICATE";

/// A key format.
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
    /// A container of keys and certificates, which is opened before anything in it is read.
    Pkcs12,
}

impl Format {
    /// The formats with a PEM label.
    pub(super) const IN_PEM: [Self; 9] = [
        Self::Pkcs1Private,
        Self::Pkcs8,
        Self::EncryptedPkcs8,
        Self::OpenSshPrivate,
        Self::Pkcs1Public,
        Self::Spki,
        Self::Certificate,
        Self::CertificateRequest,
        Self::Pkcs12,
    ];

    /// The PEM label: from RFC 7468, for PKCS#1 as OpenSSL writes it, for OpenSSH as ssh-keygen does, for PKCS #12 as GnuTLS does.
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
            Self::Pkcs12 => "PKCS12",
        }
    }

    /// The name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pkcs1Private => "a private key in PKCS #1",
            Self::Pkcs8 => "a private key in PKCS #8",
            Self::EncryptedPkcs8 => "an encrypted private key in PKCS #8",
            Self::OpenSshPrivate => "a private key of OpenSSH",
            Self::Pkcs1Public => "a public key in PKCS #1",
            Self::Spki => "a public key in SPKI",
            Self::OpenSshPublic => "a public key of OpenSSH",
            Self::Certificate => "a certificate",
            Self::CertificateRequest => "a certificate request",
            Self::Pkcs12 => "PKCS #12",
        }
    }

    /// The format with this label. Some software writes older labels (RFC 7468, sections 5.1 and 7). OpenSSL's trusted
    /// certificates are certificates, followed by other data.
    pub(super) fn of_label(label: &str) -> Option<Self> {
        let label = match label {
            "X509 CERTIFICATE" | TRUSTED => "CERTIFICATE",
            "NEW CERTIFICATE REQUEST" => "CERTIFICATE REQUEST",
            "SSH2 PUBLIC KEY" => return Some(Self::OpenSshPublic),
            label => label,
        };
        Self::IN_PEM.into_iter().find(|format| format.label() == label)
    }

    /// Private or public; `None` for a container, which may hold both.
    pub(super) fn kind(self) -> Option<Kind> {
        match self {
            Self::Pkcs1Private | Self::Pkcs8 | Self::EncryptedPkcs8 | Self::OpenSshPrivate => Some(Kind::Private),
            Self::Pkcs1Public | Self::Spki | Self::OpenSshPublic | Self::Certificate | Self::CertificateRequest => {
                Some(Kind::Public)
            }
            Self::Pkcs12 => None,
        }
    }

    /// The error for a key in this format where one of the other kind is needed.
    pub(super) fn refusal(self) -> Error {
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
}
