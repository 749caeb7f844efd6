//! The encryption of private keys: bcrypt-pbkdf, and the ciphers of ssh-keygen.

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::fields::{Fields, put};
use crate::Error;
use crate::encoding::cipher::{Cipher, Tag};
use crate::encoding::options::Session;
use crate::encoding::unrecognized;

/// Rounds of bcrypt-pbkdf in OpenSSH keys that this library writes. The default of ssh-keygen in OpenSSH 9.2 is 16.
pub const BCRYPT_ROUNDS: u32 = 24;
/// The most rounds of bcrypt-pbkdf in OpenSSH keys that this library reads: they take some seconds.
pub const MOST_BCRYPT_ROUNDS: u32 = 1000;

/// The only key derivation.
const KDF: &str = "bcrypt";
/// The ciphers that are read. The first one is used for writing; its encryption and decryption are the same function.
const CIPHERS: [Cipher; 10] = [
    Cipher::Aes256Ctr,
    Cipher::Aes192Ctr,
    Cipher::Aes128Ctr,
    Cipher::Aes256Cbc,
    Cipher::Aes192Cbc,
    Cipher::Aes128Cbc,
    Cipher::Aes256Gcm,
    Cipher::Aes128Gcm,
    Cipher::ChaCha20Poly1305,
    Cipher::TdesCbc,
];

/// How a key is encrypted.
pub(super) struct Encryption<'a> {
    cipher: Cipher,
    salt: &'a [u8],
    rounds: u32,
}

impl<'a> Encryption<'a> {
    /// Reads the names and options in a file. `None` if the key is not encrypted. Refuses a key derivation that takes
    /// too long.
    pub(super) fn read(
        cipher: &[u8],
        kdf: &[u8],
        options: &'a [u8],
        session: &mut Session<'_>,
    ) -> Result<Option<Self>, Error> {
        if (cipher, kdf) == (b"none", b"none") {
            return Ok(None);
        }
        let known = CIPHERS.into_iter().find(|known| known.as_str().as_bytes() == cipher && kdf == KDF.as_bytes());
        let Some(cipher) = known else {
            return Err(unrecognized::unsupported(&format!(
                "the key is encrypted with {} and {}, which are not supported; ssh-keygen -p -Z aes256-ctr -f FILE changes that",
                unrecognized::shown(cipher),
                unrecognized::shown(kdf)
            )));
        };
        let mut fields = Fields::new("options of bcrypt-pbkdf", options);
        let (salt, rounds) = (fields.string("salt")?, fields.word("rounds")?);
        fields.end()?;
        if salt.is_empty() {
            return Err(fields.invalid("the salt is empty"));
        }
        session.spend_rounds(rounds)?;
        Ok(Some(Self { cipher, salt, rounds }))
    }

    pub(super) fn block(&self) -> usize {
        self.cipher.block_size()
    }

    pub(super) fn tag_length(&self) -> usize {
        if self.cipher.has_tag() { size_of::<Tag>() } else { 0 }
    }

    /// Decrypts whole blocks. With a wrong password they become random, or the tag is wrong: `None`.
    pub(super) fn decrypt(&self, password: &[u8], data: &mut [u8], tag: &[u8]) -> Option<()> {
        let (key_length, iv_length) = self.cipher.key_and_iv_size()?;
        // OpenSSH derives two keys for ChaCha20-Poly1305, of which the second is not used here, and the nonce is 0.
        let is_chacha = self.cipher == Cipher::ChaCha20Poly1305;
        let length = if is_chacha { 2 * key_length } else { key_length + iv_length };
        let mut derived = Zeroizing::new(vec![0; length]);
        // It refuses an empty password, which is never the right one.
        bcrypt_pbkdf::bcrypt_pbkdf(password, self.salt, self.rounds, &mut derived).ok()?;
        let (key, iv) = derived.split_at(key_length);
        let iv = if is_chacha { &[0; 8][..] } else { iv };
        let tag = if tag.is_empty() { None } else { Some(Tag::try_from(tag).ok()?) };
        self.cipher.decrypt(key, iv, data, tag).ok()
    }
}

/// Encrypts whole blocks in place. Returns the names of the cipher and of the key derivation, and the options of the latter.
pub(super) fn encrypt(
    password: &[u8],
    data: &mut [u8],
    rng: &mut dyn CryptoRng,
) -> (&'static str, &'static str, Vec<u8>) {
    let mut salt = [0; 16];
    rng.fill_bytes(&mut salt);
    let encryption = Encryption { cipher: CIPHERS[0], salt: &salt, rounds: BCRYPT_ROUNDS };
    encryption.decrypt(password, data, &[]).expect("a password that is not empty, a salt and rounds, and whole blocks");
    let mut options = Vec::new();
    put(&mut options, &salt);
    options.extend(BCRYPT_ROUNDS.to_be_bytes());
    (CIPHERS[0].as_str(), KDF, options)
}
