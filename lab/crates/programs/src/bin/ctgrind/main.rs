//! Runs private operations whose secrets valgrind tracks. `node lab/ctgrind.mjs` compiles this with `--cfg ctgrind` and runs
//! it.
//!
//! All prepared numbers of a key, except those of its public key, and all random numbers are secret. Each test prints a
//! line of JSON: its name, whether it is a control, and how many errors valgrind found. Controls leak on purpose.
//!
//! Two kinds of secrets are not marked: the numbers that num-bigint keeps for export (implicit rejection uses d), and
//! single words within structures, such as −p⁻¹ modulo 2^29.

use core::ops::ControlFlow;
use std::hint::black_box;

use ctgrind::{Numbers, Recorder, classify};
use modular_powers::{Exponent, Exponentiation, FixedBase, Modulus, Natural};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{SeedableRng, TryCryptoRng, TryRng};
use rsa_variants::blind::{Client, PartialIssuer, Suite, generate_partial_key};
use rsa_variants::{Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Pss, PublicKey, Variant, hazmat};

#[global_allocator]
static RECORDER: Recorder = Recorder::new();

/// Random numbers that valgrind treats as secrets.
struct SecretRng(ChaCha20Rng);

impl TryRng for SecretRng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0.try_fill_bytes(bytes)?;
        classify(bytes);
        Ok(())
    }
}

impl TryCryptoRng for SecretRng {}

fn main() {
    if !ctgrind::is_running() {
        eprintln!("this runs under valgrind: node lab/ctgrind.mjs");
        std::process::exit(1);
    }
    control("square and multiply with a branch on each bit", |secret| {
        (0..32).rev().fold(1u64, |power, bit| {
            let square = power * power % 1_000_003;
            if black_box(secret >> bit) & 1 == 1 { square * 3 % 1_000_003 } else { square }
        })
    });
    control("a table entry read by its index", |secret| {
        black_box(&[3u64, 1, 4, 1, 5, 9, 2, 6])[(black_box(secret) & 7) as usize]
    });
    for variant in Variant::ALL {
        let made = generated(variant);
        for engine in Engine::all().filter(|engine| *engine != Engine::NumBigint) {
            // A separate key for each test, without blinding factors from the other test.
            let key = Key::new(&made);
            key.raw(engine);
            if variant == Variant::Crt {
                key.paddings(engine);
            }
        }
        if variant == Variant::Crt {
            Engine::all().for_each(|engine| exponentiation(&made, engine));
            fixed_base(&made);
            for engine in Engine::all().filter(|engine| *engine != Engine::NumBigint) {
                blind_client(&made, engine);
                blind_issuer(engine);
            }
        }
    }
}

