//! Blind signatures: a client obtains a signature of a message that the issuer does not see, and the issuer cannot link the
//! signature to the request.
//!
//! Two protocols, each with four [`Suite`]s:
//!
//! * RSABSSA (RFC 9474; Denis, Jacobs, Wood 2023), based on blind signatures (Chaum, Crypto 1982);
//! * RSAPBSSA, partially blind (draft-irtf-cfrg-partially-blind-rsa-02; Amjad, Hendrickson, Wood, Yeo 2025): the signature is also
//!   bound to public metadata `info`. A public exponent is derived from it, and the key must have two safe primes.
//!
//! | step | who | call |
//! | --- | --- | --- |
//! | KeyGen | issuer | [`PrivateKey::generate`](crate::PrivateKey::generate), [`generate_partial_key`] |
//! | Prepare | client | [`Suite::prepare`] |
//! | Blind | client | [`Client::blind`] |
//! | BlindSign | issuer | [`Issuer::blind_sign`], [`PartialIssuer::blind_sign`] |
//! | Finalize | client | [`Client::finalize`] |
//! | verification | anyone | [`Client::verify`] |
//!
//! This is a module of this crate and not a crate of its own because it consists of what this crate keeps private: the encoding of
//! PSS, the guarded private operation, CRT operations with other exponents, and the masked inversion of blinding factors.
//!
//! Use a key for one suite only, and for nothing else (RFC 9474, section 6.2). If an issuer signs blinded messages, it signs
//! everything that a client wants signed. So an issuer owns its key.
//!
//! ```
//! use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//! use rsa_variants::blind::{Client, Issuer, Suite};
//! use rsa_variants::{Engine, KeyParams, Options, PrivateKey, Variant};
//!
//! let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
//! let key = PrivateKey::new(&KeyParams::new(Variant::MultiPrime, 1024), &mut rng)?;
//! let issuer = Issuer::new(key)?;
//! let suite = Suite::from_name("RSABSSA-SHA384-PSS-Randomized")?;
//!
//! let client = Client::new(issuer.public_key(), suite, None)?;
//! let message = suite.prepare(b"one vote", &mut rng);
//! let request = client.blind(&message, Options::new(&mut rng))?;
//! let answer = issuer.blind_sign(&request.blinded_message, Options::new(&mut rng))?;
//! let signature = client.finalize(&message, &answer, &request.inverse, Engine::default())?;
//! assert!(client.verify(&message, &signature, Engine::default()));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

// Its functions are `#[inline]`, so that they are compiled in the crate that calls them. Otherwise the calls here would keep the
// compiler from inlining what they call elsewhere, and WebAssembly without blind signatures would be larger.

mod client;
mod derivation;
mod error;
mod issuer;
mod partial_issuer;
mod partial_key;
mod suite;
#[cfg(test)]
mod tests;

pub use self::client::{Blinded, Client, Unfinished};
pub use self::derivation::derived_exponent;
pub use self::error::Error;
pub use self::issuer::Issuer;
pub use self::partial_issuer::PartialIssuer;
pub use self::partial_key::generate_partial_key;
pub use self::suite::Suite;
