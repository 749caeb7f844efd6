//! RSAES-OAEP (RFC 8017, section 7.1): encryption that is secure against chosen ciphertexts (Bellare, Rogaway 1994;
//! Fujisaki et al. 2001).

use modular_powers::declassify;
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroizing;

use super::{Hash, mgf1};
use crate::error::Results;
use crate::{Error, Options, PrivateKey, PublicKey};

/// The parameters of OAEP. Encryption and decryption must use the same ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oaep {
    /// Hashes the label. Its length is also that of the seed.
    pub hash: Hash,
    /// The hash function of MGF1. Most software uses `hash` here too; Java's default is always SHA-1.
    pub mgf_hash: Hash,
    /// The context of the message. It is bound to the ciphertext but not contained in it. Usually empty.
    pub label: Vec<u8>,
}

impl Oaep {
    /// OAEP with the same hash function for the label and MGF1, and no label.
    pub fn new(hash: Hash) -> Self {
        Self { hash, mgf_hash: hash, label: Vec::new() }
    }

    fn scheme(&self) -> String {
        format!("OAEP with {}", self.hash.name())
    }

    /// The length of the padding, in bytes.
    fn overhead(&self) -> usize {
        2 * self.hash.length() + 2
    }

    /// Refuses SHAKE, and keys that are too short.
    fn require_room(&self, key: &PublicKey) -> Result<(), Error> {
        self.hash.require_fixed("hash")?;
        self.mgf_hash.require_fixed("mgf_hash")?;
        key.require_room(self.overhead(), 0, || self.scheme())
    }

    /// EME-OAEP encoding (section 7.1.1, step 2) of a message that fits into `length` bytes.
    fn encode(&self, message: &[u8], length: usize, rng: &mut dyn CryptoRng) -> Zeroizing<Vec<u8>> {
        // EM = 0x00 || seed || DB, DB = lHash || 0x00 … 0x00 || 0x01 || M
        let mut encoded = Zeroizing::new(vec![0; length]);
        let (seed, db) = encoded[1..].split_at_mut(self.hash.length());
        rng.fill_bytes(seed);
        db[..self.hash.length()].copy_from_slice(&self.hash.digest(&[&self.label]));
        let start = db.len() - message.len();
        db[start - 1] = 0x01;
        db[start..].copy_from_slice(message);
        // maskedDB, then maskedSeed
        mgf1::mask(self.mgf_hash, seed, db);
        mgf1::mask(self.mgf_hash, db, seed);
        encoded
    }

    /// EME-OAEP decoding (section 7.1.2, step 3). No branch or index depends on the block until it is known whether all
    /// of it is valid. Then the length of the message need not be secret from the caller.
    fn decode(&self, mut encoded: Zeroizing<Vec<u8>>) -> Option<Vec<u8>> {
        let hash_length = self.hash.length();
        let (first, rest) = encoded.split_at_mut(1);
        let (seed, db) = rest.split_at_mut(hash_length);
        mgf1::mask(self.mgf_hash, db, seed);
        mgf1::mask(self.mgf_hash, seed, db);

        let (label_hash, padded) = db.split_at(hash_length);
        let mut valid = first[0].ct_eq(&0x00) & label_hash.ct_eq(&self.hash.digest(&[&self.label]));
        // Zeros up to the first nonzero byte, which must be 0x01. The message follows.
        let mut in_padding = Choice::from(1);
        let mut start = 0;
        for (next, byte) in (1u32..).zip(padded) {
            let is_one = byte.ct_eq(&0x01);
            start.conditional_assign(&next, in_padding & is_one);
            valid &= !in_padding | is_one | byte.ct_eq(&0x00);
            in_padding &= !is_one;
        }
        valid &= !in_padding;
        (declassify(valid.unwrap_u8()) == 1).then(|| padded[declassify(start) as usize..].to_vec())
    }
}

impl PublicKey {
    /// Encrypts a message with OAEP: RSAES-OAEP-ENCRYPT (RFC 8017, section 7.1.1). The ciphertext is as long as the
    /// modulus.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`], [`Error::PrimeTooShort`]; [`Error::MessageTooLong`] for a message of more than k −
    /// 2·hLen − 2 bytes; [`Error::UnsuitableHash`] for SHAKE. Here hLen is the length of a hash value and k that of the
    /// modulus, in bytes. For an unbalanced key, k is the number of whole bytes below the bound of its messages.
    /// [`Error::FaultDetected`] if the key in memory is damaged.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Hash, KeyParams, Oaep, Options, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let params = KeyParams::new(Variant::MultiPrime, 1024);
    /// let key = PrivateKey::new(&params, &mut rng)?;
    /// let oaep = Oaep::new(Hash::Sha256);
    /// let ciphertext = key.public_key().encrypt_oaep(b"hello", &oaep, Options::default())?;
    /// let message = key.decrypt_oaep(&ciphertext, &oaep, Options::default())?;
    /// assert_eq!(message, b"hello");
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn encrypt_oaep(&self, message: &[u8], oaep: &Oaep, mut options: Options<'_>) -> Result<Vec<u8>, Error> {
        oaep.require_room(self)?;
        let most = self.encoded_length() - oaep.overhead();
        if message.len() > most {
            return Err(Error::MessageTooLong { scheme: oaep.scheme(), bytes: message.len(), most });
        }
        self.encrypt_raw(&oaep.encode(message, self.encoded_length(), options.rng()), options.engine)
    }
}

impl PrivateKey {
    /// Decrypts a message: RSAES-OAEP-DECRYPT (RFC 8017, section 7.1.2). A batch key uses its first exponent.
    ///
    /// # Errors
    /// [`Error::Decryption`], the same for everything that can be wrong with a ciphertext, including its length;
    /// [`Error::KeyTooShort`], [`Error::PrimeTooShort`]; [`Error::UnsuitableHash`]; [`Error::FaultDetected`] if the
    /// machine made an error.
    pub fn decrypt_oaep(&self, ciphertext: &[u8], oaep: &Oaep, options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.decrypt_oaep_many(&[ciphertext], oaep, options)?.remove(0)
    }

    /// [`PrivateKey::decrypt_oaep`] for many ciphertexts, which is faster. Each has a result, so a bad one does not affect the
    /// others.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`], [`Error::PrimeTooShort`]; [`Error::UnsuitableHash`]; [`Error::FaultDetected`] if the key in memory
    /// is damaged. The others concern a ciphertext and are in the results.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Error, Hash, KeyParams, Oaep, Options, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let params = KeyParams::new(Variant::MultiPrime, 1024);
    /// let key = PrivateKey::new(&params, &mut rng)?;
    /// let oaep = Oaep::new(Hash::Sha256);
    /// let good = key.public_key().encrypt_oaep(b"hello", &oaep, Options::default())?;
    /// let results = key.decrypt_oaep_many(&[&good, &[0; 128]], &oaep, Options::default())?;
    /// assert_eq!(results, [Ok(b"hello".to_vec()), Err(Error::Decryption)]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn decrypt_oaep_many(
        &self,
        ciphertexts: &[&[u8]],
        oaep: &Oaep,
        options: Options<'_>,
    ) -> Result<Results, Error> {
        oaep.require_room(self.public_key())?;
        let mut messages = Vec::with_capacity(ciphertexts.len());
        for encoded in self.decrypted_blocks(ciphertexts, options)? {
            messages.push(encoded.and_then(|encoded| oaep.decode(encoded).ok_or(Error::Decryption)));
        }
        Ok(messages)
    }
}
