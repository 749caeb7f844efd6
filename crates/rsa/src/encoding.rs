//! Keys in standard formats: PKCS#1, PKCS#8, encrypted PKCS#8 and SPKI, as DER or PEM; the formats of OpenSSH; and
//! public keys in certificates and certificate requests; and containers of keys: PKCS#12, and PuTTY's files.
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
//! | X.509 certificate, read only | RFC 5280, 4.1 | `CERTIFICATE` |
//! | PKCS#10 certificate request, read only | RFC 2986, 4.1 | `CERTIFICATE REQUEST` |
//! | PKCS#12, read only | RFC 7292 | `PKCS12` |
//! | PuTTY's private key, read only | PuTTY's manual, appendix C | none: a text `PuTTY-User-Key-File-3: …` |
//!
//! There are two layers. The lower one only converts numbers: it decodes and encodes [`Components`](crate::Components)
//! and [`PublicComponents`](crate::PublicComponents) without any key operation, so programs that only need the formats
//! contain no engine. The upper one handles keys: `import` checks decoded numbers, and `export` writes keys.
//!
//! Containers are read generously, numbers strictly: `text` and `pem` undo what copying, quoting and encoding do to a file,
//! `scan` finds the keys in it by their content, and `decode` reads them. Each deviation is reported as a [`Repair`], and
//! [`ReadOptions::strict`] refuses it. Older encryption, PuTTY's keys and `RSAKeyValue` are read but not written.
//!
//! `containers` opens PKCS#12 and PuTTY's files, which few people have. In WebAssembly they are a module of their own: the module
//! of key formats finds them, the other one opens them, and the first one reads the keys from them. So a program that makes its
//! [`ReadOptions`] with [`ReadOptions::with_opened`] contains none of the code that opens containers.
//!
//! No format names a variant, so an imported key gets the variant that suits its numbers (`foreign`). Decoding checks
//! limits before any work, so hostile data costs little: [`MOST_DATA_BYTES`], [`ReadLimits`], and the limits of every key. Encoding
//! and decoding run in variable time. For data that is not supported, the error says what they look like and how to convert them
//! (`unrecognized`).

mod asn1;
mod base64;
mod certificate;
mod cipher;
mod container;
mod containers;
mod decode;
mod decryption;
mod derivation;
mod document;
mod encrypted;
mod export;
mod factors;
mod foreign;
mod format;
mod import;
mod item;
mod numbers;
mod openssh;
mod options;
mod pem;
mod pkcs1;
pub(crate) mod pkcs8;
mod repair;
mod scan;
pub(crate) mod spki;
mod text;
mod traditional;
mod unrecognized;
mod write;
mod xml;

pub use container::{Contained, Container, ContainerFormat, Opened};
pub use containers::{containers_in, open_containers};
pub use decode::{AnyComponents, Decoded, Found, decode_all};
pub use derivation::{DeriveKey, Pbkdf2};
pub use encrypted::{ENCRYPTION_ITERATIONS, MOST_ITERATIONS, MOST_SCRYPT_MEBIBYTES};
pub use openssh::{BCRYPT_ROUNDS, MOST_BCRYPT_ROUNDS};
pub use options::{ReadLimits, ReadOptions};
pub use repair::Repair;

/// The longest data that is read, in bytes. A key of 16384 bits with eight primes takes 17 KiB as PEM.
pub const MOST_DATA_BYTES: usize = 64 * 1024;

/// The longest data in which all keys are read, in bytes: some thousand public keys.
pub const MOST_FILE_BYTES: usize = 1024 * 1024;
