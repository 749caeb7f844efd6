//! The traits of the crates [`pkcs8`], [`spki`] and [`signature`], for generic code such as certificate builders.
//!
//! Keys implement [`EncodePrivateKey`], [`DecodePrivateKey`](pkcs8::DecodePrivateKey), [`EncodePublicKey`] and
//! [`DecodePublicKey`](spki::DecodePublicKey). [`SigningKey`] and [`VerifyingKey`] join a borrowed key and a [`Scheme`], and
//! implement [`Signer`], [`RandomizedSigner`] and [`Verifier`]. They also know the scheme's algorithm identifier, which
//! certificates contain ([`DynSignatureAlgorithmIdentifier`](spki::DynSignatureAlgorithmIdentifier)).
//!
//! The errors of these crates say little. Where the reason matters, call the methods of [`PrivateKey`] and [`PublicKey`].

mod algorithm;

use getrandom::SysRng;
use pkcs8::der::asn1::BitString;
use pkcs8::der::{self, Document, SecretDocument};
use pkcs8::{EncodePrivateKey, KeyError, PrivateKeyInfoRef};
use rand_chacha::ChaCha20Rng;
use rand_core::{SeedableRng, TryCryptoRng};
use signature::{Keypair, RandomizedSigner, SignatureEncoding, Signer, Verifier};
use spki::{EncodePublicKey, SignatureBitStringEncoding, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// The crates of the traits, in the versions that these types implement.
pub use {pkcs8, signature, spki};

use crate::padding::require_room_for_pkcs1v15_signature;
use crate::{Engine, Error, Hash, Options, PrivateKey, Pss, PublicKey, encoding};

impl EncodePrivateKey for PrivateKey {
    /// PKCS#8, DER. Fails for multi-power, batch and unbalanced keys, which have no standard format.
    ///
    /// `key.to_pkcs8_der()` calls [`PrivateKey::to_pkcs8_der`], whose error has a reason. Generic code calls this method.
    fn to_pkcs8_der(&self) -> pkcs8::Result<SecretDocument> {
        let der = Self::to_pkcs8_der(self).map_err(|_| pkcs8::Error::KeyMalformed(KeyError::Invalid))?;
        Ok(SecretDocument::try_from(der.as_slice())?)
    }
}

/// Checks the key as [`PrivateKey::import`] does, with random numbers of the operating system. Use `import` for
/// untrusted data: it also limits the length of the data and the cost of their decryption, which
/// [`DecodePrivateKey`](pkcs8::DecodePrivateKey) does not.
impl TryFrom<PrivateKeyInfoRef<'_>> for PrivateKey {
    type Error = pkcs8::Error;

    fn try_from(info: PrivateKeyInfoRef<'_>) -> pkcs8::Result<Self> {
        let oid = info.algorithm.oid;
        let mut rng = seeded(&mut SysRng).map_err(|_| pkcs8::Error::KeyMalformed(KeyError::Invalid))?;
        encoding::pkcs8::read(&info)
            .and_then(|components| Self::from_standard_components(components, &mut rng))
            .map_err(|error| match error {
                Error::UnsupportedFormat { .. } => pkcs8::Error::PublicKey(spki::Error::OidUnknown { oid }),
                _ => pkcs8::Error::KeyMalformed(KeyError::Invalid),
            })
    }
}

impl EncodePublicKey for PublicKey {
    /// `SubjectPublicKeyInfo`, DER. Fails for unbalanced keys, which have no standard format.
    fn to_public_key_der(&self) -> spki::Result<Document> {
        let der = self.to_spki_der().map_err(|_| spki::Error::KeyMalformed)?;
        Ok(Document::try_from(der.as_slice())?)
    }
}

impl TryFrom<SubjectPublicKeyInfoRef<'_>> for PublicKey {
    type Error = spki::Error;

    fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> spki::Result<Self> {
        let oid = info.algorithm.oid;
        encoding::spki::numbers(&info).and_then(|components| Self::from_components(&components)).map_err(|error| {
            match error {
                Error::UnsupportedFormat { .. } => spki::Error::OidUnknown { oid },
                _ => spki::Error::KeyMalformed,
            }
        })
    }
}

/// A generator that is seeded from `rng`, which may fail. Afterwards the generator cannot.
fn seeded<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<ChaCha20Rng, signature::Error> {
    let mut seed = Zeroizing::new([0; 32]);
    rng.try_fill_bytes(&mut *seed).map_err(|_| signature::Error::new())?;
    Ok(ChaCha20Rng::from_seed(*seed))
}

/// How messages are signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// RSASSA-PSS: the choice for everything new.
    Pss(Pss),
    /// RSASSA-PKCS1-v1_5 with this hash function, for existing protocols.
    Pkcs1v15(Hash),
}

