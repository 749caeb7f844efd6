//! A key that was found in data, before its numbers are read.

use zeroize::Zeroizing;

use super::format::{Format, Kind};
use super::{Repair, traditional};
use crate::{Components, Error, PublicComponents};

/// A key, or the reason why it cannot be read.
pub(super) struct Item {
    /// A comment, a host or a friendly name.
    pub(super) name: Option<String>,
    pub(super) content: Result<Content, Error>,
    /// The kind of a key that cannot be read, if it is known.
    pub(super) kind: Option<Kind>,
    pub(super) repairs: Vec<Repair>,
    /// Whether nothing but the values of its two numbers shows that it is a public key: PKCS #1 without a label.
    pub(super) is_bare: bool,
}

/// A key whose numbers are not read yet, or that are in text.
pub(super) enum Content {
    /// DER, or the binary part of OpenSSH's formats.
    Encoded(Format, Zeroizing<Vec<u8>>),
    /// A private key in the traditional encryption of OpenSSL.
    Traditional(traditional::Encrypted),
    /// A private key of PuTTY, a container of one key.
    Putty(Zeroizing<String>),
    Private(Components),
    Public(PublicComponents),
}

impl Content {
    /// Private or public; `None` for a container that may hold both.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.format().kind()
    }

    /// Whether it must be opened before the keys in it can be read.
    pub(super) fn is_container(&self) -> bool {
        matches!(self, Self::Encoded(Format::Pkcs12, _) | Self::Putty(_))
    }

    /// The error for a key where one of the other kind is needed.
    pub(super) fn refusal(&self) -> Error {
        self.format().refusal()
    }

    /// The format, or one that has the same kind.
    fn format(&self) -> Format {
        match self {
            Self::Encoded(format, _) => *format,
            Self::Traditional(_) | Self::Putty(_) | Self::Private(_) => Format::Pkcs1Private,
            Self::Public(_) => Format::Pkcs1Public,
        }
    }
}

impl Item {
    pub(super) fn new(content: Result<Content, Error>) -> Self {
        Self { name: None, content, kind: None, repairs: Vec::new(), is_bare: false }
    }

    /// A key that cannot be read.
    pub(super) fn refused(kind: Option<Kind>, error: Error) -> Self {
        Self { kind, ..Self::new(Err(error)) }
    }

    /// Private, public, or unknown if it cannot be read.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.content.as_ref().map_or(self.kind, Content::kind)
    }
}
