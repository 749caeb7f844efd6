//! Decodes the numbers of keys from any of the formats.

use super::containers::add_opened;
use super::format::{Format, Kind};
use super::item::{Content, Item};
use super::options::Session;
use super::scan;
use super::{
    MOST_DATA_BYTES, MOST_FILE_BYTES, ReadOptions, Repair, asn1, certificate, decryption, numbers, openssh, pkcs1,
    pkcs8, spki, unrecognized,
};
use crate::{Components, Error, PublicComponents};

/// A key, and what reading it repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<T> {
    /// The key, or its numbers.
    pub key: T,
    /// The deviations from the standard formats, each once.
    pub repairs: Vec<Repair>,
    /// Whether it is a public key in PKCS #1 without a label, so that only its values show that it is not something else with two
    /// numbers, such as Diffie–Hellman parameters. Import them with [`PublicKey::imported`](crate::PublicKey::imported), and
    /// without `allow_broken`.
    pub is_bare: bool,
}

/// The numbers of a key of either kind.
#[derive(Clone, Debug)]
pub enum AnyComponents {
    /// A private key.
    Private(Components),
    /// A public key.
    Public(PublicComponents),
}

/// A key in data that hold several.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The comment, host, friendly name or subject that comes with the key.
    pub name: Option<String>,
    /// The key, or why it was left out.
    pub key: Result<Decoded<AnyComponents>, Error>,
}

impl Components {
    /// Decodes the numbers of a private key with the default options: [`Components::decode_with`].
    ///
    /// # Errors
    /// Those of [`Components::decode_with`].
    pub fn decode(data: &[u8], password: Option<&[u8]>) -> Result<Self, Error> {
        Ok(Self::decode_with(data, &ReadOptions::with_password(password))?.key)
    }

    /// Decodes the numbers of a private key: PKCS #1, PKCS #8, encrypted PKCS #8 or OpenSSH's format in PEM or DER, PKCS #12,
    /// PuTTY's format, `RSAKeyValue` in XML, or any of these as Base64 or hexadecimal digits. The content is recognized, not the
    /// label. If there are several keys, it takes the first private RSA key.
    ///
    /// **The numbers are not checked**, and missing ones are not computed: the lists of primes or CRT numbers are then empty.
    /// [`PrivateKey::from_standard_components`](crate::PrivateKey::from_standard_components) does both, and chooses the variant.
    ///
    /// # Errors
    /// * [`Error::OutOfRange`]: more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), or a limit of the options. Checked before
    ///   any work.
    /// * [`Error::InvalidEncoding`]: the data are empty or damaged, or with [`ReadOptions::strict`] needed a repair.
    /// * [`Error::UnsupportedFormat`]: something else, which the message names.
    /// * [`Error::WrongKeyType`]: a public key.
    /// * [`Error::PasswordRequired`], [`Error::WrongPassword`].
    pub fn decode_with(data: &[u8], options: &ReadOptions<'_>) -> Result<Decoded<Self>, Error> {
        let Decoded { key, repairs, is_bare } = first(data, Kind::Private, options)?;
        match key {
            AnyComponents::Private(key) => Ok(Decoded { key, repairs, is_bare }),
            AnyComponents::Public(_) => Err(Format::Pkcs1Public.refusal()),
        }
    }
}

impl PublicComponents {
    /// Decodes the numbers of a public key with the default options: [`PublicComponents::decode_with`].
    ///
    /// # Errors
    /// Those of [`PublicComponents::decode_with`].
    pub fn decode(data: &[u8]) -> Result<Self, Error> {
        Ok(Self::decode_with(data, &ReadOptions::default())?.key)
    }

