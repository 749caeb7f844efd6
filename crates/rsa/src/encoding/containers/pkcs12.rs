//! PKCS #12 (RFC 7292) in password mode: bags with keys and certificates, most of them encrypted, under a message authentication
//! code (MAC).
//!
//! DER and BER are read, because the standard allows both. The bags are a flat list: those that nest others are refused, so the
//! work is bounded by the length of the data. The MAC is checked first, so a wrong password is noticed before anything else is
//! decrypted.

use der::Decode;
use der::asn1::AnyRef;
use hmac::{Hmac, KeyInit, Mac};
use sha1::{Digest, Sha1};
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Error;
use crate::encoding::asn1::{self, Element};
use crate::encoding::container::{Contained, Opened};
use crate::encoding::decryption::{self, Derivation, Encrypted, Password};
use crate::encoding::options::Session;
use crate::encoding::{Repair, pkcs8, unrecognized};

const STRUCTURE: &str = "PKCS #12 file";
const ADVICE: &str = "openssl pkcs12 -legacy -in FILE -nodes -out NEW decrypts it";

/// Tags: INTEGER, OCTET STRING, OBJECT IDENTIFIER, BMPString, SEQUENCE, SET, and `[0]` around content or instead of OCTET STRING.
const INTEGER: u8 = 2;
const OCTET_STRING: u8 = 4;
const OBJECT_IDENTIFIER: u8 = 6;
const BMP_STRING: u8 = 0x1e;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const EXPLICIT: u8 = 0xa0;
const IMPLICIT: u8 = 0x80;
/// The bit of a tag that says that the content is elements.
const CONSTRUCTED: u8 = 0x20;

/// The object identifier 1.2.840.113549.1, with which most of those of PKCS #12 begin.
const PKCS: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1];
/// PBMAC1 (RFC 9579).
const PBMAC1: &str = "1.2.840.113549.1.5.14";
/// The longest name that is kept, in characters.
const LONGEST_NAME: usize = 200;
/// The lengths of a key of PBMAC1, in bytes. The MAC of a file with a shorter key would be right for other passwords too: of one
/// byte, for one in 256.
const MAC_KEY_LENGTHS: core::ops::RangeInclusive<usize> = 20..=64;

