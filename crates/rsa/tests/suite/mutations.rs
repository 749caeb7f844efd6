//! Damaged keys in every format. There must be no panic and no hang, and the result is a clear error or a sound key.
//!
//! The suite runs 40,000 inputs; `node lab/fuzz.mjs` runs more, different ones each time. An input depends only
//! on seed and index, which a failure prints, so you can reproduce it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pkcs8::PrivateKeyInfoRef;
use pkcs8::pkcs5::pbes2::Parameters;
use pkcs8::pkcs5::scrypt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rsa_variants::{Error, KeyParams, PrivateKey, PublicKey, Variant, hazmat};

use crate::containers::plain_pkcs12;
use crate::der_tree::{self, Content, Element};
use crate::encoding::file;
use crate::keys::{key, rng};

/// The number of inputs, unless `FUZZ_INPUTS` sets it.
const INPUTS: u64 = 40_000;
const PASSWORD: &[u8] = b"secret";

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is not a number: {value}")))
}

#[test]
fn damaged_keys_cause_no_panic() {
    let (seed, inputs) = (variable("FUZZ_SEED", 1), variable("FUZZ_INPUTS", INPUTS));
    let samples = samples();
    let mut outcomes = std::collections::BTreeMap::<&str, u64>::new();
    for index in 0..inputs {
        let data = Mutator::new(seed, index).input(&samples);
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&data, index)));
        let outcome = outcome.unwrap_or_else(|_| {
            panic!("input {index} of seed {seed}: {}", testing::hex(&data));
        });
        *outcomes.entry(outcome).or_default() += 1;
        if index % 1_000_000 == 999_999 {
            println!("{} million inputs: {outcomes:?}", (index + 1) / 1_000_000);
        }
    }
    println!("{inputs} inputs of seed {seed}: {outcomes:?}");
    // The inputs reach each of these outcomes.
    if inputs >= INPUTS {
        for code in ["key", "invalid-encoding", "inconsistent-key", "unsupported-format", "invalid-params"] {
            assert!(outcomes.contains_key(code), "{code}: {outcomes:?}");
        }
        assert!(outcomes.contains_key("password-required") && outcomes.contains_key("wrong-password"), "{outcomes:?}");
    }
}

/// The result of reading the data as a private key. Also reads them as a public key.
fn check(data: &[u8], index: u64) -> &'static str {
    let codes = |error: &Error| {
        assert!(!error.to_string().is_empty());
        error.code()
    };
    if let Ok(public_key) = PublicKey::import(data) {
        let again = PublicKey::import(&public_key.to_spki_der().unwrap()).unwrap();
        assert_eq!(again.modulus(), public_key.modulus());
    }
    let password = index.is_multiple_of(2).then_some(PASSWORD);
    match PrivateKey::import(data, password, &mut rng(19)) {
        Err(error) => codes(&error),
        Ok(key) => {
            let message = vec![42; 8];
            let ciphertext = key.public_key().encrypt_raw(&message, Default::default()).unwrap();
            assert!(hazmat::decrypt_raw(&key, &ciphertext, Default::default()).unwrap().ends_with(&message));
            key.to_plain_pkcs8_pem().unwrap();
            if key.components().primes.len() == 2 {
                let again = PrivateKey::import(key.to_openssh().unwrap().as_bytes(), None, &mut rng(19)).unwrap();
                assert_eq!(again.components(), key.components());
            }
            "key"
        }
    }
}

/// Sound keys: small keys in every format, from which most inputs are made, and the files of OpenSSL.
fn samples() -> [Vec<Vec<u8>>; 2] {
    let mut own = Vec::new();
    for (params, seed) in [
        (KeyParams::new(Variant::Crt, 128), 50),
        (KeyParams { primes: Some(4), ..KeyParams::new(Variant::MultiPrime, 256) }, 51),
        (KeyParams { crt_exponent_length: Some(30), ..KeyParams::new(Variant::RPrime, 192) }, 52),
    ] {
        let key = key(&params, seed);
        let pkcs8 = key.to_plain_pkcs8_der().unwrap();
        own.extend([key.to_pkcs1_der().unwrap().to_vec(), pkcs8.to_vec()]);
        own.push(key.to_pkcs1_pem().unwrap().as_bytes().to_vec());
        own.push(key.to_plain_pkcs8_pem().unwrap().as_bytes().to_vec());
        own.extend([key.public_key().to_pkcs1_der(), key.public_key().to_spki_der()].map(Result::unwrap));
        own.push(key.public_key().to_spki_pem().unwrap().into_bytes());
        own.push(key.public_key().to_openssh().unwrap().into_bytes());
        own.extend(key.to_openssh().map(|text| text.as_bytes().to_vec()));
        own.push(plain_pkcs12(&pkcs8));
        let (salt, iv) = ([7; 8], [9; 16]);
        let cheap = scrypt::Params::new(1, 1, 1).unwrap();
        for parameters in [
            Parameters::generate_pbkdf2_sha256_aes256cbc(3, &salt, iv),
            Parameters::generate_scrypt_aes256cbc(cheap, &salt, iv),
            Parameters::scrypt_aes128gcm(cheap, &salt, [5; 12]),
        ] {
            let info = PrivateKeyInfoRef::try_from(&pkcs8[..]).unwrap();
            own.push(info.encrypt_with_params(parameters.unwrap(), PASSWORD).unwrap().as_bytes().to_vec());
        }
    }
    let files = "small public-spki public-pkcs1 encrypted-one-iteration encrypted-des3 encrypted-pbes1 \
                 encrypted-traditional bag-attributes certificate rsa-pss ec ec-traditional long-exponent openssh \
                 openssh-aes256-ctr openssh-public certificate-v1 request certificate-pss openssh-aes256-gcm \
                 openssh-chacha20-poly1305 openssh-3des-cbc putty putty-2 putty-2-encrypted putty-argon2id \
                 pkcs12-one-iteration pkcs12-rc2";
    own.extend(texts(&own[..8]));
    [own, files.split_whitespace().map(file).collect()]
}

