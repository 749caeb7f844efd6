//! OpenSSH's own formats: private keys (`PROTOCOL.key` in its source), and public keys in one line (RFC 4253, section 6.6).
//!
//! A private key has exactly two primes. The file contains d and `q⁻¹ mod p`; the CRT exponents follow from d. Comments
//! are ignored when reading and never written.

mod cipher;
mod fields;

use der::pem::{Base64Decoder, Base64Encoder};
use num_bigint::BigUint;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

pub use self::cipher::{BCRYPT_ROUNDS, MOST_BCRYPT_ROUNDS};
use self::cipher::{BLOCK, Encryption};
use self::fields::{Fields, put, put_number};
use super::format::Format;
use super::{encrypted, pem, unread};
use crate::{Components, Error, PublicComponents};

/// SSH's name for RSA keys.
const RSA: &str = "ssh-rsa";
/// Prefixes of the names of SSH's algorithms.
const ALGORITHMS: [&str; 4] = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"];
/// The first bytes of a private key.
const MAGIC: &[u8] = b"openssh-key-v1\0";
/// The length of an unencrypted secret part is a multiple of this many bytes. That of an encrypted one is a multiple of
/// AES's block.
const UNENCRYPTED_BLOCK: usize = 8;

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
        let filling = secret.len().next_multiple_of(block) - secret.len();
        secret.extend((1..).take(filling));
        Ok(secret)
    }

    fn openssh_file(&self, cipher: &str, kdf: &str, options: &[u8], secret: &[u8]) -> Zeroizing<String> {
        let mut file = Zeroizing::new(Vec::with_capacity(secret.len() + self.modulus.bits() as usize / 4 + 256));
        file.extend(MAGIC);
        for string in [cipher.as_bytes(), kdf.as_bytes(), options] {
            put(&mut file, string);
        }
        file.extend(1u32.to_be_bytes());
        put(&mut file, &public_blob(&self.modulus, &self.public_exponents[0]));
        put(&mut file, secret);
        pem::encode(Format::OpenSshPrivate, &file)
    }
}

impl PublicComponents {
    /// Encodes the key as a line of OpenSSH: `ssh-rsa AAAA…`.
    pub fn to_openssh(&self) -> String {
        let blob = public_blob(&self.modulus, &self.public_exponent);
        let mut base64 = vec![0; blob.len().div_ceil(3) * 4];
        let encoded = Base64Encoder::new(&mut base64).and_then(|mut encoder| {
            encoder.encode(&blob)?;
            encoder.finish()
        });
        format!("{RSA} {}\n", encoded.expect("four characters for three bytes"))
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
pub(super) fn read_private(data: &[u8], password: Option<&[u8]>) -> Result<Components, Error> {
    let mut file = Fields::new("OpenSSH private key", data);
    if file.bytes("name of the format", MAGIC.len())? != MAGIC {
        return Err(file.invalid("it does not start with openssh-key-v1"));
    }
    let (cipher, kdf) = (file.string("cipher")?, file.string("key derivation")?);
    let options = file.string("options of the key derivation")?;
    let keys = file.word("number of keys")?;
    if keys != 1 {
        return Err(unread::unsupported(&format!("the file has {keys} OpenSSH private keys, but must have one")));
    }
    let public = read_blob(file.string("public key")?)?;
    let mut secret = Zeroizing::new(file.string("private key")?.to_vec());
    let encryption = Encryption::read(cipher, kdf, options)?;
    file.end()?;
    let block = if encryption.is_some() { BLOCK } else { UNENCRYPTED_BLOCK };
    if !secret.len().is_multiple_of(block) {
        return Err(file.invalid(&format!("its secret part has {} bytes, not a multiple of {block}", secret.len())));
    }
    let Some(encryption) = encryption else { return read_secret(&secret, &public) };
    // bcrypt-pbkdf refuses an empty password, which is never the right one.
    encryption.decrypt(password.ok_or(Error::PasswordRequired)?, &mut secret).map_err(|_| Error::WrongPassword)?;
    // A wrong password gives random bytes. So may damage, which the ciphers do not detect.
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
    if primes.iter().any(|prime| prime.bits() < 2) {
        return Err(fields.invalid("a prime is 0 or 1"));
    }
    Ok(Components {
        modulus,
        public_exponents: vec![public_exponent],
        crt_exponents: primes.iter().map(|prime| remainder(&private_exponent, &(prime - 1u8))).collect(),
        private_exponent,
        primes,
        crt_coefficients: vec![coefficient],
    })
}

/// The remainder of a division, by shifts and subtractions. num-bigint's division, which nothing else here needs, would
/// add about 10 kB to the WebAssembly module of key formats. Both lengths are limited (`Fields::number`).
fn remainder(number: &BigUint, modulus: &BigUint) -> BigUint {
    let mut rest = number.clone();
    let mut multiple = modulus << number.bits().saturating_sub(modulus.bits());
    while multiple >= *modulus {
        if rest >= multiple {
            rest -= &multiple;
        }
        multiple >>= 1;
    }
    rest
}

/// Finds the first public key in lines of text: the name of an SSH algorithm, followed by Base64 that starts with a
/// short length.
pub(super) fn line(text: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(text).ok()?.trim_start_matches('\u{feff}');
    text.lines().map(str::trim).find(|line| {
        let mut words = line.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        ALGORITHMS.iter().any(|start| name.starts_with(start))
            && words.next().is_some_and(|word| word.starts_with("AAAA"))
    })
}

/// Reads the numbers in such a line.
pub(super) fn read_public(line: &[u8]) -> Result<PublicComponents, Error> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (algorithm, base64) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if algorithm != RSA.as_bytes() {
        return Err(unread::not_rsa(algorithm));
    }
    let mut blob = Vec::new();
    let decoded = Base64Decoder::new(base64).and_then(|mut decoder| decoder.decode_to_end(&mut blob).map(drop));
    decoded.map_err(|_| {
        Error::InvalidEncoding("OpenSSH public key: the text after the name of the algorithm is not Base64".into())
    })?;
    read_blob(&blob)
}

fn read_blob(blob: &[u8]) -> Result<PublicComponents, Error> {
    let mut fields = Fields::new("OpenSSH public key", blob);
    let algorithm = fields.string("algorithm")?;
    if algorithm != RSA.as_bytes() {
        return Err(unread::not_rsa(algorithm));
    }
    let (public_exponent, modulus) = (fields.number("public exponent")?, fields.number("modulus")?);
    fields.end()?;
    Ok(PublicComponents::new(modulus, public_exponent))
}
