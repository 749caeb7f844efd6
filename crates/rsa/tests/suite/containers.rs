//! PKCS #12 and PuTTY's files, which hold keys and certificates that a password protects.

use hmac::{Hmac, KeyInit, Mac};
use rsa_variants::{
    AnyComponents, Components, Container, ContainerFormat, Error, Found, PublicComponents, ReadOptions, containers_in,
    decode_all, open_containers,
};

use crate::der_tree::{Content, Element, bytes, element, encode, parse};
use crate::encoding::{file, pem_content, refusal};

const SECRET: Option<&[u8]> = Some(b"secret");

fn expected() -> Components {
    Components::decode(&file("primes-2"), None).unwrap()
}

/// The DER in a file of tests.
fn der(name: &str) -> Vec<u8> {
    containers_in(&file(name), None).unwrap()[0].data.to_vec()
}

fn with(password: Option<&[u8]>, change: impl FnOnce(&mut ReadOptions<'_>)) -> ReadOptions<'_> {
    let mut options = ReadOptions::with_password(password);
    change(&mut options);
    options
}

fn strict(password: Option<&[u8]>) -> ReadOptions<'_> {
    with(password, |options| options.strict = true)
}

/// The names and kinds of the keys in data, or the codes of those that cannot be read.
fn contents(data: &[u8], password: Option<&[u8]>) -> Vec<(Option<String>, &'static str)> {
    let found = decode_all(data, &ReadOptions::with_password(password)).unwrap();
    let kind = |Found { name, key, .. }: Found| {
        let kind = match &key {
            Ok(decoded) if matches!(decoded.key, AnyComponents::Private(_)) => "private",
            Ok(_) => "public",
            Err(error) => error.code(),
        };
        (name, kind)
    };
    found.into_iter().map(kind).collect()
}

#[test]
fn pkcs12_of_openssl_and_java() {
    let expected = expected();
    let label = |kind| (Some("label".to_owned()), kind);
    let java = ["one", "two"].map(|name| (Some(name.to_owned()), "private")).into_iter();
    let java: Vec<_> = java.chain(["one", "two"].map(|name| (Some(name.to_owned()), "public"))).collect();
    for (name, held) in [
        ("pkcs12", vec![label("public"), label("private")]),
        ("pkcs12-one-iteration", vec![label("public"), label("private")]),
        ("pkcs12-sha512", vec![label("public"), label("private")]),
        ("pkcs12-3des", vec![label("public"), label("private")]),
        ("pkcs12-key-only", vec![label("private")]),
        ("pkcs12-without-mac", vec![label("public"), label("private")]),
        ("pkcs12-java", java),
    ] {
        for data in [file(name), der(name)] {
            let read =
                Components::decode_with(&data, &strict(SECRET)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(read.key == expected && read.repairs.is_empty(), "{name}");
            assert_eq!(contents(&data, SECRET), held, "{name}");
            assert_eq!(Components::decode(&data, None).unwrap_err(), Error::PasswordRequired, "{name}");
            for wrong in [&b"Secret"[..], b"", b"\xff", "\u{e9}".as_bytes()] {
                assert_eq!(Components::decode(&data, Some(wrong)).unwrap_err(), Error::WrongPassword, "{name}");
            }
        }
        let public = PublicComponents::decode_with(&der(name), &strict(SECRET));
        if name == "pkcs12-key-only" {
            assert_eq!(refusal(public).0, "wrong-key-type");
        } else {
            assert_eq!(public.unwrap().key.modulus, expected.modulus, "{name}");
        }
    }
}

#[test]
fn pkcs12_without_a_password() {
    for name in ["pkcs12-empty-password", "pkcs12-empty-password-3des", "pkcs12-plain"] {
        for password in [None, Some(&b""[..])] {
            let read = Components::decode(&der(name), password);
            assert!(read.is_ok_and(|read| read == expected()), "{name} {password:?}");
        }
        let read = Components::decode(&der(name), SECRET);
        // A password that is not needed is ignored.
        assert_eq!(read.is_ok(), name == "pkcs12-plain", "{name}");
        assert!(read.is_ok() || read.unwrap_err() == Error::WrongPassword, "{name}");
    }
}

/// Certificates in old encryption are left out, keys in it are refused.
#[test]
fn pkcs12_with_rc2() {
    for name in ["pkcs12-rc2", "pkcs12-java-legacy"] {
        let data = der(name);
        let read = Components::decode_with(&data, &ReadOptions::with_password(SECRET)).unwrap();
        assert!(read.key == expected(), "{name}");
        assert_eq!(read.repairs.iter().map(rsa_variants::Repair::code).collect::<Vec<_>>(), ["left-out-certificates"]);
        let (code, text) = refusal(Components::decode_with(&data, &strict(SECRET)));
        assert!(code == "invalid-encoding" && text.ends_with("which strict reading refuses"), "{text}");
        assert_eq!(contents(&data, SECRET).last().unwrap(), &(None, "unsupported-format"), "{name}");
        // The private key has the public one.
        let public = PublicComponents::decode_with(&data, &ReadOptions::with_password(SECRET));
        assert_eq!(refusal(public).0, "wrong-key-type", "{name}");
        assert_eq!(Components::decode(&data, Some(b"Secret")).unwrap_err(), Error::WrongPassword, "{name}");
    }
    let (code, text) = refusal(Components::decode(&der("pkcs12-rc2-key"), SECRET));
    assert_eq!(code, "unsupported-format");
    let advice = "a part of the PKCS #12 file is encrypted with PBE-SHA1-RC2-40, which is not supported; \
                  openssl pkcs12 -legacy -in FILE -nodes -out NEW decrypts it";
    assert!(text.contains(advice), "{text}");
}

#[test]
fn pkcs12_with_certificates_only() {
    let data = der("pkcs12-certificate-only");
    let public = PublicComponents::decode_with(&data, &ReadOptions::with_password(SECRET)).unwrap();
    assert_eq!(public.key.modulus, expected().modulus);
    assert_eq!(PublicComponents::decode(&data).unwrap_err(), Error::PasswordRequired);
    assert_eq!(refusal(Components::decode(&data, SECRET)).0, "wrong-key-type");
    assert_eq!(contents(&data, SECRET), [(Some("test".to_owned()), "public")]);
}

#[test]
fn pkcs12_in_text_of_other_kinds() {
    let (pem, der) = (file("pkcs12-plain"), der("pkcs12-plain"));
    let pem = String::from_utf8(pem).unwrap();
    let base64: String = pem.lines().filter(|line| !line.contains(['-', ':'])).collect();
    let hexadecimal: String = der.iter().map(|byte| format!("{byte:02x}")).collect();
    for (data, repairs) in [
        (pem.replace("PKCS12", "CERTIFICATE").into_bytes(), &["wrong-label"][..]),
        (pem.replace('\n', "\\n").into_bytes(), &["escapes"]),
        (base64.into_bytes(), &["no-label"]),
        (hexadecimal.into_bytes(), &["no-label"]),
        ([&der[..], b"\n"].concat(), &["trailing-bytes"]),
    ] {
        let read = Components::decode_with(&data, &ReadOptions::default()).unwrap();
        assert!(read.key == expected());
        assert_eq!(read.repairs.iter().map(rsa_variants::Repair::code).collect::<Vec<_>>(), repairs);
    }
    let text = refusal(Components::decode(&[&der[..], b"more"].concat(), None)).1;
    assert!(text.contains("PKCS #12 is followed by other data (4 bytes)"), "{text}");
    // A key before it needs no password.
    let both = [file("primes-2"), file("pkcs12")].concat();
    assert!(Components::decode(&both, None).unwrap() == expected());
    // And one in PEM after it is not hidden by it in a list.
    let both = [file("pkcs12"), file("primes-2")].concat();
    let kinds: Vec<_> = contents(&both, None).into_iter().map(|(_, kind)| kind).collect();
    assert_eq!(kinds, ["password-required", "private"]);
}

#[test]
fn limits_hold_for_all_iterations_together() {
    let read = |name: &str, change: fn(&mut ReadOptions<'_>)| {
        Components::decode_with(&file(name), &with(SECRET, change)).map(|read| read.key)
    };
    // The MAC, the certificates and the key have 2048 iterations each; those of the MAC count a third.
    assert!(read("pkcs12", |options| options.limits.iterations = 4779).is_ok());
    let (code, text) = refusal(read("pkcs12", |options| options.limits.iterations = 4778));
    assert!(code == "invalid-params" && text.starts_with("iterations is 4779, but must be from 1 to 4778"), "{text}");
    assert!(read("pkcs12-3des", |options| options.limits.iterations = 683 + 2 * 2048).is_ok());
    assert!(read("pkcs12-3des", |options| options.limits.iterations = 682 + 2 * 2048).is_err());
    // 64 KiB, twice.
    assert!(read("putty-argon2id", |options| options.limits.iterations = 128).is_ok());
    let (code, text) = refusal(read("putty-argon2id", |options| options.limits.iterations = 127));
    assert!(code == "invalid-params" && text.starts_with("passes of Argon2 times its memory is 128 KiB"), "{text}");
    let dear = String::from_utf8(file("putty-argon2id")).unwrap().replace("Memory: 64", "Memory: 131073");
    let (code, text) = refusal(Components::decode(dear.as_bytes(), SECRET));
    assert!(code == "invalid-params" && text.starts_with("memory of Argon2 is 129 MiB"), "{text}");
    let many = open_containers(
        &[0; 3].map(|_| Container::new(ContainerFormat::Pkcs12, &der("pkcs12"))),
        &with(SECRET, |options| options.limits.iterations = 2 * 4779),
    );
    assert_eq!(many.unwrap().iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false]);
}

/// Replaces bytes that occur in data.
fn replaced(data: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = data.windows(from.len()).position(|window| window == from).expect("bytes that occur");
    [&data[..at], to, &data[at + from.len()..]].concat()
}

#[test]
fn bags_of_other_kinds_do_not_hide_a_key() {
    let plain = der("pkcs12-plain");
    let bag = |number: u8| [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 12, 10, 1, number];
    for (number, expected) in
        [(4, None), (5, Some("unsupported-format")), (6, Some("unsupported-format")), (9, Some("unsupported-format"))]
    {
        let data = replaced(&plain, &bag(3), &bag(number));
        let kinds: Vec<_> = contents(&data, None).into_iter().map(|(_, kind)| kind).collect();
        assert_eq!(kinds, expected.into_iter().chain(["private"]).collect::<Vec<_>>());
        assert!(Components::decode(&data, None).is_ok());
    }
    // A certificate that is not X.509.
    let data = replaced(&plain, &[1, 9, 22, 1], &[1, 9, 22, 2]);
    assert_eq!(contents(&data, None).len(), 1);
    // An encrypted key bag with a key that is not encrypted.
    let (code, text) = refusal(Components::decode(&replaced(&plain, &bag(1), &bag(2)), None));
    assert!(code == "invalid-encoding" && text.starts_with("the PKCS #12 file is damaged"), "{text}");
    let empty = [0x30, 18, 2, 1, 3, 0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1, 0xa0, 0];
    assert_eq!(refusal(Components::decode(&empty, None)).0, "invalid-encoding");
    let signed = replaced(&plain, &[1, 7, 1], &[1, 7, 2]);
    assert!(refusal(Components::decode(&signed, None)).1.contains("is signed, not protected with a password"));
}

/// PKCS #12 without encryption and MAC around a key in PKCS #8.
pub(crate) fn plain_pkcs12(pkcs8: &[u8]) -> Vec<u8> {
    let pkcs = |rest: &[u8]| bytes(6, &[&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1], rest].concat());
    let name = element(0x31, vec![bytes(0x1e, b"\0k")]);
    let attribute = element(0x30, vec![pkcs(&[9, 20]), name]);
    let bag = vec![pkcs(&[12, 10, 1, 1]), bytes(0xa0, pkcs8), element(0x31, vec![attribute])];
    let data = |content: Element| {
        let octets = bytes(4, &encode(&[element(0x30, vec![content])]));
        element(0x30, vec![pkcs(&[7, 1]), element(0xa0, vec![octets])])
    };
    encode(&[element(0x30, vec![bytes(2, &[3]), data(data(element(0x30, bag)))])])
}

