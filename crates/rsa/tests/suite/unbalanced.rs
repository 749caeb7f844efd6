//! Unbalanced keys: messages below a public bound, results only for their ciphertexts, suitable paddings, and errors.

use num_bigint::BigUint;
use rsa_variants::{
    Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Pss, PublicComponents, PublicKey, Variant, hazmat,
};

use crate::keys::{block, key, number, protections, rng};

pub(crate) fn unbalanced(modulus_length: usize, prime_length: usize, seed: u8) -> PrivateKey {
    let params = KeyParams { prime_length: Some(prime_length), ..KeyParams::new(Variant::Unbalanced, modulus_length) };
    key(&params, seed)
}

fn bound(key: &PrivateKey) -> BigUint {
    BigUint::from(1u8) << key.public_key().message_length().unwrap()
}

/// The result of decrypting a ciphertext, which must be the same in every way.
fn decrypted(key: &PrivateKey, ciphertext: &[u8]) -> Result<Vec<u8>, Error> {
    let expected = hazmat::decrypt_raw(key, ciphertext, Engine::Scalar);
    for engine in Engine::all() {
        assert_eq!(hazmat::decrypt_raw(key, ciphertext, engine), expected);
        for protection in protections() {
            assert_eq!(
                key.decrypt_raw(ciphertext, Options::new(&mut rng(1)).engine(engine).protection(protection)),
                expected
            );
        }
    }
    expected
}

#[test]
fn primes_have_the_lengths_asked_for() {
    for (n, bits) in [(129, 64), (256, 64), (512, 64), (512, 255), (513, 128), (600, 199)] {
        let key = unbalanced(n, bits, 2);
        key.check(&mut rng(3)).unwrap();
        let lengths: Vec<usize> = key.components().primes.iter().map(|prime| prime.bits() as usize).collect();
        assert_eq!(lengths, [bits, n - bits]);
        assert_eq!(key.components().modulus.bits() as usize, n);
        assert_eq!(key.public_key().message_length(), Some(bits - 1));
        assert_eq!(key.params().prime_length, Some(bits));
    }
}

#[test]
fn messages_below_the_bound_come_back() {
    let key = unbalanced(512, 150, 4);
    let (n, e) = (key.public_key().modulus(), key.public_key().public_exponent());
    let bound = bound(&key);
    for message in [0u8, 1, 2, 255].map(BigUint::from).into_iter().chain([&bound >> 1, &bound / 3u8, &bound - 1u8]) {
        let ciphertext = key.public_key().encrypt_raw(&block(&message, 512), Engine::default()).unwrap();
        assert_eq!(number(&ciphertext), message.modpow(&e, &n));
        assert_eq!(decrypted(&key, &ciphertext), Ok(block(&message, 512)));
    }
}

/// Messages from the bound up are not encrypted. If other software encrypts them, they are not decrypted, whether above
/// the prime or below it.
#[test]
fn messages_from_the_bound_up_are_not_decrypted() {
    for seed in 5..9 {
        let key = unbalanced(512, 150, seed);
        let (n, e) = (key.public_key().modulus(), key.public_key().public_exponent());
        let (bound, p) = (bound(&key), &key.components().primes[0]);
        let messages = [bound.clone(), &bound + 1u8, p - 1u8, p.clone(), p + 1u8, p + 5u8, p * 2u8, &n >> 1, &n - 1u8];
        for message in messages {
            let error = key.public_key().encrypt_raw(&block(&message, 512), Engine::default()).unwrap_err();
            assert_eq!((error.code(), error.parameter()), ("message-out-of-range", Some("block")));
            let bits = message.bits();
            assert!(
                error.to_string().starts_with(&format!(
                    "the block's number has {bits} bits, but messages of this unbalanced key have at most 149"
                )),
                "{error}"
            );
            let ciphertext = block(&message.modpow(&e, &n), 512);
            assert_eq!(decrypted(&key, &ciphertext), Err(Error::NotDecryptable));
        }
    }
}

