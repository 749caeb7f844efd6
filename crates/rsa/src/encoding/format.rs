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

    /// The PEM label: from RFC 7468, for PKCS#1 as OpenSSL writes it, for OpenSSH as ssh-keygen does, for PKCS #12 as GnuTLS does; the
    /// name for messages; and the kind.
    fn facts(self) -> (&'static str, &'static str, Option<Kind>) {
        let (private, public) = (Some(Kind::Private), Some(Kind::Public));
        match self {
            Self::Pkcs1Private => ("RSA PRIVATE KEY", "a private key in PKCS #1", private),
            Self::Pkcs8 => ("PRIVATE KEY", "a private key in PKCS #8", private),
            Self::EncryptedPkcs8 => ("ENCRYPTED PRIVATE KEY", "an encrypted private key in PKCS #8", private),
            Self::OpenSshPrivate => ("OPENSSH PRIVATE KEY", "a private key of OpenSSH", private),
            Self::Pkcs1Public => ("RSA PUBLIC KEY", "a public key in PKCS #1", public),
            Self::Spki => ("PUBLIC KEY", "a public key in SPKI", public),
            Self::OpenSshPublic => ("", "a public key of OpenSSH", public),
            Self::Certificate => ("CERTIFICATE", "a certificate", public),
            Self::CertificateRequest => ("CERTIFICATE REQUEST", "a certificate request", public),
            Self::Pkcs12 => ("PKCS12", "PKCS #12", None),
        }
    }

    /// The PEM label.
    pub(super) fn label(self) -> &'static str {
        self.facts().0
    }

    /// The name for messages.
    pub(super) fn name(self) -> &'static str {
        self.facts().1
    }

    /// Private or public; `None` for a container, which may hold both.
    pub(super) fn kind(self) -> Option<Kind> {
        self.facts().2
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
