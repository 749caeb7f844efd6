//! Errors of DER in the user's words.

use der::asn1::AnyRef;
use der::{Decode, Header, Reader, SliceReader, Tag, Tagged};

use crate::Error;

/// The deepest nesting that is examined. Keys and certificates have less.
const DEPTH: usize = 12;

/// The error of a DER parser. The parser's own message comes last, in brackets.
pub(super) fn invalid(structure: &'static str, der: &[u8]) -> impl Fn(der::Error) -> Error {
    let what = if is_ber(der) {
        format!(
            "the {structure} is BER, not DER; openssl pkey -in FILE -out NEW rewrites a private key, and \
             openssl pkey -pubin -in FILE -out NEW a public one"
        )
    } else if has_negative_number(der) {
        format!(
            "the {structure} has a negative number: the zero byte that marks it as positive is missing; export the key again"
        )
    } else if whole(der).is_some_and(|length| length > der.len()) {
        format!("the {structure} is cut off: copy the whole file")
    } else {
        format!("the {structure} is damaged; copy or export it again")
    };
    move |error| Error::InvalidEncoding(format!("{what} (ASN.1: {error})"))
}

/// The length of the first element, with its tag. It may be longer than the data.
pub(super) fn whole(der: &[u8]) -> Option<usize> {
    let header = Header::peek(&SliceReader::new(der).ok()?).ok()?;
    let length = usize::try_from(u32::from(header.length())).ok()?;
    let own = match length {
        0..0x80 => 2,
        0x80..0x100 => 3,
        0x100..0x10000 => 4,
        _ => 5,
    };
    Some(length.saturating_add(own))
}

/// Whether data begin like PKCS #12: a sequence of the number 3 and another sequence, in DER or BER. No other structure of keys
/// has that number.
pub(super) fn is_pkcs12(data: &[u8]) -> bool {
    let content = match data {
        [0x30, first @ 0x81..=0x84, rest @ ..] => rest.get(usize::from(first - 0x80)..),
        [0x30, _, rest @ ..] => Some(rest),
        _ => None,
    };
    content.is_some_and(|content| content.starts_with(&[2, 1, 3, 0x30]))
}

/// The elements of a sequence.
pub(super) fn parts<'a>(sequence: &AnyRef<'a>) -> der::Result<Vec<AnyRef<'a>>> {
    sequence.tag().assert_eq(Tag::Sequence)?;
    elements(sequence.value())
}

/// The elements in the content of another one.
pub(super) fn elements(content: &[u8]) -> der::Result<Vec<AnyRef<'_>>> {
    let mut reader = SliceReader::new(content)?;
    let mut parts = Vec::new();
    while !reader.is_finished() {
        parts.push(AnyRef::decode(&mut reader)?);
    }
    Ok(parts)
}

/// A tag, and the content and the rest of the data, read by the rules of BER.
pub(super) struct Element<'a> {
    pub(super) tag: u8,
    pub(super) content: &'a [u8],
    rest: &'a [u8],
    /// Whether its length is written as DER forbids it.
    is_ber: bool,
}

/// Takes the next element of BER or DER from data; `None` if there is none.
pub(super) fn next<'a>(data: &mut &'a [u8]) -> Option<Element<'a>> {
    let element = element(data, DEPTH)?;
    *data = element.rest;
    Some(element)
}

/// Reads an element of BER. One of indefinite length ends with two zero bytes.
fn element(data: &[u8], depth: usize) -> Option<Element<'_>> {
    let [tag, first, rest @ ..] = data else { return None };
    if *first == 0x80 {
        let mut at = rest;
        while !at.starts_with(&[0, 0]) {
            at = element(at, depth.checked_sub(1)?)?.rest;
        }
        let content = &rest[..rest.len() - at.len()];
        return Some(Element { tag: *tag, content, rest: &at[2..], is_ber: true });
    }
    let (length, rest, is_ber) = match *first {
        0..0x80 => (usize::from(*first), rest, false),
        first => {
            let (bytes, rest) =
                rest.split_at_checked(usize::from(first - 0x80)).filter(|(bytes, _)| bytes.len() <= 4)?;
            let length = bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
            (length, rest, bytes[0] == 0 || length < 0x80)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some(Element { tag: *tag, content, rest, is_ber })
}

/// Calls a function with every element; false if the data are not BER.
fn walk(mut data: &[u8], depth: usize, visit: &mut impl FnMut(&Element<'_>)) -> bool {
    while !data.is_empty() {
        let Some(element) = element(data, DEPTH) else { return false };
        visit(&element);
        if element.tag & 0x20 != 0 && depth > 0 && !walk(element.content, depth - 1, visit) {
            return false;
        }
        data = element.rest;
    }
    true
}

/// Whether data are sound BER that breaks a rule of DER about lengths or constructed strings.
fn is_ber(data: &[u8]) -> bool {
    let mut found = false;
    walk(data, DEPTH, &mut |element| found |= element.is_ber || matches!(element.tag, 0x23 | 0x24)) && found
}

/// Whether a number, or one in the bit string or octet string of a key, is negative.
fn has_negative_number(data: &[u8]) -> bool {
    let mut found = false;
    walk(data, DEPTH, &mut |element| {
        let inner = match (element.tag, element.content) {
            (2, [first, ..]) => return found |= *first >= 0x80,
            (3, [0, inner @ ..]) | (4, inner) => inner,
            _ => return,
        };
        let is_structure = inner.first() == Some(&0x30);
        let mut negative = false;
        let is_sound = is_structure
            && walk(inner, DEPTH, &mut |element| {
                negative |= element.tag == 2 && element.content.first().is_some_and(|first| *first >= 0x80);
            });
        found |= is_sound && negative;
    });
    found
}
