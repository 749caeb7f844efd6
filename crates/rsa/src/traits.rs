//! The traits of the crates [`pkcs8`], [`spki`] and [`signature`], for generic code such as certificate builders.
//!
//! Keys implement [`EncodePrivateKey`], [`DecodePrivateKey`](pkcs8::DecodePrivateKey), [`EncodePublicKey`] and
//! [`DecodePublicKey`](spki::DecodePublicKey). [`SigningKey`] and [`VerifyingKey`] join a key, owned or borrowed, and a
//! [`Scheme`], and implement [`Signer`], [`RandomizedSigner`] and [`Verifier`], and the traits of [`signature::hazmat`] for messages
//! that are hashed already. They also know the scheme's algorithm identifier, which
//! certificates contain ([`DynSignatureAlgorithmIdentifier`](spki::DynSignatureAlgorithmIdentifier)).
//!
//! The errors of these crates say little. Where the reason matters, call the methods of [`PrivateKey`] and [`PublicKey`].

mod algorithm;

use core::borrow::Borrow;

use getrandom::SysRng;
use pkcs8::der::asn1::BitString;
use pkcs8::der::{self, Document, SecretDocument};
use pkcs8::{EncodePrivateKey, KeyError, PrivateKeyInfoRef};
use rand_chacha::ChaCha20Rng;
use rand_core::{SeedableRng, TryCryptoRng};
use signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use signature::{Keypair, RandomizedSigner, SignatureEncoding, Signer, Verifier};
use spki::{EncodePublicKey, SignatureBitStringEncoding, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// The crates of the traits, in the versions that these types implement.
pub use {pkcs8, signature, spki};

use crate::padding::require_room_for_pkcs1v15_signature;
use crate::{Engine, Error, Hash, Options, PrivateKey, Pss, PublicKey, encoding};

impl EncodePrivateKey for PrivateKey {
    /// PKCS#8, DER. Fails for multi-power, batch and unbalanced keys, which have no standard format.
    /// [`PrivateKey::to_plain_pkcs8_der`] says why.
    fn to_pkcs8_der(&self) -> pkcs8::Result<SecretDocument> {
        let der = self.to_plain_pkcs8_der().map_err(|_| pkcs8::Error::KeyMalformed(KeyError::Invalid))?;
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

impl Scheme {
    /// The hash function for messages.
    fn hash(&self) -> Hash {
        match self {
            Self::Pss(pss) => pss.hash,
            Self::Pkcs1v15(hash) => *hash,
        }
    }
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

/// A private key that signs with one scheme, on the fastest engine and with all guards. The key may be owned or borrowed: `K` is
/// `PrivateKey`, `&PrivateKey`, `Arc<PrivateKey>` and so on.
///
/// ```
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::traits::signature::{Keypair, Signer, Verifier};
/// use rsa_variants::traits::{Scheme, SigningKey};
/// use rsa_variants::{Hash, KeyParams, PrivateKey, Pss, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = PrivateKey::new(&KeyParams::new(Variant::Crt, 1024), &mut rng)?;
/// let signer = SigningKey::new(&key, Scheme::Pss(Pss::new(Hash::Sha256)))?;
/// let signature = signer.sign(b"hello");
/// assert!(signer.verifying_key().verify(b"hello", &signature).is_ok());
/// let owned: SigningKey = SigningKey::new(key, Scheme::Pkcs1v15(Hash::Sha256))?;
/// assert!(owned.verifying_key().verify(b"hello", &owned.sign(b"hello")).is_ok());
/// # Ok::<(), rsa_variants::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SigningKey<K: Borrow<PrivateKey> = PrivateKey> {
    key: K,
    scheme: Scheme,
}

impl<K: Borrow<PrivateKey>> SigningKey<K> {
    /// The key with this scheme. Refuses a key that can never sign with it.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`]; [`Error::NoSignatures`] for an unbalanced key.
    pub fn new(key: K, scheme: Scheme) -> Result<Self, Error> {
        let public_key = key.borrow().public_key();
        match &scheme {
            Scheme::Pss(pss) => pss.salt_to_sign(public_key).map(|_| ())?,
            Scheme::Pkcs1v15(hash) => require_room_for_pkcs1v15_signature(public_key, *hash)?,
        }
        Ok(Self { key, scheme })
    }

    /// The private key.
    pub fn private_key(&self) -> &PrivateKey {
        self.key.borrow()
    }
}

/// Salt and blinding factors come from a generator that is seeded by the operating system. Signing fails if that
/// provides no random numbers, or if the machine makes an error.
impl<K: Borrow<PrivateKey>> Signer<Signature> for SigningKey<K> {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, signature::Error> {
        self.try_sign_with_rng(&mut SysRng, message)
    }
}

/// Salt and blinding factors come from a generator that is seeded from `rng`. Signing fails if `rng` does, or if the
/// machine makes an error.
impl<K: Borrow<PrivateKey>> RandomizedSigner<Signature> for SigningKey<K> {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<Signature, signature::Error> {
        self.sign_prehash_with_rng(rng, &self.scheme.hash().digest(&[message]))
    }
}

/// Signs the hash value of a message. Also fails if it is not as long as the hash values of the scheme. If you let others choose
/// it, you sign messages that you have not seen.
impl<K: Borrow<PrivateKey>> PrehashSigner<Signature> for SigningKey<K> {
    fn sign_prehash(&self, digest: &[u8]) -> Result<Signature, signature::Error> {
        self.sign_prehash_with_rng(&mut SysRng, digest)
    }
}

/// As [`PrehashSigner`], with random numbers from a generator that is seeded from `rng`.
impl<K: Borrow<PrivateKey>> RandomizedPrehashSigner<Signature> for SigningKey<K> {
    fn sign_prehash_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        digest: &[u8],
    ) -> Result<Signature, signature::Error> {
        let mut rng = seeded(rng)?;
        let (key, options) = (self.private_key(), Options::new(&mut rng));
        let signature = match &self.scheme {
            Scheme::Pss(pss) => key.sign_pss_digest(digest, pss, options),
            Scheme::Pkcs1v15(hash) => key.sign_pkcs1v15_digest(digest, *hash, options),
        };
        signature.map(Signature).map_err(signature::Error::from_source)
    }
}

/// The verifying key is a copy, because it must outlive the signing key.
impl<K: Borrow<PrivateKey>> Keypair for SigningKey<K> {
    type VerifyingKey = VerifyingKey;

    fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey::new(self.private_key().public_key().clone(), self.scheme)
    }
}

/// A public key that verifies signatures of one scheme. The key may be owned or borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyingKey<K: Borrow<PublicKey> = PublicKey> {
    key: K,
    scheme: Scheme,
}

