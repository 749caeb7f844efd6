//! Encrypted PKCS#8 by PBES2 (RFC 8018, section 6.2).

use der::asn1::{AnyRef, OctetStringRef};
use der::{Decode, Encode, ErrorKind};
use pkcs8::EncryptedPrivateKeyInfo;
use pkcs8::pkcs5;
use pkcs8::pkcs5::pbes2::{Kdf, PBES2_OID, Parameters};
use rand_core::CryptoRng;
use spki::AlgorithmIdentifierRef;
use zeroize::Zeroizing;

use super::format::Format;
use super::{invalid, pem, pkcs8 as pkcs8_keys};
use crate::params::in_range;
use crate::{Components, Error};

/// Iterations of PBKDF2-HMAC-SHA-256 in keys that this library writes (OWASP, Password Storage Cheat Sheet, 2023 to
/// 2026).
pub const ENCRYPTION_ITERATIONS: u32 = 600_000;
/// The most iterations of PBKDF2 in keys that this library reads: they take some seconds.
pub const MOST_ITERATIONS: u32 = 10_000_000;
/// The most memory of scrypt times its parallelization, `128·N·r·p`, in keys that this library reads, in mebibytes.
/// OWASP's recommended settings are within this limit.
pub const MOST_SCRYPT_MEBIBYTES: usize = 128;

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
        check_password(password)?;
        let key = self.to_pkcs8_der()?;
        let (mut salt, mut iv) = ([0; 16], [0; 16]);
        rng.fill_bytes(&mut salt);
        rng.fill_bytes(&mut iv);
        let parameters = Parameters::generate_pbkdf2_sha256_aes256cbc(ENCRYPTION_ITERATIONS, &salt, iv)
            .expect("salt and iterations within the limits of the crate");
        let encrypted_data = parameters.encrypt(password, &key).expect("a buffer with room for the padding");
        let encrypted_data = OctetStringRef::new(&encrypted_data).expect("far shorter than DER allows");
        let info = EncryptedPrivateKeyInfo { encryption_algorithm: parameters.into(), encrypted_data };
        Ok(Zeroizing::new(info.to_der().expect("a key is far shorter than DER allows")))
    }

    /// Encodes the key as encrypted PKCS#8, PEM.
    ///
    /// # Errors
    /// The errors of [`Components::to_encrypted_pkcs8_der`].
    pub fn to_encrypted_pkcs8_pem(&self, password: &[u8], rng: &mut dyn CryptoRng) -> Result<Zeroizing<String>, Error> {
        Ok(pem::encode(Format::EncryptedPkcs8, &self.to_encrypted_pkcs8_der(password, rng)?))
    }
}

/// Refuses to encrypt with an empty password.
pub(super) fn check_password(password: &[u8]) -> Result<(), Error> {
    in_range("password", "bytes", password.len(), 1, isize::MAX as usize, "an empty one protects nothing")
}

/// Reads the numbers in `EncryptedPrivateKeyInfo` (DER).
pub(super) fn read(der: &[u8], password: Option<&[u8]>) -> Result<Components, Error> {
    let invalid = invalid("EncryptedPrivateKeyInfo of PKCS#8");
    let parts = AnyRef::from_der(der).and_then(|info| {
        info.sequence(|parts| Ok((AlgorithmIdentifierRef::decode(parts)?, <&OctetStringRef>::decode(parts)?)))
    });
    let (algorithm, encrypted_data) = parts.map_err(&invalid)?;
    if algorithm.oid != PBES2_OID {
        return Err(unsupported(&format!("by the algorithm {}", algorithm.oid)));
    }
    let parameters = algorithm.parameters.unwrap_or(AnyRef::NULL);
    let parameters = Parameters::try_from(parameters).map_err(|error| match error.kind() {
        ErrorKind::OidUnknown { oid } => unsupported(&format!("by PBES2 with the algorithm {oid}")),
        _ => invalid(error),
    })?;
    check_cost(&parameters.kdf)?;
    let password = password.ok_or(Error::PasswordRequired)?;
    let decrypted = parameters.decrypt(password, encrypted_data.as_bytes());
    let decrypted = Zeroizing::new(decrypted.map_err(|error| match error {
        pkcs5::Error::DecryptFailed => Error::WrongPassword,
        error => Error::InvalidEncoding(format!("EncryptedPrivateKeyInfo of PKCS#8: {error}")),
    })?);
    // One wrong password in 256 gives a valid padding, but the parser then fails.
    let key = pkcs8_keys::parse(&decrypted).map_err(|_| Error::WrongPassword)?;
    pkcs8_keys::read(&key)
}

fn unsupported(how: &str) -> Error {
    Error::UnsupportedFormat(format!(
        "the key is encrypted {how}, but only PBES2 with AES and PBKDF2 or scrypt is read; openssl pkcs8 -topk8 converts it"
    ))
}

/// Refuses a key derivation that takes too much time or memory, or whose parameters are invalid.
fn check_cost(kdf: &Kdf) -> Result<(), Error> {
    let reason = "the limit protects against exhaustion";
    match kdf {
        Kdf::Pbkdf2(parameters) => {
            in_range("iterations", "", parameters.iteration_count as usize, 1, MOST_ITERATIONS as usize, reason)
        }
        Kdf::Scrypt(parameters) => {
            let n = parameters.cost_parameter;
            let (r, p) = (u64::from(parameters.block_size), u64::from(parameters.parallelization));
            if n < 2 || !n.is_power_of_two() || r == 0 || p == 0 {
                return Err(Error::InvalidEncoding(format!(
                    "scrypt needs N as a power of two above 1, and r and p of at least 1, got N = {n}, r = {r}, p = {p}"
                )));
            }
            let bytes = [n, r, p].into_iter().fold(128u64, u64::saturating_mul);
            let mebibytes = usize::try_from(bytes.div_ceil(1 << 20)).unwrap_or(usize::MAX);
            in_range("128·N·r·p of scrypt", "MiB", mebibytes, 1, MOST_SCRYPT_MEBIBYTES, reason)
        }
        _ => Err(unsupported("with an unknown key derivation")),
    }
}
