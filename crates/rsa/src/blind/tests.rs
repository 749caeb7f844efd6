use core::ops::ControlFlow;

use modular_powers::Exponent;
use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rand_core::{CryptoRng, TryRng};
use serde_json::Value;
use testing::{Filled, from_hex};

use super::*;
use crate::hazmat::Protection;
use crate::{Components, Engine, KeyParams, Options, PrivateKey, PublicKey, Variant, codes};

const RFC: &str = include_str!("../../tests/blind/rfc9474.json");
const DRAFT: &str = include_str!("../../tests/blind/partially-blind.json");

/// A generator that gives these bytes, then those of another one.
fn scripted(parts: &[&[u8]]) -> impl CryptoRng + use<> {
    let (mut script, mut rng) = (parts.concat(), rng());
    Filled(move |bytes: &mut [u8]| {
        let given = script.len().min(bytes.len());
        bytes[..given].copy_from_slice(&script[..given]);
        script.drain(..given);
        rng.try_fill_bytes(&mut bytes[given..])
    })
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([70; 32])
}

fn bytes(object: &Value, name: &str) -> Vec<u8> {
    from_hex(object[name].as_str().unwrap_or_else(|| panic!("{name} is missing")))
}

fn number(object: &Value, name: &str) -> BigUint {
    BigUint::from_bytes_be(&bytes(object, name))
}

/// The key of a file of test vectors.
fn key_of(file: &Value, variant: Variant) -> PrivateKey {
    let key = &file["key"];
    let [p, q, n, e, d] = ["p", "q", "n", "e", "d"].map(|name| number(key, name));
    let params = KeyParams::new(variant, n.bits() as usize);
    let components = Components::new(&params.check().unwrap(), vec![p, q], vec![e], d);
    assert_eq!(components.modulus, n);
    PrivateKey::from_components(&params, components, &mut rng()).unwrap()
}

/// A key of the draft, for partially blind signatures with 2048 bits.
fn partial_issuer() -> PartialIssuer {
    PartialIssuer::new(key_of(&serde_json::from_str(DRAFT).unwrap(), Variant::Crt), &mut rng()).unwrap()
}

fn generated(variant: Variant, bits: usize) -> PrivateKey {
    PrivateKey::new(&KeyParams::new(variant, bits), &mut rng()).unwrap()
}

fn engines() -> impl Iterator<Item = Engine> {
    Engine::all().filter(|engine| *engine != Engine::NumBigint)
}

#[test]
fn rfc_9474_has_these_vectors() {
    let file: Value = serde_json::from_str(RFC).unwrap();
    let issuers = [Variant::Crt, Variant::Original].map(|variant| Issuer::new(key_of(&file, variant)).unwrap());
    let modulus = issuers[0].public_key().modulus();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 4);
    for vector in vectors {
        let suite = Suite::from_name(vector["suite"].as_str().unwrap()).unwrap();
        let message = suite.prepare(&bytes(vector, "message"), &mut scripted(&[&bytes(vector, "prefix")]));
        assert_eq!(message, [bytes(vector, "prefix"), bytes(vector, "message")].concat());
        let client = Client::new(issuers[0].public_key(), suite, None).unwrap();
        let factor = number(vector, "inverse").modinv(&modulus).unwrap();
        let factor = [vec![0; 512 - factor.to_bytes_be().len()], factor.to_bytes_be()].concat();
        for engine in engines() {
            let mut script = scripted(&[&bytes(vector, "salt"), &factor]);
            let blinded = client.blind(&message, Options::new(&mut script).engine(engine)).unwrap();
            assert_eq!(blinded.blinded_message, bytes(vector, "blindedMessage"));
            assert_eq!(*blinded.inverse, bytes(vector, "inverse"));
            for issuer in &issuers {
                let answer = issuer.blind_sign(&blinded.blinded_message, Options::new(&mut rng()).engine(engine));
                assert_eq!(answer.unwrap(), bytes(vector, "blindSignature"));
            }
            let signature = client.finalize(&message, &bytes(vector, "blindSignature"), &blinded.inverse, engine);
            assert_eq!(signature.as_ref().unwrap(), &bytes(vector, "signature"));
            assert!(client.verify(&message, &signature.unwrap(), engine));
        }
    }
}

