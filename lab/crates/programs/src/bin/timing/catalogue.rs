//! The tests.

use core::ops::ControlFlow;
use std::rc::Rc;

use modular_powers::random::in_interval;
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_core::CryptoRng;
use rsa_variants::blind::{Client, PartialIssuer, Suite, generate_partial_key};
use rsa_variants::{Engine, Hash, KeyParams, Oaep, Options, PrivateKey, Variant, hazmat};

use crate::blocks::Blocks;
use crate::exponents::{Exponents, Others};
use crate::measure::{Class, Subject};
use crate::oaep::{self, Mistake};
use crate::pkcs1v15::{self, Encoding};

/// An operation on inputs of two classes.
pub(crate) struct Test {
    pub(crate) name: String,
    /// The part of the report. Tests of the part `control` leak and must be detected.
    pub(crate) part: &'static str,
    pub(crate) operation: String,
    pub(crate) classes: [&'static str; 2],
    /// Prepares the operation, with its key.
    pub(crate) subject: Box<dyn Fn() -> Box<dyn Subject>>,
}

/// All tests, in the order of the report.
pub(crate) fn catalogue() -> Vec<Test> {
    let mut engines = vec![Engine::Scalar];
    engines.extend(Some(Engine::default()).filter(|engine| *engine != Engine::Scalar));
    let ours = engines.into_iter().flat_map(|engine| {
        let raw = [Special::Fixed, Special::One, Special::MultipleOfPrime].map(|special| raw(special, engine));
        let guarded = [Special::Fixed, Special::MultipleOfPrime].map(|special| guarded(special, engine));
        let oaep = [
            (Mistake::FirstByte, Mistake::LabelHash),
            (Mistake::FirstByte, Mistake::Separator),
            (Mistake::LabelHash, Mistake::Separator),
        ]
        .map(|mistakes| oaep_failure(mistakes, engine));
        let pkcs1v15 = [Encoding::WrongType, Encoding::NoSeparator].map(|wrong| implicit_rejection(wrong, engine));
        let exponents = [Others::Random, Others::OnlyOnes].map(|others| exponent(others, engine));
        let blind = [blind(engine), blind_sign(engine)];
        raw.into_iter().chain(guarded).chain(blind).chain(exponents).chain(oaep).chain(pkcs1v15).collect::<Vec<_>>()
    });
    let tables = [Others::Random, Others::OnlyOnes].map(fixed_base);
    ours.chain(tables).chain([early_exit(), num_bigint()]).collect()
}

/// A special ciphertext, to be compared with random ones.
#[derive(Clone, Copy)]
enum Special {
    Fixed,
    One,
    MultipleOfPrime,
}

impl Special {
    fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::One => "one",
            Self::MultipleOfPrime => "multiple",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Fixed => "one ciphertext",
            Self::One => "the ciphertext 1",
            Self::MultipleOfPrime => "multiples of p",
        }
    }
}

/// Ciphertexts of both classes: special ones, and random ones.
fn ciphertexts(key: &Rc<PrivateKey>, special: Special) -> impl FnMut(Class, &mut dyn CryptoRng) -> Vec<u8> + use<> {
    let key = Rc::clone(key);
    let modulus = key.public_key().modulus();
    let fixed = in_interval(&BigUint::ZERO, &modulus, &mut random()).expect("a sound generator");
    move |class, rng| {
        let number = match (class, special) {
            (Class::Second, _) => in_interval(&BigUint::ZERO, &modulus, rng).expect("a sound generator"),
            (Class::First, Special::Fixed) => fixed.clone(),
            (Class::First, Special::One) => BigUint::from(1u8),
            (Class::First, Special::MultipleOfPrime) => {
                let [p, q] = [0, 1].map(|index| &key.components().primes[index]);
                p * in_interval(&BigUint::from(1u8), q, rng).expect("a sound generator")
            }
        };
        padded(&number, modulus.bits() as usize / 8)
    }
}

/// The private operation of RFC 8017 without guards.
fn raw(special: Special, engine: Engine) -> Test {
    Test {
        name: format!("raw-{}-{}", special.name(), engine.name()),
        part: "raw",
        operation: format!("private operation, bare, n 2048, `{}`", engine.name()),
        classes: [special.text(), "random ciphertexts"],
        subject: Box::new(move || raw_subject(2048, special, engine)),
    }
}

