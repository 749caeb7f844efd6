//! Password-based encryption of PKCS #8 and PKCS #12: PBES2 (RFC 8018, section 6.2), and Triple DES with the key derivation of
//! PKCS #12 (RFC 7292, appendices B and C). Older encryption is refused.

use der::asn1::{AnyRef, ObjectIdentifier};
use der::{Decode, Tag, Tagged};
use hmac::EagerHash;
use pbkdf2::pbkdf2_hmac;
use sha1::{Digest, Sha1};
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use zeroize::Zeroizing;

use super::cipher::{Cipher, Tag as CodeTag, decrypt_padded};
use super::derivation::Pbkdf2;
use super::options::Session;
use super::{asn1, pkcs8, unrecognized};
use crate::params::in_range;
use crate::{Components, Error, Hash};

const STRUCTURE: &str = "encrypted PKCS #8 key";
const PBES2: &str = "1.2.840.113549.1.5.13";
const PBKDF2: &str = "1.2.840.113549.1.5.12";
const SCRYPT: &str = "1.3.6.1.4.1.11591.4.11";
const PBE_SHA1_3DES: &str = "1.2.840.113549.1.12.1.3";
/// The longest salt that is read, in bytes. Software writes 8 to 64.
const LONGEST_SALT: usize = 1024;
/// Bytes of GCM's tag, after the encrypted data.
const TAG: usize = 16;

/// The ciphers of PBES2, by their object identifiers.
const CIPHERS: [(&str, Cipher); 6] = [
    ("2.16.840.1.101.3.4.1.42", Cipher::Aes256Cbc),
    ("2.16.840.1.101.3.4.1.22", Cipher::Aes192Cbc),
    ("2.16.840.1.101.3.4.1.2", Cipher::Aes128Cbc),
    ("1.2.840.113549.3.7", Cipher::TdesCbc),
    ("2.16.840.1.101.3.4.1.46", Cipher::Aes256Gcm),
    ("2.16.840.1.101.3.4.1.6", Cipher::Aes128Gcm),
];

/// Derives a key with PBKDF2.
type Derive = fn(&[u8], &[u8], u32, &mut [u8]);

/// The functions of PBKDF2, by their object identifiers, with the hash function of their HMAC.
const FUNCTIONS: [(&str, (Hash, Derive)); 7] = [
    ("1.2.840.113549.2.9", (Hash::Sha256, derive::<Sha256>)),
    SHA1,
    ("1.2.840.113549.2.8", (Hash::Sha224, derive::<Sha224>)),
    ("1.2.840.113549.2.10", (Hash::Sha384, derive::<Sha384>)),
    ("1.2.840.113549.2.11", (Hash::Sha512, derive::<Sha512>)),
    ("1.2.840.113549.2.12", (Hash::Sha512_224, derive::<Sha512_224>)),
    ("1.2.840.113549.2.13", (Hash::Sha512_256, derive::<Sha512_256>)),
];
/// The function if none is named.
const SHA1: (&str, (Hash, Derive)) = ("1.2.840.113549.2.7", (Hash::Sha1, derive::<Sha1>));

/// Encryption that is too weak or too rare, by object identifiers.
const OTHERS: [(&str, &str); 10] = [
    ("1.2.840.113549.1.5.1", "PBE-MD2-DES"),
    ("1.2.840.113549.1.5.3", "PBE-MD5-DES"),
    ("1.2.840.113549.1.5.6", "PBE-MD5-RC2-64"),
    ("1.2.840.113549.1.5.10", "PBE-SHA1-DES"),
    ("1.2.840.113549.1.5.11", "PBE-SHA1-RC2-64"),
    ("1.2.840.113549.1.12.1.1", "PBE-SHA1-RC4-128"),
    ("1.2.840.113549.1.12.1.2", "PBE-SHA1-RC4-40"),
    ("1.2.840.113549.1.12.1.4", "PBE-SHA1-2DES"),
    ("1.2.840.113549.1.12.1.5", "PBE-SHA1-RC2-128"),
    ("1.2.840.113549.1.12.1.6", "PBE-SHA1-RC2-40"),
];

fn derive<D: EagerHash>(password: &[u8], salt: &[u8], iterations: u32, key: &mut [u8]) {
    pbkdf2_hmac::<D>(password, salt, iterations, key);
}

/// A password for PBES2, which takes its bytes, and for the key derivation of PKCS #12, which takes its characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Password<'a> {
    /// Its bytes: UTF-8, or else the characters of Latin-1.
    Given(&'a [u8]),
    /// No password, which PKCS #12's key derivation distinguishes from an empty one.
    Absent,
}

