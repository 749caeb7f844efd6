//! Keys in several threads.

use std::sync::Arc;
use std::thread;

use rsa_variants::{Engine, Error, KeyParams, Options, PrivateKey, PublicKey, Variant};

use crate::keys::{key, rng};

/// We promise that these types may move to other threads and be shared among them. Otherwise this does not compile.
const _: fn() = || {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<PrivateKey>();
    is_shared::<PublicKey>();
    is_shared::<KeyParams>();
    is_shared::<Error>();
};

#[test]
fn threads_share_a_key_and_its_blinding_factors() {
    for (variant, primes) in [(Variant::Crt, 2), (Variant::RPrime, 3), (Variant::MultiPower, 3), (Variant::Batch, 2)] {
        let primes = (primes > 2).then_some(primes);
        let params = KeyParams { primes, ..KeyParams::new(variant, 768) };
        let key = Arc::new(key(&params, 81));
        let threads: Vec<_> = (0..4u8)
            .map(|thread| {
                let key = Arc::clone(&key);
                thread::spawn(move || {
                    let mut rng = rng(82 + thread);
                    // More than one pair of factors is used for.
                    for number in 0..20u8 {
                        let message = [thread + 1, number];
                        let ciphertext = key.public_key().encrypt_raw(&message, Engine::default()).unwrap();
                        let decrypted = key.decrypt_raw(&ciphertext, Options::new(&mut rng)).unwrap();
                        assert!(decrypted.ends_with(&message), "{variant:?}");
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }
}