fn raw_subject(modulus_length: usize, special: Special, engine: Engine) -> Box<dyn Subject> {
    let key = Rc::new(key(modulus_length));
    let ciphertexts = ciphertexts(&key, special);
    Box::new(Blocks::new(modulus_length / 8, ciphertexts, move |block| hazmat::decrypt_raw(&key, block, engine)))
}

/// The same with blinding and fault check.
fn guarded(special: Special, engine: Engine) -> Test {
    let subject = move || -> Box<dyn Subject> {
        let key = Rc::new(key(2048));
        let mut rng = random();
        let operation = {
            let key = Rc::clone(&key);
            move |block: &[u8]| key.decrypt_raw(block, Options::new(&mut rng).engine(engine))
        };
        Box::new(Blocks::new(256, ciphertexts(&key, special), operation))
    };
    Test {
        name: format!("guarded-{}-{}", special.name(), engine.name()),
        part: "guarded",
        operation: format!("private operation, guarded, n 2048, `{}`", engine.name()),
        classes: [special.text(), "random ciphertexts"],
        subject: Box::new(subject),
    }
}

/// Blinding of a message for a blind signature.
fn blind(engine: Engine) -> Test {
    let subject = move || -> Box<dyn Subject> {
        let suite = Suite::from_name("RSABSSA-SHA384-PSS-Deterministic").expect("a suite");
        let client = Client::new(key(2048).public_key(), suite, None).expect("a long key");
        let mut rng = random();
        let message = |class, rng: &mut dyn CryptoRng| {
            let mut message = vec![0; 32];
            if class == Class::Second {
                rng.fill_bytes(&mut message);
            }
            message
        };
        Box::new(Blocks::new(32, message, move |message| client.blind(message, Options::new(&mut rng).engine(engine))))
    };
    Test {
        name: format!("blind-{}", engine.name()),
        part: "blind",
        operation: format!("blinding of a message, n 2048, `{}`", engine.name()),
        classes: ["one message", "random messages"],
        subject: Box::new(subject),
    }
}

/// A partially blind signature, with a derived exponent.
fn blind_sign(engine: Engine) -> Test {
    let subject = move || -> Box<dyn Subject> {
        let mut rng = random();
        let key = generate_partial_key(1024, &mut rng, |_| ControlFlow::Continue(())).expect("an allowed length");
        let issuer = PartialIssuer::new(key.clone(), &mut rng).expect("safe primes");
        let operation =
            move |block: &[u8]| issuer.blind_sign(block, b"metadata", Options::new(&mut rng).engine(engine));
        Box::new(Blocks::new(128, ciphertexts(&Rc::new(key), Special::Fixed), operation))
    };
    Test {
        name: format!("blind-sign-{}", engine.name()),
        part: "blind",
        operation: format!("partially blind signature, guarded, n 1024, `{}`", engine.name()),
        classes: ["one request", "random requests"],
        subject: Box::new(subject),
    }
}

/// Their name and their text.
fn describe(others: Others) -> (&'static str, &'static str) {
    match others {
        Others::Random => ("random", "random exponents"),
        Others::OnlyOnes => ("ones", "exponents of only ones"),
    }
}

/// An exponentiation modulo a prime, as in a private operation.
fn exponent(others: Others, engine: Engine) -> Test {
    let (name, text) = describe(others);
    Test {
        name: format!("exponent-{name}-{}", engine.name()),
        part: "exponent",
        operation: format!("exponentiation with a secret exponent, 512 bits, `{}`", engine.name()),
        classes: ["exponents of two ones", text],
        subject: Box::new(move || Box::new(Exponents::new(&key(1024).components().primes[0], others, engine))),
    }
}

/// A power of one base with a table.
fn fixed_base(others: Others) -> Test {
    let (name, text) = describe(others);
    Test {
        name: format!("fixed-base-{name}"),
        part: "exponent",
        operation: "power of a fixed base with a table, 512 bits".to_owned(),
        classes: ["exponents of two ones", text],
        subject: Box::new(move || Box::new(Exponents::of_fixed_base(&key(1024).components().primes[0], others))),
    }
}

/// Ciphertexts of encoded messages with one of two errors.
fn mistaken(
    key: &Rc<PrivateKey>,
    mistakes: (Mistake, Mistake),
) -> impl FnMut(Class, &mut dyn CryptoRng) -> Vec<u8> + use<> {
    let key = Rc::clone(key);
    move |class, rng| {
        let mistake = if class == Class::First { mistakes.0 } else { mistakes.1 };
        let length = key.public_key().modulus_length() / 8;
        encrypted(&key, &oaep::encode(mistake, length, rng))
    }
}