impl<'a> Password<'a> {
    fn bytes(self) -> &'a [u8] {
        match self {
            Self::Given(bytes) => bytes,
            Self::Absent => &[],
        }
    }

    /// The password as RFC 7292, appendix B.1 wants it: UTF-16, big-endian, with two zero bytes at the end. OpenSSL leaves out
    /// these as well if there is no password.
    fn wide(self) -> Zeroizing<Vec<u8>> {
        let Self::Given(bytes) = self else { return Zeroizing::default() };
        // At most two bytes for each byte of UTF-8.
        let mut wide = Zeroizing::new(Vec::with_capacity(2 * bytes.len() + 2));
        let mut put = |unit: u16| wide.extend(unit.to_be_bytes());
        match core::str::from_utf8(bytes) {
            Ok(text) => text.encode_utf16().for_each(&mut put),
            Err(_) => bytes.iter().for_each(|byte| put(u16::from(*byte))),
        }
        put(0);
        wide
    }
}

/// What is decrypted, for messages.
#[derive(Clone, Copy)]
pub(super) struct Encrypted<'a> {
    /// Its name in messages about damage.
    pub(super) structure: &'static str,
    /// The error for DER that cannot be parsed.
    pub(super) invalid: &'a dyn Fn(der::Error) -> Error,
    /// The error for an algorithm, given its name.
    pub(super) unsupported: fn(&str) -> Error,
}

impl Encrypted<'_> {
    fn damaged(&self, problem: &str) -> Error {
        Error::InvalidEncoding(format!("{}: {problem}", self.structure))
    }

    fn unsupported(&self, oid: &str) -> Error {
        (self.unsupported)(&find(&OTHERS, oid).map_or_else(|| format!("the algorithm {oid}"), str::to_owned))
    }
}

/// Reads the numbers in `EncryptedPrivateKeyInfo` (DER).
pub(super) fn read(der: &[u8], session: &mut Session<'_>) -> Result<Components, Error> {
    let invalid = asn1::invalid(STRUCTURE, der);
    let encrypted = Encrypted { structure: STRUCTURE, invalid: &invalid, unsupported };
    let password = session.password.map(Password::Given);
    let decrypted = decrypt_info(der, password, &encrypted, session)?.ok_or(Error::WrongPassword)?;
    // One wrong password in 256 gives a valid padding, but the parser then fails.
    let key = pkcs8::parse(&decrypted).map_err(|_| Error::WrongPassword)?;
    pkcs8::read_with(&key, session)
}

/// Decrypts `EncryptedPrivateKeyInfo` (DER, RFC 5958, section 3); `None` if the password is wrong.
pub(super) fn decrypt_info(
    der: &[u8],
    password: Option<Password<'_>>,
    encrypted: &Encrypted<'_>,
    session: &mut Session<'_>,
) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let invalid = encrypted.invalid;
    let info = AnyRef::from_der(der).and_then(|info| asn1::parts(&info)).map_err(invalid)?;
    let [algorithm, data] = info[..] else { return Err(invalid(malformed())) };
    decrypt(&algorithm, octets(&data).map_err(invalid)?, password, encrypted, session)
}

/// Decrypts data with the algorithm and its parameters; `None` if the password is wrong.
pub(super) fn decrypt(
    algorithm: &AnyRef<'_>,
    data: &[u8],
    password: Option<Password<'_>>,
    encrypted: &Encrypted<'_>,
    session: &mut Session<'_>,
) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let invalid = encrypted.invalid;
    let (oid, parameters) = algorithm_of(algorithm).map_err(invalid)?;
    let parameters = asn1::parts(&parameters);
    if oid == PBE_SHA1_3DES {
        let parameters = parameters.map_err(invalid)?;
        let [salt, iterations] = parameters[..] else { return Err(invalid(malformed())) };
        let salt = checked_salt(&salt, invalid)?;
        let iterations = iterations.decode_as().map_err(invalid)?;
        // Two for the key, one for the vector.
        session.spend_hashes(iterations, 3)?;
        let password = password.ok_or(Error::PasswordRequired)?;
        let [key, iv] =
            [(1, 24), (2, 8)].map(|(id, length)| pkcs12_derive::<Sha1>(id, password, salt, iterations, length, 64));
        return Ok(decrypt_padded(Cipher::TdesCbc, &key, &iv, data));
    }
    if oid != PBES2 {
        return Err(encrypted.unsupported(&oid));
    }
    let parameters = parameters.map_err(invalid)?;
    let [derivation, scheme] = parameters[..] else { return Err(invalid(malformed())) };
    let (oid, parameters) = algorithm_of(&scheme).map_err(invalid)?;
    let Some(cipher) = find(&CIPHERS, &oid) else { return Err(encrypted.unsupported(&oid)) };
    let (key_length, iv_length) = cipher.key_and_iv_size().expect("every cipher of the list has a key");
    let iv = iv_of(&parameters, cipher).map_err(invalid)?;
    if iv.len() != iv_length {
        let found = iv.len();
        return Err(encrypted.damaged(&format!("its vector has {found} bytes, but must have {iv_length}")));
    }
    let derivation = Derivation::read(&derivation, encrypted, session)?;
    let password = password.ok_or(Error::PasswordRequired)?;
    let key = derivation.key(password, key_length, encrypted, session)?;
    if !cipher.has_tag() {
        return Ok(decrypt_padded(cipher, &key, iv, data));
    }
    let Some((data, tag)) = data.len().checked_sub(TAG).map(|at| data.split_at(at)) else { return Ok(None) };
    let mut decrypted = Zeroizing::new(data.to_vec());
    let tag = CodeTag::try_from(tag).ok();
    Ok(cipher.decrypt(&key, iv, &mut decrypted, tag).ok().map(|()| decrypted))
}

