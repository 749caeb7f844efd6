//! The encryption of private keys: bcrypt-pbkdf, and AES in the modes that ssh-keygen has used by default.
//! `ssh-keygen -p` converts keys with other ciphers.

use aes::{Aes128, Aes192, Aes256};
use cbc::Decryptor;
use cbc::cipher::{Block, BlockModeDecrypt, KeyIvInit, StreamCipher};
use ctr::Ctr128BE;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::fields::{Fields, put};
use crate::Error;
use crate::encoding::unread;
use crate::params::in_range;

/// Rounds of bcrypt-pbkdf in OpenSSH keys that this library writes. The default of ssh-keygen in OpenSSH 9.2 is 16.
pub const BCRYPT_ROUNDS: u32 = 24;
/// The most rounds of bcrypt-pbkdf in OpenSSH keys that this library reads: they take some seconds.
pub const MOST_BCRYPT_ROUNDS: u32 = 1000;

/// Bytes of AES's block, and of an initialization vector.
pub(super) const BLOCK: usize = 16;

/// A cipher: its name, the length of its key in bytes, and the function that decrypts, given a key and an
/// initialization vector.
type Cipher = (&'static str, usize, fn(&[u8], &[u8], &mut [u8]));

/// The only key derivation.
const KDF: &str = "bcrypt";
/// Bytes of the longest key.
const LONGEST_KEY: usize = 32;
/// The first cipher is used for writing. Its encryption and decryption are the same function.
const CIPHERS: [Cipher; 6] = [
    ("aes256-ctr", 32, stream::<Ctr128BE<Aes256>>),
    ("aes192-ctr", 24, stream::<Ctr128BE<Aes192>>),
    ("aes128-ctr", 16, stream::<Ctr128BE<Aes128>>),
    ("aes256-cbc", 32, blocks::<Decryptor<Aes256>>),
    ("aes192-cbc", 24, blocks::<Decryptor<Aes192>>),
    ("aes128-cbc", 16, blocks::<Decryptor<Aes128>>),
];

fn stream<C: KeyIvInit + StreamCipher>(key: &[u8], iv: &[u8], data: &mut [u8]) {
    C::new_from_slices(key, iv).expect("the lengths of the cipher").apply_keystream(data);
}

fn blocks<C: KeyIvInit + BlockModeDecrypt>(key: &[u8], iv: &[u8], data: &mut [u8]) {
    let (blocks, _) = Block::<C>::slice_as_chunks_mut(data);
    C::new_from_slices(key, iv).expect("the lengths of the cipher").decrypt_blocks(blocks);
}

/// How a key is encrypted.
pub(super) struct Encryption<'a> {
    cipher: Cipher,
    salt: &'a [u8],
    rounds: u32,
}

impl<'a> Encryption<'a> {
    /// Reads the names and options in a file. `None` if the key is not encrypted. Refuses a key derivation that takes
    /// too long.
    pub(super) fn read(cipher: &[u8], kdf: &[u8], options: &'a [u8]) -> Result<Option<Self>, Error> {
        if (cipher, kdf) == (b"none", b"none") {
            return Ok(None);
        }
        let known = CIPHERS.into_iter().find(|(name, ..)| name.as_bytes() == cipher && kdf == KDF.as_bytes());
        let Some(cipher) = known else {
            return Err(unread::unsupported(&format!(
                "the key is encrypted with {} and {}, which are not supported; ssh-keygen -p -Z aes256-ctr -f FILE changes that",
                unread::shown(cipher),
                unread::shown(kdf)
            )));
        };
        let mut fields = Fields::new("options of bcrypt-pbkdf", options);
        let (salt, rounds) = (fields.string("salt")?, fields.word("rounds")?);
        fields.end()?;
        if salt.is_empty() {
            return Err(fields.invalid("the salt is empty"));
        }
        let reason = "the limit protects against exhaustion";
        in_range("rounds of bcrypt-pbkdf", "", rounds as usize, 1, MOST_BCRYPT_ROUNDS as usize, reason)?;
        Ok(Some(Self { cipher, salt, rounds }))
    }

    /// Decrypts whole blocks. With a wrong password they become random.
    pub(super) fn decrypt(&self, password: &[u8], data: &mut [u8]) -> Result<(), bcrypt_pbkdf::Error> {
        let (_, key_length, decrypt) = self.cipher;
        let mut derived = Zeroizing::new([0; LONGEST_KEY + BLOCK]);
        let derived = &mut derived[..key_length + BLOCK];
        bcrypt_pbkdf::bcrypt_pbkdf(password, self.salt, self.rounds, derived)?;
        let (key, iv) = derived.split_at(key_length);
        decrypt(key, iv, data);
        Ok(())
    }
}

/// Encrypts data in place. Returns the names of the cipher and of the key derivation, and the options of the latter.
pub(super) fn encrypt(
    password: &[u8],
    data: &mut [u8],
    rng: &mut dyn CryptoRng,
) -> (&'static str, &'static str, Vec<u8>) {
    let mut salt = [0; 16];
    rng.fill_bytes(&mut salt);
    let encryption = Encryption { cipher: CIPHERS[0], salt: &salt, rounds: BCRYPT_ROUNDS };
    encryption.decrypt(password, data).expect("a password that is not empty, a salt and rounds");
    let mut options = Vec::new();
    put(&mut options, &salt);
    options.extend(BCRYPT_ROUNDS.to_be_bytes());
    (CIPHERS[0].0, KDF, options)
}
