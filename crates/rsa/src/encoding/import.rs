//! Reads keys in any of the formats.

use rand_core::CryptoRng;

use super::ReadOptions;
use crate::{Components, Decoded, Error, PrivateKey, PublicComponents, PublicKey};

impl PrivateKey {
    /// Imports a private key in any format that [`Components::decode_with`] reads. The format is recognized by content. If
    /// there are several keys, it takes the first private one. The key is checked as by [`PrivateKey::check`]. A password
    /// that is not needed is ignored. If CRT numbers or primes are missing, they are computed.
    ///
    /// No format names a variant, so the numbers decide. A key with two primes becomes crt, and one with more becomes
    /// multi-prime. If the public exponent has more than 256 bits, or more than half as many as the modulus, they
    /// become rebalanced and r-prime instead, with the length of the longest CRT exponent as w. So keys of Schemes A
    /// and B come back as rebalanced, which decrypts in the same way; tunable keys as rebalanced or, with a shorter e,
    /// as crt; and keys of the variant original as crt. The primes may be in any order and have 64 to 8192 bits each.
    ///
    /// # Errors
    /// * [`Error::OutOfRange`]: more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), more than 8 primes, a modulus of
    ///   more than 16384 bits, or a key derivation that costs too much. Checked before any work.
    /// * [`Error::InvalidEncoding`]: the data cannot be parsed.
    /// * [`Error::UnsupportedFormat`]: another kind of key or encryption. The message names it.
    /// * [`Error::PasswordRequired`], [`Error::WrongPassword`].
    /// * [`Error::BrokenKey`]: primes that are too close, or equal CRT exponents.
    /// * [`Error::InconsistentKey`], [`Error::Modulus`], [`Error::PublicExponent`]: the numbers do not form a key.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{KeyParams, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::new(&KeyParams::new(Variant::MultiPrime, 512), &mut rng)?;
    /// let pem = key.to_plain_pkcs8_pem()?;
    /// assert!(pem.starts_with("-----BEGIN PRIVATE KEY-----\n"));
    /// assert_eq!(PrivateKey::import(pem.as_bytes(), None, &mut rng)?.components(), key.components());
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn import(data: &[u8], password: Option<&[u8]>, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        Ok(Self::import_with(data, &ReadOptions::with_password(password), rng)?.key)
    }

    /// Imports a private key as [`PrivateKey::import`] does, with options, and returns what reading it repaired.
    ///
    /// # Errors
    /// Those of [`PrivateKey::import`]; [`Error::InvalidEncoding`] for a repair if the options are strict.
    pub fn import_with(
        data: &[u8],
        options: &ReadOptions<'_>,
        rng: &mut dyn CryptoRng,
    ) -> Result<Decoded<Self>, Error> {
        let Decoded { key, repairs, is_bare } = Components::decode_with(data, options)?;
        Ok(Decoded { key: Self::from_standard_components(key, rng)?, repairs, is_bare })
    }
}

impl PublicKey {
    /// Imports a public key in any format that [`PublicComponents::decode_with`] reads. The format is recognized by content.
    /// If there are several public keys, it takes the first. **The signature of a certificate is not verified.** A key that
    /// is restricted to RSASSA-PSS or RSAES-OAEP loses that restriction.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), [`Error::InvalidEncoding`] for
    /// data that cannot be parsed, [`Error::UnsupportedFormat`] for another kind of key, [`Error::WrongKeyType`] for a
    /// private one; the errors of [`PublicKey::imported`].
    pub fn import(data: &[u8]) -> Result<Self, Error> {
        Ok(Self::import_with(data, &ReadOptions::default())?.key)
    }

    /// Imports a public key as [`PublicKey::import`] does, with options, and returns what reading it repaired.
    ///
    /// # Errors
    /// Those of [`PublicKey::import`]; [`Error::InvalidEncoding`] for a repair if the options are strict.
    pub fn import_with(data: &[u8], options: &ReadOptions<'_>) -> Result<Decoded<Self>, Error> {
        let Decoded { key, repairs, is_bare } = PublicComponents::decode_with(data, options)?;
        Ok(Decoded { key: Self::imported(&key, false)?, repairs, is_bare })
    }
}
