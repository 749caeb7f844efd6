//! RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2): the signatures in most certificates.

use modular_powers::Engine;

use super::Hash;
use crate::error::Results;
use crate::{Error, Options, PrivateKey, PublicKey};

/// The length of the shortest padding without the DigestInfo, in bytes: 0x00, 0x01, at least eight 0xff, 0x00.
const OVERHEAD: usize = 11;

/// Refuses SHAKE, and keys that are too short.
pub(crate) fn require_room(key: &PublicKey, hash: Hash) -> Result<(), Error> {
    key.require_signatures()?;
    hash.require_fixed("hash")?;
    let bytes = hash.digest_info(&[]).len() + hash.length() + OVERHEAD;
    key.require_room(bytes, 0, || format!("a PKCS #1 v1.5 signature with {}", hash.name()))
}

/// EMSA-PKCS1-v1_5-ENCODE (section 9.2) into `length` bytes, which must be enough.
fn encode(digest: &[u8], hash: Hash, length: usize) -> Vec<u8> {
    // T = DigestInfo, EM = 0x00 || 0x01 || PS || 0x00 || T
    let info = hash.digest_info(digest);
    let padding = vec![0xff; length - info.len() - 3];
    [&[0x00, 0x01], &padding[..], &[0x00], &info].concat()
}

impl PublicKey {
    /// Verifies a signature: RSASSA-PKCS1-V1_5-VERIFY (RFC 8017, section 8.2.2). It encodes the message again and
    /// compares the whole encoding. Because nothing is parsed, a forger cannot hide anything in the padding
    /// (Bleichenbacher 2006).
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] if the key is too short for signatures with this hash; [`Error::UnsuitableHash`] for
    /// SHAKE; [`Error::NoSignatures`] for an unbalanced key; [`Error::FaultDetected`] if the key in memory is damaged.
    pub fn verify_pkcs1v15(&self, message: &[u8], signature: &[u8], hash: Hash, engine: Engine) -> Result<bool, Error> {
        require_room(self, hash)?;
        self.verify_pkcs1v15_digest(&hash.digest(&[message]), signature, hash, engine)
    }

    /// Like [`PublicKey::verify_pkcs1v15`], but accepts the hash value of the message.
    ///
    /// # Errors
    /// The errors of [`PublicKey::verify_pkcs1v15`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn verify_pkcs1v15_digest(
        &self,
        digest: &[u8],
        signature: &[u8],
        hash: Hash,
        engine: Engine,
    ) -> Result<bool, Error> {
        require_room(self, hash)?;
        hash.check_digest(digest)?;
        let expected = encode(digest, hash, self.block_length());
        Ok(self.encoded_message(signature, engine)?.is_some_and(|encoded| encoded == expected))
    }
}

impl PrivateKey {
    /// Signs a message: RSASSA-PKCS1-V1_5-SIGN (RFC 8017, section 8.2.1). The signature is as long as the modulus. A
    /// batch key uses its first exponent. Random numbers are needed only for blinding.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`] for SHAKE; [`Error::NoSignatures`] for an unbalanced key;
    /// [`Error::FaultDetected`] if the machine made an error.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::new(&KeyParams::new(Variant::MultiPrime, 1024), &mut rng)?;
    /// let signature = key.sign_pkcs1v15(b"hello", Hash::Sha256, Options::default())?;
    /// assert!(key.public_key().verify_pkcs1v15(b"hello", &signature, Hash::Sha256, Engine::default())?);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn sign_pkcs1v15(&self, message: &[u8], hash: Hash, options: Options<'_>) -> Result<Vec<u8>, Error> {
        require_room(self.public_key(), hash)?;
        self.sign_pkcs1v15_digest(&hash.digest(&[message]), hash, options)
    }

    /// Like [`PrivateKey::sign_pkcs1v15`], but accepts the hash value of the message.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::sign_pkcs1v15`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn sign_pkcs1v15_digest(&self, digest: &[u8], hash: Hash, options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.sign_pkcs1v15_digest_many(&[digest], hash, options)?.remove(0)
    }

    /// [`PrivateKey::sign_pkcs1v15`] for many messages, which is faster. Each has a result.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`]; [`Error::NoSignatures`]; [`Error::FaultDetected`] if the key in memory
    /// is damaged. A wrong result has that error in its place.
    pub fn sign_pkcs1v15_many(&self, messages: &[&[u8]], hash: Hash, options: Options<'_>) -> Result<Results, Error> {
        require_room(self.public_key(), hash)?;
        let digests: Vec<_> = messages.iter().map(|message| hash.digest(&[message])).collect();
        let digests: Vec<&[u8]> = digests.iter().map(|digest| digest.as_slice()).collect();
        self.sign_pkcs1v15_digest_many(&digests, hash, options)
    }

    /// Like [`PrivateKey::sign_pkcs1v15_many`], but accepts the hash values of the messages.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::sign_pkcs1v15_many`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's
    /// values.
    pub fn sign_pkcs1v15_digest_many(
        &self,
        digests: &[&[u8]],
        hash: Hash,
        options: Options<'_>,
    ) -> Result<Results, Error> {
        require_room(self.public_key(), hash)?;
        let mut encoded = Vec::with_capacity(digests.len());
        for digest in digests {
            hash.check_digest(digest)?;
            encoded.push(encode(digest, hash, self.public_key().block_length()));
        }
        self.signed_blocks(&encoded, options)
    }
}
