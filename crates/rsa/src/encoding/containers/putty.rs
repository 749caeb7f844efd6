//! PuTTY's private keys, `.ppk` (PuTTY's manual, appendix C): version 2, and version 3 with Argon2; encrypted with AES-256 or not.
//!
//! The file has the public key in the format of SSH, then d, p, q and `q⁻¹ mod p`, and a code that authenticates all of it. Opened,
//! it becomes a private key in OpenSSH's format, which has the same numbers.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use hmac::{Hmac, KeyInit, Mac};
use sha1::{Digest, Sha1};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Error;
use crate::encoding::cipher::Cipher;
use crate::encoding::container::{Contained, Opened};
use crate::encoding::openssh::{self, Fields, put};
use crate::encoding::options::Session;
use crate::encoding::{base64, text, unrecognized};

const STRUCTURE: &str = "PuTTY private key";
/// Bytes of the key of AES-256, of the initialization vector and of the key of the code.
const KEYS: [usize; 3] = [32, 16, 32];
/// The longest salt that is read, in bytes. PuTTY writes 16.
const LONGEST_SALT: usize = 1024;

/// Opens a file.
pub(super) fn open(data: &[u8], session: &mut Session<'_>) -> Result<Opened, Error> {
    let text = core::str::from_utf8(data).map_err(|_| invalid("it is not UTF-8"))?;
    let header = text.split_once(':').and_then(|(_, rest)| rest.lines().next());
    let algorithm = header.map(str::trim_ascii).unwrap_or_default();
    if algorithm.is_empty() || algorithm != openssh::RSA && algorithm.starts_with(openssh::RSA) {
        return Err(invalid("its lines are joined or changed: copy the file as PuTTY wrote it"));
    }
    if algorithm != openssh::RSA {
        return Err(unrecognized::not_rsa(algorithm.as_bytes()));
    }
    let mut file = File::parse(text)?;
    let name = Some(file.comment.to_owned()).filter(|name| !name.is_empty());
    let key = file.decrypt(session)?;
    Ok(Opened::new(vec![Contained::new(name, Some(true), Ok(key))]))
}

/// The lines of a file.
struct File<'a> {
    version: u8,
    encryption: &'a str,
    comment: &'a str,
    public: Zeroizing<Vec<u8>>,
    private: Zeroizing<Vec<u8>>,
    code: Zeroizing<Vec<u8>>,
    /// `Key-Derivation`, which says whether there are Argon2's parameters.
    derivation: &'a str,
    /// `Argon2-Memory` in KiB, `Argon2-Passes` and `Argon2-Parallelism`.
    argon2: [u32; 3],
    salt: Zeroizing<Vec<u8>>,
}

