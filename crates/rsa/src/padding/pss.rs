//! RSASSA-PSS (RFC 8017, section 8.1): signatures with a proof of security (Bellare, Rogaway 1996).

use modexp::Engine;
use rand_core::CryptoRng;

use super::{Hash, mgf1};
use crate::{Error, PrivateKey, Protection, PublicKey};

/// The parameters of PSS. Whoever verifies must have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pss {
    /// Hashes the message, and its hash value once more with the salt.
    pub hash: Hash,
    /// The hash function of MGF1, mostly the same.
    pub mgf_hash: Hash,
    /// sLen, the length of the salt in bytes. With 0 a message has one signature only.
    pub salt_length: usize,
}

/// The last byte of every encoded message.
const TRAILER: u8 = 0xbc;

impl Pss {
    /// PSS with one hash function for all, and a salt as long as its values.
    pub fn new(hash: Hash) -> Self {
        Self { hash, mgf_hash: hash, salt_length: hash.length() }
    }

    /// Refuses a key whose encoded messages, one bit shorter than the modulus, have not the room.
    fn require_room(&self, key: &PublicKey) -> Result<(), Error> {
        let bytes = self.salt_length.saturating_add(self.hash.length() + 2);
        key.require_room(bytes, 1, || format!("PSS with {} and a salt of {} bytes", self.hash.name(), self.salt_length))
    }

    /// H = Hash(0x00 00 00 00 00 00 00 00 || Hash(M) || salt)
    fn salted_hash(&self, message_hash: &[u8], salt: &[u8]) -> Vec<u8> {
        self.hash.digest(&[&[0; 8], message_hash, salt]).to_vec()
    }

    /// EMSA-PSS-ENCODE (section 9.1.1) into emBits = `bits` bits, which are enough.
    fn encode(&self, message_hash: &[u8], bits: usize, rng: &mut dyn CryptoRng) -> Vec<u8> {
        // EM = maskedDB || H || 0xbc, DB = 0x00 … 0x00 || 0x01 || salt
        let mut encoded = vec![0; bits.div_ceil(8)];
        let db_length = encoded.len() - self.hash.length() - 1;
        let (db, rest) = encoded.split_at_mut(db_length);
        let (before, salt) = db.split_at_mut(db_length - self.salt_length);
        rng.fill_bytes(salt);
        before[before.len() - 1] = 0x01;
        let (hash, trailer) = rest.split_at_mut(self.hash.length());
        hash.copy_from_slice(&self.salted_hash(message_hash, salt));
        trailer[0] = TRAILER;
        mgf1::mask(self.mgf_hash, hash, db);
        db[0] &= first_byte_mask(bits);
        encoded
    }

    /// EMSA-PSS-VERIFY (section 9.1.2). All of this is public.
    fn is_encoding_of(&self, message_hash: &[u8], encoded: &mut [u8], bits: usize) -> bool {
        let (db, rest) = encoded.split_at_mut(encoded.len() - self.hash.length() - 1);
        let (hash, trailer) = rest.split_at(self.hash.length());
        if trailer != [TRAILER] || db[0] & !first_byte_mask(bits) != 0 {
            return false;
        }
        mgf1::mask(self.mgf_hash, hash, db);
        db[0] &= first_byte_mask(bits);
        let (padding, salt) = db.split_at(db.len() - self.salt_length);
        let Some((0x01, zeros)) = padding.split_last() else { return false };
        zeros.iter().all(|byte| *byte == 0) && self.salted_hash(message_hash, salt) == hash
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
    /// [`Error::KeyTooShort`] for parameters that no signature by this key can have.
    pub fn verify_pss(&self, message: &[u8], signature: &[u8], pss: &Pss, engine: Engine) -> Result<bool, Error> {
        pss.require_room(self)?;
        self.verify_pss_digest(&pss.hash.digest(&[message]), signature, pss, engine)
    }

    /// As [`PublicKey::verify_pss`], of a message whose hash value is there.
    ///
    /// # Errors
    /// As [`PublicKey::verify_pss`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn verify_pss_digest(&self, digest: &[u8], signature: &[u8], pss: &Pss, engine: Engine) -> Result<bool, Error> {
        pss.require_room(self)?;
        pss.hash.check_digest(digest)?;
        let Some(mut encoded) = self.encoded_message(signature, engine) else { return Ok(false) };
        // The encoded message is a byte shorter than the modulus where that begins with a byte of one bit.
        let bits = self.modulus_length() - 1;
        let (before, encoded) = encoded.split_at_mut(self.block_length() - bits.div_ceil(8));
        Ok(before.iter().all(|byte| *byte == 0) && pss.is_encoding_of(digest, encoded, bits))
    }
}

impl PrivateKey {
    /// RSASSA-PSS-SIGN (RFC 8017, section 8.1.1). The signature is as long as the modulus; a batch key signs for its first
    /// exponent.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`]; those of [`PrivateKey::decrypt_raw_protected`] for a fault.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Engine, Hash, KeyParams, Pss, PrivateKey, Protection, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests alone
    /// let params = KeyParams::new(Variant::MultiPrime, 1024);
    /// let key = PrivateKey::generate(&params, &mut rng, |_| ControlFlow::Continue(()))?;
    /// let pss = Pss::new(Hash::Sha256);
    /// let signature = key.sign_pss(b"hello", &pss, Engine::default(), Protection::default(), &mut rng)?;
    /// assert!(key.public_key().verify_pss(b"hello", &signature, &pss, Engine::default())?);
    /// assert!(!key.public_key().verify_pss(b"hullo", &signature, &pss, Engine::default())?);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn sign_pss(
        &self,
        message: &[u8],
        pss: &Pss,
        engine: Engine,
        protection: Protection,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        pss.require_room(self.public_key())?;
        self.sign_pss_digest(&pss.hash.digest(&[message]), pss, engine, protection, rng)
    }

    /// As [`PrivateKey::sign_pss`], of a message whose hash value is there: one too large to hold, which a
    /// [`Hasher`](super::Hasher) has seen piece by piece. Whoever lets others choose the digest signs what he has not seen.
    ///
    /// # Errors
    /// As [`PrivateKey::sign_pss`]; [`Error::OutOfRange`] for a digest that is not as long as the hash's values.
    pub fn sign_pss_digest(
        &self,
        digest: &[u8],
        pss: &Pss,
        engine: Engine,
        protection: Protection,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        pss.require_room(self.public_key())?;
        pss.hash.check_digest(digest)?;
        let encoded = pss.encode(digest, self.public_key().modulus_length() - 1, rng);
        self.decrypt_raw_protected(&encoded, engine, protection, rng)
    }
}
