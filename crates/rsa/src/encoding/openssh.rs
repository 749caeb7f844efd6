//! OpenSSH's own formats: private keys (`PROTOCOL.key` in its source), and public keys in one line (RFC 4253, section 6.6).
//!
//! A private key has exactly two primes. The file contains d and `q⁻¹ mod p`; the CRT exponents follow from d. Comments
//! are ignored when reading and never written.

mod cipher;
mod fields;
pub(super) mod lines;

use num_bigint::BigUint;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use self::cipher::Encryption;
pub use self::cipher::{BCRYPT_ROUNDS, MOST_BCRYPT_ROUNDS};
use self::fields::put_number;
pub(super) use self::fields::{Fields, put};
use super::format::Format;
use super::numbers::remainder;
use super::options::Session;
use super::{base64, encrypted, pem, unrecognized};
use crate::{Components, Error, PublicComponents};

/// SSH's name for RSA keys.
pub(super) const RSA: &str = "ssh-rsa";
/// The first bytes of a private key.
pub(super) const MAGIC: &[u8] = b"openssh-key-v1\0";
/// The length of an unencrypted secret part is a multiple of this many bytes. That of an encrypted one is a multiple of
/// the cipher's block.
pub(super) const UNENCRYPTED_BLOCK: usize = 8;
/// The longest block.
const BLOCK: usize = 16;

impl Components {
    /// Encodes the key as text in OpenSSH's format: `-----BEGIN OPENSSH PRIVATE KEY-----`.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`]; [`Error::TwoPrimesOnly`] for more than two primes.
    pub fn to_openssh(&self) -> Result<Zeroizing<String>, Error> {
        let secret = self.openssh_secret([0; 4], UNENCRYPTED_BLOCK)?;
        Ok(self.openssh_file("none", "none", &[], &secret))
    }

    /// Encodes the key as [`Components::to_openssh`] does, and encrypts it with AES-256-CTR and bcrypt-pbkdf, with
    /// [`BCRYPT_ROUNDS`] and a salt of 16 bytes.
    ///
    /// # Errors
    /// The errors of [`Components::to_openssh`]; [`Error::OutOfRange`] for an empty password.
    pub fn to_encrypted_openssh(&self, password: &[u8], rng: &mut dyn CryptoRng) -> Result<Zeroizing<String>, Error> {
        encrypted::check_password(password)?;
        let mut check = [0; 4];
        rng.fill_bytes(&mut check);
        let mut secret = self.openssh_secret(check, BLOCK)?;
        let (cipher, kdf, options) = cipher::encrypt(password, &mut secret, rng);
        Ok(self.openssh_file(cipher, kdf, &options, &secret))
    }

    /// The part that is encrypted: a number twice, which reveals a wrong password; the key; and padding to a whole
    /// block.
    fn openssh_secret(&self, check: [u8; 4], block: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.check_standard()?;
        let Self { modulus, public_exponents, private_exponent, primes, crt_coefficients, .. } = self;
        let [p, q] = &primes[..] else {
            return Err(Error::TwoPrimesOnly { format: "OpenSSH", primes: primes.len() });
        };
        let numbers = [modulus, &public_exponents[0], private_exponent, &crt_coefficients[0], p, q];
        // Room for everything, because memory that grows would leave copies: each number with its length and a sign
        // byte, and the other fields.
        let length = numbers.iter().map(|number| number.bits() as usize / 8 + 5).sum::<usize>() + 64;
        let mut secret = Zeroizing::new(Vec::with_capacity(length));
        secret.extend([check, check].as_flattened());
        put(&mut secret, RSA.as_bytes());
        numbers.iter().for_each(|number| put_number(&mut secret, number));
        put(&mut secret, &[]);
        pad(&mut secret, block);
        Ok(secret)
    }

    fn openssh_file(&self, cipher: &str, kdf: &str, options: &[u8], secret: &[u8]) -> Zeroizing<String> {
        let public = public_blob(&self.modulus, &self.public_exponents[0]);
        pem::encode(Format::OpenSshPrivate, &file(cipher, kdf, options, &public, secret))
    }
}

/// The binary part of a private key: the names of the encryption and its options, the public key, and the secret part.
fn file(cipher: &str, kdf: &str, options: &[u8], public: &[u8], secret: &[u8]) -> Zeroizing<Vec<u8>> {
    let mut file = Zeroizing::new(Vec::with_capacity(secret.len() + public.len() + options.len() + 128));
    file.extend(MAGIC);
    for string in [cipher.as_bytes(), kdf.as_bytes(), options] {
        put(&mut file, string);
    }
    file.extend(1u32.to_be_bytes());
    put(&mut file, public);
    put(&mut file, secret);
    file
}

/// The binary part of a private key that is not encrypted.
pub(super) fn unencrypted(public: &[u8], secret: &[u8]) -> Zeroizing<Vec<u8>> {
    file("none", "none", &[], public, secret)
}

/// Pads a secret part to a whole block.
pub(super) fn pad(secret: &mut Vec<u8>, block: usize) {
    let filling = secret.len().next_multiple_of(block) - secret.len();
    secret.extend((1..).take(filling));
}