impl<'a> File<'a> {
    fn parse(text: &'a str) -> Result<Self, Error> {
        let mut lines = text.lines().map(str::trim_ascii).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let version = match first.as_bytes().get(text::PUTTY.len()) {
            Some(b'2') => 2,
            Some(b'3') => 3,
            _ => {
                return Err(unrecognized::unsupported(
                    "this is a PuTTY key of an old version; puttygen FILE -O private -o NEW rewrites it",
                ));
            }
        };
        let (mut encryption, mut comment, mut derivation) = ("", "", "");
        let (mut public, mut private) = (None, None);
        let (mut argon2, mut salt) = ([0; 3], Zeroizing::default());
        while let Some(line) = lines.next() {
            let (name, value) = line.split_once(':').ok_or_else(|| invalid("a line has no colon"))?;
            let value = value.trim_ascii();
            let number = || value.parse().map_err(|_| invalid("a parameter of Argon2 is not a number"));
            let hexadecimal = || {
                // A quotation mark around the file can follow its last line.
                let digits = value.trim_end_matches(|end: char| !end.is_ascii_hexdigit());
                text::hexadecimal(digits).ok_or_else(|| invalid("its code or salt is not hexadecimal"))
            };
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
                "Key-Derivation" => derivation = value,
                "Argon2-Memory" => argon2[0] = number()?,
                "Argon2-Passes" => argon2[1] = number()?,
                "Argon2-Parallelism" => argon2[2] = number()?,
                "Argon2-Salt" => salt = hexadecimal()?,
                "Private-MAC" => {
                    let code = hexadecimal()?;
                    let missing = || invalid("it has no key before its code");
                    let [public, private] = [public.ok_or_else(missing)?, private.ok_or_else(missing)?];
                    return Ok(Self { version, encryption, comment, public, private, code, derivation, argon2, salt });
                }
                _ => return Err(invalid("it has an unknown line")),
            }
        }
        Err(invalid("it is cut off: copy the whole file"))
    }

    /// Decrypts and checks the key. Returns it in OpenSSH's format.
    fn decrypt(&mut self, session: &mut Session<'_>) -> Result<Zeroizing<Vec<u8>>, Error> {
        let (password, keys) = match (self.encryption, self.version) {
            ("none", _) => (None, None),
            ("aes256-cbc", 2) => {
                let password = session.password.ok_or(Error::PasswordRequired)?;
                let mut keys = Zeroizing::new(vec![0; KEYS.iter().sum()]);
                for (number, part) in keys[..KEYS[0]].chunks_mut(20).enumerate() {
                    let hash = Sha1::new().chain_update([0, 0, 0, number as u8]).chain_update(password).finalize();
                    part.copy_from_slice(&hash[..part.len()]);
                }
                // The vector is 0, and the code has a key of its own.
                (Some(password), Some(keys))
            }
            ("aes256-cbc", _) => {
                let (argon2, blocks) = self.argon2(session)?;
                let password = session.password.ok_or(Error::PasswordRequired)?;
                let mut keys = Zeroizing::new(vec![0; KEYS.iter().sum()]);
                let mut memory = Zeroizing::new(vec![Block::new(); blocks]);
                argon2
                    .hash_password_into_with_memory(password, &self.salt, &mut keys, &mut memory[..])
                    .map_err(|_| invalid("its parameters of Argon2 are invalid"))?;
                (Some(password), Some(keys))
            }
            _ => {
                return Err(unrecognized::unsupported(&format!(
                    "the PuTTY key is encrypted with {}, which is not supported; puttygen FILE -O private -o NEW rewrites it",
                    unrecognized::shown(self.encryption.as_bytes())
                )));
            }
        };
        let mut code_key = &[][..];
        if let Some(keys) = &keys {
            let (key, rest) = keys.split_at(KEYS[0]);
            let (iv, rest) = rest.split_at(KEYS[1]);
            code_key = rest;
            Cipher::Aes256Cbc.decrypt(key, iv, &mut self.private, None).map_err(|_| damaged())?;
        }
        if !self.is_authentic(password, code_key) {
            return Err(if password.is_some() { Error::WrongPassword } else { damaged() });
        }
        self.to_openssh()
    }

    /// Argon2 with the parameters in the file, which must not cost too much, and the number of blocks of memory that it needs.
    fn argon2(&self, session: &mut Session<'_>) -> Result<(Argon2<'static>, usize), Error> {
        let algorithm = match self.derivation {
            "Argon2id" => Algorithm::Argon2id,
            "Argon2i" => Algorithm::Argon2i,
            "Argon2d" => Algorithm::Argon2d,
            other => {
                return Err(unrecognized::unsupported(&format!(
                    "the key derivation {} of the PuTTY key is not supported; puttygen FILE -O private -o NEW rewrites it",
                    unrecognized::shown(other.as_bytes())
                )));
            }
        };
        let [memory, passes, parallelism] = self.argon2;
        session.spend_argon2(memory, passes)?;
        let parameters = Params::new(memory, passes, parallelism, Some(KEYS.iter().sum()));
        let parameters = parameters.map_err(|_| invalid("its parameters of Argon2 are invalid"))?;
        if self.salt.len() > LONGEST_SALT {
            return Err(invalid("its salt is too long"));
        }
        let blocks = parameters.block_count();
        Ok((Argon2::new(algorithm, Version::V0x13, parameters), blocks))
    }

    /// Whether the code is right, given the password or the key of the code.
    fn is_authentic(&self, password: Option<&[u8]>, key: &[u8]) -> bool {
        // Room for everything, because memory that grows would leave copies.
        let length = self.encryption.len() + self.comment.len() + self.public.len() + self.private.len() + 64;
        let mut data = Zeroizing::new(Vec::with_capacity(length));
        for part in
            [openssh::RSA.as_bytes(), self.encryption.as_bytes(), self.comment.as_bytes(), &self.public, &self.private]
        {
            put(&mut data, part);
        }
        if self.version == 3 {
            return is_code::<Hmac<Sha256>>(key, &data, &self.code);
        }
        let key = Sha1::new().chain_update("putty-private-key-file-mac-key").chain_update(password.unwrap_or_default());
        is_code::<Hmac<Sha1>>(&key.finalize(), &data, &self.code)
    }

    /// The key in the binary part of OpenSSH's format, not encrypted, which is read and checked like others.
    fn to_openssh(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut public = Fields::new(STRUCTURE, &self.public);
        let algorithm = public.string("algorithm")?;
        let [exponent, modulus] = [public.string("public exponent")?, public.string("modulus")?];
        public.end()?;
        let mut fields = Fields::new(STRUCTURE, &self.private);
        let private_exponent = fields.string("private exponent")?;
        let [p, q] = [fields.string("prime p")?, fields.string("prime q")?];
        let coefficient = fields.string("coefficient")?;
        let mut secret = Zeroizing::new(Vec::with_capacity(self.public.len() + self.private.len() + 64));
        secret.extend([0; 8]); // the check, twice
        for part in [algorithm, modulus, exponent, private_exponent, coefficient, p, q, &[]] {
            put(&mut secret, part);
        }
        openssh::pad(&mut secret, openssh::UNENCRYPTED_BLOCK);
        Ok(openssh::unencrypted(&self.public, &secret))
    }
}

fn is_code<M: Mac + KeyInit>(key: &[u8], data: &[u8], expected: &[u8]) -> bool {
    let code =
        <M as KeyInit>::new_from_slice(key).expect("a key of any length").chain_update(data).finalize().into_bytes();
    code.ct_eq(expected).into()
}

fn invalid(problem: &str) -> Error {
    Error::InvalidEncoding(format!("{STRUCTURE}: {problem}"))
}

fn damaged() -> Error {
    invalid("its code does not match: the file was changed")
}
