//! What is compared: our crate with and without its guards, and other crates as their users call them.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{self as aws, KeyPair, ParsedPublicKey};

use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use rsa::pkcs1v15;
use rsa::pkcs8::DecodePrivateKey;
use rsa::sha2::Sha256;
use rsa::signature::{Keypair, RandomizedSigner, SignatureEncoding, Signer as _, Verifier};
use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Variant, hazmat};

/// Signs and verifies with one key.
pub(crate) trait Signer {
    /// The row of the table.
    fn name(&self) -> &'static str;
    /// Signs with PKCS #1 v1.5 and SHA-256.
    fn sign(&mut self, message: &[u8]) -> Vec<u8>;
    /// Verifies a signature. `None` if another signer does the same.
    fn verify(&self, message: &[u8], signature: &[u8]) -> Option<bool>;
}

/// All signers. `message` is what the bare one will sign.
pub(crate) fn all<'k>(key: &'k PrivateKey, message: &[u8]) -> Vec<Box<dyn Signer + 'k>> {
    let der = key.to_plain_pkcs8_der().expect("a key of two primes");
    let theirs = || pkcs1v15::SigningKey::<Sha256>::new(rsa::PrivateKey::from_pkcs8_der(&der).expect("a key"));
    let pair = aws::RsaKeyPair::from_pkcs8(&der).expect("a key");
    let public = ParsedPublicKey::new(&aws::RSA_PKCS1_2048_8192_SHA256, pair.public_key().as_ref()).expect("a key");
    let signature = key.sign_pkcs1v15(message, Hash::Sha256, Options::default()).expect("a signature");
    let encoded = key.public_key().encrypt_raw(&signature, Engine::default()).expect("a number below the modulus");
    vec![
        Box::new(Ours { name: "rsa-variants", key, engine: Engine::default() }),
        Box::new(Ours { name: "rsa-variants, scalar", key, engine: Engine::Scalar }),
        Box::new(Bare { key, encoded }),
        Box::new(Blinded(theirs())),
        Box::new(Unblinded(theirs())),
        Box::new(AwsLc { pair, public }),
    ]
}

/// Key generation with 2048 bits and e = 65537.
pub(crate) const GENERATORS: &[(&str, fn())] = &[
    ("rsa-variants", || {
        let params = KeyParams::new(Variant::Crt, 2048);
        PrivateKey::new(&params, &mut UnwrapErr(SysRng)).expect("a key");
    }),
    ("the crate rsa", || {
        rsa::PrivateKey::new(&mut UnwrapErr(SysRng), 2048).expect("a key");
    }),
    ("aws-lc-rs", || {
        aws::RsaKeyPair::generate(aws_lc_rs::rsa::KeySize::Rsa2048).expect("a key");
    }),
];

/// Our crate with its guards: blinding, and the check of each result.
struct Ours<'k> {
    name: &'static str,
    key: &'k PrivateKey,
    engine: Engine,
}

impl Signer for Ours<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn sign(&mut self, message: &[u8]) -> Vec<u8> {
        let options = Options::default().engine(self.engine);
        self.key.sign_pkcs1v15(message, Hash::Sha256, options).expect("a signature")
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> Option<bool> {
        self.key.public_key().verify_pkcs1v15(message, signature, Hash::Sha256, self.engine).ok()
    }
}

/// Our private operation without guards and padding.
struct Bare<'k> {
    key: &'k PrivateKey,
    encoded: Vec<u8>,
}

impl Signer for Bare<'_> {
    fn name(&self) -> &'static str {
        "rsa-variants, bare"
    }

    fn sign(&mut self, _: &[u8]) -> Vec<u8> {
        hazmat::decrypt_raw(self.key, &self.encoded, Engine::default()).expect("a signature")
    }

    fn verify(&self, _: &[u8], _: &[u8]) -> Option<bool> {
        None
    }
}

/// The crate rsa with blinding. It always checks signatures.
struct Blinded(pkcs1v15::SigningKey<Sha256>);

impl Signer for Blinded {
    fn name(&self) -> &'static str {
        "the crate rsa"
    }

    fn sign(&mut self, message: &[u8]) -> Vec<u8> {
        self.0.sign_with_rng(&mut UnwrapErr(SysRng), message).to_vec()
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> Option<bool> {
        let signature = signature.try_into().expect("a signature");
        Some(self.0.verifying_key().verify(message, &signature).is_ok())
    }
}

/// The crate rsa without blinding.
struct Unblinded(pkcs1v15::SigningKey<Sha256>);

impl Signer for Unblinded {
    fn name(&self) -> &'static str {
        "the crate rsa, no blinding"
    }

    fn sign(&mut self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).to_vec()
    }

    fn verify(&self, _: &[u8], _: &[u8]) -> Option<bool> {
        None
    }
}

/// AWS-LC, in C and assembly. It blinds and checks.
struct AwsLc {
    pair: aws::RsaKeyPair,
    public: ParsedPublicKey,
}

impl Signer for AwsLc {
    fn name(&self) -> &'static str {
        "aws-lc-rs"
    }

    fn sign(&mut self, message: &[u8]) -> Vec<u8> {
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair.sign(&aws::RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature).expect("a signature");
        signature
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> Option<bool> {
        Some(self.public.verify_sig(message, signature).is_ok())
    }
}