/// PKCS #12's key derivation with a hash function, as `pkcs12_derive`.
type Derive = fn(u8, Password<'_>, &[u8], u32, usize, usize) -> Zeroizing<Vec<u8>>;

/// A hash function of the MAC.
struct Hash {
    /// Bytes of its output and of its block.
    sizes: [usize; 2],
    derive: Derive,
    /// Whether HMAC with a key, of the data, is this MAC.
    is_mac: fn(&[u8], &[u8], &[u8]) -> bool,
}

/// The hash functions of the MAC by their object identifiers, and those of HMAC in PBMAC1.
static HASHES: [(&str, &str, Hash); 7] = [
    ("1.3.14.3.2.26", "1.2.840.113549.2.7", hash::<Sha1, Hmac<Sha1>>([20, 64])),
    ("2.16.840.1.101.3.4.2.1", "1.2.840.113549.2.9", hash::<Sha256, Hmac<Sha256>>([32, 64])),
    ("2.16.840.1.101.3.4.2.2", "1.2.840.113549.2.10", hash::<Sha384, Hmac<Sha384>>([48, 128])),
    ("2.16.840.1.101.3.4.2.3", "1.2.840.113549.2.11", hash::<Sha512, Hmac<Sha512>>([64, 128])),
    ("2.16.840.1.101.3.4.2.4", "1.2.840.113549.2.8", hash::<Sha224, Hmac<Sha224>>([28, 64])),
    ("2.16.840.1.101.3.4.2.5", "1.2.840.113549.2.12", hash::<Sha512_224, Hmac<Sha512_224>>([28, 128])),
    ("2.16.840.1.101.3.4.2.6", "1.2.840.113549.2.13", hash::<Sha512_256, Hmac<Sha512_256>>([32, 128])),
];

const fn hash<D: Digest, M: Mac + KeyInit>(sizes: [usize; 2]) -> Hash {
    Hash { sizes, derive: decryption::pkcs12_derive::<D>, is_mac: is_mac::<M> }
}

fn is_mac<M: Mac + KeyInit>(key: &[u8], data: &[u8], expected: &[u8]) -> bool {
    let mac =
        <M as KeyInit>::new_from_slice(key).expect("a key of any length").chain_update(data).finalize().into_bytes();
    mac.ct_eq(expected).into()
}

/// Opens a file with the password of the session. Without one, or with an empty one, it tries none at all and then an empty one,
/// because software disagrees about what that is; so does OpenSSL (`PKCS12_parse`).
pub(super) fn open(data: &[u8], session: &mut Session<'_>) -> Result<Opened, Error> {
    let file = File::parse(data)?;
    let given = session.password;
    let mut passwords = match given {
        None | Some(b"") => vec![Password::Absent, Password::Given(b"")],
        Some(password) => vec![Password::Given(password)],
    };
    if let Some(mac) = &file.mac {
        let mut right = None;
        for password in passwords {
            if mac.fits(password, &file.content, session)? {
                right = Some(password);
                break;
            }
        }
        passwords = vec![right.ok_or_else(|| wrong(given))?];
    }
    let mut opened = Err(wrong(given));
    for password in passwords {
        opened = file.open(password, session);
        let is_wrong = |result: &Result<Opened, Error>| match result {
            Ok(opened) => opened.keys.iter().any(|key| matches!(key.data, Err(Error::WrongPassword))),
            Err(error) => *error == Error::WrongPassword,
        };
        if !is_wrong(&opened) {
            break;
        }
    }
    let mut opened = opened.map_err(|error| if error == Error::WrongPassword { wrong(given) } else { error })?;
    for key in &mut opened.keys {
        if matches!(key.data, Err(Error::WrongPassword)) {
            key.data = Err(wrong(given));
        }
    }
    Ok(opened)
}

/// The error for a wrong password: one is needed if none was given.
fn wrong(given: Option<&[u8]>) -> Error {
    if given.is_some() { Error::WrongPassword } else { Error::PasswordRequired }
}

/// The parts of a PFX.
struct File<'a> {
    /// `AuthenticatedSafe`, over which the MAC is computed.
    content: Zeroizing<Vec<u8>>,
    mac: Option<MacData<'a>>,
}

impl<'a> File<'a> {
    fn parse(data: &'a [u8]) -> Result<Self, Error> {
        if asn1::whole(data).is_some_and(|length| length > data.len()) {
            return Err(Error::InvalidEncoding(format!("the {STRUCTURE} is cut off: copy the whole file")));
        }
        let mut rest = data;
        let mut pfx = expect(&mut rest, SEQUENCE)?;
        expect(&mut pfx, INTEGER)?;
        let (kind, mut content) = content_info(&mut pfx)?;
        if kind != Some(&[7, 1][..]) {
            return Err(unrecognized::unsupported(
                "this PKCS #12 file is signed, not protected with a password, which is not supported",
            ));
        }
        let content = octets(&next(&mut content)?, OCTET_STRING)?;
        let mac = if pfx.is_empty() { None } else { Some(MacData::parse(&mut pfx)?) };
        Ok(Self { content, mac })
    }

