//! Writes encrypted PKCS#8 by PBES2 (RFC 8018, section 6.2).

use num_bigint::BigUint;
use pbkdf2::pbkdf2_hmac;
use rand_core::CryptoRng;
use sha2::Sha256;
use zeroize::Zeroizing;

use super::cipher::{Cipher, encrypt_padded};
use super::derivation::{DeriveKey, Pbkdf2};
use super::format::Format;
use super::pem;
use super::write::{self, OCTET_STRING, SEQUENCE};
use crate::params::in_range;
use crate::{Components, Error, Hash};

/// Iterations of PBKDF2-HMAC-SHA-256 in keys that this library writes (OWASP, Password Storage Cheat Sheet, 2023 to
/// 2026).
pub const ENCRYPTION_ITERATIONS: u32 = 600_000;
/// The most iterations of PBKDF2 in keys that this library reads: they take some seconds.
pub const MOST_ITERATIONS: u32 = 10_000_000;
/// The most memory of scrypt times its parallelization, `128·N·r·p`, in keys that this library reads, in mebibytes.
/// OWASP's recommended settings are within this limit.
pub const MOST_SCRYPT_MEBIBYTES: usize = 128;

/// Object identifiers in DER: 1.2.840.113549.1.5.13, 1.2.840.113549.1.5.12, 2.16.840.1.101.3.4.1.42.
const PBES2: &[u8] = &[6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 13];
const PBKDF2: &[u8] = &[6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 12];
const AES_256_CBC: &[u8] = &[6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 42];
/// `hmacWithSHA256`, 1.2.840.113549.2.9, with its parameters, NULL.
const HMAC_SHA256: &[u8] = &[0x30, 12, 6, 8, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 9, 5, 0];

impl Components {
    /// Encodes the key as encrypted PKCS#8 (`EncryptedPrivateKeyInfo`), DER. It uses PBES2 with AES-256-CBC and
    /// PBKDF2-HMAC-SHA-256, with [`ENCRYPTION_ITERATIONS`] and a salt of 16 bytes.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`]; [`Error::OutOfRange`] for an empty password.
    pub fn to_encrypted_pkcs8_der(
        &self,
        password: &[u8],
        rng: &mut dyn CryptoRng,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.to_encrypted_pkcs8_der_with(password, None, &|_, _| false, rng)
    }

    /// Like [`Components::to_encrypted_pkcs8_der`], with a salt that was drawn before, or a new one, and with a function that may
    /// derive the key, such as the platform's own. A salt must be random and used once.
    ///
    /// # Errors
    /// The errors of [`Components::to_encrypted_pkcs8_der`].
    pub fn to_encrypted_pkcs8_der_with(
        &self,
        password: &[u8],
        salt: Option<[u8; 16]>,
        derive: DeriveKey<'_>,
        rng: &mut dyn CryptoRng,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        check_password(password)?;
        let key = self.to_pkcs8_der()?;
        let (mut new_salt, mut iv) = ([0; 16], [0; 16]);
        rng.fill_bytes(&mut new_salt);
        rng.fill_bytes(&mut iv);
        let salt = salt.unwrap_or(new_salt);
        let mut derived = Zeroizing::new([0; 32]);
        let derivation = Pbkdf2 { hash: Hash::Sha256, password, salt: &salt, iterations: ENCRYPTION_ITERATIONS };
        if !derive(&derivation, &mut *derived) {
            pbkdf2_hmac::<Sha256>(password, &salt, ENCRYPTION_ITERATIONS, &mut *derived);
        }
        let encrypted = encrypt_padded(Cipher::Aes256Cbc, &*derived, &iv, &key);
        let sequence = |parts: &[&[u8]]| write::element(SEQUENCE, parts);
        let string = |content: &[u8]| write::element(OCTET_STRING, &[content]);
        let iterations = write::integers([&BigUint::from(ENCRYPTION_ITERATIONS)]);
        let derivation = sequence(&[PBKDF2, &sequence(&[&string(&salt), &iterations, HMAC_SHA256])]);
        let cipher = sequence(&[AES_256_CBC, &string(&iv)]);
        let algorithm = sequence(&[PBES2, &sequence(&[&derivation, &cipher])]);
        Ok(sequence(&[&algorithm, &string(&encrypted)]))
    }

    /// Encodes the key as encrypted PKCS#8, PEM.
    ///
    /// # Errors
    /// The errors of [`Components::to_encrypted_pkcs8_der`].
    pub fn to_encrypted_pkcs8_pem(&self, password: &[u8], rng: &mut dyn CryptoRng) -> Result<Zeroizing<String>, Error> {
        self.to_encrypted_pkcs8_pem_with(password, None, &|_, _| false, rng)
    }

    /// [`Components::to_encrypted_pkcs8_der_with`], PEM.
    ///
    /// # Errors
    /// The errors of [`Components::to_encrypted_pkcs8_der`].
    pub fn to_encrypted_pkcs8_pem_with(
        &self,
        password: &[u8],
        salt: Option<[u8; 16]>,
        derive: DeriveKey<'_>,
        rng: &mut dyn CryptoRng,
    ) -> Result<Zeroizing<String>, Error> {
        let der = self.to_encrypted_pkcs8_der_with(password, salt, derive, rng)?;
        Ok(pem::encode(Format::EncryptedPkcs8, &der))
    }
}

/// Refuses to encrypt with an empty password.
pub(super) fn check_password(password: &[u8]) -> Result<(), Error> {
    in_range("password", "bytes", password.len(), 1, isize::MAX as usize, "an empty one protects nothing")
}