#[test]
fn the_draft_has_these_vectors() {
    let file: Value = serde_json::from_str(DRAFT).unwrap();
    let issuer = partial_issuer();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 4);
    for vector in vectors {
        let suite = Suite::from_name(vector["suite"].as_str().unwrap()).unwrap();
        let (message, info) = (bytes(vector, "message"), bytes(vector, "info"));
        let client = Client::new(issuer.public_key(), suite, Some(&info)).unwrap();
        assert_eq!(client.public_key().public_exponent(), number(vector, "exponent"));
        for engine in engines() {
            let mut script = scripted(&[&bytes(vector, "salt"), &bytes(vector, "factor")]);
            let blinded = client.blind(&message, Options::new(&mut script).engine(engine)).unwrap();
            assert_eq!(blinded.blinded_message, bytes(vector, "blindedMessage"));
            for blinding in [true, false] {
                let options = Options::new(&mut script).engine(engine);
                let options = options.protection(Protection { blinding, fault_check: true });
                let answer = issuer.blind_sign(&blinded.blinded_message, &info, options).unwrap();
                assert_eq!(answer, bytes(vector, "blindSignature"));
            }
            let answer = bytes(vector, "blindSignature");
            let signature = client.finalize(&message, &answer, &blinded.inverse, engine).unwrap();
            assert_eq!(signature, bytes(vector, "signature"));
            assert!(client.verify(&message, &signature, engine));
        }
    }
}

/// With a message or metadata that were not signed, in every suite; and lists give what single calls give.
#[test]
fn all_suites_sign_lists() {
    let (usual, partial) = (Issuer::new(generated(Variant::MultiPrime, 1024)).unwrap(), partial_issuer());
    for suite in Suite::ALL {
        let info: Option<&[u8]> = suite.is_partial().then_some(b"a week");
        let key = if suite.is_partial() { partial.public_key() } else { usual.public_key() };
        let client = Client::new(key, suite, info).unwrap();
        let mut rng = rng();
        let messages: Vec<Vec<u8>> = (0..5u8).map(|byte| suite.prepare(&[byte], &mut rng)).collect();
        assert_eq!(messages[0].len(), suite.prefix_length() + 1);
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let requests = client.blind_many(&messages, Options::new(&mut rng)).unwrap();
        let blinded: Vec<&[u8]> = requests.iter().map(|request| &request.blinded_message[..]).collect();
        let answers = match info {
            None => usual.blind_sign_many(&blinded, Options::new(&mut rng)),
            Some(info) => partial.blind_sign_many(&blinded, info, Options::new(&mut rng)),
        };
        let answers: Vec<Vec<u8>> = answers.unwrap().into_iter().map(Result::unwrap).collect();
        let unfinished = |((message, answer), request): ((&&'_ [u8], &'_ Vec<u8>), &'_ Blinded)| {
            client.finalize(message, answer, &request.inverse, Engine::default()).unwrap()
        };
        let signatures: Vec<Vec<u8>> = messages.iter().zip(&answers).zip(&requests).map(unfinished).collect();
        for (index, signature) in signatures.iter().enumerate() {
            for (other, message) in messages.iter().enumerate() {
                assert_eq!(client.verify(message, signature, Engine::default()), index == other);
            }
        }
        // An answer that belongs to another request, in its place only.
        let mut mixed: Vec<Unfinished<'_>> = (0..5)
            .map(|at| Unfinished {
                message: messages[at],
                blind_signature: &answers[at],
                inverse: &requests[at].inverse,
            })
            .collect();
        mixed[3].blind_signature = &answers[2];
        let finished = client.finalize_many(&mixed, Engine::default());
        for (at, result) in finished.into_iter().enumerate() {
            assert_eq!(result, if at == 3 { Err(Error::InvalidSignature) } else { Ok(signatures[at].clone()) });
        }
        // Other suites accept a signature only if its salt is as long.
        for other in Suite::ALL.into_iter().filter(|other| other.is_partial() == suite.is_partial()) {
            let client = Client::new(key, other, info).unwrap();
            let is_valid = client.verify(messages[0], &signatures[0], Engine::default());
            assert_eq!(is_valid, other.name().contains("ZERO") == suite.name().contains("ZERO"));
        }
        if suite.is_partial() {
            let other = Client::new(key, suite, Some(b"a day")).unwrap();
            assert!(!other.verify(messages[0], &signatures[0], Engine::default()));
        }
        assert!(client.blind_many(&[], Options::new(&mut rng)).unwrap().is_empty());
    }
}