/// Runs a test and prints how many errors valgrind found.
fn test<T>(name: &str, is_control: bool, work: impl FnOnce() -> T) {
    eprintln!("test: {name}");
    let before = ctgrind::errors();
    black_box(work());
    let errors = ctgrind::errors() - before;
    println!(r#"{{"name":{name:?},"isControl":{is_control},"errors":{errors}}}"#);
}

/// A computation on 32 secret bits that leaks them.
fn control(name: &str, leak: fn(u32) -> u64) {
    let mut secret = [0x5a5a_1234u32];
    classify(&mut secret);
    test(name, true, || leak(black_box(secret)[0]));
}

fn random() -> SecretRng {
    SecretRng(ChaCha20Rng::from_seed([90; 32]))
}

fn generated(variant: Variant) -> PrivateKey {
    match variant {
        // Scheme A: generating its keys takes long, especially under valgrind.
        Variant::SchemeA => PrivateKey::sample(variant, 1024),
        _ => {
            let params = KeyParams::new(variant, 768);
            PrivateKey::new(&params, &mut ChaCha20Rng::from_seed([91; 32]))
        }
    }
    .expect("allowed parameters")
}

/// An exponentiation with a secret base and a secret exponent. `num-bigint` leaks.
fn exponentiation(key: &PrivateKey, engine: Engine) {
    let modulus = Modulus::new(&key.public_key().modulus()).expect("odd");
    let mut base = vec![0x5au8; 32];
    classify(&mut base);
    let base = Natural::from_be_bytes(&base, modulus.bit_length());
    let exponent = secret_exponent();
    test(&format!("exponentiation, {}", engine.name()), engine == Engine::NumBigint, || {
        engine.exponentiate(&[Exponentiation { base: &base, exponent: &exponent, modulus: &modulus }])
    });
}

/// A power of a fixed base with a secret exponent, with squarings between the steps and without.
fn fixed_base(key: &PrivateKey) {
    let modulus = Modulus::new(&key.public_key().modulus()).expect("odd");
    let exponent = secret_exponent();
    for kilobytes in [4, 256] {
        let table = FixedBase::new(&modulus, &BigUint::from(3u8), 256, kilobytes << 10).expect("enough memory");
        test(&format!("fixed base, {kilobytes} KiB"), false, || table.pow_fixed_width(&exponent).expect("256 bits"));
    }
}

/// The client of a blind signature: salt and blinding factor are secret, and so is the inverse.
fn blind_client(key: &PrivateKey, engine: Engine) {
    let suite = Suite::from_name("RSABSSA-SHA384-PSSZERO-Deterministic").expect("a suite");
    let client = Client::new(key.public_key(), suite, None).expect("a long key");
    let messages = [&b"one"[..], b"two", b"three"];
    let mut rng = random();
    let mut requests = Vec::new();
    test(&format!("blinding of three messages, {}", engine.name()), false, || {
        requests = client.blind_many(&messages, Options::new(&mut rng).engine(engine)).expect("an RSA key");
    });
    for request in &mut requests {
        request.blinded_message.iter_mut().for_each(|byte| *byte = ctgrind::declassify(*byte));
    }
    let answer =
        key.decrypt_raw(&requests[0].blinded_message, Options::new(&mut random()).engine(engine)).expect("signed");
    // Signatures are published: what the client computes from them is not secret.
    test(&format!("BlindSign and Finalize, {}", engine.name()), false, || {
        let answer: Vec<u8> = answer.iter().map(|byte| ctgrind::declassify(*byte)).collect();
        client.finalize(b"one", &answer, &requests[0].inverse, engine)
    });
}

/// The issuer of partially blind signatures: all prepared numbers but those of the public key are secret.
fn blind_issuer(engine: Engine) {
    let mut open = ChaCha20Rng::from_seed([93; 32]);
    let key = generate_partial_key(512, &mut open, |_| ControlFlow::Continue(())).expect("an allowed length");
    let (public, public_numbers) =
        RECORDER.record(|| PublicKey::from_components(&key.public_key().components()).expect("a public key"));
    let public_bytes: Vec<Vec<u8>> = public_numbers.iter().map(Numbers::bytes).collect();
    let (issuer, numbers) = RECORDER.record(|| PartialIssuer::new(key, &mut open).expect("safe primes"));
    let secret: Vec<Numbers> = numbers.into_iter().filter(|numbers| !public_bytes.contains(&numbers.bytes())).collect();
    assert!(secret.len() > 4, "the issuer has secret numbers");
    secret.iter().for_each(Numbers::classify);
    drop(public);
    let blocks = [1u8, 2, 3].map(|byte| [vec![0], vec![byte; 63]].concat());
    let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
    let mut rng = random();
    test(&format!("three partially blind signatures, {}", engine.name()), false, || {
        issuer.blind_sign_many(&blocks, b"metadata", Options::new(&mut rng).engine(engine)).expect("signed")
    });
}

/// A secret exponent of 256 bits.
fn secret_exponent() -> Box<Exponent> {
    let (exponent, numbers) = RECORDER.record(|| Box::new(Exponent::secret(&(BigUint::from(3u8) << 254), 256)));
    numbers.iter().for_each(Numbers::classify);
    exponent
}

/// A key whose prepared numbers are secret.
struct Key {
    key: PrivateKey,
    name: &'static str,
}

impl Key {
    fn new(made: &PrivateKey) -> Self {
        let variant = made.params().variant;
        let (params, components) = (made.params(), made.components().clone());
        let (public, public_numbers) = RECORDER.record(|| {
            let key = |key: &PublicKey| PublicKey::from_components(&key.components()).expect("a public key");
            made.public_keys().iter().map(key).collect::<Vec<_>>()
        });
        let public_bytes: Vec<Vec<u8>> = public_numbers.iter().map(Numbers::bytes).collect();
        let (key, numbers) = RECORDER.record(|| PrivateKey::restore(&params, components).expect("the same key"));
        // The exponents of the batch tree are products of public exponents, of one word each.
        let is_public = |bytes: &Vec<u8>| public_bytes.contains(bytes) || variant == Variant::Batch && bytes.len() <= 4;
        let secret: Vec<Numbers> = numbers.into_iter().filter(|numbers| !is_public(&numbers.bytes())).collect();
        assert!(!secret.is_empty(), "{variant:?}: nothing is secret");
        secret.iter().for_each(Numbers::classify);
        drop(public);
        Self { key, name: variant.name() }
    }

    /// Private operations without guards, with guards, and with several ciphertexts at once.
    fn raw(&self, engine: Engine) {
        let Self { key, name } = self;
        let length = key.public_key().modulus_length() / 8;
        let block = |byte| match key.public_key().message_length() {
            // Unbalanced keys only decrypt ciphertexts of their messages.
            Some(bits) => key.public_key().encrypt_raw(&vec![byte; bits / 8], engine).expect("a message"),
            None => [vec![0], vec![byte; length - 1]].concat(),
        };
        let blocks: Vec<Vec<u8>> = (1..=3u8).map(block).collect();
        let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
        let engine_name = engine.name();
        test(&format!("{name}, bare, {engine_name}"), false, || hazmat::decrypt_raw(key, blocks[0], engine).unwrap());
        // The first use draws blinding factors, the second squares them.
        let mut rng = random();
        for use_of_factors in ["drawn", "squared"] {
            test(&format!("{name}, guarded, factors {use_of_factors}, {engine_name}"), false, || {
                key.decrypt_raw(blocks[1], Options::new(&mut rng).engine(engine)).unwrap()
            });
        }
        test(&format!("{name}, three guarded at once, {engine_name}"), false, || {
            key.decrypt_raw_many(&blocks, Options::new(&mut rng).engine(engine)).unwrap()
        });
        let batch = key.public_keys().len();
        if batch > 1 {
            let blocks: Vec<&[u8]> = blocks.iter().copied().cycle().take(batch).collect();
            test(&format!("{name}, a guarded batch, {engine_name}"), false, || {
                key.decrypt_raw_batch(&blocks, Options::new(&mut rng).engine(engine)).unwrap()
            });
        }
    }

    /// Decryption of valid and invalid paddings, and signatures.
    fn paddings(&self, engine: Engine) {
        let Self { key, .. } = self;
        let mut rng = random();
        let test = |name: &str, work: &mut dyn FnMut()| test(&format!("{name}, {}", engine.name()), false, work);
        let public = key.public_key();
        let mut open = ChaCha20Rng::from_seed([92; 32]);
        // A hash function with blocks of words, and the sponge.
        for hash in [Hash::Sha1, Hash::Sha3_224] {
            let (oaep, name) = (Oaep::new(hash), hash.name());
            let good = public.encrypt_oaep(b"secret", &oaep, Options::new(&mut open).engine(engine)).unwrap();
            let mut bad = good.clone();
            bad[40] ^= 1;
            test(&format!("OAEP with {name}, right"), &mut || {
                drop(key.decrypt_oaep(&good, &oaep, Options::new(&mut rng).engine(engine)).unwrap());
            });
            test(&format!("OAEP with {name}, wrong"), &mut || {
                assert_eq!(
                    key.decrypt_oaep(&bad, &oaep, Options::new(&mut rng).engine(engine)),
                    Err(Error::Decryption)
                );
            });
        }
        let good = public.encrypt_pkcs1v15(b"message", Options::new(&mut open).engine(engine)).unwrap();
        let mut bad = good.clone();
        bad[40] ^= 1;
        for (name, ciphertext) in [("right", good), ("wrong", bad)] {
            test(&format!("PKCS #1 v1.5 decryption, {name}"), &mut || {
                drop(key.decrypt_pkcs1v15(&ciphertext, Options::new(&mut rng).engine(engine)).unwrap());
            });
        }
        let pss = Pss::new(Hash::Sha256);
        test("PSS, signed", &mut || {
            drop(key.sign_pss(b"message", &pss, Options::new(&mut rng).engine(engine)).unwrap());
        });
        test("PKCS #1 v1.5, signed", &mut || {
            drop(key.sign_pkcs1v15(b"message", Hash::Sha256, Options::new(&mut rng).engine(engine)).unwrap());
        });
    }
}
