//! Writes DER. Contents are written once into memory of the right size, because memory that grows leaves copies of secrets.

use num_bigint::BigUint;
use zeroize::Zeroizing;

pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const OCTET_STRING: u8 = 4;
pub(super) const BIT_STRING: u8 = 3;

/// `rsaEncryption` with its parameters, NULL.
pub(super) const RSA_ENCRYPTION: &[u8] = &[0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];

/// An element with this tag, whose content is these parts.
pub(super) fn element(tag: u8, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let bytes = length.to_be_bytes();
    let bytes = &bytes[length.leading_zeros() as usize / 8..];
    let mut element = Zeroizing::new(Vec::with_capacity(length + bytes.len() + 2));
    element.push(tag);
    if length < 0x80 {
        element.push(length as u8);
    } else {
        element.push(0x80 | bytes.len() as u8);
        element.extend(bytes);
    }
    parts.iter().for_each(|part| element.extend(*part));
    element
}

/// Numbers as INTEGERs, one after the other.
pub(super) fn integers<'a>(numbers: impl IntoIterator<Item = &'a BigUint>) -> Zeroizing<Vec<u8>> {
    let elements: Vec<_> = numbers
        .into_iter()
        .map(|number| {
            let bytes = Zeroizing::new(number.to_bytes_be());
            // The first bit is the sign.
            let sign: &[u8] = if bytes[0] >= 0x80 { &[0] } else { &[] };
            element(2, &[sign, &bytes])
        })
        .collect();
    joined(&elements)
}

/// Elements, one after the other.
pub(super) fn joined(elements: &[Zeroizing<Vec<u8>>]) -> Zeroizing<Vec<u8>> {
    let mut joined = Zeroizing::new(Vec::with_capacity(elements.iter().map(|element| element.len()).sum()));
    elements.iter().for_each(|element| joined.extend(&**element));
    joined
}