    fn open(&self, password: Password<'_>, session: &mut Session<'_>) -> Result<Opened, Error> {
        let mut found = Vec::new();
        let mut content = &self.content[..];
        let mut safes = expect(&mut content, SEQUENCE)?;
        let mut left_out = None;
        while !safes.is_empty() {
            let (kind, content) = content_info(&mut safes)?;
            match kind {
                Some([7, 1]) => bags(&octets(&next(&mut &*content)?, OCTET_STRING)?, password, session, &mut found)?,
                Some([7, 6]) => match decrypt_safe(content, password, session) {
                    Ok(decrypted) => bags(&decrypted, password, session, &mut found)?,
                    Err(error @ Error::UnsupportedFormat(_)) => left_out = left_out.or(Some(error)),
                    Err(error) => return Err(error),
                },
                _ => {
                    let what = "a part of the PKCS #12 file is encrypted for a certificate, which is not supported";
                    left_out = left_out.or_else(|| Some(unrecognized::unsupported(what)));
                }
            }
        }
        // The certificate of a key has its identifier; those of authorities come after it.
        let has_own = found.iter().any(|bag| bag.place == Place::Own);
        found.sort_by_key(|bag| has_own && bag.place == Place::Other);
        let mut keys: Vec<_> = found.into_iter().map(|bag| bag.key).collect();
        let mut repairs = Vec::new();
        if let Some(error) = left_out {
            if keys.iter().any(|key| key.is_private == Some(true) && key.data.is_ok()) {
                repairs.push(Repair::LeftOutCertificates);
            }
            keys.push(Contained::new(None, None, Err(error)));
        }
        if keys.is_empty() {
            let problem = format!("the {STRUCTURE} holds no key and no certificate");
            return Err(Error::InvalidEncoding(problem));
        }
        Ok(Opened { keys, repairs })
    }
}

/// A MAC whose key comes from the password (RFC 7292, appendix A).
struct MacData<'a> {
    algorithm: AnyRef<'a>,
    expected: Zeroizing<Vec<u8>>,
    salt: Zeroizing<Vec<u8>>,
    iterations: u32,
}

impl<'a> MacData<'a> {
    fn parse(pfx: &mut &'a [u8]) -> Result<Self, Error> {
        let mut data = expect(pfx, SEQUENCE)?;
        let mut digest = expect(&mut data, SEQUENCE)?;
        let algorithm = raw(&mut digest)?;
        let expected = octets(&next(&mut digest)?, OCTET_STRING)?;
        let salt = octets(&next(&mut data)?, OCTET_STRING)?;
        // The standard's default is 1.
        let iterations = if data.is_empty() { 1 } else { raw(&mut data)?.decode_as().map_err(damaged)? };
        Ok(Self { algorithm, expected, salt, iterations })
    }

    /// Whether the password is right.
    fn fits(&self, password: Password<'_>, content: &[u8], session: &mut Session<'_>) -> Result<bool, Error> {
        let (oid, parameters) = decryption::algorithm_of(&self.algorithm).map_err(damaged)?;
        if oid == PBMAC1 {
            return self.fits_pbmac1(&parameters, password, content, session);
        }
        let Some((.., hash)) = HASHES.iter().find(|(known, ..)| *known == oid) else {
            return Err(unsupported_mac(&oid));
        };
        session.spend_hashes(self.iterations, 1)?;
        let [length, block] = hash.sizes;
        let key = (hash.derive)(3, password, &self.salt, self.iterations, length, block);
        Ok((hash.is_mac)(&key, content, &self.expected))
    }

    /// PBMAC1 (RFC 9579): PBKDF2, and any HMAC. The salt and the iterations outside of the parameters mean nothing.
    fn fits_pbmac1(
        &self,
        parameters: &AnyRef<'_>,
        password: Password<'_>,
        content: &[u8],
        session: &mut Session<'_>,
    ) -> Result<bool, Error> {
        let parts = asn1::parts(parameters).map_err(damaged)?;
        let [derivation, scheme] = parts[..] else { return Err(damaged(decryption::malformed())) };
        let (oid, _) = decryption::algorithm_of(&scheme).map_err(damaged)?;
        let Some((.., hash)) = HASHES.iter().find(|(_, known, _)| *known == oid) else {
            return Err(unsupported_mac(&oid));
        };
        let derivation = Derivation::read(&derivation, &ENCRYPTED, session)?;
        let Some(length) = derivation.length().filter(|length| MAC_KEY_LENGTHS.contains(length)) else {
            return Err(damaged(decryption::malformed()));
        };
        let key = derivation.key(password, length, &ENCRYPTED, session)?;
        Ok((hash.is_mac)(&key, content, &self.expected))
    }
}

