//! RSASSA-PSS (RFC 8017, section 8.1): signatures with a security proof (Bellare, Rogaway 1996).

use modular_powers::Engine;
use rand_core::CryptoRng;

use super::{Hash, mgf1};
use crate::error::Results;
use crate::{Error, Options, PrivateKey, PublicKey};

/// The parameters of PSS. Signing and verifying must use the same hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pss {
    /// Hashes the message, and then its hash value together with the salt.
    pub hash: Hash,
    /// The hash function of MGF1, usually the same as `hash`. SHAKE replaces MGF1, so if one of them is SHAKE, both
    /// must be the same.
    pub mgf_hash: Hash,
    /// The length of the salt.
    pub salt_length: SaltLength,
}

/// sLen, the length of the salt in PSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaltLength {
    /// Signing uses a salt as long as a hash value. Verification accepts any length and finds it in the signature.
    ///
    /// Other software chooses other lengths, and OpenSSL the greatest possible. Accepting them all does not help a
    /// forger: only the owner of the private key can choose the salt.
    Auto,
    /// The longest salt that the key allows.
    Max,
    /// This number of bytes. With 0, each message has only one signature.
    Bytes(usize),
}

/// The last byte of every encoded message.
const TRAILER: u8 = 0xbc;

impl Pss {
    /// PSS with the same hash function everywhere and a salt as long as a hash value. Signatures with other salt
    /// lengths verify too.
    pub fn new(hash: Hash) -> Self {
        Self { hash, mgf_hash: hash, salt_length: SaltLength::Auto }
    }

    /// The greatest salt length with this key.
    ///
    /// Refuses SHAKE with another mask function, and keys that are too short for this salt. Encoded messages are one
    /// bit shorter than the modulus.
    fn room(&self, key: &PublicKey, salt_length: Option<usize>) -> Result<usize, Error> {
        key.require_signatures()?;
        let Self { hash, mgf_hash, .. } = *self;
        if hash != mgf_hash && (hash.is_extendable() || mgf_hash.is_extendable()) {
            let requirement = "the same as hash: SHAKE128 and SHAKE256 also replace MGF1 (RFC 8702)";
            return Err(Error::UnsuitableHash { parameter: "mgf_hash", hash: mgf_hash, requirement });
        }
        let overhead = hash.length() + 2;
        key.require_room(salt_length.unwrap_or(0).saturating_add(overhead), 1, || match salt_length {
            Some(bytes) => format!("PSS with {} and a salt of {bytes} bytes", hash.name()),
            None => format!("PSS with {}", hash.name()),
        })?;
        Ok((key.modulus_length() - 1).div_ceil(8) - overhead)
    }

    /// The salt length for signatures with this key.
    pub(crate) fn salt_to_sign(&self, key: &PublicKey) -> Result<usize, Error> {
        let length = match self.salt_length {
            SaltLength::Auto => self.hash.length(),
            SaltLength::Max => return self.room(key, None),
            SaltLength::Bytes(bytes) => bytes,
        };
        self.room(key, Some(length))?;
        Ok(length)
    }

    /// The length that the salt must have. `None` if any length is accepted.
    fn salt_to_verify(&self, key: &PublicKey) -> Result<Option<usize>, Error> {
        match self.salt_length {
            SaltLength::Auto => self.room(key, None).map(|_| None),
            SaltLength::Max | SaltLength::Bytes(_) => self.salt_to_sign(key).map(Some),
        }
    }

    /// H = Hash(0x00 00 00 00 00 00 00 00 || Hash(M) || salt)
    fn salted_hash(&self, message_hash: &[u8], salt: &[u8]) -> Vec<u8> {
        self.hash.digest(&[&[0; 8], message_hash, salt]).to_vec()
    }

    /// EMSA-PSS-ENCODE (section 9.1.1) into emBits = `bits` bits, which must be enough.
    #[inline]
    pub(crate) fn encode(
        &self,
        message_hash: &[u8],
        salt_length: usize,
        bits: usize,
        rng: &mut dyn CryptoRng,
    ) -> Vec<u8> {
        // EM = maskedDB || H || 0xbc, DB = 0x00 … 0x00 || 0x01 || salt
        let mut encoded = vec![0; bits.div_ceil(8)];
        let db_length = encoded.len() - self.hash.length() - 1;
        let (db, rest) = encoded.split_at_mut(db_length);
        let (before, salt) = db.split_at_mut(db_length - salt_length);
        rng.fill_bytes(salt);
        before[before.len() - 1] = 0x01;
        let (hash, trailer) = rest.split_at_mut(self.hash.length());
        hash.copy_from_slice(&self.salted_hash(message_hash, salt));
        trailer[0] = TRAILER;
        mgf1::mask(self.mgf_hash, hash, db);
        db[0] &= first_byte_mask(bits);
        encoded
    }

    /// Whether what a signature encrypts to, a block as long as the modulus, encodes the message. It is overwritten.
    #[inline]
    pub(crate) fn is_signed(
        &self,
        message_hash: &[u8],
        salt_length: Option<usize>,
        block: &mut [u8],
        modulus_length: usize,
    ) -> bool {
        // The encoded message is a byte shorter than the modulus if the first byte of the modulus has only one bit.
        let bits = modulus_length - 1;
        let (before, encoded) = block.split_at_mut(block.len() - bits.div_ceil(8));
        before.iter().all(|byte| *byte == 0) && self.is_encoding_of(message_hash, salt_length, encoded, bits)
    }

