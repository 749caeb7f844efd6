//! Finds the keys in data of any format. Each key is an item, and so is each key that cannot be read, so that one does not hide
//! the others.

use core::mem;

use zeroize::Zeroizing;

use super::format::{Format, Kind, TRUSTED};
use super::openssh::lines;
use super::pem::{self, Block, Decoded};
use super::text::{self, Text};
use super::{MOST_DATA_BYTES, Repair, putty, traditional, unread, xml};
use crate::params::in_range;
use crate::{Components, Error, PublicComponents};

/// How often Base64 of a text is decoded.
const MOST_LAYERS: usize = 3;

/// A key, or the reason why it cannot be read.
pub(super) struct Item {
    /// A comment, a host or a friendly name.
    pub(super) name: Option<String>,
    pub(super) content: Result<Content, Error>,
    /// The kind of a key that cannot be read, if it is known.
    pub(super) kind: Option<Kind>,
    pub(super) repairs: Vec<Repair>,
}

/// A key whose numbers are not read yet, or that are in text.
pub(super) enum Content {
    /// DER, or the binary part of OpenSSH's formats.
    Encoded(Format, Zeroizing<Vec<u8>>),
    /// A private key in the traditional encryption of OpenSSL.
    Traditional(traditional::Encrypted),
    /// A private key of PuTTY.
    Putty(Zeroizing<String>),
    Private(Components),
    Public(PublicComponents),
}

impl Content {
    pub(super) fn kind(&self) -> Kind {
        self.format().kind()
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
        Self { name: None, content, kind: None, repairs: Vec::new() }
    }

    /// A key that cannot be read.
    pub(super) fn refused(kind: Option<Kind>, error: Error) -> Self {
        Self { kind, ..Self::new(Err(error)) }
    }

    /// Private, public, or unknown if it cannot be read.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.content.as_ref().map_or(self.kind, |content| Some(content.kind()))
    }

    /// A key in binary data.
    fn of_bytes(bytes: &[u8]) -> Self {
        match Format::of_bytes(bytes) {
            Err(error) => Self::refused(None, error),
            Ok((format, length)) => {
                let (key, rest) = bytes.split_at(length);
                let mut item = Self::new(Ok(Content::Encoded(format, Zeroizing::new(key.to_vec()))));
                if !rest.iter().all(|byte| *byte == 0 || byte.is_ascii_whitespace()) {
                    let count = rest.len();
                    return Self::refused(
                        Some(format.kind()),
                        Error::InvalidEncoding(format!(
                            "{} is followed by other data ({count} bytes): pass the key only",
                            format.name()
                        )),
                    );
                }
                if !rest.is_empty() {
                    item.repairs.push(Repair::TrailingBytes { count: rest.len() });
                }
                item
            }
        }
    }

    fn of_block(block: &Block<'_>) -> Self {
        let label = Format::of_label(block.label);
        let kind = label.map_or_else(|| kind_of_label(block.label), |format| Some(format.kind()));
        if let Some(error) = unread::label(block.label) {
            return Self::refused(kind, error);
        }
        let Decoded { bytes, encryption, comment, mut repairs } = match block.decode() {
            Ok(decoded) => decoded,
            Err(error) => return Self::refused(kind, unread::algorithm_of_label(block.label).unwrap_or(error)),
        };
        let mut item = match encryption {
            Some(info) => match unread::algorithm_of_label(block.label) {
                Some(error) => Self::refused(kind, error),
                None => Self::new(traditional::Encrypted::new(&info, bytes).map(Content::Traditional)),
            },
            None if block.label == TRUSTED => {
                // The certificate is followed by DER about trust.
                let length = super::asn1::whole(&bytes).unwrap_or(bytes.len()).min(bytes.len());
                Self::of_bytes(&bytes[..length])
            }
            None => Self::of_bytes(&bytes).or_labeled(label, kind, block.label, bytes),
        };
        if let (Ok(Content::Encoded(format, _)), found) = (&item.content, label)
            && found != Some(*format)
        {
            repairs.push(Repair::WrongLabel { label: block.label.to_owned(), content: format.name() });
        }
        repairs.append(&mut item.repairs);
        Self { name: comment.or_else(|| friendly_name(block.before)), repairs, ..item }
    }

    /// Takes the label into account: damaged data are read as it says, so that the error names the structure.
    fn or_labeled(self, label: Option<Format>, kind: Option<Kind>, name: &str, bytes: Zeroizing<Vec<u8>>) -> Self {
        let error = match (self.content, label) {
            // A block without a meaning for keys may look like a certificate.
            (Ok(Content::Encoded(Format::Certificate | Format::CertificateRequest, _)), None) => {
                unread::unknown_label(name)
            }
            (Err(Error::InvalidEncoding(_)), Some(format)) if self.kind.is_none() => {
                return Self::new(Ok(Content::Encoded(format, bytes)));
            }
            (Err(error), label) => unread::algorithm_of_label(name)
                .unwrap_or_else(|| if label.is_none() && kind.is_none() { unread::unknown_label(name) } else { error }),
            (content, _) => return Self { content, ..self },
        };
        Self::refused(self.kind.or(kind), error)
    }
}

