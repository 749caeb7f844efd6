//! Keys from data in any of the formats.

use rand_core::CryptoRng;

use crate::{Components, Error, PrivateKey, PublicComponents, PublicKey};

impl PrivateKey {
    /// A key from PEM or DER, in PKCS#1, PKCS#8, encrypted PKCS#8 or OpenSSH's format, told apart by content. In PEM the first
    /// private key is taken. The key is checked as by [`PrivateKey::check`]. A password that is not needed is passed over.
    ///
    /// No format names a variant. Two primes become the variant crt, more become multi-prime; with a public exponent of more
    /// than 256 bits (or of more than half the modulus's) they become rebalanced and r-prime, whose w is the length of the
    /// longest CRT exponent. So keys of Schemes A and B come back as rebalanced ones, which decrypt alike, tunable keys as rebalanced
    /// or, with a shorter e, as crt, those of the variant original as crt. The primes may stand in any order and have any lengths from 64 to 8192 bits.
    ///
    /// # Errors
    /// * [`Error::OutOfRange`]: more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), more than 8 primes, a modulus of more
    ///   than 16384 bits, a key derivation that costs too much; before any work.
    /// * [`Error::InvalidEncoding`]: data that do not parse.
    /// * [`Error::UnsupportedFormat`]: another kind of key, or another encryption; the message names it.
    /// * [`Error::PasswordRequired`], [`Error::WrongPassword`].
    /// * [`Error::BrokenKey`]: primes too close, or equal CRT exponents.
    /// * [`Error::InconsistentKey`], [`Error::Modulus`], [`Error::PublicExponent`]: numbers that make no key.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{KeyParams, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::generate(&KeyParams::new(Variant::MultiPrime, 512), &mut rng, |_| ControlFlow::Continue(()))?;
    /// let pem = key.to_pkcs8_pem()?;
    /// assert!(pem.starts_with("-----BEGIN PRIVATE KEY-----\n"));
    /// assert_eq!(PrivateKey::import(pem.as_bytes(), None, &mut rng)?.components(), key.components());
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn import(data: &[u8], password: Option<&[u8]>, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        Self::from_standard_components(Components::decode(data, password)?, rng)
    }
}

impl PublicKey {
    /// A key from PEM or DER, in SPKI, PKCS#1, a certificate or a request for one, or from a line of OpenSSH, told apart by
    /// content. The first public key is taken. **The signature of a certificate is not verified.** A key for RSASSA-PSS only
    /// loses that restriction.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for more than [`MOST_DATA_BYTES`](crate::MOST_DATA_BYTES), [`Error::InvalidEncoding`] for data
    /// that do not parse, [`Error::UnsupportedFormat`] for another kind of key, [`Error::WrongKeyType`] for a private one; those of
    /// [`PublicKey::new`].
    pub fn import(data: &[u8]) -> Result<Self, Error> {
        Self::from_components(&PublicComponents::decode(data)?)
    }
}