    /// EMSA-PSS-VERIFY (section 9.1.2), with a salt of the given length, or of any length for `None`. All inputs are
    /// public.
    fn is_encoding_of(&self, message_hash: &[u8], salt_length: Option<usize>, encoded: &mut [u8], bits: usize) -> bool {
        let (db, rest) = encoded.split_at_mut(encoded.len() - self.hash.length() - 1);
        let (hash, trailer) = rest.split_at(self.hash.length());
        if trailer != [TRAILER] || db[0] & !first_byte_mask(bits) != 0 {
            return false;
        }
        mgf1::mask(self.mgf_hash, hash, db);
        db[0] &= first_byte_mask(bits);
        // DB = 0x00 … 0x00 || 0x01 || salt: the first byte that is not zero ends the padding.
        let Some(end) = db.iter().position(|byte| *byte != 0) else { return false };
        let (padding, salt) = db.split_at(end + 1);
        padding[end] == 0x01
            && salt_length.is_none_or(|length| salt.len() == length)
            && self.salted_hash(message_hash, salt) == hash
    }
}

/// The mask for the used bits of the first byte, if `bits` bits are stored in whole bytes.
fn first_byte_mask(bits: usize) -> u8 {
    0xff >> (bits.next_multiple_of(8) - bits)
}

impl PublicKey {
    /// Verifies a signature: RSASSA-PSS-VERIFY (RFC 8017, section 8.1.2).
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] if the key is too short for signatures with these parameters; [`Error::UnsuitableHash`]
    /// for SHAKE with another mask function; [`Error::NoSignatures`] for an unbalanced key; [`Error::FaultDetected`] if the key in
    /// memory is damaged.
    pub fn verify_pss(&self, message: &[u8], signature: &[u8], pss: &Pss, engine: Engine) -> Result<bool, Error> {
        pss.salt_to_verify(self)?;
        self.verify_pss_digest(&pss.hash.digest(&[message]), signature, pss, engine)
    }

    /// Like [`PublicKey::verify_pss`], but accepts the hash value of the message.
    ///
    /// # Errors
    /// The errors of [`PublicKey::verify_pss`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn verify_pss_digest(&self, digest: &[u8], signature: &[u8], pss: &Pss, engine: Engine) -> Result<bool, Error> {
        let salt_length = pss.salt_to_verify(self)?;
        pss.hash.check_digest(digest)?;
        let Some(mut encoded) = self.encoded_message(signature, engine)? else { return Ok(false) };
        Ok(pss.is_signed(digest, salt_length, &mut encoded, self.modulus_length()))
    }
}

impl PrivateKey {
    /// Signs a message: RSASSA-PSS-SIGN (RFC 8017, section 8.1.1). The signature is as long as the modulus. A batch key
    /// uses its first exponent.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`]; [`Error::NoSignatures`] for an unbalanced key;
    /// [`Error::FaultDetected`] if the machine made an error.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Pss, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let params = KeyParams::new(Variant::MultiPrime, 1024);
    /// let key = PrivateKey::new(&params, &mut rng)?;
    /// let pss = Pss::new(Hash::Sha256);
    /// let signature = key.sign_pss(b"hello", &pss, Options::default())?;
    /// assert!(key.public_key().verify_pss(b"hello", &signature, &pss, Engine::default())?);
    /// assert!(!key.public_key().verify_pss(b"hullo", &signature, &pss, Engine::default())?);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn sign_pss(&self, message: &[u8], pss: &Pss, options: Options<'_>) -> Result<Vec<u8>, Error> {
        pss.salt_to_sign(self.public_key())?;
        self.sign_pss_digest(&pss.hash.digest(&[message]), pss, options)
    }

    /// Like [`PrivateKey::sign_pss`], but accepts the hash value of the message. Use it for messages too large to hold
    /// in memory, which a [`Hasher`](super::Hasher) processes piece by piece. If you let others choose the digest, you
    /// sign messages that you have not seen.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::sign_pss`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn sign_pss_digest(&self, digest: &[u8], pss: &Pss, options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.sign_pss_digest_many(&[digest], pss, options)?.remove(0)
    }

    /// [`PrivateKey::sign_pss`] for many messages, which is faster. Each has a result.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`]; [`Error::NoSignatures`]; [`Error::FaultDetected`] if the key in memory
    /// is damaged. A wrong result has that error in its place.
    pub fn sign_pss_many(&self, messages: &[&[u8]], pss: &Pss, options: Options<'_>) -> Result<Results, Error> {
        pss.salt_to_sign(self.public_key())?;
        let digests: Vec<_> = messages.iter().map(|message| pss.hash.digest(&[message])).collect();
        let digests: Vec<&[u8]> = digests.iter().map(|digest| digest.as_slice()).collect();
        self.sign_pss_digest_many(&digests, pss, options)
    }

    /// Like [`PrivateKey::sign_pss_many`], but accepts the hash values of the messages.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::sign_pss_many`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn sign_pss_digest_many(
        &self,
        digests: &[&[u8]],
        pss: &Pss,
        mut options: Options<'_>,
    ) -> Result<Results, Error> {
        let salt_length = pss.salt_to_sign(self.public_key())?;
        let bits = self.public_key().modulus_length() - 1;
        let mut encoded = Vec::with_capacity(digests.len());
        for digest in digests {
            pss.hash.check_digest(digest)?;
            encoded.push(pss.encode(digest, salt_length, bits, options.rng()));
        }
        self.signed_blocks(&encoded, options)
    }
}