/// Keys in text as people have them.
fn texts(keys: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for key in keys {
        texts.push(key.iter().map(|byte| format!("{byte:02x}:")).collect::<String>().trim_end_matches(':').to_owned());
        let Ok(text) = core::str::from_utf8(key) else { continue };
        texts.push(text.replace('\n', "\\n"));
        texts.push(text.lines().map(|line| format!("\"{line}\\n\" +\n")).collect());
        texts.push(text.replace('\n', "\u{a0}\n"));
        texts.push(text.replace(' ', "%20").replace('\n', "%0A"));
        texts.push(text.lines().filter(|line| !line.starts_with('-')).collect());
    }
    let line = core::str::from_utf8(&keys[7]).expect("a line of OpenSSH").trim_end();
    texts.push(format!("command=\"a b\",no-pty {line} me\nhost {line}\n@revoked {line}"));
    let base64 = line.split(' ').nth(1).unwrap_or_default();
    texts.push(format!("---- BEGIN SSH2 PUBLIC KEY ----\nComment: \"a\"\n{base64}\n---- END SSH2 PUBLIC KEY ----\n"));
    texts.push("<RSAKeyValue><Modulus>0A==</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>".to_owned());
    let mut texts: Vec<_> = texts.into_iter().map(String::into_bytes).collect();
    texts.push(core::str::from_utf8(&keys[2]).expect("PEM").encode_utf16().flat_map(u16::to_le_bytes).collect());
    texts
}

/// Damages an input, depending on a seed and an index.
struct Mutator {
    rng: ChaCha8Rng,
}

impl Mutator {
    fn new(seed: u64, index: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&index.to_le_bytes());
        Self { rng: ChaCha8Rng::from_seed(bytes) }
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.rng.next_u64() % limit as u64) as usize
    }

    fn sample<'a>(&mut self, [own, files]: &'a [Vec<Vec<u8>>; 2]) -> &'a [u8] {
        let samples = if self.below(64) == 0 { files } else { own };
        &samples[self.below(samples.len())]
    }

    fn input(&mut self, samples: &[Vec<Vec<u8>>; 2]) -> Vec<u8> {
        let mut data = self.sample(samples).to_vec();
        let times = 1 + self.below(3);
        let elements = if self.below(2) == 0 { der_tree::parse(&data) } else { None };
        let Some(mut elements) = elements else {
            (0..times).for_each(|_| self.damage(&mut data, samples));
            return data;
        };
        (0..times).for_each(|_| self.damage_elements(&mut elements));
        der_tree::encode(&elements)
    }

    /// Damages one element, while the lengths around it stay right.
    fn damage_elements(&mut self, elements: &mut Vec<Element>) {
        let (mut count, mut place) = (0, 0);
        der_tree::lists(elements, &mut |_| count += 1);
        let chosen = self.below(count);
        der_tree::lists(elements, &mut |list| {
            if place == chosen && !list.is_empty() {
                self.damage_list(list);
            }
            place += 1;
        });
    }

    fn damage_list(&mut self, list: &mut Vec<Element>) {
        let [at, other] = [0; 2].map(|_| self.below(list.len()));
        match self.below(12) {
            0 => drop(list.remove(at)),
            1 => list.insert(other, list[at].clone()),
            2 => list.swap(at, other),
            3 => list[at] = list[other].clone(),
            4 => list[at].tag = [1, 2, 3, 4, 5, 6, 0x30, 0x31, 0xa0, 0xa1][self.below(10)],
            5 => list[at] = Element { tag: 0x30, content: Content::Elements(vec![list[at].clone()]) },
            _ => {
                if let Content::Bytes(bytes) = &mut list[at].content {
                    self.damage_value(bytes);
                }
            }
        }
    }

    /// Damages a value. Most values are numbers.
    fn damage_value(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        match self.below(6) {
            0 => bytes.insert(at, self.below(256) as u8),
            1 => bytes.truncate(at),
            2 => *bytes = vec![self.below(128) as u8],
            3 => bytes.splice(0..0, [1, 0]).for_each(drop),
            _ if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            _ => bytes.clear(),
        }
    }

    /// A range of a limited number of bytes, which may be empty.
    fn range(&mut self, data: &[u8], longest: usize) -> core::ops::Range<usize> {
        let start = self.below(data.len() + 1);
        let length = self.below(longest.min(data.len() - start) + 1);
        start..start + length
    }

    /// Flips a bit, or puts a piece of a sample, perhaps none, in the place of another one.
    fn damage(&mut self, data: &mut Vec<u8>, samples: &[Vec<Vec<u8>>; 2]) {
        if !data.is_empty() && self.below(3) > 0 {
            let at = self.below(data.len());
            data[at] ^= 1 << self.below(8);
            return;
        }
        let other = if self.below(2) == 0 { data.clone() } else { self.sample(samples).to_vec() };
        let (place, piece) = (self.range(data, 64), self.range(&other, 256));
        data.splice(place, other[piece].iter().copied());
    }
}
