//! RSASSA-PSS (RFC 8017, section 8.1): signatures with a proof of security (Bellare, Rogaway 1996).

use modular_powers::Engine;
use rand_core::CryptoRng;

use super::{Hash, mgf1};
use crate::{Error, Options, PrivateKey, PublicKey};

/// The parameters of PSS. Sign and verify with the same hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pss {
    /// Hashes the message, and its hash value once more with the salt.
    pub hash: Hash,
    /// The hash function of MGF1, mostly the same. SHAKE takes the place of MGF1: where one is SHAKE, both must be the same.
    pub mgf_hash: Hash,
    /// The length of the salt.
    pub salt_length: SaltLength,
}

/// sLen, the length of the salt of PSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaltLength {
    /// Signing takes a salt as long as the hash's values. Verification accepts any length, which it finds in the signature.
    ///
    /// Other software chooses other lengths, OpenSSL the greatest. Accepting them all helps no forger: only the owner of the
    /// private key can choose the salt.
    Auto,
    /// As long as the key has room for.
    Max,
    /// This many bytes. With 0 a message has one signature only.
    Bytes(usize),
}

/// The last byte of every encoded message.
const TRAILER: u8 = 0xbc;

impl Pss {
    /// PSS with one hash function for all, and a salt as long as its values; signatures with another salt verify too.
    pub fn new(hash: Hash) -> Self {
        Self { hash, mgf_hash: hash, salt_length: SaltLength::Auto }
    }

    /// The greatest length of a salt under this key.
    ///
    /// Refuses SHAKE with another mask, and keys whose encoded messages, one bit shorter than the modulus, have no room for
    /// this salt.
    fn room(&self, key: &PublicKey, salt_length: Option<usize>) -> Result<usize, Error> {
        key.require_signatures()?;
        let Self { hash, mgf_hash, .. } = *self;
        if hash != mgf_hash && (hash.is_extendable() || mgf_hash.is_extendable()) {
            let requirement = "the same as hash: SHAKE128 and SHAKE256 take the place of MGF1 too (RFC 8702)";
            return Err(Error::UnsuitableHash { parameter: "mgf_hash", hash: mgf_hash, requirement });
        }
        let overhead = hash.length() + 2;
        key.require_room(salt_length.unwrap_or(0).saturating_add(overhead), 1, || match salt_length {
            Some(bytes) => format!("PSS with {} and a salt of {bytes} bytes", hash.name()),
            None => format!("PSS with {}", hash.name()),
        })?;
        Ok((key.modulus_length() - 1).div_ceil(8) - overhead)
    }

    /// The length of the salt of signatures by this key.
    fn salt_to_sign(&self, key: &PublicKey) -> Result<usize, Error> {
        let length = match self.salt_length {
            SaltLength::Auto => self.hash.length(),
            SaltLength::Max => return self.room(key, None),
            SaltLength::Bytes(bytes) => bytes,
        };
        self.room(key, Some(length))?;
        Ok(length)
    }

    /// The length that the salt must have; none where every length will do.
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

    /// EMSA-PSS-ENCODE (section 9.1.1) into emBits = `bits` bits, which are enough.
    fn encode(&self, message_hash: &[u8], salt_length: usize, bits: usize, rng: &mut dyn CryptoRng) -> Vec<u8> {
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

    /// EMSA-PSS-VERIFY (section 9.1.2), with a salt of this length or of any. All of this is public.
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

/// Which bits of the first of `bits` bits in whole bytes there are.
fn first_byte_mask(bits: usize) -> u8 {
    0xff >> (bits.next_multiple_of(8) - bits)
}

impl PublicKey {
    /// RSASSA-PSS-VERIFY (RFC 8017, section 8.1.2): whether this is a signature of the message.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] for parameters that no signature by this key can have; [`Error::UnsuitableHash`] for SHAKE with
    /// another mask.
    pub fn verify_pss(&self, message: &[u8], signature: &[u8], pss: &Pss, engine: Engine) -> Result<bool, Error> {
        pss.salt_to_verify(self)?;
        self.verify_pss_digest(&pss.hash.digest(&[message]), signature, pss, engine)
    }

    /// As [`PublicKey::verify_pss`], of a message whose hash value is there.
    ///
    /// # Errors
    /// As [`PublicKey::verify_pss`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn verify_pss_digest(&self, digest: &[u8], signature: &[u8], pss: &Pss, engine: Engine) -> Result<bool, Error> {
        let salt_length = pss.salt_to_verify(self)?;
        pss.hash.check_digest(digest)?;
        let Some(mut encoded) = self.encoded_message(signature, engine) else { return Ok(false) };
        // The encoded message is a byte shorter than the modulus where that begins with a byte of one bit.
        let bits = self.modulus_length() - 1;
        let (before, encoded) = encoded.split_at_mut(self.block_length() - bits.div_ceil(8));
        Ok(before.iter().all(|byte| *byte == 0) && pss.is_encoding_of(digest, salt_length, encoded, bits))
    }
}

impl PrivateKey {
    /// RSASSA-PSS-SIGN (RFC 8017, section 8.1.1). The signature is as long as the modulus; a batch key signs for its first
    /// exponent.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; [`Error::UnsuitableHash`]; those of [`PrivateKey::decrypt_raw`] for a fault.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Pss, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let params = KeyParams::new(Variant::MultiPrime, 1024);
    /// let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(()))?;
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

    /// As [`PrivateKey::sign_pss`], of a message whose hash value is there: one too large to hold, which a
    /// [`Hasher`](super::Hasher) has seen piece by piece. Whoever lets others choose the digest signs what he has not seen.
    ///
    /// # Errors
    /// As [`PrivateKey::sign_pss`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn sign_pss_digest(&self, digest: &[u8], pss: &Pss, mut options: Options<'_>) -> Result<Vec<u8>, Error> {
        let salt_length = pss.salt_to_sign(self.public_key())?;
        pss.hash.check_digest(digest)?;
        let encoded = pss.encode(digest, salt_length, self.public_key().modulus_length() - 1, options.rng());
        self.decrypt_raw(&encoded, options)
    }
}
