//! Common formats that are not supported: the errors name them and say how to convert them.

use der::asn1::ObjectIdentifier;

use crate::Error;

/// Key algorithms, by their object identifiers in certificates, PKCS#8 and SPKI.
const ALGORITHMS: [(&str, &str); 7] = [
    ("1.2.840.10040.4.1", "DSA"),
    ("1.2.840.10045.2.1", "EC"),
    ("1.2.840.113549.1.3.1", "Diffie-Hellman"),
    ("1.3.101.110", "X25519"),
    ("1.3.101.111", "X448"),
    ("1.3.101.112", "Ed25519"),
    ("1.3.101.113", "Ed448"),
];

pub(super) const EC: &str = "this is an EC key, but must be an RSA key";
pub(super) const DSA: &str = "this is a DSA key, but must be an RSA key";
pub(super) const PKCS7: &str = "this is PKCS #7 (.p7b), which is not supported; \
                                openssl pkcs7 -print_certs -in FILE -out NEW extracts the certificates";
pub(super) const PKCS12: &str = "this is PKCS #12 (.p12, .pfx), which is not supported; \
                                 openssl pkcs12 -in FILE -nodes -out NEW extracts the key and the certificates";

/// How a text starts, and what it is.
const TEXTS: [(&str, &str); 7] = [
    ("-----BEGIN EC ", EC),
    ("-----BEGIN DSA ", DSA),
    ("-----BEGIN PKCS7-", PKCS7),
    ("-----BEGIN PKCS12-", PKCS12),
    (
        "-----BEGIN PGP ",
        "this is a PGP key or message, which is not supported; gpg --export-ssh-key writes an RSA public key",
    ),
    ("---- BEGIN SSH2 ", "this is a key as in RFC 4716, which is not supported; ssh-keygen -i -f FILE converts it"),
    (
        "PuTTY-User-Key-File-",
        "this is a PuTTY key, which is not supported; puttygen FILE -O private-openssh-new converts it",
    ),
];

/// The error for a text in one of these formats, recognized by its start.
pub(super) fn text(text: &[u8]) -> Option<Error> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    TEXTS.iter().find(|(start, _)| text.starts_with(start.as_bytes())).map(|(_, what)| unsupported(what))
}

/// The error for a PEM block with headers.
pub(super) fn headers(block: &[u8]) -> Error {
    let mark = b"4,ENCRYPTED";
    unsupported(if block.windows(mark.len()).any(|window| window == mark) {
        "the key is encrypted in OpenSSL's traditional way (Proc-Type: 4,ENCRYPTED), which is not supported; \
         openssl pkcs8 -topk8 -in FILE -out NEW converts it"
    } else {
        "the PEM block has headers, which are not supported"
    })
}

/// The error for a key of another algorithm, given its object identifier.
pub(super) fn algorithm(oid: ObjectIdentifier) -> Error {
    let oid = oid.to_string();
    match ALGORITHMS.iter().find(|(number, _)| *number == oid) {
        Some((_, name)) => not_rsa(format!("{name} ({oid})").as_bytes()),
        None => not_rsa(oid.as_bytes()),
    }
}

/// The error for a key of another algorithm, given its name.
pub(super) fn not_rsa(algorithm: &[u8]) -> Error {
    if algorithm.ends_with(b"-cert-v01@openssh.com") {
        return unsupported(
            "this is an OpenSSH certificate, which is not supported; pass the public key that it was made for",
        );
    }
    unsupported(&format!("the key's algorithm is {}, but must be RSA", shown(algorithm)))
}

/// A name from untrusted data, escaped and shortened for messages.
pub(super) fn shown(name: &[u8]) -> String {
    name.escape_ascii().take(60).map(char::from).collect()
}

pub(super) fn unsupported(problem: &str) -> Error {
    Error::UnsupportedFormat(problem.to_owned())
}