/// The attack of Gilbert, Gupta, Odlyzko and Quisquater works against the unchecked computation, which is made here.
/// The bisection attack works against a device that only checks `M^e = C`.
#[test]
fn the_unchecked_computation_would_reveal_the_prime() {
    let key = unbalanced(512, 150, 9);
    let (n, e) = (key.public_key().modulus(), key.public_key().public_exponent());
    let (p, d_p) = (&key.components().primes[0], &key.components().crt_exponents[0]);
    let message: BigUint = (BigUint::from(1u8) << 151) + 1u8;
    let answer = message.modpow(&e, &n).modpow(d_p, p);
    let divisor = num_integer::Integer::gcd(&(&message - &answer), &n);
    assert_eq!(divisor, *p);
    // Exactly the messages below p have a result that encrypts to their ciphertexts. The key releases fewer.
    let answers = |message: &BigUint| {
        let ciphertext = message.modpow(&e, &n);
        ciphertext.modpow(d_p, p).modpow(&e, &n) == ciphertext
    };
    assert!(answers(&(p - 1u8)) && !answers(p));
    let ciphertext = block(&(p - 1u8).modpow(&e, &n), 512);
    assert_eq!(hazmat::decrypt_raw(&key, &ciphertext, Engine::default()), Err(Error::NotDecryptable));
}

#[test]
fn one_bad_ciphertext_of_many_is_named() {
    let key = unbalanced(512, 150, 10);
    let good = key.public_key().encrypt_raw(&[42], Engine::default()).unwrap();
    let bad = [7; 64];
    for engine in Engine::all() {
        let error = hazmat::decrypt_raw_many(&key, &[&good, &bad, &good], engine).unwrap_err();
        assert_eq!(error, Error::Block { index: 1, error: Box::new(Error::NotDecryptable) });
        assert_eq!(error.code(), "decryption-failed");
        for protection in protections() {
            let results =
                key.decrypt_raw_many(&[&good, &bad], Options::new(&mut rng(11)).engine(engine).protection(protection));
            assert_eq!(results, Err(error.clone()));
            let results = key
                .decrypt_raw_many(&[&good, &good], Options::new(&mut rng(11)).engine(engine).protection(protection))
                .unwrap();
            assert!(results.iter().all(|message| message[63] == 42));
        }
    }
}

/// Everything wrong with a ciphertext gives the same error in OAEP. PKCS #1 v1.5 returns a message for each, always the
/// same.
#[test]
fn paddings_do_not_reveal_what_is_wrong() {
    let key = unbalanced(1200, 552, 14);
    let rng = &mut rng(15);
    let engine = Engine::default();
    // 551 bits: 68 bytes and 7 bits, which must be zero.
    let before = &(BigUint::from(1u8) << 544) + 3u8;
    let unpadded = key.public_key().encrypt_raw(&block(&before, 1200), engine).unwrap();
    let of_nothing = vec![7; 150];
    assert_eq!(hazmat::decrypt_raw(&key, &of_nothing, engine), Err(Error::NotDecryptable));
    for ciphertext in [unpadded, of_nothing] {
        let oaep = Oaep::new(Hash::Sha256);
        assert_eq!(key.decrypt_oaep(&ciphertext, &oaep, Options::new(rng)), Err(Error::Decryption));
        let answer = key.decrypt_pkcs1v15(&ciphertext, Options::new(rng)).unwrap();
        assert!(answer.len() <= 68 - 11);
        assert_eq!(key.decrypt_pkcs1v15(&ciphertext, Options::new(rng)), Ok(answer));
    }
}

