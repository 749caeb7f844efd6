//! PuTTY's private keys, `.ppk` (PuTTY's manual, appendix C), without encryption or, in version 2, with AES-256.
//!
//! The file has d, p, q and `q⁻¹ mod p`, and a code that authenticates it.

use hmac::{Hmac, KeyInit, Mac};
use sha1::{Digest, Sha1};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::cipher::Cipher;
use super::format::Kind;
use super::item::{Content, Item};
use super::openssh::{self, Fields, put};
use super::options::Session;
use super::{base64, text, unread};
use crate::{Components, Error};

const START: &str = "PuTTY-User-Key-File-";
const STRUCTURE: &str = "PuTTY private key";

/// The key in a text.
pub(super) fn find(text: &str) -> Option<Item> {
    let at = text.find(START)?;
    let text = text::split(text, at).1.to_owned();
    let algorithm =
        text.split_once(':').and_then(|(_, rest)| rest.lines().next()).map(str::trim_ascii).unwrap_or_default();
    if algorithm != openssh::RSA {
        return Some(Item::refused(Some(Kind::Private), unread::not_rsa(algorithm.as_bytes())));
    }
    let name = File::parse(&text).ok().map(|file| file.comment.to_owned()).filter(|name| !name.is_empty());
    Some(Item { name, ..Item::new(Ok(Content::Putty(Zeroizing::new(text)))) })
}

/// The lines of a file.
struct File<'a> {
    version: u8,
    encryption: &'a str,
    comment: &'a str,
    public: Zeroizing<Vec<u8>>,
    private: Zeroizing<Vec<u8>>,
    code: Zeroizing<Vec<u8>>,
}

impl<'a> File<'a> {
    fn parse(text: &'a str) -> Result<Self, Error> {
        let mut lines = text.lines().map(str::trim_ascii_end);
        let invalid = |problem: &str| Error::InvalidEncoding(format!("{STRUCTURE}: {problem}"));
        let first = lines.next().unwrap_or_default();
        let version = match first.as_bytes().get(START.len()) {
            Some(b'2') => 2,
            Some(b'3') => 3,
            _ => {
                return Err(unread::unsupported(
                    "this is a PuTTY key of an old version; puttygen FILE -O private -o NEW rewrites it",
                ));
            }
        };
        let (mut encryption, mut comment) = ("", "");
        let (mut public, mut private) = (None, None);
        while let Some(line) = lines.next() {
            let (name, value) = line.split_once(':').ok_or_else(|| invalid("a line has no colon"))?;
            let value = value.trim_ascii();
            let mut block = || {
                let count = value.parse().map_err(|_| invalid("a number of lines is not a number"))?;
                let base64: Zeroizing<String> = Zeroizing::new(lines.by_ref().take(count).collect());
                let decoded = base64::decode(base64.as_bytes()).filter(|(_, is_variant)| !is_variant);
                decoded.map(|(bytes, _)| Some(bytes)).ok_or_else(|| invalid("the key is not Base64"))
            };
            match name {
                "Encryption" => encryption = value,
                "Comment" => comment = value,
                "Public-Lines" => public = block()?,
                "Private-Lines" => private = block()?,
                "Private-MAC" => {
                    let code = text::hexadecimal(value).ok_or_else(|| invalid("its code is not hexadecimal"))?;
                    let missing = || invalid("it has no key before its code");
                    let [public, private] = [public.ok_or_else(missing)?, private.ok_or_else(missing)?];
                    return Ok(Self { version, encryption, comment, public, private, code });
                }
                name if name.starts_with("Key-Derivation") || name.starts_with("Argon2-") => {}
                _ => return Err(invalid("it has an unknown line")),
            }
        }
        Err(invalid("it is cut off: copy the whole file"))
    }

    /// Whether the code is right, given the password of an encrypted key.
    fn is_authentic(&self, password: Option<&[u8]>) -> bool {
        let mut data = Zeroizing::new(Vec::new());
        for part in
            [openssh::RSA.as_bytes(), self.encryption.as_bytes(), self.comment.as_bytes(), &self.public, &self.private]
        {
            put(&mut data, part);
        }
        if self.version == 3 {
            return code::<Hmac<Sha256>>(&[], &data, &self.code);
        }
        let key = Sha1::new().chain_update("putty-private-key-file-mac-key").chain_update(password.unwrap_or_default());
        code::<Hmac<Sha1>>(&key.finalize(), &data, &self.code)
    }
}

fn code<M: Mac + KeyInit>(key: &[u8], data: &[u8], expected: &[u8]) -> bool {
    let code =
        <M as KeyInit>::new_from_slice(key).expect("a key of any length").chain_update(data).finalize().into_bytes();
    code.ct_eq(expected).into()
}

/// Reads the numbers of the key in a file.
pub(super) fn read(text: &str, session: &mut Session<'_>) -> Result<Components, Error> {
    let mut file = File::parse(text)?;
    let password = match (file.encryption, file.version) {
        ("none", _) => None,
        ("aes256-cbc", 2) => Some(session.password.ok_or(Error::PasswordRequired)?),
        _ => {
            return Err(unread::unsupported(
                "the PuTTY key is encrypted with Argon2, which is not supported; puttygen FILE -O private-openssh-new -o NEW \
                 converts it",
            ));
        }
    };
    if let Some(password) = password {
        let part = |number: u8| Sha1::new().chain_update([0, 0, 0, number]).chain_update(password).finalize();
        let key = Zeroizing::new([part(0), part(1)].concat());
        Cipher::Aes256Cbc.decrypt(&key[..32], &[0; 16], &mut file.private, None).map_err(|_| damaged())?;
    }
    if !file.is_authentic(password) {
        return Err(if password.is_some() { Error::WrongPassword } else { damaged() });
    }
    let public = openssh::read_blob(&file.public)?;
    let mut fields = Fields::new(STRUCTURE, &file.private);
    let private_exponent = fields.number("private exponent")?;
    let primes = vec![fields.number("prime p")?, fields.number("prime q")?];
    let coefficient = fields.number("coefficient")?;
    openssh::components(public, private_exponent, primes, coefficient)
}

fn damaged() -> Error {
    Error::InvalidEncoding(format!("{STRUCTURE}: its code does not match: the file was changed"))
}