/// The initialization vector of CBC, or the nonce of GCM (RFC 5084), whose tags must have 16 bytes. Botan and RustCrypto
/// write the nonce alone, like the vector of CBC.
fn iv_of<'a>(parameters: &AnyRef<'a>, cipher: Cipher) -> der::Result<&'a [u8]> {
    if !cipher.has_tag() || parameters.tag() == Tag::OctetString {
        return octets(parameters);
    }
    match asn1::parts(parameters)?[..] {
        [nonce, length] if length.decode_as::<u32>()? as usize == TAG => octets(&nonce),
        _ => Err(malformed()),
    }
}

/// A key derivation with its parameters.
pub(super) enum Derivation<'a> {
    Pbkdf2 { salt: &'a [u8], iterations: u32, length: Option<u32>, function: (Hash, Derive) },
    Scrypt { salt: &'a [u8], parameters: scrypt::Params, length: Option<u32> },
}

impl<'a> Derivation<'a> {
    /// Reads the parameters, and refuses them if they cost too much.
    pub(super) fn read(
        algorithm: &AnyRef<'a>,
        encrypted: &Encrypted<'_>,
        session: &mut Session<'_>,
    ) -> Result<Self, Error> {
        let invalid = encrypted.invalid;
        let (oid, parameters) = algorithm_of(algorithm).map_err(invalid)?;
        let mut parts = asn1::parts(&parameters).map_err(invalid)?.into_iter().peekable();
        let mut next = || parts.next().ok_or_else(|| invalid(malformed()));
        if oid == PBKDF2 {
            let salt = checked_salt(&next()?, invalid)?;
            let iterations = next()?.decode_as().map_err(invalid)?;
            let length = parts.next_if(|part| part.tag() == Tag::Integer);
            let length = length.map(|length| length.decode_as()).transpose().map_err(invalid)?;
            let (_, mut function) = SHA1;
            if let Some(named) = parts.next() {
                let (oid, _) = algorithm_of(&named).map_err(invalid)?;
                function = find(&FUNCTIONS, &oid).ok_or_else(|| encrypted.unsupported(&oid))?;
            }
            session.spend_iterations(iterations)?;
            return Ok(Self::Pbkdf2 { salt, iterations, length, function });
        }
        if oid != SCRYPT {
            return Err(encrypted.unsupported(&oid));
        }
        let salt = checked_salt(&next()?, invalid)?;
        let n: u64 = next()?.decode_as().map_err(invalid)?;
        let r: u32 = next()?.decode_as().map_err(invalid)?;
        let p: u32 = next()?.decode_as().map_err(invalid)?;
        let length = parts.next().map(|length| length.decode_as()).transpose().map_err(invalid)?;
        if n < 2 || !n.is_power_of_two() || r == 0 || p == 0 {
            return Err(Error::InvalidEncoding(format!(
                "scrypt needs N as a power of two above 1, and r and p of at least 1, got N = {n}, r = {r}, p = {p}"
            )));
        }
        let bytes = [n, u64::from(r), u64::from(p)].into_iter().fold(128u64, u64::saturating_mul);
        session.spend_memory(usize::try_from(bytes.div_ceil(1 << 20)).unwrap_or(usize::MAX))?;
        let parameters = scrypt::Params::new(n.ilog2() as u8, r, p);
        let parameters = parameters.map_err(|_| encrypted.damaged("its scrypt is invalid"))?;
        Ok(Self::Scrypt { salt, parameters, length })
    }

    /// The length of the key, if it is stated.
    pub(super) fn length(&self) -> Option<usize> {
        let (Self::Pbkdf2 { length, .. } | Self::Scrypt { length, .. }) = self;
        length.map(|length| length as usize)
    }

    /// Derives a key of the length that is needed.
    pub(super) fn key(
        &self,
        password: Password<'_>,
        needed: usize,
        encrypted: &Encrypted<'_>,
        session: &Session<'_>,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        if self.length().is_some_and(|length| length != needed) {
            return Err(encrypted.damaged("its length of the derived key is not that of the cipher"));
        }
        let password = password.bytes();
        let mut key = Zeroizing::new(vec![0; needed]);
        match self {
            &Self::Pbkdf2 { salt, iterations, function: (hash, derive), .. } => {
                if !session.elsewhere.derive(&Pbkdf2 { hash, password, salt, iterations }, &mut key) {
                    derive(password, salt, iterations, &mut key);
                }
            }
            Self::Scrypt { salt, parameters, .. } => {
                scrypt::scrypt(password, salt, parameters, &mut key).expect("the length of a key");
            }
        }
        Ok(key)
    }
}

