//! Encoded messages of OAEP with a mistake in them, and a check that leaks which it is.

use rand_core::CryptoRng;
use sha2::{Digest, Sha256};

/// The length of SHA-256's values in bytes.
const HASH_LENGTH: usize = 32;

/// What can be wrong with an encoded message (RFC 8017, section 7.1.2, step 3.g).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The first byte is not zero.
    FirstByte,
    /// The label's hash is another.
    LabelHash,
    /// There is no byte 0x01 behind the padding.
    Separator,
}

/// An encoded message of `length` bytes with SHA-256, without label, that is wrong in this one thing.
pub(crate) fn encode(mistake: Mistake, length: usize, rng: &mut dyn CryptoRng) -> Vec<u8> {
    let mut encoded = vec![0; length];
    let (seed, db) = encoded[1..].split_at_mut(HASH_LENGTH);
    rng.fill_bytes(seed);
    db[..HASH_LENGTH].copy_from_slice(&Sha256::digest(b""));
    *db.last_mut().expect("longer than two hash values") = u8::from(mistake != Mistake::Separator);
    if mistake == Mistake::LabelHash {
        rng.fill_bytes(&mut db[..HASH_LENGTH]);
    }
    mask(db, seed);
    mask(seed, db);
    encoded[0] = u8::from(mistake == Mistake::FirstByte);
    encoded
}

/// Decoding as it must not be: it returns as soon as something is wrong. It ends with a first byte that is not zero before
/// anything is hashed, which is what Manger's attack observes (Crypto 2001).
pub(crate) fn decode_with_early_exit(encoded: &mut [u8]) -> Result<&[u8], Mistake> {
    let (first, rest) = encoded.split_at_mut(1);
    if first[0] != 0 {
        return Err(Mistake::FirstByte);
    }
    let (seed, db) = rest.split_at_mut(HASH_LENGTH);
    mask(seed, db);
    mask(db, seed);
    let (label_hash, padded) = db.split_at(HASH_LENGTH);
    if label_hash != Sha256::digest(b"").as_slice() {
        return Err(Mistake::LabelHash);
    }
    match padded.iter().position(|byte| *byte != 0) {
        Some(position) if padded[position] == 0x01 => Ok(&padded[position + 1..]),
        _ => Err(Mistake::Separator),
    }
}

/// `data ⊕ MGF1(seed)` (RFC 8017, appendix B.2.1).
fn mask(data: &mut [u8], seed: &[u8]) {
    for (counter, block) in (0u32..).zip(data.chunks_mut(HASH_LENGTH)) {
        let mask = Sha256::new().chain_update(seed).chain_update(counter.to_be_bytes()).finalize();
        block.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{key, random};
    use rsa_variants::hazmat::{self, Protection};
    use rsa_variants::{Engine, Error, Hash, Oaep, Options};

    #[test]
    fn a_mistake_is_where_it_is_meant_to_be() {
        let key = key(1024);
        let (engine, protection, oaep) = (Engine::default(), Protection::default(), Oaep::new(Hash::Sha256));
        for mistake in [Mistake::FirstByte, Mistake::LabelHash, Mistake::Separator] {
            let mut encoded = encode(mistake, 128, &mut random());
            let ciphertext = key.public_key().encrypt_raw(&encoded, engine).unwrap();
            let refused =
                key.decrypt_oaep(&ciphertext, &oaep, Options::new(&mut random()).engine(engine).protection(protection));
            assert_eq!(refused, Err(Error::Decryption));
            assert_eq!(decode_with_early_exit(&mut encoded), Err(mistake));
        }
    }

    #[test]
    fn what_is_right_is_decoded() {
        let (key, engine, oaep) = (key(1024), Engine::default(), Oaep::new(Hash::Sha256));
        let ciphertext =
            key.public_key().encrypt_oaep(b"message", &oaep, Options::new(&mut random()).engine(engine)).unwrap();
        let mut encoded = hazmat::decrypt_raw(&key, &ciphertext, engine).unwrap();
        assert_eq!(decode_with_early_exit(&mut encoded), Ok(&b"message"[..]));
    }
}
