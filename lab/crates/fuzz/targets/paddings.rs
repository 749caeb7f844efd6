//! Decodes blocks that claim to be padded. The constant-time decoders must agree with plain ones that follow RFC 8017
//! step by step.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa_variants::{Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Variant, hazmat::Protection};
use sha1::{Digest, Sha1};

const LENGTH: usize = 64;
const HASH_LENGTH: usize = 20;
const BARE: Protection = Protection { blinding: false, fault_check: false };

/// A key for fuzzing. It has only 512 bits, so that an input takes microseconds.
fn generated() -> PrivateKey {
    let params = KeyParams::new(Variant::Crt, 8 * LENGTH);
    PrivateKey::new(&params, &mut rng()).expect("allowed parameters")
}

thread_local! {
    static KEY: PrivateKey = generated();
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([2; 32])
}

// The input is the encoded message. For OAEP it is the unmasked message, because a fuzzer cannot guess a hash value.
fuzz_target!(|data: &[u8]| {
    let Some(encoded) = data.first_chunk::<LENGTH>() else { return };
    KEY.with(|key| {
        pkcs1v15(key, encoded);
        oaep(key, encoded);
    });
});

fn encrypted(key: &PrivateKey, encoded: &[u8]) -> Option<Vec<u8>> {
    key.public_key().encrypt_raw(encoded, Engine::default()).ok()
}

fn pkcs1v15(key: &PrivateKey, encoded: &[u8; LENGTH]) {
    let Some(ciphertext) = encrypted(key, encoded) else { return };
    let decrypted =
        key.decrypt_pkcs1v15(&ciphertext, Options::new(&mut rng()).protection(BARE)).expect("never an error");
    // EM = 0x00 || 0x02 || PS || 0x00 || M, PS of at least eight bytes
    let separator = encoded[2..].iter().position(|byte| *byte == 0).filter(|length| *length >= 8);
    match separator.filter(|_| encoded[..2] == [0, 2]) {
        Some(length) => assert_eq!(decrypted, encoded[length + 3..]),
        None => {
            // Implicit rejection: the same message again, no longer than the longest message.
            assert!(decrypted.len() <= LENGTH - 11);
            assert_eq!(key.decrypt_pkcs1v15(&ciphertext, Options::new(&mut rng()).protection(BARE)), Ok(decrypted));
        }
    }
}

fn oaep(key: &PrivateKey, plain: &[u8; LENGTH]) {
    let mut encoded = *plain;
    let (seed, db) = encoded[1..].split_at_mut(HASH_LENGTH);
    let label_hash = Sha1::digest(b"");
    // One bit of the input decides whether the label's hash is right.
    db[..HASH_LENGTH].copy_from_slice(&label_hash);
    db[0] ^= plain[1 + HASH_LENGTH] & 1;
    let is_label_right = db[..HASH_LENGTH] == *label_hash;
    let padded = db[HASH_LENGTH..].to_vec();
    mask(seed, db);
    mask(db, seed);
    let Some(ciphertext) = encrypted(key, &encoded) else { return };
    let decrypted = key.decrypt_oaep(&ciphertext, &Oaep::new(Hash::Sha1), Options::new(&mut rng()).protection(BARE));
    let start = padded.iter().position(|byte| *byte != 0).filter(|start| padded[*start] == 1);
    let expected = start.filter(|_| is_label_right && plain[0] == 0).map(|start| padded[start + 1..].to_vec());
    assert_eq!(decrypted, expected.ok_or(Error::Decryption));
}

/// `data ⊕ MGF1(seed)` (RFC 8017, appendix B.2.1).
fn mask(seed: &[u8], data: &mut [u8]) {
    for (counter, block) in (0u32..).zip(data.chunks_mut(HASH_LENGTH)) {
        let mask = Sha1::new().chain_update(seed).chain_update(counter.to_be_bytes()).finalize();
        block.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    }
}