#[test]
fn pkcs12_around_any_key() {
    let ec = plain_pkcs12(&pem_content("ec"));
    assert!(refusal(Components::decode(&ec, None)).1.contains("the key's algorithm is EC"));
    assert_eq!(contents(&plain_pkcs12(&pem_content("pkcs8-3")), None), [(Some("k".to_owned()), "private")]);
    let nested = plain_pkcs12(&plain_pkcs12(&pem_content("pkcs8-2")));
    assert!(refusal(Components::decode(&nested, None)).1.contains("PKCS #12 within PKCS #12"));
    let text = refusal(Components::decode(&plain_pkcs12(b"no key"), None)).1;
    assert!(text.contains("not a key"), "{text}");
}

/// The MAC of RFC 9579, which OpenSSL writes from 3.4 on.
#[test]
fn pbmac1() {
    let mut pfx = parse(&der("pkcs12-plain")).unwrap();
    let Content::Elements(parts) = &mut pfx[0].content else { unreachable!() };
    // The content of the octet string in [0], over which the MAC is computed.
    let Content::Elements(info) = &parts[1].content else { unreachable!() };
    let Content::Bytes(explicit) = &info[1].content else { unreachable!() };
    let header = if explicit[1] < 0x80 { 2 } else { 2 + usize::from(explicit[1] - 0x80) };
    let content = explicit[header..].to_vec();
    let mut key = [0; 32];
    pbkdf2::pbkdf2_hmac::<sha2::Sha256>(b"secret", b"salt", 3, &mut key);
    let code = <Hmac<sha2::Sha256> as KeyInit>::new_from_slice(&key).unwrap().chain_update(&content).finalize();
    let hmac_sha256 = || element(0x30, vec![bytes(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 9]), bytes(5, &[])]);
    let mac_data = |length: Option<u8>| {
        let mut parameters = vec![bytes(4, b"salt"), bytes(2, &[3])];
        parameters.extend(length.map(|length| bytes(2, &[length])));
        parameters.push(hmac_sha256());
        let pbkdf2 = bytes(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 12]);
        let pbmac1 = bytes(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 14]);
        let derivation = element(0x30, vec![pbkdf2, element(0x30, parameters)]);
        let algorithm = element(0x30, vec![pbmac1, element(0x30, vec![derivation, hmac_sha256()])]);
        let digest = element(0x30, vec![algorithm, bytes(4, &code.clone().into_bytes())]);
        element(0x30, vec![digest, bytes(4, b"unused"), bytes(2, &[1])])
    };
    parts.push(mac_data(Some(32)));
    let data = encode(&pfx);
    assert!(Components::decode(&data, SECRET).unwrap() == expected());
    assert_eq!(Components::decode(&data, Some(b"Secret")).unwrap_err(), Error::WrongPassword);
    assert_eq!(Components::decode(&data, None).unwrap_err(), Error::PasswordRequired);
    for length in [None, Some(0), Some(1), Some(19), Some(65)] {
        let Content::Elements(parts) = &mut pfx[0].content else { unreachable!() };
        parts[2] = mac_data(length);
        assert_eq!(refusal(Components::decode(&encode(&pfx), SECRET)).0, "invalid-encoding", "{length:?}");
    }
}