impl<K: Borrow<PublicKey>> VerifyingKey<K> {
    /// The key with this scheme. If the key is too short for it or unbalanced, no signature is valid.
    pub fn new(key: K, scheme: Scheme) -> Self {
        Self { key, scheme }
    }

    /// The public key.
    pub fn public_key(&self) -> &PublicKey {
        self.key.borrow()
    }
}

impl<K: Borrow<PublicKey>> Verifier<Signature> for VerifyingKey<K> {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), signature::Error> {
        self.verify_prehash(&self.scheme.hash().digest(&[message]), signature)
    }
}

/// Verifies the signature of a message with this hash value.
impl<K: Borrow<PublicKey>> PrehashVerifier<Signature> for VerifyingKey<K> {
    fn verify_prehash(&self, digest: &[u8], Signature(bytes): &Signature) -> Result<(), signature::Error> {
        let key = self.public_key();
        let valid = match &self.scheme {
            Scheme::Pss(pss) => key.verify_pss_digest(digest, bytes, pss, Engine::default()),
            Scheme::Pkcs1v15(hash) => key.verify_pkcs1v15_digest(digest, bytes, *hash, Engine::default()),
        };
        match valid {
            Ok(true) => Ok(()),
            Ok(false) | Err(_) => Err(signature::Error::new()),
        }
    }
}

impl<K: Borrow<PublicKey>> EncodePublicKey for VerifyingKey<K> {
    /// The public key alone, as `rsaEncryption`: the scheme is not part of it.
    fn to_public_key_der(&self) -> spki::Result<Document> {
        self.public_key().to_public_key_der()
    }
}