/// An encoded message with one more bit above it is another ciphertext, which must not decrypt to the same message.
#[test]
fn bits_above_the_encoded_message_are_not_ignored() {
    let key = unbalanced(1200, 552, 16);
    let rng = &mut rng(17);
    let engine = Engine::default();
    let ciphertext = key.public_key().encrypt_pkcs1v15(b"hello", Options::new(rng)).unwrap();
    let encoded = hazmat::decrypt_raw(&key, &ciphertext, engine).unwrap();
    for bit in 544..551 {
        let more = number(&encoded) + (BigUint::from(1u8) << bit);
        let ciphertext = key.public_key().encrypt_raw(&block(&more, 1200), engine).unwrap();
        assert_ne!(key.decrypt_pkcs1v15(&ciphertext, Options::new(rng)).unwrap(), b"hello");
    }
}

#[test]
fn short_primes_have_no_room_for_paddings() {
    let key = unbalanced(512, 64, 18);
    let rng = &mut rng(19);
    let error = key.public_key().encrypt_oaep(&[], &Oaep::new(Hash::Sha256), Options::new(rng)).unwrap_err();
    assert_eq!(error.code(), "key-too-short");
    assert_eq!(
        error.to_string(),
        "OAEP with SHA-256 needs a short prime of at least 529 bits, but that of the key has 64"
    );
    let message = "PKCS #1 v1.5 encryption needs a short prime of at least 89 bits, but that of the key has 64";
    assert_eq!(key.public_key().encrypt_pkcs1v15(&[], Options::new(rng)).unwrap_err().to_string(), message);
    assert_eq!(key.decrypt_pkcs1v15(&[1; 64], Options::new(rng)).unwrap_err().to_string(), message);
    // The shortest key with room: its messages are empty, and so are the results for everything else.
    let key = unbalanced(512, 89, 20);
    let ciphertext = key.public_key().encrypt_pkcs1v15(&[], Options::new(rng)).unwrap();
    assert_eq!(key.decrypt_pkcs1v15(&ciphertext, Options::new(rng)), Ok(vec![]));
    assert_eq!(key.decrypt_pkcs1v15(&[1; 64], Options::new(rng)), Ok(vec![]));
}

#[test]
fn unbalanced_keys_do_not_sign() {
    let key = unbalanced(1200, 560, 21);
    let rng = &mut rng(22);
    let (engine, pss) = (Engine::default(), Pss::new(Hash::Sha256));
    let signed = [
        key.sign_pss(b"a", &pss, Options::new(rng)),
        key.sign_pss_digest(&[0; 32], &pss, Options::new(rng)),
        key.sign_pkcs1v15(b"a", Hash::Sha256, Options::new(rng)),
        key.sign_pkcs1v15_digest(&[0; 32], Hash::Sha256, Options::new(rng)),
    ];
    assert!(signed.iter().all(|result| *result == Err(Error::NoSignatures)));
    let public = key.public_key();
    assert_eq!(public.verify_pss(b"a", &[1; 150], &pss, engine), Err(Error::NoSignatures));
    assert_eq!(public.verify_pkcs1v15(b"a", &[1; 150], Hash::Sha256, engine), Err(Error::NoSignatures));
    assert_eq!(Error::NoSignatures.code(), "wrong-variant");
}

#[test]
fn public_keys_keep_their_bound() {
    let key = unbalanced(512, 150, 23);
    let components = key.public_key().components();
    assert_eq!(components.message_length, Some(149));
    let public = PublicKey::from_components(&components).unwrap();
    assert_eq!(public.components(), components);
    for (length, message) in [
        (62, "message_length is 62 bits, but must be from 63 to 254 bits: messages have one bit less"),
        (255, "message_length is 255 bits, but must be from 63 to 254 bits"),
    ] {
        let wrong = PublicComponents { message_length: Some(length), ..components.clone() };
        let error = PublicKey::from_components(&wrong).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
        assert_eq!((error.code(), error.parameter()), ("invalid-params", Some("message_length")));
    }
    let wrong = PublicComponents { modulus: (BigUint::from(1u8) << 127) + 1u8, ..components };
    assert_eq!(PublicKey::from_components(&wrong).unwrap_err().code(), "invalid-params");
}
