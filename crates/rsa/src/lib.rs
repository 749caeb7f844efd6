//! Eleven variants of RSA behind one interface: key generation, encryption, signatures, and fast private operations.
//!
//! A variant decides *which* independent modular exponentiations make up a private operation. An [`Engine`] decides
//! *how* they run. Recombination then combines their results. Each variant has its own file in `variants`, with key
//! generation and private operation side by side.
//!
//! ```
//! use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//! use rsa_variants::{Hash, KeyParams, Oaep, Options, PrivateKey, Variant};
//!
//! let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
//! let key = PrivateKey::new(&KeyParams::new(Variant::MultiPrime, 1024), &mut rng)?;
//! let oaep = Oaep::new(Hash::Sha256);
//! let ciphertext = key.public_key().encrypt_oaep(b"hello", &oaep, Options::default())?;
//! assert_eq!(key.decrypt_oaep(&ciphertext, &oaep, Options::default())?, b"hello");
//! # Ok::<(), rsa_variants::Error>(())
//! ```
//!
//! # Hazards
//!
//! The methods with `raw` in their names are RSAEP and RSADP of RFC 8017. Without padding they are malleable and
//! protect nothing. Use OAEP ([`PublicKey::encrypt_oaep`]) and PSS ([`PrivateKey::sign_pss`]). PKCS #1 v1.5 is for
//! existing data and protocols. Private operations are blinded and their results are checked; [`hazmat`] offers them
//! without these guards. Several parameters that papers recommend are broken, but this crate still accepts them.
//!
//! # Constant time
//!
//! Private operations on the engines `lanes` and `scalar` have no branch, index or length that depends on a secret,
//! with two exceptions: a ciphertext that shares a factor with N, which reveals the key by itself, and one that an
//! unbalanced key cannot decrypt. Padding is removed with masks. The message and its length become visible only after
//! the whole padding has been checked or, in PKCS #1 v1.5, after either the message or its replacement has been
//! selected (implicit rejection). Key generation, import and the engine `num-bigint` run in variable time.

/// Runs the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Declares an enum whose members have names in the public interface.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident { $($(#[$doc:meta])* $member:ident = $name:literal,)* }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$doc])* $member,)*
        }

        impl $type {
            /// Its name in the public interface.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$member => $name,)*
                }
            }
        }
    };
}

mod arithmetic;
pub mod blind;
mod check;
mod components;
mod defaults;
mod encoding;
mod error;
mod generate;
pub mod hazmat;
pub mod moduli;
mod operation;
mod options;
mod padding;
mod params;
mod private_key;
mod protection;
mod public_key;
mod recombine;
mod sample;
#[cfg(feature = "serde")]
mod serialization;
mod smooth;
#[cfg(feature = "traits")]
pub mod traits;
mod variants;

pub use components::{Components, PublicComponents};
pub use encoding::{
    AnyComponents, BCRYPT_ROUNDS, Contained, Container, ContainerFormat, Decoded, DeriveKey, ENCRYPTION_ITERATIONS,
    Found, MOST_BCRYPT_ROUNDS, MOST_DATA_BYTES, MOST_FILE_BYTES, MOST_ITERATIONS, MOST_SCRYPT_MEBIBYTES, Opened,
    Pbkdf2, ReadLimits, ReadOptions, Repair, containers_in, decode_all, open_containers,
};
pub use error::{Error, codes};
pub use generate::{Progress, far_apart, prime_interval};
pub use modular_powers::Engine;
pub use num_bigint::BigUint;
pub use options::Options;
pub use padding::{Hash, Hasher, Oaep, Pss, SaltLength};
pub use params::{
    BATCH_EXPONENTS, CheckedParams, KeyParams, LEAST_CRT_EXPONENT_LENGTH, LEAST_PRIME_LENGTH, Limits, MODULUS_LENGTHS,
    MOST_PRIME_LENGTH, MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, Parameter, ParameterWords, longest_public_exponent,
    short_prime_lengths,
};
pub use private_key::PrivateKey;
pub use public_key::PublicKey;
/// The crate of the generator's traits, in the version that this crate accepts.
pub use rand_core;
pub use rand_core::CryptoRng;
pub use variants::Variant;
pub use variants::definition;
