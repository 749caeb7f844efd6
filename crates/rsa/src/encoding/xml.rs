//! `RSAKeyValue` of XML signatures (XMLDSIG, section 4.5.2.2), which .NET writes with the private numbers
//! too, and certificates in XML (`X509Certificate`, as in SAML metadata).
//!
//! Only this fixed structure is read: elements with Base64, without comments or entities.

use num_bigint::BigUint;

use super::format::Format;
use super::item::{Content, Item};
use super::text::{places, split, split_once};
use super::{Repair, base64};
use crate::{Components, Error, PublicComponents};

const KEY: &str = "RSAKeyValue";
const CERTIFICATE: &str = "X509Certificate";
/// The members, those of a public key first.
const MEMBERS: [&str; 8] = ["Modulus", "Exponent", "D", "P", "Q", "DP", "DQ", "InverseQ"];

/// The keys in a text.
pub(super) fn find(text: &str) -> Vec<Item> {
    let mut rest = text;
    let mut items = Vec::new();
    while let Some((name, content, after)) = next(rest) {
        items.push(match name {
            KEY => read(content).unwrap_or_else(|error| Item::refused(None, error)),
            _ => match base64::decode(content.as_bytes()) {
                Some((der, _)) => Item::new(Ok(Content::Encoded(Format::Certificate, der))),
                None => Item::refused(None, invalid("the certificate is not Base64")),
            },
        });
        rest = after;
    }
    items
}

/// The next key or certificate: its name, its content, and the text after it.
fn next(text: &str) -> Option<(&'static str, &str, &str)> {
    let mut rest = text;
    loop {
        let (_, after) = rest.split_once('<')?;
        if let Some(name) = [KEY, CERTIFICATE].into_iter().find(|name| local_name(after) == *name) {
            let (_, content) = after.split_once('>')?;
            let end = places(content, "</").find(|at| local_name(split(content, at + 2).1) == name)?;
            return Some((name, split(content, end).0, split(content, end + 2).1));
        }
        rest = after;
    }
}

/// The name of a tag without its namespace, given the text after `<` or `</`.
fn local_name(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/' | '<')).next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

fn read(content: &str) -> Result<Item, Error> {
    let mut numbers: [Option<BigUint>; MEMBERS.len()] = Default::default();
    let mut repairs = Vec::new();
    let mut rest = content.trim_ascii();
    while !rest.is_empty() {
        let malformed = || invalid("it is not a list of elements with Base64");
        let after = rest.strip_prefix('<').ok_or_else(malformed)?;
        let (tag, after) = after.split_once('>').ok_or_else(malformed)?;
        let (value, after) = split_once(after, "</").ok_or_else(malformed)?;
        let (end, after) = after.split_once('>').ok_or_else(malformed)?;
        let name = local_name(tag);
        let member = MEMBERS.iter().position(|member| *member == name && local_name(end) == name);
        let number = &mut numbers[member.ok_or_else(malformed)?];
        let (bytes, is_variant) = base64::decode(value.as_bytes()).ok_or_else(malformed)?;
        if number.replace(BigUint::from_bytes_be(&bytes)).is_some() {
            return Err(invalid("an element is there twice"));
        }
        if is_variant && repairs.is_empty() {
            repairs.push(Repair::Base64Variant);
        }
        rest = after.trim_ascii_start();
    }
    let [modulus, public_exponent, d, p, q, dp, dq, inverse] = numbers;
    let (Some(modulus), Some(public_exponent)) = (modulus, public_exponent) else {
        return Err(invalid("Modulus or Exponent is missing"));
    };
    let key = match (d, [p, q, dp, dq, inverse]) {
        (None, [None, None, None, None, None]) => Content::Public(PublicComponents::new(modulus, public_exponent)),
        (Some(private_exponent), [Some(p), Some(q), Some(dp), Some(dq), Some(inverse)]) => {
            Content::Private(Components {
                modulus,
                public_exponents: vec![public_exponent],
                private_exponent,
                primes: vec![p, q],
                crt_exponents: vec![dp, dq],
                crt_coefficients: vec![inverse],
            })
        }
        (Some(private_exponent), [None, None, None, None, None]) => Content::Private(Components {
            modulus,
            public_exponents: vec![public_exponent],
            private_exponent,
            primes: Vec::new(),
            crt_exponents: Vec::new(),
            crt_coefficients: Vec::new(),
        }),
        _ => return Err(invalid("it has some of D, P, Q, DP, DQ and InverseQ, but must have all or none")),
    };
    Ok(Item { repairs, ..Item::new(Ok(key)) })
}

fn invalid(problem: &str) -> Error {
    Error::InvalidEncoding(format!("{KEY} in XML: {problem}"))
}
