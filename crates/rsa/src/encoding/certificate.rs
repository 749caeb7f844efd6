//! The public key in an X.509 certificate (RFC 5280, section 4.1) or in a certificate request (PKCS#10, RFC 2986,
//! section 4.1).
//!
//! Only the key is read. **The signature is not verified**, and names, dates and extensions are ignored. The caller
//! must know whether the key can be trusted.

use der::asn1::AnyRef;
use der::{Decode, Tag, TagNumber, Tagged};

use super::format::Format;
use super::{asn1, spki as spki_keys};
use crate::{Error, PublicComponents};

/// The tag `[0]`. It marks a certificate's version, which comes first, and a request's attributes, which come last.
const CONTEXT_0: Tag = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };

/// `id-at-commonName`, 2.5.4.3, as in DER.
const COMMON_NAME: &[u8] = &[0x55, 4, 3];

/// Distinguishes certificates from requests by the signed part. A certificate of version 1 omits the version and has at
/// least six parts; a request has version, subject and key before its attributes.
pub(super) fn format_of(signed: &AnyRef<'_>) -> Format {
    let tags: Vec<Tag> = asn1::parts(signed).unwrap_or_default().iter().map(Tagged::tag).collect();
    match tags[..] {
        [CONTEXT_0, ..] => Format::Certificate,
        [_, _, _] | [_, _, _, CONTEXT_0, ..] => Format::CertificateRequest,
        _ => Format::Certificate,
    }
}

/// Reads the numbers of the key in a certificate or a request (DER).
pub(super) fn read(der: &[u8], format: Format) -> Result<PublicComponents, Error> {
    let key = AnyRef::from_der(der).and_then(|outer| {
        let outer = asn1::parts(&outer)?;
        let [signed, ..] = outer[..] else { return Err(Tag::Sequence.value_error().into()) };
        let (parts, tags) = (asn1::parts(&signed)?, outer.iter().map(Tagged::tag).collect::<Vec<_>>());
        if tags != [Tag::Sequence, Tag::Sequence, Tag::BitString] {
            return Err(Tag::Sequence.value_error().into());
        }
        let key = parts.get(before(&parts, format));
        key.ok_or_else(|| Tag::Sequence.value_error())?.decode_as()
    });
    let name = if format == Format::Certificate { "certificate" } else { "certificate request" };
    spki_keys::numbers(&key.map_err(asn1::invalid(name, der))?)
}

/// How many parts come before the key: version, serial number, algorithm, issuer, validity and subject; in a request, version and
/// subject.
fn before(parts: &[AnyRef<'_>], format: Format) -> usize {
    match (format, parts.first().map(Tagged::tag)) {
        (Format::CertificateRequest, _) => 2,
        (_, Some(CONTEXT_0)) => 6,
        _ => 5,
    }
}

/// The common name in the subject, or else the first of its values that is text.
pub(super) fn subject(der: &[u8], format: Format) -> Option<String> {
    let outer = asn1::parts(&AnyRef::from_der(der).ok()?).ok()?;
    let parts_of_signed = asn1::parts(outer.first()?).ok()?;
    // In a request, the subject is followed by the key; in a certificate, too.
    let subject = parts_of_signed.get(before(&parts_of_signed, format).checked_sub(1)?)?;
    let values = asn1::parts(subject).ok()?.into_iter().filter_map(|set| {
        let pair = asn1::parts(&asn1::elements(set.value()).ok()?.into_iter().next()?).ok()?;
        let [oid, value] = pair[..] else { return None };
        let text = core::str::from_utf8(value.value()).ok().filter(|text| !text.contains(char::is_control))?;
        Some((oid.value() == COMMON_NAME, text.to_owned()))
    });
    let (mut common, others): (Vec<_>, Vec<_>) = values.partition(|(is_common, _)| *is_common);
    common.pop().or_else(|| others.into_iter().next()).map(|(_, text)| text)
}
