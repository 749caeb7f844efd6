//! The public key in an X.509 certificate (RFC 5280, section 4.1) or in a certificate request (PKCS#10, RFC 2986,
//! section 4.1).
//!
//! Only the key is read. **The signature is not verified**, and names, dates and extensions are ignored. The caller
//! must know whether the key can be trusted.

use der::asn1::{AnyRef, BitStringRef};
use der::{Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use spki::AlgorithmIdentifierRef;

use super::format::Format;
use super::{invalid, spki as spki_keys};
use crate::{Error, PublicComponents};

/// The tag `[0]`. It marks a certificate's version, which comes first, and a request's attributes, which come last.
const CONTEXT_0: Tag = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };

/// Distinguishes certificates from requests by the signed part. A certificate of version 1 omits the version and has at
/// least six parts; a request has version, subject and key before its attributes.
pub(super) fn format_of(signed: &AnyRef<'_>) -> Format {
    let tags: Vec<Tag> = parts(signed).unwrap_or_default().iter().map(Tagged::tag).collect();
    match tags[..] {
        [CONTEXT_0, ..] => Format::Certificate,
        [_, _, _] | [_, _, _, CONTEXT_0, ..] => Format::CertificateRequest,
        _ => Format::Certificate,
    }
}

/// Reads the numbers of the key in a certificate or a request (DER).
pub(super) fn read(der: &[u8], format: Format) -> Result<PublicComponents, Error> {
    let key = AnyRef::from_der(der).and_then(|outer| {
        outer.sequence(|reader| {
            let signed = AnyRef::decode(reader)?;
            AlgorithmIdentifierRef::decode(reader)?;
            BitStringRef::decode(reader)?;
            let parts = parts(&signed)?;
            // Parts before the key: version, serial number, algorithm, issuer, validity and subject; in a request,
            // version and subject.
            let before = match (format, parts.first().map(Tagged::tag)) {
                (Format::CertificateRequest, _) => 2,
                (_, Some(CONTEXT_0)) => 6,
                _ => 5,
            };
            parts.get(before).ok_or_else(|| Tag::Sequence.value_error())?.decode_as()
        })
    });
    let name = if format == Format::Certificate { "Certificate of X.509" } else { "CertificationRequest of PKCS#10" };
    spki_keys::numbers(&key.map_err(invalid(name))?)
}

/// The elements of a sequence.
fn parts<'a>(sequence: &AnyRef<'a>) -> der::Result<Vec<AnyRef<'a>>> {
    sequence.tag().assert_eq(Tag::Sequence)?;
    let mut reader = SliceReader::new(sequence.value())?;
    let mut parts = Vec::new();
    while !reader.is_finished() {
        parts.push(AnyRef::decode(&mut reader)?);
    }
    Ok(parts)
}
