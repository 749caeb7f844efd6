//! OpenSSL's encryption before PKCS #8: `Proc-Type: 4,ENCRYPTED` (RFC 1421), with a key from MD5 (`EVP_BytesToKey`). Reading only.

use md5::{Digest, Md5};
use zeroize::Zeroizing;

use super::cipher::{Cipher, decrypt_padded};
use super::format::Format;
use super::options::Session;
use super::{pkcs1, pkcs8, text, unrecognized};
use crate::{Components, Error};

/// The ciphers that are read, by their names in `DEK-Info`.
const CIPHERS: [(&str, Cipher); 4] = [
    ("AES-256-CBC", Cipher::Aes256Cbc),
    ("AES-192-CBC", Cipher::Aes192Cbc),
    ("AES-128-CBC", Cipher::Aes128Cbc),
    ("DES-EDE3-CBC", Cipher::TdesCbc),
];
/// Bytes of the initialization vector that are also the salt.
const SALT: usize = 8;

/// An encrypted key.
pub(super) struct Encrypted {
    cipher: Cipher,
    iv: Zeroizing<Vec<u8>>,
    data: Zeroizing<Vec<u8>>,
}

impl Encrypted {
    /// Reads the value of `DEK-Info`: the cipher, and the initialization vector in hexadecimal.
    pub(super) fn new(info: &str, data: Zeroizing<Vec<u8>>) -> Result<Self, Error> {
        let (name, iv) = info.split_once(',').unwrap_or((info, ""));
        let (name, iv) = (name.trim_ascii(), text::hexadecimal(iv.trim_ascii()).unwrap_or_default());
        let Some((_, cipher)) = CIPHERS.into_iter().find(|(known, _)| *known == name) else {
            return Err(unrecognized::unsupported(&format!(
                "the key is encrypted with {}, which is not supported; openssl pkcs8 -topk8 -provider legacy -provider default \
                 -in FILE -out NEW converts it",
                unrecognized::shown(name.as_bytes())
            )));
        };
        let length = cipher.key_and_iv_size().map_or(0, |(_, iv)| iv);
        if iv.len() != length {
            let found = iv.len();
            return Err(Error::InvalidEncoding(format!(
                "PEM: the vector in DEK-Info has {found} bytes, but must have {length}"
            )));
        }
        Ok(Self { cipher, iv, data })
    }

    pub(super) fn read(&self, session: &mut Session<'_>) -> Result<Components, Error> {
        let password = session.password.ok_or(Error::PasswordRequired)?;
        let length = self.cipher.key_and_iv_size().map_or(0, |(key, _)| key);
        let mut key = Zeroizing::new(Vec::with_capacity(48));
        while key.len() < length {
            let previous = &key[key.len().saturating_sub(16)..];
            let next =
                Md5::new().chain_update(previous).chain_update(password).chain_update(&self.iv[..SALT]).finalize();
            key.extend(next);
        }
        let der = decrypt_padded(self.cipher, &key[..length], &self.iv, &self.data).ok_or(Error::WrongPassword)?;
        match Format::of_bytes(&der) {
            Ok((Format::Pkcs1Private, length)) if length == der.len() => pkcs1::read_private(&der, session),
            Ok((Format::Pkcs8, length)) if length == der.len() => {
                pkcs8::read_with(&pkcs8::parse(&der).map_err(|_| Error::WrongPassword)?, session)
            }
            // A wrong password in 256 leaves a right padding.
            _ => Err(Error::WrongPassword),
        }
    }
}
