//! Encoded messages of OAEP with an error, and a check that leaks which error it is.

use rand_core::CryptoRng;
use sha2::{Digest, Sha256};

/// The length of a SHA-256 hash value in bytes.
const HASH_LENGTH: usize = 32;

/// The possible errors of an encoded message (RFC 8017, section 7.1.2, step 3.g).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The first byte is not zero.
    FirstByte,
    /// The hash of the label is wrong.
    LabelHash,
    /// There is no byte 0x01 after the padding.
    Separator,
}

/// An encoded message of `length` bytes with SHA-256 and no label, with only this error.
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

/// A decoder that leaks: it returns at the first error. If the first byte is not zero, it returns before it hashes
/// anything, which is what Manger's attack observes (Crypto 2001).
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
    use rsa_variants::{Engine, Error, Hash, Oaep, Options, hazmat};

    #[test]
    fn every_error_is_at_its_place() {
        let key = key(1024);
        let (engine, oaep) = (Engine::default(), Oaep::new(Hash::Sha256));
        for mistake in [Mistake::FirstByte, Mistake::LabelHash, Mistake::Separator] {
            let mut encoded = encode(mistake, 128, &mut random());
            let ciphertext = key.public_key().encrypt_raw(&encoded, engine).unwrap();
            let refused = key.decrypt_oaep(&ciphertext, &oaep, Options::new(&mut random()).engine(engine));
            assert_eq!(refused, Err(Error::Decryption));
            assert_eq!(decode_with_early_exit(&mut encoded), Err(mistake));
        }
    }

    #[test]
    fn valid_messages_are_decoded() {
        let (key, engine, oaep) = (key(1024), Engine::default(), Oaep::new(Hash::Sha256));
        let ciphertext =
            key.public_key().encrypt_oaep(b"message", &oaep, Options::new(&mut random()).engine(engine)).unwrap();
        let mut encoded = hazmat::decrypt_raw(&key, &ciphertext, engine).unwrap();
        assert_eq!(decode_with_early_exit(&mut encoded), Ok(&b"message"[..]));
    }
}