#[test]
fn keys_of_every_variant_that_signs_can_issue() {
    let suite = Suite::from_name("RSABSSA-SHA384-PSS-Deterministic").unwrap();
    for variant in Variant::ALL {
        let key = if variant == Variant::SchemeA {
            PrivateKey::sample(variant, 1024).unwrap()
        } else {
            generated(variant, 1024)
        };
        if variant == Variant::Unbalanced {
            assert_eq!(Client::new(key.public_key(), suite, None).unwrap_err(), crate::Error::NoSignatures.into());
            assert_eq!(Issuer::new(key).unwrap_err(), crate::Error::NoSignatures.into());
            continue;
        }
        let client = Client::new(key.public_key(), suite, None).unwrap();
        let request = client.blind(b"message", Options::new(&mut rng())).unwrap();
        let issuer = Issuer::new(key).unwrap();
        let answer = issuer.blind_sign(&request.blinded_message, Options::new(&mut rng())).unwrap();
        let signature = client.finalize(b"message", &answer, &request.inverse, Engine::default());
        assert!(signature.is_ok(), "{variant:?}");
    }
}

#[test]
fn wrong_inputs_are_refused() {
    let key = generated(Variant::Crt, 1024);
    let modulus = key.public_key().modulus().to_bytes_be();
    let client = Client::new(key.public_key(), Suite::ALL[0], None).unwrap();
    let request = client.blind(b"message", Options::new(&mut rng())).unwrap();
    let key = Issuer::new(key).unwrap();
    let length = |parameter, bytes| Error::Length { parameter, bytes, modulus_bytes: 128 };
    for (blinded, error) in [
        (&[0; 127][..], length("blinded_message", 127)),
        (&[0; 129], length("blinded_message", 129)),
        (&modulus, Error::Range { parameter: "blinded_message" }),
    ] {
        assert_eq!(key.blind_sign(blinded, Options::new(&mut rng())), Err(error.clone()));
        // In its place only.
        let both = key.blind_sign_many(&[blinded, &request.blinded_message], Options::new(&mut rng())).unwrap();
        assert_eq!(both[0], Err(error));
        assert!(both[1].is_ok());
    }
    for (answer, inverse, error) in [
        (&[0; 127][..], &request.inverse[..], length("blind_signature", 127)),
        (&[1; 128], &request.inverse[1..], length("inverse", 127)),
        (&modulus, &request.inverse, Error::Range { parameter: "blind_signature" }),
        (&[1; 128], &modulus, Error::Range { parameter: "inverse" }),
        (&[1; 128], &request.inverse, Error::InvalidSignature),
    ] {
        assert_eq!(client.finalize(b"message", answer, inverse, Engine::default()), Err(error));
    }
    for signature in [&[0; 127][..], &[0; 128], &modulus] {
        assert!(!client.verify(b"message", signature, Engine::default()));
    }
}

/// 3 divides this modulus, so it divides every third encoded message.
#[test]
fn messages_that_share_a_factor_with_the_modulus_are_refused() {
    let modulus = generated(Variant::Crt, 1024).public_key().modulus() * 3u8;
    let key = PublicKey::new(&modulus, &65537u32.into()).unwrap();
    let client = Client::new(&key, Suite::from_name("RSABSSA-SHA384-PSSZERO-Deterministic").unwrap(), None).unwrap();
    let mut refused = 0;
    for byte in 0..30u8 {
        match client.blind(&[byte], Options::new(&mut rng())) {
            // If only a factor has no inverse, another is drawn.
            Ok(_) => {}
            Err(error) => {
                assert_eq!(error, Error::NotCoprime);
                refused += 1;
            }
        }
    }
    assert!((1..30).contains(&refused), "{refused}");
}