/// As Mozilla's software writes it: with indefinite lengths, and octet strings in parts.
#[test]
fn pkcs12_in_ber() {
    let indefinite = |tag: u8, content: &[u8]| [&[tag, 0x80], content, &[0, 0]].concat();
    for name in ["pkcs12-one-iteration", "pkcs12-plain"] {
        let pfx = parse(&der(name)).unwrap();
        let Content::Elements(parts) = &pfx[0].content else { unreachable!() };
        let Content::Elements(info) = &parts[1].content else { unreachable!() };
        let Content::Bytes(explicit) = &info[1].content else { unreachable!() };
        let header = 2 + usize::from(explicit[1] - 0x80);
        let strings: Vec<_> = explicit[header..].chunks(100).map(|part| bytes(4, part)).collect();
        let content = indefinite(0xa0, &indefinite(0x24, &encode(&strings)));
        let info = indefinite(0x30, &[encode(&info[..1]), content].concat());
        let data = indefinite(0x30, &[encode(&parts[..1]), info, encode(&parts[2..])].concat());
        let read = Components::decode_with(&data, &strict(SECRET)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read.key == expected(), "{name}");
    }
}

/// Whatever is changed or missing, the result is an error or the same key.
#[test]
fn damaged_containers_are_refused() {
    for name in ["pkcs12-one-iteration", "pkcs12-plain", "putty-argon2i", "putty"] {
        let data = if name.starts_with("putty") { file(name) } else { der(name) };
        let check = |data: &[u8]| {
            for options in [ReadOptions::default(), with(SECRET, |options| options.limits.iterations = 10_000)] {
                let found = decode_all(data, &options).into_iter().flatten();
                assert!(found.filter_map(|found| found.key.err()).all(|error| !error.to_string().is_empty()));
                if let Ok(read) = Components::decode_with(data, &options) {
                    assert!(read.key == expected() || name == "pkcs12-plain", "{name}");
                }
            }
        };
        for at in 0..data.len() {
            check(&data[..at]);
            if at % 3 == 0 || at < 100 {
                let mut changed = data.clone();
                changed[at] ^= 1 << (at % 8);
                check(&changed);
            }
        }
    }
    let cut = &der("pkcs12")[..500];
    assert!(refusal(Components::decode(cut, SECRET)).1.contains("the PKCS #12 file is cut off: copy the whole file"));
    // Nested lengths, thousands deep.
    let mut deep = vec![0x30, 0x80, 2, 1, 3, 0x30, 0x80];
    deep.extend([0x30, 0x80].repeat(20_000));
    assert_eq!(refusal(Components::decode(&deep, SECRET)).0, "invalid-encoding");
}

