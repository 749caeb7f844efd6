//! Eleven variants of RSA behind one interface: how keys are made, and how `C^d mod N` is computed fast.
//!
//! A variant decides *which* independent modular exponentiations a private operation consists of; an
//! [`Engine`] decides *how* a set of them runs; recombination puts the answers together.
//! Each variant stands in a file of its own below `variants`, key generation and private operation side by side.
//!
//! ```
//! use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//! use rsa_variants::{Engine, KeyParams, PrivateKey, Variant};
//!
//! let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests alone
//! let key = PrivateKey::generate(&KeyParams::new(Variant::RPrime, 512), &mut rng, |_| core::ops::ControlFlow::Continue(()))?;
//! let ciphertext = key.public_key().encrypt_raw(b"hello", Engine::default())?;
//! assert!(key.decrypt_raw(&ciphertext, Engine::default())?.ends_with(b"hello"));
//! # Ok::<(), rsa_variants::Error>(())
//! ```
//!
//! # Hazards
//!
//! The calls with `raw` in their names are the operations RSAEP and RSADP of RFC 8017: without padding they are malleable and
//! unfit to protect anything. What protects is OAEP ([`PublicKey::encrypt_oaep`]) and PSS ([`PrivateKey::sign_pss`]); PKCS #1
//! v1.5 is for what has it already. Several parameters that papers recommend are broken; this crate computes with them all
//! the same.
//!
//! # Constant time
//!
//! Private operations on the engines `lanes` and `scalar` have no branch, index or length that depends on a secret, apart from
//! telling a ciphertext that shares a factor with N, which gives the key away by itself, and one that an unbalanced key cannot
//! decrypt. What they yield is freed of its
//! padding by masks; a message and its length show only when all is known to be right, or, in PKCS #1 v1.5, when it or its
//! stand-in has been chosen (implicit rejection). Key generation, import and the engine `num-bigint` run in variable time.

mod arithmetic;
mod check;
mod components;
mod defaults;
mod encoding;
mod error;
mod fault;
mod generate;
mod operation;
mod padding;
mod params;
mod private_key;
mod protection;
mod public_key;
mod recombine;
mod sample;
mod smooth;
mod variant;
mod variants;

pub use components::{Components, PublicComponents};
pub use encoding::{
    BCRYPT_ROUNDS, ENCRYPTION_ITERATIONS, MOST_BCRYPT_ROUNDS, MOST_DATA_BYTES, MOST_ITERATIONS, MOST_SCRYPT_MEBIBYTES,
};
pub use error::Error;
pub use generate::{Progress, far_apart, prime_interval};
pub use modular_powers::Engine;
pub use padding::{Hash, Hasher, Oaep, Pss, SaltLength};
pub use params::{
    BATCH_EXPONENTS, CheckedParams, KeyParams, LEAST_CRT_EXPONENT_LENGTH, LEAST_PRIME_LENGTH, MODULUS_LENGTHS,
    MOST_PRIME_LENGTH, MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, short_prime_lengths,
};
pub use private_key::PrivateKey;
pub use protection::Protection;
pub use public_key::PublicKey;
pub use variant::Variant;