#[test]
fn keys_suites_and_metadata_must_fit() {
    let key = generated(Variant::Crt, 1024);
    let [usual, partial] = [Suite::ALL[0], Suite::ALL[4]];
    let new = |suite, info: Option<&[u8]>| Client::new(key.public_key(), suite, info).map(drop);
    assert_eq!(new(usual, Some(b"")), Err(Error::Info(usual)));
    assert_eq!(new(partial, None), Err(Error::Info(partial)));
    assert_eq!(new(partial, Some(b"")), Ok(()));
    let new = |key: &PrivateKey| PartialIssuer::new(key.clone(), &mut rng()).map(drop);
    assert_eq!(new(&key), Err(Error::SafePrimes));
    assert_eq!(new(&generated(Variant::MultiPrime, 1024)), Err(Error::SafePrimes));
    let made = generate_partial_key(1024, &mut rng(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((made.params().variant, new(&made)), (Variant::Crt, Ok(())));
    made.check(&mut rng()).unwrap();
    let aborted = generate_partial_key(1024, &mut rng(), |_| ControlFlow::Break(()));
    assert_eq!(aborted.err(), Some(crate::Error::Aborted.into()));
    for bits in [256, 1000, 3072, 16384] {
        let refused = generate_partial_key(bits, &mut rng(), |_| ControlFlow::Continue(()));
        assert_eq!(refused.err(), Some(Error::ModulusLength(bits)));
    }
    let odd = generated(Variant::Crt, 1032);
    assert_eq!(new(&odd), Err(Error::ModulusLength(1032)));
    let refused = Client::new(odd.public_key(), partial, Some(b"info"));
    assert_eq!(refused.unwrap_err(), Error::ModulusLength(1032));
    let short = Client::new(generated(Variant::Crt, 512).public_key(), usual, None).unwrap_err();
    assert_eq!((short.code(), short.parameter()), (codes::KEY_TOO_SHORT, None));
    assert_eq!(Suite::from_name("RSABSSA").unwrap_err().parameter(), Some("suite"));
}

/// RFC 9474, section 4.3, and the draft have the check as a step of BlindSign.
#[test]
fn issuers_refuse_to_skip_the_check() {
    let issuer = Issuer::new(generated(Variant::Crt, 1024)).unwrap();
    let unchecked = Protection { blinding: true, fault_check: false };
    let refused = issuer.blind_sign(&[1; 128], Options::new(&mut rng()).protection(unchecked)).unwrap_err();
    assert_eq!(
        (&refused, refused.code(), refused.parameter()),
        (&Error::Unchecked, codes::INVALID_PARAMS, Some("fault_check"))
    );
    assert!(refused.to_string().starts_with("fault_check must stay on"));
    let refused = partial_issuer().blind_sign(&[1; 256], b"info", Options::new(&mut rng()).protection(unchecked));
    assert_eq!(refused, Err(Error::Unchecked));
}

/// Metadata are chosen by attackers, and a key is derived from them for each call. A fault there must release nothing either.
#[cfg(feature = "fault-injection")]
#[test]
fn every_single_fault_of_a_partial_issuer_is_found() {
    use modular_powers::fault::{Fault, Kind, run};
    let key = generate_partial_key(512, &mut rng(), |_| ControlFlow::Continue(())).unwrap();
    let issuer = PartialIssuer::new(key, &mut rng()).unwrap();
    let sign = |engine| issuer.blind_sign(&[1; 64], b"info", Options::new(&mut rng()).engine(engine));
    for engine in [Engine::Lanes, Engine::Scalar] {
        let (right, visits) = run(None, || sign(engine));
        assert!(visits.iter().filter(|visit| visit.point == "derived exponent").count() == 2 && right.is_ok());
        for (visit, name) in visits.iter().map(|visit| visit.point).enumerate() {
            let faults = if name == "derived exponent" { 60 } else { usize::from(visit % 41 == 0) };
            for random in (1..=faults as u64).map(|each| (each + visit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
                for kind in [Kind::Flip, Kind::Clear, Kind::Replace] {
                    let (result, _) = run(Some(Fault { visit, kind, random }), || sign(engine));
                    let detected = result == Err(crate::Error::FaultDetected.into());
                    assert!(detected || result == right, "{engine:?}, {name}, {kind:?}: {result:02x?}");
                }
            }
        }
    }
}

/// A wrong share of one prime would reveal the other.
#[test]
fn an_issuer_whose_key_is_damaged_refuses() {
    let damages: [fn(&mut PartialIssuer); 2] = [
        |issuer| issuer.public_key = issuer.public_key.with_exponent(&3u8.into()).unwrap(),
        |issuer| issuer.orders[1].inverting = Exponent::secret(&12345u32.into(), 1023),
    ];
    for damage in damages {
        let mut issuer = partial_issuer();
        assert!(issuer.blind_sign(&[1; 256], b"info", Options::new(&mut rng())).is_ok());
        damage(&mut issuer);
        let refused = issuer.blind_sign(&[1; 256], b"info", Options::new(&mut rng()));
        assert_eq!(refused, Err(crate::Error::FaultDetected.into()));
    }
}