/// A decryption that OAEP refuses.
fn oaep_failure(mistakes: (Mistake, Mistake), engine: Engine) -> Test {
    let text = |mistake| match mistake {
        Mistake::FirstByte => ("first-byte", "first byte wrong"),
        Mistake::LabelHash => ("label-hash", "label's hash wrong"),
        Mistake::Separator => ("separator", "no separator"),
    };
    let [first, second] = [mistakes.0, mistakes.1].map(text);
    let subject = move || -> Box<dyn Subject> {
        let key = Rc::new(key(1024));
        let (oaep, mut rng) = (Oaep::new(Hash::Sha256), random());
        let operation = {
            let key = Rc::clone(&key);
            move |block: &[u8]| key.decrypt_oaep(block, &oaep, Options::new(&mut rng).engine(engine))
        };
        Box::new(Blocks::new(128, mistaken(&key, mistakes), operation))
    };
    Test {
        name: format!("oaep-{}-{}-{}", first.0, second.0, engine.name()),
        part: "oaep",
        operation: format!("OAEP decryption that fails, n 1024, `{}`", engine.name()),
        classes: [first.1, second.1],
        subject: Box::new(subject),
    }
}

/// A decryption with PKCS #1 v1.5, which never fails.
fn implicit_rejection(wrong: Encoding, engine: Engine) -> Test {
    let (name, text) = match wrong {
        Encoding::NoSeparator => ("separator", "no separator"),
        _ => ("type", "second byte wrong"),
    };
    let subject = move || -> Box<dyn Subject> {
        let key = Rc::new(key(1024));
        let prepare = {
            let key = Rc::clone(&key);
            move |class, rng: &mut dyn CryptoRng| {
                let encoding = if class == Class::First { Encoding::Right } else { wrong };
                encrypted(&key, &pkcs1v15::encode(encoding, 128, rng))
            }
        };
        let mut rng = random();
        let operation = move |block: &[u8]| key.decrypt_pkcs1v15(block, Options::new(&mut rng).engine(engine));
        Box::new(Blocks::new(128, prepare, operation))
    };
    Test {
        name: format!("pkcs1v15-{name}-{}", engine.name()),
        part: "pkcs1v15",
        operation: format!("PKCS #1 v1.5 decryption, n 1024, `{}`", engine.name()),
        classes: ["good padding", text],
        subject: Box::new(subject),
    }
}

/// A control: the same private operation, then a check of OAEP that returns early.
fn early_exit() -> Test {
    let mistakes = (Mistake::FirstByte, Mistake::LabelHash);
    let subject = move || -> Box<dyn Subject> {
        let key = Rc::new(key(1024));
        let operation = {
            let key = Rc::clone(&key);
            move |block: &[u8]| {
                let mut encoded = hazmat::decrypt_raw(&key, block, Engine::Scalar).expect("below the modulus");
                oaep::decode_with_early_exit(&mut encoded).map(<[u8]>::len)
            }
        };
        Box::new(Blocks::new(128, mistaken(&key, mistakes), operation))
    };
    Test {
        name: "control-early-exit".into(),
        part: "control",
        operation: "OAEP decryption with an early exit, n 1024".into(),
        classes: ["first byte wrong", "label's hash wrong"],
        subject: Box::new(subject),
    }
}

/// A control: arithmetic in variable time.
fn num_bigint() -> Test {
    Test {
        name: "control-num-bigint".into(),
        part: "control",
        operation: "private operation, bare, n 1024, `num-bigint`".into(),
        classes: [Special::MultipleOfPrime.text(), "random ciphertexts"],
        subject: Box::new(|| raw_subject(1024, Special::MultipleOfPrime, Engine::NumBigint)),
    }
}

fn encrypted(key: &PrivateKey, encoded: &[u8]) -> Vec<u8> {
    key.public_key().encrypt_raw(encoded, Engine::Scalar).expect("below the modulus")
}

fn padded(number: &BigUint, length: usize) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    [vec![0; length - bytes.len()], bytes].concat()
}

/// A key with two primes, the same in every run.
pub(crate) fn key(modulus_length: usize) -> PrivateKey {
    let params = KeyParams::new(Variant::Crt, modulus_length);
    PrivateKey::new(&params, &mut random()).expect("allowed parameters")
}

/// Random numbers, the same in every run.
pub(crate) fn random() -> ChaCha20Rng {
    ChaCha20Rng::from_seed(*b"a seed made for timing alone....")
}