impl PublicComponents {
    /// Encodes the key as a line of OpenSSH: `ssh-rsa AAAA…`.
    pub fn to_openssh(&self) -> String {
        format!("{RSA} {}\n", *base64::encode(&public_blob(&self.modulus, &self.public_exponent)))
    }
}

fn public_blob(modulus: &BigUint, public_exponent: &BigUint) -> Vec<u8> {
    let mut blob = Vec::new();
    put(&mut blob, RSA.as_bytes());
    put_number(&mut blob, public_exponent);
    put_number(&mut blob, modulus);
    blob
}

/// Reads the numbers of a private key from the decoded text between the lines BEGIN and END.
pub(super) fn read_private(data: &[u8], session: &mut Session<'_>) -> Result<Components, Error> {
    let mut file = Fields::new("OpenSSH private key", data);
    if file.bytes("name of the format", MAGIC.len())? != MAGIC {
        return Err(file.invalid("it does not start with openssh-key-v1"));
    }
    let (cipher, kdf) = (file.string("cipher")?, file.string("key derivation")?);
    let options = file.string("options of the key derivation")?;
    let keys = file.word("number of keys")?;
    if keys != 1 {
        return Err(unrecognized::unsupported(&format!("the file has {keys} OpenSSH private keys, but must have one")));
    }
    let public = read_blob(file.string("public key")?)?;
    let mut secret = Zeroizing::new(file.string("private key")?.to_vec());
    let encryption = Encryption::read(cipher, kdf, options, session)?;
    // The ciphers that authenticate write a tag after the last field.
    let tag = file.bytes("authentication tag", encryption.as_ref().map_or(0, Encryption::tag_length))?;
    file.end()?;
    let block = encryption.as_ref().map_or(UNENCRYPTED_BLOCK, Encryption::block);
    if !secret.len().is_multiple_of(block) {
        return Err(file.invalid(&format!("its secret part has {} bytes, not a multiple of {block}", secret.len())));
    }
    let Some(encryption) = encryption else { return read_secret(&secret, &public) };
    let password = session.password.ok_or(Error::PasswordRequired)?;
    encryption.decrypt(password, &mut secret, tag).ok_or(Error::WrongPassword)?;
    // A wrong password gives random bytes. So may damage, which most ciphers do not detect.
    read_secret(&secret, &public).map_err(|_| Error::WrongPassword)
}

fn read_secret(secret: &[u8], public: &PublicComponents) -> Result<Components, Error> {
    let mut fields = Fields::new("OpenSSH private key, decrypted", secret);
    if fields.word("check")? != fields.word("check")? {
        return Err(fields.invalid("its first two numbers differ"));
    }
    if fields.string("algorithm")? != RSA.as_bytes() {
        return Err(fields.invalid("its algorithm is not that of its public key"));
    }
    let (modulus, public_exponent) = (fields.number("modulus")?, fields.number("public exponent")?);
    let (private_exponent, coefficient) = (fields.number("private exponent")?, fields.number("coefficient")?);
    let primes = vec![fields.number("prime p")?, fields.number("prime q")?];
    fields.string("comment")?;
    let filling = fields.rest();
    if filling.len() > BLOCK || !filling.iter().zip(1..).all(|(byte, expected)| *byte == expected) {
        return Err(fields.invalid("its padding is not 1, 2, 3, …"));
    }
    if (&modulus, &public_exponent) != (&public.modulus, &public.public_exponent) {
        return Err(fields.invalid("it does not belong to the public key before it"));
    }
    components(PublicComponents::new(modulus, public_exponent), private_exponent, primes, coefficient)
}

/// A key from the numbers that SSH's formats contain. The CRT exponents follow from d.
pub(super) fn components(
    public: PublicComponents,
    private_exponent: BigUint,
    primes: Vec<BigUint>,
    coefficient: BigUint,
) -> Result<Components, Error> {
    if primes.iter().any(|prime| prime.bits() < 2) {
        return Err(Error::InvalidEncoding("a prime of the key is 0 or 1".into()));
    }
    Ok(Components {
        modulus: public.modulus,
        public_exponents: vec![public.public_exponent],
        crt_exponents: primes.iter().map(|prime| remainder(&private_exponent, &(prime - 1u8))).collect(),
        private_exponent,
        primes,
        crt_coefficients: vec![coefficient],
    })
}

/// Whether data begin like the binary form of a public key: the length and the name of an algorithm of SSH.
pub(super) fn is_blob(data: &[u8]) -> bool {
    let [0, 0, 0, length, name @ ..] = data else { return false };
    name.get(..usize::from(*length))
        .is_some_and(|name| ["ssh-", "ecdsa-", "sk-"].iter().any(|start| name.starts_with(start.as_bytes())))
}

/// Reads the numbers in the binary form of a public key.
pub(super) fn read_blob(blob: &[u8]) -> Result<PublicComponents, Error> {
    let mut fields = Fields::new("OpenSSH public key", blob);
    let algorithm = fields.string("algorithm")?;
    if algorithm != RSA.as_bytes() {
        return Err(unrecognized::not_rsa(algorithm));
    }
    let (public_exponent, modulus) = (fields.number("public exponent")?, fields.number("modulus")?);
    fields.end()?;
    Ok(PublicComponents::new(modulus, public_exponent))
}
