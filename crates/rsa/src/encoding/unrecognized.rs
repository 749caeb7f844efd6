//! What data look like that hold no RSA key: the errors name it, and say what is needed and what to do.

use der::asn1::ObjectIdentifier;

use super::text::split_once;
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
                                openssl pkcs7 -print_certs -in FILE -out NEW extracts the certificates \
                                (add -inform DER if FILE is not text)";
pub(super) const SIGNATURE: &str = "these are two numbers, as in a signature with DSA or ECDSA, not an RSA key; \
                                    a key with such a long exponent needs the label RSA PUBLIC KEY";
const PGP: &str = "this is a PGP key or message, which is not supported; gpg --export-ssh-key writes an RSA public key";
const JAVA: &str = "this is a Java key store (JKS or JCEKS), which is not supported; \
                    keytool -importkeystore -srckeystore FILE -destkeystore NEW -deststoretype PKCS12 converts it to PKCS #12";
const BLOB: &str = "this is a key blob of Windows (MSBLOB), which is not supported; \
                    openssl rsa -inform MSBLOB -in FILE -out NEW converts a private key, \
                    and openssl rsa -pubin -inform MSBLOB -in FILE -out NEW a public one";
const ARCHIVE: &str = "this is a compressed file: unpack it, and pass the key in it";

/// How binary data start, and what they are.
const BINARY: [(&[u8], &str); 9] = [
    (&[0xfe, 0xed, 0xfe, 0xed], JAVA),
    (&[0xce, 0xce, 0xce, 0xce], JAVA),
    (&[6, 2, 0, 0], BLOB),
    (&[7, 2, 0, 0], BLOB),
    (b"PK\x03\x04", ARCHIVE),
    (&[0x1f, 0x8b, 8], ARCHIVE),
    (&[0x99, 1], PGP),
    (&[0x95, 3], PGP),
    (&[0xc5, 0xc6], PGP),
];

/// Labels of PEM, by their starts, and what they are.
const LABELS: [(&str, &str); 3] = [("PKCS7", PKCS7), ("PKCS #7", PKCS7), ("PGP ", PGP)];

/// The error for binary data in one of these formats.
pub(super) fn binary(data: &[u8]) -> Option<Error> {
    BINARY.iter().find(|(start, _)| data.starts_with(start)).map(|(_, what)| unsupported(what))
}

/// The error for a PEM block of another format, whatever it contains.
pub(super) fn label(label: &str) -> Option<Error> {
    LABELS.iter().find(|(start, _)| label.starts_with(start)).map(|(_, what)| unsupported(what))
}

/// The error for a PEM block of another algorithm, for content that is not recognized.
pub(super) fn algorithm_of_label(label: &str) -> Option<Error> {
    let algorithms = [("EC ", EC), ("DSA ", DSA)];
    algorithms.iter().find(|(start, _)| label.starts_with(start)).map(|(_, what)| unsupported(what))
}

/// The error for a PEM block that holds no key.
pub(super) fn unknown_label(label: &str) -> Error {
    let label = shown(label.as_bytes());
    unsupported(&format!(
        "the PEM block \"{label}\" holds no key; pass one with a label such as PRIVATE KEY, PUBLIC KEY or CERTIFICATE"
    ))
}

/// The error for a text in which nothing is recognized.
pub(super) fn text(text: &str) -> Error {
    let text = text.trim_ascii();
    let lower = text.chars().take(200).collect::<String>().to_ascii_lowercase();
    let starts = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    let is_word = !text.contains(char::is_whitespace);
    let is_short = text.len() < 200;
    let what = if text.is_empty() {
        return Error::InvalidEncoding("the data are only white space: pass the content of the key file".into());
    } else if ["undefined", "null", "none", "nan", "true", "false"].contains(&&*lower)
        || starts(&["[object "]) && text.len() < 40
    {
        return Error::InvalidEncoding(format!(
            "the data are the text \"{}\": a variable of your program or its environment is not set",
            shown(text.as_bytes())
        ));
    } else if split_once(text, "-----END ").is_some() {
        "PEM: the BEGIN line is missing: copy the whole file"
    } else if starts(&["<!doctype html", "<html", "<head", "<body"]) {
        "this is an HTML page: the download needs another address or a login"
    } else if starts(&["<"]) {
        "this is XML without an RSAKeyValue or an X509Certificate"
    } else if starts(&["{", "["]) && text.trim_start_matches(['{', '[']).trim_ascii_start().starts_with(['"', '}', ']'])
    {
        "this is JSON; the npm package rsa-variants reads JSON Web Keys, this crate does not"
    } else if starts(&["http://", "https://"]) {
        "this is an address, not a key: download the file, and pass its content"
    } else if is_word && is_token(text) {
        "this is a token or an API key, not an RSA key: a key file has some hundred characters"
    } else if is_short && !text.contains('\n') && is_path(text) {
        "this looks like the path of a file: read the file, and pass its content"
    } else if lower.starts_with("ssh-") || lower.starts_with("ecdsa-") {
        "this begins like a public key of OpenSSH, but has no Base64 after the name of the algorithm: copy the whole line"
    } else if is_word && is_short {
        "this is too short for a key: pass the content of the key file"
    } else {
        "this is neither PEM, DER, a key of OpenSSH, nor Base64 or hexadecimal digits of one: pass the content of the key file"
    };
    Error::InvalidEncoding(what.into())
}

/// JSON Web Tokens, signed or encrypted, and long words of letters and digits, which may have a prefix.
fn is_token(text: &str) -> bool {
    let is_random = |part: &str| {
        let has = |is: fn(&u8) -> bool| part.bytes().any(|byte| is(&byte));
        part.len() >= 16 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
    };
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    text.starts_with("eyJ") && matches!(text.matches('.').count(), 2 | 4)
        || text.len() < 200 && is_word && text.split(['_', '-']).any(is_random)
}

fn is_path(text: &str) -> bool {
    let extensions =
        [".pem", ".key", ".crt", ".cer", ".der", ".pub", ".p12", ".pfx", ".jks", ".ppk", ".txt", ".json", "id_rsa"];
    text.starts_with(['/', '~', '.'])
        || text.contains(['/', '\\']) && text.contains('.')
        || extensions.iter().any(|end| text.ends_with(end))
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