/// What is decrypted, for messages.
const ENCRYPTED: Encrypted<'static> = Encrypted { structure: STRUCTURE, invalid: &damaged, unsupported };

fn unsupported(name: &str) -> Error {
    unrecognized::unsupported(&format!(
        "a part of the PKCS #12 file is encrypted with {name}, which is not supported; {ADVICE}"
    ))
}

fn unsupported_mac(oid: &str) -> Error {
    unrecognized::unsupported(&format!(
        "the PKCS #12 file is authenticated with {oid}, which is not supported; {ADVICE}"
    ))
}

/// Decrypts `EncryptedData` (RFC 5652, section 8), which contains `SafeContents`.
fn decrypt_safe(
    mut content: &[u8],
    password: Password<'_>,
    session: &mut Session<'_>,
) -> Result<Zeroizing<Vec<u8>>, Error> {
    let mut data = expect(&mut content, SEQUENCE)?;
    expect(&mut data, INTEGER)?;
    let mut info = expect(&mut data, SEQUENCE)?;
    expect(&mut info, OBJECT_IDENTIFIER)?;
    let algorithm = raw(&mut info)?;
    let encrypted = octets(&next(&mut info)?, IMPLICIT)?;
    let decrypted = decryption::decrypt(&algorithm, &encrypted, Some(password), &ENCRYPTED, session)?;
    // One wrong password in 256 gives a valid padding, but no sequence of the right length.
    decrypted.filter(|decrypted| expect(&mut &decrypted[..], SEQUENCE).is_ok()).ok_or(Error::WrongPassword)
}

/// Where a key or a certificate belongs in the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Key,
    /// The certificate of a key.
    Own,
    /// Any other certificate.
    Other,
}

struct Bag {
    place: Place,
    key: Contained,
}

/// Reads `SafeContents`: a list of bags.
fn bags(
    mut contents: &[u8],
    password: Password<'_>,
    session: &mut Session<'_>,
    found: &mut Vec<Bag>,
) -> Result<(), Error> {
    let mut list = expect(&mut contents, SEQUENCE)?;
    while !list.is_empty() {
        let mut bag = expect(&mut list, SEQUENCE)?;
        let kind = expect(&mut bag, OBJECT_IDENTIFIER)?;
        let value = expect(&mut bag, EXPLICIT)?;
        let attributes = if bag.is_empty() { &[][..] } else { expect(&mut bag, SET)? };
        let (name, has_identifier) = attributes_of(attributes)?;
        let key = |is_private, data| Contained::new(name, is_private, data);
        let (place, key) = match kind.strip_prefix(PKCS) {
            Some([12, 10, 1, 1]) => (Place::Key, key(Some(true), Ok(Zeroizing::new(value.to_vec())))),
            Some([12, 10, 1, 2]) => (Place::Key, key(Some(true), decrypt_key(value, password, session)?)),
            Some([12, 10, 1, 3]) => {
                let Some(certificate) = certificate(value)? else { continue };
                (if has_identifier { Place::Own } else { Place::Other }, key(Some(false), Ok(certificate)))
            }
            // A list of revoked certificates.
            Some([12, 10, 1, 4]) => continue,
            Some([12, 10, 1, 5]) => (Place::Key, key(None, refused("a secret key, not an RSA key"))),
            Some([12, 10, 1, 6]) => (Place::Key, key(None, refused("a nested list, which is not supported"))),
            _ => (Place::Key, key(None, refused("of an unknown kind"))),
        };
        found.push(Bag { place, key });
    }
    Ok(())
}

fn refused(what: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
    Err(unrecognized::unsupported(&format!("a part of the PKCS #12 file is {what}")))
}