#[test]
fn putty_with_argon2() {
    // What opens them is in `reading.rs`.
    for name in ["putty-argon2id", "putty-2-encrypted"] {
        assert_eq!(contents(&file(name), SECRET), [(Some("test".to_owned()), "private")]);
        assert_eq!(refusal(PublicComponents::decode(&file(name))).0, "wrong-key-type");
    }
    let text = String::from_utf8(file("putty-argon2id")).unwrap();
    for (what, data) in [
        ("carriage returns", text.replace('\n', "\r")),
        ("indented in YAML", format!("key: |\n  {}", text.replace('\n', "\n  "))),
        ("with empty lines", text.replace('\n', "\n\n")),
        ("in quotation marks", format!("KEY='{}'", text.trim_end())),
        ("a string of JSON", format!("\"{}\"", text.replace('\n', "\\n"))),
        ("in HTML", text.replace('\n', "&#10;")),
    ] {
        let read = Components::decode(data.as_bytes(), SECRET).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(read == expected(), "{what}");
    }
    for data in [text.replace('\n', " "), text.replace('\n', "$\n")] {
        assert!(refusal(Components::decode(data.as_bytes(), SECRET)).1.contains("its lines are joined or changed"));
    }
    for (from, to, message) in [
        ("Argon2id", "Argon2", "the key derivation Argon2 of the PuTTY key is not supported"),
        ("aes256-cbc", "twofish", "the PuTTY key is encrypted with twofish, which is not supported"),
        ("Passes: 2", "Passes: 0", "passes of Argon2 times its memory is 0 KiB, but must be from 1"),
        ("Parallelism: 2", "Parallelism: 9", "its parameters of Argon2 are invalid"),
        ("Parallelism: 2", "Parallelism: 4294967295", "its parameters of Argon2 are invalid"),
        ("Memory: 64", "Memory: many", "a parameter of Argon2 is not a number"),
        ("Salt: ", "Salt: 0x?", "its code or salt is not hexadecimal"),
    ] {
        let refused = refusal(Components::decode(text.replace(from, to).as_bytes(), SECRET)).1;
        assert!(refused.contains(message), "{refused}");
    }
}

/// What the two modules of WebAssembly do: one finds containers and reads the keys in them, the other opens them.
#[test]
fn containers_are_opened_in_two_steps() {
    let data = [file("ec"), file("pkcs12"), file("putty-argon2id")].concat();
    let found = containers_in(&data, Some(true)).unwrap();
    assert_eq!(found.len(), 1, "PEM hides PuTTY's text");
    let password = ReadOptions::with_password(SECRET);
    let opened: Vec<_> = open_containers(&found, &password).unwrap().into_iter().map(Result::unwrap).collect();
    let read = Components::decode_with(&data, &ReadOptions::with_opened(None, &opened)).unwrap();
    assert!(read.key == expected());
    assert_eq!(read.repairs.len(), 1, "the EC key");
    let unopened = Components::decode_with(&data, &ReadOptions::with_opened(SECRET, &[]));
    assert!(refusal(unopened).1.contains("was not opened"));
    let putty = file("putty-argon2id");
    assert_eq!(containers_in(&putty, Some(true)).unwrap().len(), 1);
    assert_eq!(containers_in(&putty, Some(false)).unwrap().len(), 0);
    assert_eq!(containers_in(&file("pkcs12"), Some(false)).unwrap()[0].format, ContainerFormat::Pkcs12);
}