/// A signature. One made by [`SigningKey`] is as long as the modulus; one made from bytes may have any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(Vec<u8>);

impl TryFrom<&[u8]> for Signature {
    type Error = signature::Error;

    /// Accepts any bytes. Verification rejects a signature that is not as long as the modulus.
    fn try_from(bytes: &[u8]) -> Result<Self, signature::Error> {
        Ok(Self(bytes.to_vec()))
    }
}

impl From<Signature> for Vec<u8> {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

impl SignatureEncoding for Signature {
    type Repr = Vec<u8>;
}

impl SignatureBitStringEncoding for Signature {
    fn to_bitstring(&self) -> der::Result<BitString> {
        BitString::from_bytes(&self.0)
    }
}

/// A private key that signs with one scheme, on the fastest engine and with all guards.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::traits::signature::{Keypair, Signer, Verifier};
/// use rsa_variants::traits::{Scheme, SigningKey};
/// use rsa_variants::{Hash, KeyParams, PrivateKey, Pss, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = PrivateKey::generate(&KeyParams::new(Variant::Crt, 1024), &mut rng, |_| ControlFlow::Continue(()))?;
/// let signer = SigningKey::new(&key, Scheme::Pss(Pss::new(Hash::Sha256)))?;
/// let signature = signer.sign(b"hello");
/// assert!(signer.verifying_key().verify(b"hello", &signature).is_ok());
/// # Ok::<(), rsa_variants::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SigningKey<'k> {
    key: &'k PrivateKey,
    scheme: Scheme,
}

impl<'k> SigningKey<'k> {
    /// The key with this scheme. Refuses a key that can never sign with it.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`]; [`Error::NoSignatures`] for an unbalanced key.
    pub fn new(key: &'k PrivateKey, scheme: Scheme) -> Result<Self, Error> {
        match &scheme {
            Scheme::Pss(pss) => pss.salt_to_sign(key.public_key()).map(|_| ())?,
            Scheme::Pkcs1v15(hash) => require_room_for_pkcs1v15_signature(key.public_key(), *hash)?,
        }
        Ok(Self { key, scheme })
    }

    fn sign_with(&self, message: &[u8], options: Options<'_>) -> Result<Signature, signature::Error> {
        let signature = match &self.scheme {
            Scheme::Pss(pss) => self.key.sign_pss(message, pss, options),
            Scheme::Pkcs1v15(hash) => self.key.sign_pkcs1v15(message, *hash, options),
        };
        signature.map(Signature).map_err(signature::Error::from_source)
    }
}

/// Salt and blinding factors come from a generator that is seeded by the operating system. Signing fails if that
/// provides no random numbers, or if the machine makes an error.
impl Signer<Signature> for SigningKey<'_> {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, signature::Error> {
        self.try_sign_with_rng(&mut SysRng, message)
    }
}

/// Salt and blinding factors come from a generator that is seeded from `rng`. Signing fails if `rng` does, or if the
/// machine makes an error.
impl RandomizedSigner<Signature> for SigningKey<'_> {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<Signature, signature::Error> {
        self.sign_with(message, Options::new(&mut seeded(rng)?))
    }
}

impl<'k> Keypair for SigningKey<'k> {
    type VerifyingKey = VerifyingKey<'k>;

    fn verifying_key(&self) -> VerifyingKey<'k> {
        VerifyingKey::new(self.key.public_key(), self.scheme)
    }
}

/// A public key that verifies signatures of one scheme.
#[derive(Clone, Copy, Debug)]
pub struct VerifyingKey<'k> {
    key: &'k PublicKey,
    scheme: Scheme,
}

impl<'k> VerifyingKey<'k> {
    /// The key with this scheme. If the key is too short for it or unbalanced, no signature is valid.
    pub fn new(key: &'k PublicKey, scheme: Scheme) -> Self {
        Self { key, scheme }
    }
}

impl Verifier<Signature> for VerifyingKey<'_> {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), signature::Error> {
        let Signature(bytes) = signature;
        let valid = match &self.scheme {
            Scheme::Pss(pss) => self.key.verify_pss(message, bytes, pss, Engine::default()),
            Scheme::Pkcs1v15(hash) => self.key.verify_pkcs1v15(message, bytes, *hash, Engine::default()),
        };
        match valid {
            Ok(true) => Ok(()),
            Ok(false) | Err(_) => Err(signature::Error::new()),
        }
    }
}

impl EncodePublicKey for VerifyingKey<'_> {
    /// The public key alone, as `rsaEncryption`: the scheme is not part of it.
    fn to_public_key_der(&self) -> spki::Result<Document> {
        self.key.to_public_key_der()
    }
}