/// Decrypts a `PKCS8ShroudedKeyBag`. Algorithms that are not supported and wrong passwords concern only this key, whose password
/// may be another one.
fn decrypt_key(
    der: &[u8],
    password: Password<'_>,
    session: &mut Session<'_>,
) -> Result<Result<Zeroizing<Vec<u8>>, Error>, Error> {
    match decryption::decrypt_info(der, Some(password), &ENCRYPTED, session) {
        Ok(key) => Ok(key.filter(|key| pkcs8::parse(key).is_ok()).ok_or(Error::WrongPassword)),
        Err(error @ Error::UnsupportedFormat(_)) => Ok(Err(error)),
        Err(error) => Err(error),
    }
}

/// The X.509 certificate in a `CertBag`; `None` for other kinds of certificates.
fn certificate(mut value: &[u8]) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let mut bag = expect(&mut value, SEQUENCE)?;
    let is_x509 = expect(&mut bag, OBJECT_IDENTIFIER)?.strip_prefix(PKCS) == Some(&[9, 22, 1][..]);
    let mut content = expect(&mut bag, EXPLICIT)?;
    let content = next(&mut content)?;
    if is_x509 { octets(&content, OCTET_STRING).map(Some) } else { Ok(None) }
}

/// `friendlyName`, and whether there is a `localKeyId` (RFC 2985, section 5.5).
fn attributes_of(mut attributes: &[u8]) -> Result<(Option<String>, bool), Error> {
    let (mut name, mut has_identifier) = (None, false);
    while !attributes.is_empty() {
        let mut attribute = expect(&mut attributes, SEQUENCE)?;
        let kind = expect(&mut attribute, OBJECT_IDENTIFIER)?;
        let mut values = expect(&mut attribute, SET)?;
        match kind.strip_prefix(PKCS) {
            Some([9, 20]) => {
                let units = expect(&mut values, BMP_STRING)?.chunks_exact(2);
                let units = units.map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                let text = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
                let text: String = text.filter(|character| !character.is_control()).take(LONGEST_NAME).collect();
                name = Some(text).filter(|text| !text.is_empty());
            }
            Some([9, 21]) => has_identifier = true,
            _ => {}
        }
    }
    Ok((name, has_identifier))
}

/// The kind of the next `ContentInfo`, without the part that all kinds have, and its content.
fn content_info<'a>(data: &mut &'a [u8]) -> Result<(Option<&'a [u8]>, &'a [u8]), Error> {
    let mut info = expect(data, SEQUENCE)?;
    let kind = expect(&mut info, OBJECT_IDENTIFIER)?;
    Ok((kind.strip_prefix(PKCS), expect(&mut info, EXPLICIT)?))
}

/// The next element.
fn next<'a>(data: &mut &'a [u8]) -> Result<Element<'a>, Error> {
    asn1::next(data).ok_or_else(|| damaged(decryption::malformed()))
}

/// The content of the next element, which must have this tag.
fn expect<'a>(data: &mut &'a [u8], tag: u8) -> Result<&'a [u8], Error> {
    let element = next(data)?;
    if element.tag == tag { Ok(element.content) } else { Err(damaged(decryption::malformed())) }
}

/// The next element, which must be DER.
fn raw<'a>(data: &mut &'a [u8]) -> Result<AnyRef<'a>, Error> {
    let all = *data;
    next(data)?;
    AnyRef::from_der(&all[..all.len() - data.len()]).map_err(damaged)
}

/// The bytes of an octet string. BER may divide it into parts.
fn octets(string: &Element<'_>, tag: u8) -> Result<Zeroizing<Vec<u8>>, Error> {
    let mut octets = Zeroizing::new(Vec::with_capacity(string.content.len()));
    if string.tag == tag {
        octets.extend(string.content);
    } else if string.tag == tag | CONSTRUCTED {
        let mut rest = string.content;
        while !rest.is_empty() {
            octets.extend(expect(&mut rest, OCTET_STRING)?);
        }
    } else {
        return Err(damaged(decryption::malformed()));
    }
    Ok(octets)
}

fn damaged(error: der::Error) -> Error {
    Error::InvalidEncoding(format!("the {STRUCTURE} is damaged; copy or export it again (ASN.1: {error})"))
}
