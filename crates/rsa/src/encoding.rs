//! Keys in the formats of other software: PKCS#1, PKCS#8, encrypted PKCS#8 and SPKI, as DER and as PEM.
//!
//! | format | standard | PEM label |
//! | --- | --- | --- |
//! | PKCS#1 private key, with otherPrimeInfos | RFC 8017, A.1.2 | `RSA PRIVATE KEY` |
//! | PKCS#8 | RFC 5958 | `PRIVATE KEY` |
//! | encrypted PKCS#8, PBES2 | RFC 5958, RFC 8018 | `ENCRYPTED PRIVATE KEY` |
//! | PKCS#1 public key | RFC 8017, A.1.1 | `RSA PUBLIC KEY` |
//! | SPKI | RFC 5280, 4.1.2.7 | `PUBLIC KEY` |
//!
//! Two layers. The formats themselves are about numbers: [`Components`](crate::Components) and
//! [`PublicComponents`](crate::PublicComponents) are decoded from them and written in them, without any operation of a key, so
//! that what needs the formats alone carries no engine. Keys stand on that: `import` checks what was decoded, `export` writes.
//!
//! None of them names a variant: what is read becomes the variant that its numbers suit (`foreign`). Reading has limits
//! that are checked before any work, so that hostile data costs little: [`MOST_DATA_BYTES`], [`MOST_ITERATIONS`],
//! [`MOST_SCRYPT_MEBIBYTES`], and those of every key. It runs in variable time.

mod decode;
mod document;
mod encrypted;
mod export;
mod factors;
mod foreign;
mod import;
mod pem;
mod pkcs1;
mod pkcs8;
mod spki;

pub use encrypted::{ENCRYPTION_ITERATIONS, MOST_ITERATIONS, MOST_SCRYPT_MEBIBYTES};

use crate::Error;

/// The longest data that are read, in bytes: 16384 bits with eight primes take 17 KiB as PEM.
pub const MOST_DATA_BYTES: usize = 64 * 1024;

/// What a DER parser says, with the structure that it was to parse.
fn invalid(structure: &str) -> impl Fn(der::Error) -> Error {
    move |error| Error::InvalidEncoding(format!("{structure}: {error}"))
}
