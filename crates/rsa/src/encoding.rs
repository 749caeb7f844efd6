//! Keys in the formats of other software: PKCS#1, PKCS#8, encrypted PKCS#8 and SPKI, as DER and as PEM; OpenSSH's; and public
//! keys in certificates and in requests for them.
//!
//! | format | standard | PEM label |
//! | --- | --- | --- |
//! | PKCS#1 private key, with otherPrimeInfos | RFC 8017, A.1.2 | `RSA PRIVATE KEY` |
//! | PKCS#8 | RFC 5958 | `PRIVATE KEY` |
//! | encrypted PKCS#8, PBES2 | RFC 5958, RFC 8018 | `ENCRYPTED PRIVATE KEY` |
//! | OpenSSH private key, two primes, encrypted or not | `PROTOCOL.key` of OpenSSH | `OPENSSH PRIVATE KEY` |
//! | PKCS#1 public key | RFC 8017, A.1.1 | `RSA PUBLIC KEY` |
//! | SPKI | RFC 5280, 4.1.2.7 | `PUBLIC KEY` |
//! | OpenSSH public key | RFC 4253, 6.6 | none: a line `ssh-rsa AAAA…` |
//! | X.509 certificate, only read | RFC 5280, 4.1 | `CERTIFICATE` |
//! | PKCS#10 certificate request, only read | RFC 2986, 4.1 | `CERTIFICATE REQUEST` |
//!
//! Two layers. The formats themselves are about numbers: [`Components`](crate::Components) and
//! [`PublicComponents`](crate::PublicComponents) are decoded from them and written in them, without any operation of a key, so
//! that what needs the formats alone carries no engine. Keys stand on that: `import` checks what was decoded, `export` writes.
//!
//! None of them names a variant: what is read becomes the variant that its numbers suit (`foreign`). Reading has limits
//! that are checked before any work, so that hostile data costs little: [`MOST_DATA_BYTES`], [`MOST_ITERATIONS`],
//! [`MOST_SCRYPT_MEBIBYTES`], [`MOST_BCRYPT_ROUNDS`], and those of every key. It runs in variable time. What is not read is
//! named, with what to do (`unread`).

mod certificate;
mod decode;
mod document;
mod encrypted;
mod export;
mod factors;
mod foreign;
mod import;
mod openssh;
mod pem;
mod pkcs1;
pub(crate) mod pkcs8;
pub(crate) mod spki;
mod unread;

pub use encrypted::{ENCRYPTION_ITERATIONS, MOST_ITERATIONS, MOST_SCRYPT_MEBIBYTES};
pub use openssh::{BCRYPT_ROUNDS, MOST_BCRYPT_ROUNDS};

use crate::Error;

/// The longest data that are read, in bytes: 16384 bits with eight primes take 17 KiB as PEM.
pub const MOST_DATA_BYTES: usize = 64 * 1024;

/// What a DER parser says, with the structure that it was to parse.
fn invalid(structure: &str) -> impl Fn(der::Error) -> Error {
    move |error| Error::InvalidEncoding(format!("{structure}: {error}"))
}