/// Finds all keys. At least one item, which may be an error; an error if the data are not like a key.
pub(super) fn items(data: &[u8]) -> Result<Vec<Item>, Error> {
    if data.is_empty() {
        return Err(Error::InvalidEncoding("the data are empty: pass the content of the key file".into()));
    }
    let reason = "the limit protects against exhaustion, and no key of this library reaches it";
    in_range("data", "bytes", data.len(), 1, MOST_DATA_BYTES, reason)?;
    match Text::decode(data) {
        Some(text) => of_text(text, MOST_LAYERS),
        None => Ok(vec![Item::of_bytes(data)]),
    }
}

fn of_text(mut text: Text, layers: usize) -> Result<Vec<Item>, Error> {
    let repairs = mem::take(&mut text.repairs);
    let mut items = structured(&text.text)?;
    if items.is_empty() {
        items = bare(&mut text, layers)?;
    }
    for item in &mut items {
        let own = mem::take(&mut item.repairs);
        item.repairs = [&repairs[..], &text.repairs[..], &own[..]].concat();
    }
    Ok(items)
}

/// The keys in a text with a structure of its own; none in Base64 or hexadecimal digits.
fn structured(text: &str) -> Result<Vec<Item>, Error> {
    let blocks = pem::blocks(text);
    if !blocks.is_empty() {
        return Ok(blocks
            .into_iter()
            .map(|block| block.map_or_else(|e| Item::refused(None, e), |b| Item::of_block(&b)))
            .collect());
    }
    if let Some(key) = putty::find(text) {
        return Ok(vec![key]);
    }
    let keys = xml::find(text);
    if !keys.is_empty() {
        return Ok(keys);
    }
    Ok(lines::find(text))
}

/// The keys in Base64 or hexadecimal digits.
fn bare(text: &mut Text, layers: usize) -> Result<Vec<Item>, Error> {
    let whole = mem::take(&mut *text.text);
    let refused = || Err(unread::text(&whole));
    let mut inner = Text { text: Zeroizing::new(whole.trim_ascii().to_owned()), repairs: Vec::new() };
    if let Some((_, data)) = inner.text.strip_prefix("data:").and_then(|uri| uri.split_once(";base64,")) {
        inner.text = Zeroizing::new(data.to_owned());
    }
    if text::bare(&inner.text).is_none() {
        inner.unescape();
    }
    let unquoted = inner.text.trim_ascii().trim_matches(['"', '\'', '`']).trim_ascii();
    if unquoted.len() < inner.text.trim_ascii().len() {
        inner.repairs.push(Repair::Quotes);
    }
    let Some((bytes, encoding, is_variant)) = text::bare(unquoted) else { return refused() };
    text.repairs = inner.repairs;
    if is_variant {
        text.repairs.push(Repair::Base64Variant);
    }
    if let Some(layers) = layers.checked_sub(1)
        && let Some(decoded) = Text::decode(&bytes)
    {
        text.repairs.push(Repair::EncodedTwice);
        return of_text(decoded, layers).or_else(|_| refused());
    }
    text.repairs.push(Repair::NoLabel { encoding });
    let item = Item::of_bytes(&bytes);
    // Most texts of letters and digits are not keys.
    if matches!(item.content, Err(Error::InvalidEncoding(_))) && bytes.first() != Some(&0x30) {
        refused()
    } else {
        Ok(vec![item])
    }
}

/// The kind that a label of another algorithm or format suggests.
fn kind_of_label(label: &str) -> Option<Kind> {
    match label {
        label if label.ends_with("PRIVATE KEY") => Some(Kind::Private),
        label if label.ends_with("PUBLIC KEY") => Some(Kind::Public),
        _ => None,
    }
}

/// The name that OpenSSL writes before a key from PKCS #12.
fn friendly_name(before: &str) -> Option<String> {
    let name = before.lines().filter_map(|line| line.trim_ascii().strip_prefix("friendlyName:")).next_back()?;
    Some(name.trim_ascii().to_owned())
}