    /// Decodes the numbers of a public key: SPKI, PKCS #1, a certificate or a certificate request in PEM or DER, a certificate in
    /// PKCS #12, a line of OpenSSH, of `authorized_keys` or `known_hosts`, RFC 4716, `RSAKeyValue` in XML, or any of these as
    /// Base64 or hexadecimal digits. The content is recognized, not the label. If there are several keys, it takes the first
    /// public RSA key; in PKCS #12, the certificate of a private key comes before those of authorities.
    ///
    /// **The numbers are not checked**, which [`PublicKey::imported`](crate::PublicKey::imported) does, and the signature of a certificate
    /// is not verified.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::InvalidEncoding`] and [`Error::UnsupportedFormat`] as for [`Components::decode_with`];
    /// [`Error::WrongKeyType`] for a private key; [`Error::PasswordRequired`] and [`Error::WrongPassword`] for PKCS #12.
    pub fn decode_with(data: &[u8], options: &ReadOptions<'_>) -> Result<Decoded<Self>, Error> {
        let Decoded { key, repairs, is_bare } = first(data, Kind::Public, options)?;
        match key {
            AnyComponents::Public(key) => Ok(Decoded { key, repairs, is_bare }),
            AnyComponents::Private(_) => Err(Format::Pkcs1Private.refusal()),
        }
    }
}

/// Decodes all keys in data, in their order, and says why others were left out. One that cannot be read does not hide the others.
/// **The numbers are not checked**, as for [`Components::decode_with`].
///
/// # Errors
/// [`Error::OutOfRange`] for more than [`MOST_FILE_BYTES`](crate::MOST_FILE_BYTES); it, [`Error::InvalidEncoding`] and
/// [`Error::UnsupportedFormat`] for data in which no key is recognized.
pub fn decode_all(data: &[u8], options: &ReadOptions<'_>) -> Result<Vec<Found>, Error> {
    let mut session = Session::new(options)?;
    let mut opening = options.opening;
    let mut items = Vec::new();
    for item in scan::items(data, MOST_FILE_BYTES)? {
        add_opened(item, None, &mut opening, &mut session, &mut items);
    }
    if let [Item { content: Err(Error::InvalidEncoding(_) | Error::UnsupportedFormat(_)), kind: None, .. }] = items[..]
        && let Some(Err(error)) = items.pop().map(|item| item.content)
    {
        return Err(error);
    }
    Ok(items
        .into_iter()
        .map(|Item { name, content, repairs, is_bare, .. }| {
            session.repairs = repairs;
            let subject = content.as_ref().ok().and_then(|content| match content {
                Content::Encoded(format @ (Format::Certificate | Format::CertificateRequest), der) => {
                    certificate::subject(der, *format)
                }
                _ => None,
            });
            let key = content.and_then(|content| read(&content, is_bare, &mut session));
            let repairs = core::mem::take(&mut session.repairs);
            Found { name: name.or(subject), key: key.and_then(|key| finish(key, options, repairs, is_bare)) }
        })
        .collect())
}

/// The first key of a kind that can be read. Keys of other algorithms and in unsupported encryption before it are left out.
fn first(data: &[u8], kind: Kind, options: &ReadOptions<'_>) -> Result<Decoded<AnyComponents>, Error> {
    let mut session = Session::new(options)?;
    let mut opening = options.opening;
    let (mut left_out, mut other_kind, mut unknown, mut unread) = (Vec::new(), None, None, 0);
    // The next one is the last.
    let mut items = scan::items(data, MOST_DATA_BYTES)?;
    items.reverse();
    while let Some(item) = items.pop() {
        let found = item.kind();
        if found.is_some_and(|found| found != kind) {
            match item.content {
                Ok(content) => other_kind = other_kind.or_else(|| Some(content.refusal())),
                Err(error) => unknown = unknown.or(Some(error)),
            }
            continue;
        }
        if item.content.as_ref().is_ok_and(Content::is_container) {
            let start = items.len();
            add_opened(item, Some(kind), &mut opening, &mut session, &mut items);
            items[start..].reverse();
            continue;
        }
        session.repairs = item.repairs;
        let is_bare = item.is_bare;
        match item.content.and_then(|content| read(&content, is_bare, &mut session)) {
            Ok(key) => {
                let count = left_out.len() + unread;
                if count > 0 {
                    session.repaired(Repair::OtherKeys { count });
                }
                return finish(key, options, session.repairs, is_bare);
            }
            Err(error @ Error::UnsupportedFormat(_)) if found.is_some() => left_out.push(error),
            Err(error) if found.is_none() => {
                // A block without its end, for example.
                unread += usize::from(matches!(error, Error::InvalidEncoding(_)));
                unknown = unknown.or(Some(error));
            }
            Err(error) => return Err(error),
        }
    }
    let refusal = left_out.into_iter().next().or(other_kind).or(unknown);
    Err(refusal.unwrap_or_else(|| Error::InvalidEncoding("the data hold no key".into())))
}

