//! Finds the keys in data of any format. Each key is an item, and so is each key that cannot be read, so that one does not hide
//! the others.

use core::mem;

use zeroize::Zeroizing;

use super::format::{Format, Kind, TRUSTED};
use super::item::{Content, Item};
use super::openssh::lines;
use super::pem::{self, Block, Decoded};
use super::text::{self, Text};
use super::{Repair, asn1, base64, container, traditional, unrecognized, xml};
use crate::Error;
use crate::params::in_range;

/// How often Base64 of a text is decoded.
const MOST_LAYERS: usize = 3;

/// A key in binary data.
pub(super) fn of_bytes(bytes: &[u8]) -> Item {
    match Format::of_bytes(bytes) {
        Err(error) => Item::refused(None, error),
        Ok((format, length)) => {
            let (key, rest) = bytes.split_at(length);
            let mut item = Item::new(Ok(Content::Encoded(format, Zeroizing::new(key.to_vec()))));
            item.is_bare = format == Format::Pkcs1Public;
            if !rest.iter().all(|byte| *byte == 0 || byte.is_ascii_whitespace()) {
                let count = rest.len();
                return Item::refused(
                    format.kind(),
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

fn of_block(block: &Block<'_>) -> Item {
    let label = Format::of_label(block.label);
    let kind = label.map_or_else(|| kind_of_label(block.label), Format::kind);
    if let Some(error) = unrecognized::label(block.label) {
        return Item::refused(kind, error);
    }
    let Decoded { bytes, encryption, comment, mut repairs } = match block.decode() {
        Ok(decoded) => decoded,
        Err(error) => return Item::refused(kind, unrecognized::algorithm_of_label(block.label).unwrap_or(error)),
    };
    let mut item = match encryption {
        Some(info) => match unrecognized::algorithm_of_label(block.label) {
            Some(error) => Item::refused(kind, error),
            None => Item::new(traditional::Encrypted::new(&info, bytes).map(Content::Traditional)),
        },
        None => {
            // In a trusted certificate, DER about trust follows.
            let own = asn1::whole(&bytes).filter(|length| block.label == TRUSTED && *length <= bytes.len());
            or_labeled(of_bytes(&bytes[..own.unwrap_or(bytes.len())]), label, kind, block.label, bytes)
        }
    };
    if let (Ok(Content::Encoded(format, _)), found) = (&item.content, label)
        && found != Some(*format)
    {
        repairs.push(Repair::WrongLabel { label: block.label.to_owned(), content: format.name() });
    }
    repairs.append(&mut item.repairs);
    Item { name: comment.or_else(|| friendly_name(block.before)), repairs, ..item }
}

/// Takes the label into account: damaged data are read as it says, so that the error names the structure.
fn or_labeled(item: Item, label: Option<Format>, kind: Option<Kind>, name: &str, bytes: Zeroizing<Vec<u8>>) -> Item {
    let error = match (item.content, label) {
        // A block without a meaning for keys may look like a certificate.
        (Ok(Content::Encoded(Format::Certificate | Format::CertificateRequest, _)), None) => {
            unrecognized::unknown_label(name)
        }
        // Nothing in PKCS #1 says that it is RSA: two numbers may also be parameters or a signature.
        (Ok(Content::Encoded(Format::Pkcs1Private | Format::Pkcs1Public, _)), _) if !says_rsa(label, name) => {
            unrecognized::algorithm_of_label(name).unwrap_or_else(|| unrecognized::unknown_label(name))
        }
        (Err(Error::InvalidEncoding(_)), Some(format)) if item.kind.is_none() => {
            return Item::new(Ok(Content::Encoded(format, bytes)));
        }
        (Err(error), label) => unrecognized::algorithm_of_label(name).unwrap_or_else(|| {
            if label.is_none() && kind.is_none() { unrecognized::unknown_label(name) } else { error }
        }),
        (content, label) => {
            let is_bare = item.is_bare && !matches!(label, Some(Format::Pkcs1Public | Format::Spki));
            return Item { content, is_bare, ..item };
        }
    };
    Item::refused(item.kind.or(kind), error)
}

/// Whether a label is that of an RSA key, or of keys of every algorithm.
fn says_rsa(label: Option<Format>, name: &str) -> bool {
    let keys = [Format::Pkcs1Private, Format::Pkcs8, Format::EncryptedPkcs8, Format::Pkcs1Public, Format::Spki];
    label.is_some_and(|label| keys.contains(&label)) || name.contains("RSA")
}

/// Finds all keys. At least one item, which may be an error; an error if the data are not like a key.
pub(super) fn items(data: &[u8], most: usize) -> Result<Vec<Item>, Error> {
    if data.is_empty() {
        return Err(Error::InvalidEncoding("the data are empty: pass the content of the key file".into()));
    }
    in_range(
        "data",
        "bytes",
        data.len(),
        1,
        most,
        "the limit protects against exhaustion, and no key of this library reaches it",
    )?;
    match Text::decode(data) {
        Some(text) => of_text(text, MOST_LAYERS),
        None => Ok(vec![of_bytes(data)]),
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
        // OpenSSL writes the parameters of other algorithms before their keys.
        let is_key = |block: &Result<Block<'_>, _>| !block.as_ref().is_ok_and(|b| b.label.ends_with(" PARAMETERS"));
        let has_keys = blocks.iter().any(is_key);
        return Ok(blocks
            .into_iter()
            .filter(|block| !has_keys || is_key(block))
            .map(|block| block.map_or_else(|e| Item::refused(None, e), |b| of_block(&b)))
            .collect());
    }
    if let Some(file) = container::find_putty(text) {
        return Ok(vec![Item::new(Ok(Content::Putty(Zeroizing::new(file.to_owned()))))]);
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
    let refused = || Err(unrecognized::text(&whole));
    let mut inner = Text { text: Zeroizing::new(whole.trim_ascii().to_owned()), repairs: Vec::new() };
    if let Some((_, data)) = inner.text.strip_prefix("data:").and_then(|uri| text::split_once(uri, ";base64,")) {
        inner.text = Zeroizing::new(data.to_owned());
    }
    if text::bare(&inner.text).is_none() {
        inner.unescape();
    }
    let unquoted = inner.text.trim_ascii().trim_matches(['"', '\'', '`']).trim_ascii();
    if unquoted.len() < inner.text.trim_ascii().len() {
        inner.repairs.push(Repair::Quotes);
    }
    let with_plus = base64::with_plus(unquoted);
    if with_plus.is_some() {
        inner.repairs.push(Repair::SpacesForPlus);
    }
    let unquoted = with_plus.as_deref().map_or(unquoted, String::as_str);
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
    let item = of_bytes(&bytes);
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