fn checked_salt<'a>(salt: &AnyRef<'a>, invalid: &dyn Fn(der::Error) -> Error) -> Result<&'a [u8], Error> {
    let salt = octets(salt).map_err(invalid)?;
    in_range("salt", "bytes", salt.len(), 0, LONGEST_SALT, "the limit protects against exhaustion")?;
    Ok(salt)
}

fn octets<'a>(string: &AnyRef<'a>) -> der::Result<&'a [u8]> {
    string.tag().assert_eq(Tag::OctetString)?;
    Ok(string.value())
}

/// The object identifier of an algorithm, and its parameters.
pub(super) fn algorithm_of<'a>(algorithm: &AnyRef<'a>) -> der::Result<(String, AnyRef<'a>)> {
    let parts = asn1::parts(algorithm)?;
    let (oid, parameters) = match parts[..] {
        [oid] => (oid, AnyRef::NULL),
        [oid, parameters] => (oid, parameters),
        _ => return Err(malformed()),
    };
    Ok((oid.decode_as::<ObjectIdentifier>()?.to_string(), parameters))
}

pub(super) fn malformed() -> der::Error {
    Tag::Sequence.value_error().into()
}

/// PKCS #12's key derivation (RFC 7292, appendix B.2). The identifier is 1 for a key, 2 for an initialization vector and 3 for
/// the key of a message authentication code; the block is that of the hash function, in bytes.
pub(super) fn pkcs12_derive<D: Digest>(
    id: u8,
    password: Password<'_>,
    salt: &[u8],
    iterations: u32,
    length: usize,
    block: usize,
) -> Zeroizing<Vec<u8>> {
    let repeated = |bytes: &[u8]| {
        Zeroizing::new(bytes.iter().copied().cycle().take(bytes.len().next_multiple_of(block)).collect::<Vec<_>>())
    };
    let mut input = Zeroizing::new([&**repeated(salt), &**repeated(&password.wide())].concat());
    let size = <D as Digest>::output_size();
    let mut key = Zeroizing::new(Vec::with_capacity(length + size));
    while key.len() < length {
        let mut hash = D::new().chain_update(vec![id; block]).chain_update(&*input).finalize();
        for _ in 1..iterations {
            hash = D::digest(&hash);
        }
        key.extend_from_slice(&hash);
        // Each block of the input becomes itself plus the hash plus 1.
        for block in input.chunks_exact_mut(block) {
            let mut carry = 1;
            for (index, byte) in block.iter_mut().enumerate().rev() {
                carry += u16::from(*byte) + u16::from(hash[index % size]);
                *byte = carry as u8;
                carry >>= 8;
            }
        }
    }
    key.truncate(length);
    key
}

pub(super) fn find<T: Copy>(list: &[(&str, T)], oid: &str) -> Option<T> {
    list.iter().find(|(known, _)| *known == oid).map(|(_, value)| *value)
}

/// The error for PKCS #8.
fn unsupported(name: &str) -> Error {
    unrecognized::unsupported(&format!(
        "the key is encrypted with {name}, which is not supported; \
         openssl pkcs8 -topk8 -provider legacy -provider default -in FILE -out NEW converts it"
    ))
}