/// With strict options, a repair is an error.
fn finish(
    key: AnyComponents,
    options: &ReadOptions<'_>,
    repairs: Vec<Repair>,
    is_bare: bool,
) -> Result<Decoded<AnyComponents>, Error> {
    let mut distinct = Vec::new();
    for repair in repairs {
        if !distinct.contains(&repair) {
            distinct.push(repair);
        }
    }
    let repairs = distinct;
    match repairs.first().filter(|_| options.strict) {
        Some(repair) => Err(Error::InvalidEncoding(format!("{repair}, which strict reading refuses"))),
        None => Ok(Decoded { key, repairs, is_bare }),
    }
}

fn read(content: &Content, is_bare: bool, session: &mut Session<'_>) -> Result<AnyComponents, Error> {
    match content.kind() {
        Some(Kind::Public) => {
            let key = public(content, session)?;
            if is_bare && is_like_a_signature(&key) {
                return Err(unrecognized::unsupported(unrecognized::SIGNATURE));
            }
            Ok(AnyComponents::Public(key))
        }
        _ => private(content, session).map(AnyComponents::Private),
    }
}

/// Whether two numbers may be a signature with DSA or ECDSA: both are about as long, and as long as the order of a group. A part of a
/// signature lacks its first 32 bits once in 2^32 times. Curves of 512 bits are too rare to refuse keys of that length, and with the one
/// of 521 bits, both parts lack four bits once in 256 times.
fn is_like_a_signature(PublicComponents { modulus, public_exponent, .. }: &PublicComponents) -> bool {
    matches!(modulus.bits(), 0..=384 | 518..=521) && modulus.bits().abs_diff(public_exponent.bits()) <= 32
}

fn private(content: &Content, session: &mut Session<'_>) -> Result<Components, Error> {
    let components = match content {
        Content::Encoded(Format::OpenSshPrivate, data) => openssh::read_private(data, session),
        Content::Encoded(Format::EncryptedPkcs8, der) => decryption::read(der, session),
        Content::Encoded(Format::Pkcs8, der) => {
            let info = pkcs8::parse(der).map_err(asn1::invalid("private key in PKCS #8", der))?;
            pkcs8::read_with(&info, session)
        }
        Content::Encoded(_, der) => pkcs1::read_private(der, session),
        Content::Traditional(key) => key.read(session),
        Content::Private(components) => Ok(numbers::complete(components.clone(), session)),
        // Containers are opened before.
        Content::Public(_) | Content::Putty(_) => Err(content.refusal()),
    }?;
    session.check_modulus(components.modulus.bits())?;
    Ok(components)
}

fn public(content: &Content, session: &mut Session<'_>) -> Result<PublicComponents, Error> {
    let components = match content {
        Content::Encoded(Format::Spki, der) => spki::read(der),
        Content::Encoded(Format::OpenSshPublic, blob) => openssh::read_blob(blob),
        Content::Encoded(format @ (Format::Certificate | Format::CertificateRequest), der) => {
            certificate::read(der, *format)
        }
        Content::Encoded(_, der) => pkcs1::read_public(der),
        Content::Public(components) => Ok(components.clone()),
        _ => Err(content.refusal()),
    }?;
    session.check_modulus(components.modulus.bits())?;
    Ok(components)
}
