//! Keys as people have them: text that was copied, quoted and encoded, wrong labels, several keys in a file. Every repair is
//! reported, strict options refuse it, and damaged numbers are never read as another key.

use der::Encode;
use der::asn1::Uint;
use pkcs8::pkcs5::pbes2::Parameters;
use rand_chacha::rand_core::Rng;
use rsa_variants::{
    AnyComponents, BigUint, Components, Error, KeyParams, PrivateKey, PublicComponents, PublicKey, ReadOptions, Repair,
    Variant, decode_all,
};

use crate::der_tree::{self, bytes, element, encode};
use crate::encoding::{file, pem_content, refusal};
use crate::keys::{key, rng};

/// A key that is short, so that tests are.
fn sample() -> PrivateKey {
    key(&KeyParams::new(Variant::Crt, 512), 80)
}

fn hex(bytes: &[u8], separator: &str) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(separator)
}

/// Base64, independent of the crate's own.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = chunk.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        text.extend((0..4).map(|index| {
            let digit = ALPHABET[(number >> (18 - 6 * index) & 63) as usize];
            if index <= chunk.len() { char::from(digit) } else { '=' }
        }));
    }
    text
}

fn strict() -> ReadOptions<'static> {
    let mut options = ReadOptions::default();
    options.strict = true;
    options
}

/// The codes of what was repaired. Strict options refuse all of them and accept a key without any.
fn private_repairs(data: &[u8], expected: &Components, what: &str) -> Vec<&'static str> {
    let read = Components::decode_with(data, &ReadOptions::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(read.key == *expected, "{what}");
    let refused = Components::decode_with(data, &strict());
    assert_eq!(refused.is_err(), !read.repairs.is_empty(), "{what}");
    if let Err(error) = refused {
        assert_eq!(error.to_string(), format!("{}, which strict reading refuses", read.repairs[0]), "{what}");
    }
    read.repairs.iter().map(Repair::code).collect()
}

fn public_repairs(data: &[u8], expected: &PublicComponents, what: &str) -> Vec<&'static str> {
    let read =
        PublicComponents::decode_with(data, &ReadOptions::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(read.key, *expected, "{what}");
    assert_eq!(PublicComponents::decode_with(data, &strict()).is_err(), !read.repairs.is_empty(), "{what}");
    read.repairs.iter().map(Repair::code).collect()
}

#[test]
fn private_keys_in_text_of_every_kind() {
    let key = sample();
    let numbers = key.components();
    let [pem1, pem8] = [key.to_pkcs1_pem(), key.to_plain_pkcs8_pem()].map(|pem| pem.unwrap().to_string());
    let ssh = key.to_openssh().unwrap().to_string();
    let der1 = key.to_pkcs1_der().unwrap().to_vec();
    let der8 = key.to_plain_pkcs8_der().unwrap().to_vec();
    let (one, eight) = (base64(&der1), base64(&der8));
    assert_eq!(pem8.lines().filter(|line| !line.starts_with('-')).collect::<String>(), eight);
    let utf16 = |text: &str, little: bool| -> Vec<u8> {
        let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let quoted = |quote: &str, end: &str| -> String {
        let lines: Vec<_> = pem8.lines().map(|line| format!("{quote}{line}\\n{quote}")).collect();
        format!("key = {};", lines.join(&format!("{end}\n  ")))
    };
    let full = format!("-----BEGIN PRIVATE KEY-----\n{}-----END PRIVATE KEY-----\n", {
        let (one, other) = eight.split_at(eight.len() / 2);
        format!("{one}\n{other}\n")
    });
    let before = |prefix: &dyn Fn(usize) -> String| -> String {
        pem8.lines().enumerate().map(|(at, line)| format!("{}{line}\n", prefix(at + 1))).collect()
    };
    let url = |text: &str| text.replace('+', "-").replace('/', "_");
    let percent = |text: &str| text.replace('%', "%25").replace('\n', "%0A").replace('+', "%2B").replace('=', "%3D");
    let cases: Vec<(&str, Vec<u8>, &[&str])> = vec![
        ("PKCS #1", pem1.clone().into(), &[]),
        ("PKCS #8", pem8.clone().into(), &[]),
        ("OpenSSH", ssh.clone().into(), &[]),
        ("DER", der8.clone(), &[]),
        ("carriage returns", pem8.replace('\n', "\r\n").into(), &[]),
        ("a byte order mark", format!("\u{feff}{pem8}").into(), &[]),
        ("YAML", format!("key: |\n  {}", pem8.replace('\n', "\n  ")).into(), &[]),
        ("a variable in a file", format!("PRIVATE_KEY=\"{pem8}\"\nOTHER=1\n").into(), &[]),
        ("Latin-1 before the key", [b"subject=\xfc\n", pem8.as_bytes()].concat(), &[]),
        ("zeros after text", [pem8.as_bytes(), &[0; 4]].concat(), &[]),
        ("escaped line feeds", pem8.replace('\n', "\\n").into(), &["escapes"]),
        ("escaped carriage returns", pem8.replace('\n', "\\r\\n").into(), &["escapes"]),
        ("escaped twice", pem8.replace('\n', "\\\\n").into(), &["escapes"]),
        ("a string of JSON", format!("\"{}\"", pem8.replace('\n', "\\n").replace('/', "\\/")).into(), &["escapes"]),
        (
            "escapes of Unicode",
            pem8.replace('\n', "\\n").replace('=', "\\u003d").replace('+', "\\u002b").into(),
            &["escapes"],
        ),
        ("backslashes at line ends", pem8.replace('\n', "\\\n").into(), &["escapes"]),
        ("lines of JavaScript", quoted("\"", " +").into(), &["escapes", "quotes"]),
        ("lines of Python", quoted("'", "").into(), &["escapes", "quotes"]),
        ("lines of an array", quoted("\"", ",").into(), &["escapes", "quotes"]),
        ("UTF-16, little", [&[0xff, 0xfe][..], &utf16(&pem8, true)].concat(), &["utf-16"]),
        ("UTF-16, big", [&[0xfe, 0xff][..], &utf16(&pem8, false)].concat(), &["utf-16"]),
        ("UTF-16 without mark, little", utf16(&pem8, true), &["utf-16"]),
        ("UTF-16 without mark, big", utf16(&pem8, false), &["utf-16"]),
        ("no-break spaces", pem8.replace('\n', "\u{a0}\n").into(), &["unusual-spaces"]),
        ("no-break spaces in the label", pem8.replace(' ', "\u{a0}").into(), &["unusual-spaces"]),
        ("zero-width spaces", pem8.replace('M', "\u{200b}M").into(), &["unusual-spaces"]),
        (
            "colors of a terminal",
            format!("\u{1b}[1;32m{}\u{1b}[0m", pem8.replace('\n', "\u{1b}[0m\n\u{1b}[33m")).into(),
            &["unusual-spaces"],
        ),
        ("an escape character before the key", format!("\u{1b}{pem8}").into(), &[]),
        ("the beginning of a color before the key", format!("\u{1b}[1;{pem8}").into(), &[]),
        ("line separators", pem8.replace('\n', "\u{2028}").into(), &["unusual-spaces"]),
        (
            "no-break spaces of Latin-1",
            pem8.replace('\n', "\n@").bytes().map(|b| if b == b'@' { 0xa0 } else { b }).collect(),
            &["unusual-spaces"],
        ),
        ("a URL", percent(&pem8.replace(' ', "%20")).replace("%2520", "%20").into(), &["percent-encoding"]),
        ("a form", percent(&pem8).replace(' ', "+").into(), &["percent-encoding"]),
        ("a form, decoded", pem8.replace('+', " ").into(), &["spaces-for-plus"]),
        ("OpenSSH after a form", ssh.replace('+', " ").into(), &["spaces-for-plus"]),
        ("bare Base64 after a form", eight.replace('+', " ").into(), &["spaces-for-plus", "no-label"]),
        ("PKCS #1 labeled PKCS #8", pem1.replace("RSA PRIVATE", "PRIVATE").into(), &["wrong-label"]),
        ("PKCS #8 labeled PKCS #1", pem8.replace("PRIVATE", "RSA PRIVATE").into(), &["wrong-label"]),
        ("PKCS #8 labeled encrypted", pem8.replace("PRIVATE", "ENCRYPTED PRIVATE").into(), &["wrong-label"]),
        ("PKCS #8 labeled EC", pem8.replace("PRIVATE", "EC PRIVATE").into(), &["wrong-label"]),
        ("OpenSSH labeled PKCS #8", ssh.replace("OPENSSH ", "").into(), &["wrong-label"]),
        ("a private key labeled public", pem8.replace("PRIVATE", "PUBLIC").into(), &["wrong-label"]),
        ("an unknown label", pem8.replace("PRIVATE KEY", "SERVER KEY").into(), &["wrong-label"]),
        ("a missing dash at the end", pem8.trim_end().trim_end_matches('-').to_owned().into(), &["damaged-lines"]),
        ("a missing dash at the start", pem8[1..].to_owned().into(), &["damaged-lines"]),
        ("another label at the end", pem8.replace("END PRIVATE", "END RSA PRIVATE").into(), &["damaged-lines"]),
        ("long dashes", pem8.replace("-----", "\u{2014}\u{2013}-").into(), &["unusual-spaces", "damaged-lines"]),
        ("numbers of cat -n", before(&|line| format!("{line:6}\t")).into(), &["line-prefixes"]),
        (
            "numbers of grep -n, CR LF",
            before(&|line| format!("{line}:")).replace('\n', "\r\n").into(),
            &["line-prefixes"],
        ),
        (
            "numbers of an editor, whose last line is full",
            full.lines().enumerate().map(|(at, line)| format!("{:3} {line}\n", at + 1)).collect::<String>().into(),
            &["line-prefixes"],
        ),
        ("carriage returns only", pem8.replace('\n', "\r").into(), &[]),
        ("numbers of an editor", before(&|line| format!("{line:3} ")).into(), &["line-prefixes"]),
        ("quoted in mail", before(&|_| "> > ".into()).into(), &["line-prefixes"]),
        ("removed in a diff", before(&|_| "-".into()).into(), &["line-prefixes"]),
        ("added in a diff", before(&|_| "+".into()).into(), &["line-prefixes"]),
        ("in a comment", before(&|_| " * ".into()).into(), &["line-prefixes"]),
        ("in a log", before(&|line| format!("12:0{}:5{line} INFO ", line % 10)).into(), &["line-prefixes"]),
        ("references of HTML", pem8.replace('\n', "&#10;").replace('+', "&#x2B;").into(), &["escapes"]),
        ("line breaks of HTML", pem8.replace('\n', "<br>").into(), &["escapes"]),
        ("quoted in HTML", before(&|_| "&gt;&nbsp;".into()).into(), &["escapes", "line-prefixes"]),
        ("a block without end before it", format!("{}{pem8}", &pem8[..200]).into(), &["other-keys"]),
        ("headers", pem8.replacen('\n', "\nComment: mine\nX-Other: 1\n\n", 1).into(), &["pem-headers"]),
        (
            "the URL alphabet",
            format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", url(&eight)).into(),
            &["base64-variant"],
        ),
        (
            "no padding",
            format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----", one.trim_end_matches('='))
                .into(),
            if one.ends_with('=') { &["base64-variant"] } else { &[] },
        ),
        ("bare Base64", eight.clone().into(), &["no-label"]),
        ("bare Base64 of PKCS #1", one.clone().into(), &["no-label"]),
        ("bare Base64 in lines", eight.as_bytes().chunks(76).collect::<Vec<_>>().join(&b'\n'), &["no-label"]),
        ("bare Base64 in quotation marks", format!("\"{eight}\"").into(), &["quotes", "no-label"]),
        (
            "bare Base64 with escapes",
            eight.as_bytes().chunks(64).collect::<Vec<_>>().join(&b"\\n"[..]),
            &["escapes", "no-label"],
        ),
        ("base64url", url(eight.trim_end_matches('=')).into(), &["base64-variant", "no-label"]),
        (
            "Base64 of OpenSSH",
            ssh.lines().filter(|line| !line.starts_with('-')).collect::<String>().into(),
            &["no-label"],
        ),
        ("a data URI", format!("data:application/pkcs8;base64,{eight}").into(), &["no-label"]),
        ("hexadecimal digits", hex(&der8, "").into(), &["no-label"]),
        ("capital digits", hex(&der8, "").to_uppercase().into(), &["no-label"]),
        ("colons", hex(&der8, ":").into(), &["no-label"]),
        ("spaces", hex(&der8, " ").into(), &["no-label"]),
        ("0x", format!("0x{}", hex(&der8, "")).into(), &["no-label"]),
        ("an array of C", format!("{{0x{}}};", hex(&der8, ", 0x")).into(), &["no-label"]),
        ("a string of C", format!("\\x{}", hex(&der8, "\\x")).into(), &["no-label"]),
        ("Base64 of PEM", base64(pem8.as_bytes()).into(), &["encoded-twice"]),
        ("Base64 of Base64 of PEM", base64(base64(pem8.as_bytes()).as_bytes()).into(), &["encoded-twice"]),
        ("Base64 of OpenSSH's PEM", base64(ssh.as_bytes()).into(), &["encoded-twice"]),
        ("DER and a line feed", [&der8[..], b"\n"].concat(), &["trailing-bytes"]),
        ("DER and zeros", [&der8[..], &[0; 100]].concat(), &["trailing-bytes"]),
        ("an EC key first", [file("ec"), pem8.clone().into()].concat(), &["other-keys"]),
        ("an Ed25519 key of OpenSSH first", [file("openssh-ed25519"), ssh.clone().into()].concat(), &["other-keys"]),
        ("an EC key after it", [pem8.clone().into(), file("ec")].concat(), &[]),
        ("a certificate first", [file("certificate"), pem8.clone().into()].concat(), &[]),
        (
            "parameters first",
            [b"-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n", pem8.as_bytes()]
                .concat(),
            &[],
        ),
    ];
    assert!(cases.len() >= 60);
    for (what, data, expected) in cases {
        let mut repairs = private_repairs(&data, numbers, what);
        repairs.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(repairs, expected, "{what}");
    }
}

#[test]
fn public_keys_in_text_of_every_kind() {
    let key = sample();
    let public = key.public_key();
    let numbers = public.components();
    let (spki, pkcs1) = (public.to_spki_pem().unwrap(), public.to_pkcs1_pem().unwrap());
    let (der, line) = (public.to_spki_der().unwrap(), public.to_openssh().unwrap());
    let line = line.trim_end();
    let blob = line.split(' ').nth(1).unwrap();
    let xml = |name: &str, bytes: &[u8]| format!("<{name}>{}</{name}>", base64(bytes));
    let members = xml("Modulus", &numbers.modulus.to_bytes_be())
        + "\n "
        + &xml("Exponent", &numbers.public_exponent.to_bytes_be());
    let ed = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0cBO2TKTxfN2k1bqmWE4mlKWkZ5hTe8F0pl2pSmhyu x\n";
    // id-RSAES-OAEP with an empty sequence instead of rsaEncryption with NULL.
    let mut oaep = der.clone();
    let at = oaep.windows(3).position(|window| window == [1, 1, 1]).unwrap();
    oaep[at + 2] = 7;
    oaep[at + 3] = 0x30;
    let cases: Vec<(&str, String, &[&str])> = vec![
        ("SPKI", spki.clone(), &[]),
        ("PKCS #1", pkcs1.clone(), &[]),
        ("SPKI labeled PKCS #1", spki.replace("PUBLIC", "RSA PUBLIC"), &["wrong-label"]),
        ("PKCS #1 labeled SPKI", pkcs1.replace("RSA PUBLIC", "PUBLIC"), &["wrong-label"]),
        ("SPKI labeled as a certificate", spki.replace("PUBLIC KEY", "CERTIFICATE"), &["wrong-label"]),
        ("bare Base64", base64(&der), &["no-label"]),
        ("hexadecimal digits", hex(&der, ""), &["no-label"]),
        ("a line of OpenSSH", line.to_owned(), &[]),
        (
            "without padding",
            line.trim_end_matches('=').to_owned(),
            if line.ends_with('=') { &["base64-variant"] } else { &[] },
        ),
        ("only its Base64", blob.to_owned(), &["no-label"]),
        ("options", format!("command=\"echo \\\"ssh-rsa AAAA\\\"\",no-pty,from=\"10.0.0.1 x\" {line} me"), &[]),
        (
            "RFC 4716 in a string of JSON",
            format!(
                "\"---- BEGIN SSH2 PUBLIC KEY ----\\nComment: \\\"a\\\"\\n{blob}\\n---- END SSH2 PUBLIC KEY ----\\n\""
            ),
            &["escapes"],
        ),
        (
            "RFC 4716 with carriage returns only",
            format!("---- BEGIN SSH2 PUBLIC KEY ----\rComment: \"a\"\r{blob}\r---- END SSH2 PUBLIC KEY ----\r"),
            &[],
        ),
        ("known_hosts", format!("github.com,140.82.112.4 {line}"), &[]),
        ("hashed hosts", format!("|1|{}|{} {line}", base64(&[7; 20]), base64(&[8; 20])), &[]),
        ("an authority", format!("@cert-authority *.example.org {line}"), &[]),
        ("comments and another key first", format!("# mine\n\n{ed}{line} me\n"), &["other-keys"]),
        (
            "RFC 4716",
            format!("---- BEGIN SSH2 PUBLIC KEY ----\nComment: \"a \\\nb\"\n{blob}\n---- END SSH2 PUBLIC KEY ----\n"),
            &[],
        ),
        (
            "SSH's binary form labeled SPKI",
            format!("-----BEGIN PUBLIC KEY-----\n{blob}\n-----END PUBLIC KEY-----"),
            &["wrong-label"],
        ),
        ("XML", format!("<RSAKeyValue>{members}</RSAKeyValue>"), &[]),
        (
            "XML with a namespace",
            format!("<?xml version=\"1.0\"?>\n<RSAKeyValue xmlns=\"urn:x\">\n {members}\n</RSAKeyValue>"),
            &[],
        ),
        (
            "XML with a prefix",
            format!(
                "<ds:RSAKeyValue>{}</ds:RSAKeyValue>",
                members.replace("<M", "<ds:M").replace("<E", "<ds:E").replace("</", "</ds:")
            ),
            &[],
        ),
        ("id-RSAES-OAEP", base64(&oaep), &["no-label"]),
    ];
    for (what, text, expected) in cases {
        assert_eq!(public_repairs(text.as_bytes(), &numbers, what), expected, "{what}");
    }
    let colored = format!("\u{1b}[32m{line}\u{1b}[0m\n");
    assert_eq!(public_repairs(colored.as_bytes(), &numbers, "OpenSSH in color"), ["unusual-spaces"]);
    let with_plus = format!("{}++{} a+b c", &line[..100], &line[102..]);
    let other = PublicComponents::decode(with_plus.as_bytes()).unwrap();
    for spaces in [with_plus.replace('+', " "), with_plus.replacen('+', " ", 2)] {
        assert_eq!(public_repairs(spaces.as_bytes(), &other, "spaces for plus signs"), ["spaces-for-plus"]);
    }
    let spaces = with_plus.split(' ').nth(1).unwrap().replace('+', " ");
    let framed =
        format!("---- BEGIN SSH2 PUBLIC KEY ----\nComment: \"a b\"\n{spaces}\n---- END SSH2 PUBLIC KEY ----\n");
    assert_eq!(public_repairs(framed.as_bytes(), &other, "RFC 4716"), ["spaces-for-plus"]);
    let certificate = PublicComponents::decode(&file("certificate")).unwrap();
    let text = String::from_utf8(file("certificate")).unwrap();
    let body: String =
        text.lines().skip_while(|line| !line.starts_with("-----BEGIN")).filter(|line| !line.starts_with('-')).collect();
    let trusted = {
        // As OpenSSL writes it: the certificate, followed by a sequence about trust.
        let der = pem_content("certificate");
        let both = [&der[..], &[0x30, 3, 0x0c, 1, b'x']].concat();
        format!("-----BEGIN TRUSTED CERTIFICATE-----\n{}\n-----END TRUSTED CERTIFICATE-----\n", base64(&both))
    };
    for (what, text, expected) in [
        ("x5c", body.clone(), &["no-label"][..]),
        ("SAML", format!("<ds:X509Data><ds:X509Certificate>\n{body}\n</ds:X509Certificate></ds:X509Data>"), &[]),
        ("a trusted certificate", trusted, &[]),
        ("a certificate labeled as a public key", text.replace("CERTIFICATE", "PUBLIC KEY"), &["wrong-label"]),
    ] {
        assert_eq!(public_repairs(text.as_bytes(), &certificate, what), expected, "{what}");
    }
}

/// Missing numbers are computed, longer ones reduced, and wrong ones refused.
#[test]
fn numbers_that_are_missing_or_not_reduced() {
    let key = sample();
    let numbers = key.components();
    let read = |change: fn(&mut Components)| {
        let mut numbers = numbers.clone();
        change(&mut numbers);
        let der = numbers.to_pkcs1_der().unwrap();
        let options = ReadOptions::default();
        PrivateKey::import_with(&der, &options, &mut rng(81)).map(|read| (read.key, read.repairs))
    };
    let expect = |change: fn(&mut Components), code: &str| {
        let (again, repairs) = read(change).unwrap();
        assert_eq!(repairs.iter().map(Repair::code).collect::<Vec<_>>(), [code]);
        assert_eq!(again.public_key().modulus(), numbers.modulus);
        assert_eq!(again.components().private_exponent, numbers.private_exponent);
        let mut primes = [again.components().primes.clone(), numbers.primes.clone()];
        primes.iter_mut().for_each(|primes| primes.sort());
        assert_eq!(primes[0], primes[1]);
    };
    expect(
        |c| c.crt_exponents.iter_mut().chain(&mut c.crt_coefficients).for_each(|n| *n = BigUint::ZERO),
        "computed-numbers",
    );
    expect(|c| c.crt_exponents.iter_mut().for_each(|n| *n = BigUint::ZERO), "computed-numbers");
    expect(|c| c.crt_coefficients[0] = BigUint::ZERO, "computed-numbers");
    expect(|c| c.crt_exponents[0] += &c.primes[0] - 1u8, "reduced-numbers");
    expect(|c| c.crt_exponents[1] = c.private_exponent.clone(), "reduced-numbers");
    expect(|c| c.crt_coefficients[0] += &c.primes[0], "reduced-numbers");
    let wrong: [fn(&mut Components); 4] = [
        |c| c.crt_exponents[0] = BigUint::ZERO,
        |c| c.crt_exponents[0] += &c.primes[0],
        |c| c.crt_coefficients[0] += &c.primes[1],
        |c| {
            c.crt_exponents.iter_mut().chain(&mut c.crt_coefficients).for_each(|n| *n = BigUint::ZERO);
            c.private_exponent += 2u8;
        },
    ];
    for change in wrong {
        assert_eq!(read(change).err().map(|error| error.code()), Some("inconsistent-key"));
    }
    // n, e and d with zeros for everything else, as Java writes it.
    let text = hex(&without_primes(numbers), "");
    let read = PrivateKey::import_with(text.as_bytes(), &ReadOptions::default(), &mut rng(82)).unwrap();
    assert_eq!(read.repairs.iter().map(Repair::code).collect::<Vec<_>>(), ["no-label", "computed-numbers"]);
    assert_eq!(read.key.components().private_exponent, numbers.private_exponent);
}

/// PKCS #1 with n, e, d and zeros.
fn without_primes(numbers: &Components) -> Vec<u8> {
    let der = numbers.to_pkcs1_der().unwrap();
    let mut elements = der_tree::parse(&der).unwrap();
    der_tree::lists(&mut elements, &mut |list| {
        for element in list.iter_mut().skip(4) {
            element.content = der_tree::Content::Bytes(vec![0]);
        }
    });
    der_tree::encode(&elements)
}

#[test]
fn all_keys_of_a_file_are_found_with_their_names() {
    let key = sample();
    let line = key.public_key().to_openssh().unwrap();
    let text = [
        String::from_utf8(file("certificate")).unwrap(),
        String::from_utf8(file("ec")).unwrap(),
        key.to_plain_pkcs8_pem().unwrap().to_string(),
        "-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----\n".to_owned(),
    ]
    .concat();
    let found = decode_all(text.as_bytes(), &ReadOptions::default()).unwrap();
    let kinds: Vec<_> = found
        .iter()
        .map(|found| match &found.key {
            Ok(decoded) => match decoded.key {
                AnyComponents::Private(_) => "private",
                AnyComponents::Public(_) => "public",
            },
            Err(error) => error.code(),
        })
        .collect();
    assert_eq!(kinds, ["public", "unsupported-format", "private", "invalid-encoding"]);
    assert_eq!(found[0].name.as_deref(), Some("test"));
    let lines = format!(
        "{}ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 other\nhost.example {line}@revoked bad {line}",
        line.replace('\n', " me@here\n")
    );
    let found = decode_all(lines.as_bytes(), &ReadOptions::default()).unwrap();
    let names: Vec<_> = found.iter().map(|found| (found.name.as_deref(), found.key.is_ok())).collect();
    assert_eq!(
        names,
        [(Some("me@here"), true), (Some("other"), false), (Some("host.example"), true), (Some("bad"), false)]
    );
    let named = decode_all(&file("bag-attributes"), &ReadOptions::default()).unwrap();
    assert_eq!(named[0].name.as_deref(), Some("test"));
    assert!(decode_all(b"", &ReadOptions::default()).is_err());
}

/// PKCS #1 has no identifier: two numbers are a key only under a label that says so, or without a label if their values are those of
/// a key.
#[test]
fn labels_of_other_things_are_not_a_key() {
    let key = sample();
    let (public, private) =
        (key.public_key().standard_components().unwrap().to_pkcs1_der(), key.to_pkcs1_der().unwrap());
    for label in ["PUBLIC KEY", "RSA PUBLIC KEY", "RSA PRIVATE KEY", "RSA KEY"] {
        assert_eq!(PublicKey::import(block(label, &public).as_bytes()).unwrap(), *key.public_key(), "{label}");
    }
    let parameters = ["DH PARAMETERS", "X9.42 DH PARAMETERS", "DSA PARAMETERS", "EC PARAMETERS"];
    let keys = ["DSA PUBLIC KEY", "EC PUBLIC KEY", "DSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY"];
    let certificates = ["X509 CRL", "CERTIFICATE", "TRUSTED CERTIFICATE", "CERTIFICATE REQUEST"];
    let others = ["PKCS12", "SSH2 PUBLIC KEY", "SIGNATURE", "CMS"];
    for label in [&parameters[..], &keys, &certificates, &others].concat() {
        for der in [&public, &*private] {
            let text = block(label, der);
            assert_eq!(refusal(Components::decode(text.as_bytes(), None)).0, "unsupported-format", "{label}");
            assert_eq!(refusal(PublicComponents::decode(text.as_bytes())).0, "unsupported-format", "{label}");
        }
    }
    let is_bare = |data: &[u8]| PublicComponents::decode_with(data, &ReadOptions::default()).unwrap().is_bare;
    assert!(is_bare(&public) && is_bare(block("RSA PRIVATE KEY", &public).as_bytes()));
    assert!(!is_bare(block("PUBLIC KEY", &public).as_bytes()));
    assert!(!is_bare(key.public_key().to_spki_pem().unwrap().as_bytes()));
}

#[test]
fn numbers_of_other_algorithms_are_not_a_key() {
    // The greatest safe prime of 512 bits, as the prime of Diffie-Hellman or DSA.
    let prime = (BigUint::from(1u8) << 512u32) - 38_117u32;
    let (order, other) = ((&prime - 1u8) / 2u8, &prime / 7u8);
    let two = |generator: u8| integers(&[&prime, &generator.into()]);
    let zero = BigUint::ZERO;
    for (name, der) in [
        ("Diffie-Hellman with g = 2", two(2)),
        ("Diffie-Hellman with g = 3", two(3)),
        ("Diffie-Hellman with g = 5", two(5)),
        ("Diffie-Hellman with the length of exponents", integers(&[&prime, &5u8.into(), &256u16.into()])),
        ("X9.42", integers(&[&prime, &5u8.into(), &order])),
        ("a DSA key", integers(&[&zero, &prime, &order, &5u8.into(), &other, &other])),
    ] {
        for data in [der.clone(), base64(&der).into_bytes(), block("PUBLIC KEY", &der).into_bytes()] {
            for options in [ReadOptions::default(), strict()] {
                assert!(PublicKey::import_with(&data, &options).is_err(), "{name}");
            }
            assert!(PrivateKey::import(&data, None, &mut rng(1)).is_err(), "{name}");
        }
    }
    let (code, message) = refusal(PublicKey::import(&two(5)));
    assert!(code == "broken-key" && message.contains("as in Diffie-Hellman parameters"), "{message}");
}

/// About one in four signatures with ECDSA is two odd numbers.
#[test]
fn signatures_are_not_a_key() {
    let mut rng = rng(90);
    for bits in [160u64, 224, 256, 384, 521] {
        for _ in 0..50 {
            let [r, s] = [(); 2].map(|()| {
                let mut bytes = vec![0; 66];
                rng.fill_bytes(&mut bytes);
                (BigUint::from_bytes_be(&bytes) >> (528 - bits)) | BigUint::from(1u8)
            });
            assert!(PublicKey::import(&integers(&[&r, &s])).is_err(), "{r}, {s}");
        }
    }
}

/// A sequence of numbers in DER.
fn integers(numbers: &[&BigUint]) -> Vec<u8> {
    let numbers: Vec<_> = numbers.iter().map(|number| number.to_bytes_be()).collect();
    numbers.iter().map(|bytes| Uint::new(bytes).unwrap()).collect::<Vec<_>>().to_der().unwrap()
}

fn block(label: &str, der: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", base64(der))
}

#[test]
fn other_data_are_named() {
    let part = "A1b2".repeat(86);
    let [signed, encrypted] = [format!("eyJ9.e30.{part}"), format!("eyJ9.{part}.AAAA.{part}.AAAA")];
    for (data, message) in [
        ("", "the data are empty"),
        (" \n", "only white space"),
        ("undefined", "the data are the text \"undefined\": a variable"),
        ("null", "the data are the text \"null\""),
        ("[object Object]", "[object Object]"),
        ("<!DOCTYPE html><html>", "this is an HTML page"),
        ("<?xml version=\"1.0\"?><a/>", "this is XML without an RSAKeyValue"),
        ("/etc/ssl/private/server.key", "this looks like the path of a file: read the file, and pass its content"),
        ("C:\\keys\\id_rsa.pem", "this looks like the path of a file"),
        ("./key.pem", "this looks like the path of a file"),
        ("https://example.org/key.pem", "this is an address, not a key"),
        ("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "this is a token or an API key"),
        (&signed, "this is a token or an API key"),
        (&encrypted, "this is a token or an API key"),
        ("ghp_0123456789abcdefghijklmnopqrstuvwxyz", "this is a token or an API key"),
        ("C:\\Users\\Ann Lee\\key.pem", "this looks like the path of a file"),
        ("none of these", "this is neither PEM, DER"),
        ("hunter2", "too short for a key"),
        ("dear support, here is my key", "this is neither PEM, DER, a key of OpenSSH, nor Base64"),
        ("\u{fe}\u{ed}", "too short"),
    ] {
        for error in [
            Components::decode(data.as_bytes(), None).unwrap_err(),
            PublicComponents::decode(data.as_bytes()).unwrap_err(),
        ] {
            assert!(error.to_string().contains(message), "{data}: {error}");
        }
    }
    for (data, message) in [
        (&[0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2][..], "this is a Java key store (JKS or JCEKS)"),
        (&[0xce, 0xce, 0xce, 0xce, 0, 0, 0, 2], "this is a Java key store"),
        (&[7, 2, 0, 0, 0, 0xa4, 0, 0], "this is a key blob of Windows (MSBLOB)"),
        (b"PK\x03\x04\x14\x00", "this is a compressed file"),
    ] {
        assert!(refusal(Components::decode(data, None)).1.contains(message), "{message}");
    }
    // BER: a length with a leading zero; a modulus without its sign byte.
    let spki = sample().public_key().to_spki_der().unwrap();
    let mut ber = vec![0x30, 0x82, 0, spki[1]];
    ber.extend(&spki[2..]);
    assert!(
        refusal(PublicComponents::decode(&ber)).1.contains("is BER, not DER; openssl pkey -in FILE -out NEW rewrites")
    );
    let negative = refusal(PublicComponents::decode(&[0x30, 7, 2, 2, 0x80, 1, 2, 1, 3])).1;
    assert!(
        negative.contains("has a negative number: the zero byte that marks it as positive is missing"),
        "{negative}"
    );
}

/// A change of any character of a key in text is refused, or leaves the same numbers.
#[test]
fn changed_text_is_never_another_key() {
    let key = key(&KeyParams::new(Variant::Crt, 128), 83);
    let numbers = key.components();
    let pkcs8 = key.to_plain_pkcs8_der().unwrap();
    let samples = [
        hex(&pkcs8, ":"),
        base64(&pkcs8),
        key.to_plain_pkcs8_pem().unwrap().to_string(),
        base64(key.to_pkcs1_pem().unwrap().as_bytes()),
    ];
    for sample in samples {
        for at in 0..sample.len() {
            for other in [b'A', b'0', b' ', b'\\', b'=', b'-', b'"', 0xa0] {
                let mut changed = sample.clone().into_bytes();
                changed[at] = other;
                match PrivateKey::import(&changed, None, &mut rng(84)) {
                    Err(error) => assert!(!matches!(error, Error::PasswordRequired)),
                    Ok(again) => assert!(again.components() == numbers, "{at} {other}"),
                }
            }
        }
    }
}

/// The limits are those of the caller, and all keys of the data together stay within them.
#[test]
fn limits_are_the_callers() {
    let password = Some(&b"secret"[..]);
    let read = |change: fn(&mut ReadOptions<'_>), data: &[u8]| {
        let mut options = ReadOptions::with_password(password);
        change(&mut options);
        Components::decode_with(data, &options).map(|read| read.key)
    };
    let one = file("encrypted-one-iteration");
    assert!(read(|options| options.limits.iterations = 1, &one).is_ok());
    let two = [file("encrypted"), one.clone()].concat();
    for (change, data, message) in [
        (
            (|options| options.limits.iterations = 2047) as fn(&mut ReadOptions<'_>),
            &two,
            "iterations is 2048, but must be from 1 to 2047: ",
        ),
        (|options| options.limits.iterations = 0, &one, "iterations is 0, but must be from 1 to 10000000"),
        (
            |options| options.limits.iterations = 10_000_001,
            &one,
            "iterations is 10000001, but must be from 1 to 10000000",
        ),
        (
            |options| options.limits.modulus_length = 1023,
            &one,
            "modulus_length is 1024 bits, but must be from 128 to 1023 bits",
        ),
        (
            |options| options.limits.scrypt_mebibytes = 15,
            &file("encrypted-scrypt"),
            "128·N·r·p of scrypt is 16 MiB, but must be",
        ),
    ] {
        let (code, text) = refusal(read(change, data));
        assert!(code == "invalid-params" && text.starts_with(message), "{text}");
    }
    // Each of many keys would be within the limit.
    let mut options = ReadOptions::with_password(password);
    options.limits.iterations = 3;
    let found = decode_all(&[&one[..]; 5].concat(), &options).unwrap();
    assert_eq!(found.iter().filter(|found| found.key.is_ok()).count(), 3);
}

/// One key in every encryption that is read, and what is said about the others.
#[test]
fn encryption_of_every_kind() {
    let expected = Components::decode(&file("primes-2"), None).unwrap();
    for name in [
        "encrypted",
        "encrypted-scrypt",
        "encrypted-des3",
        "encrypted-pbes1",
        "encrypted-aes128-sha1",
        "encrypted-aes256-sha224",
        "encrypted-aes256-sha384",
        "encrypted-aes192-sha512",
        "encrypted-aes256-sha512-224",
        "encrypted-aes256-sha512-256",
        "encrypted-traditional",
        "encrypted-traditional-aes128",
        "encrypted-traditional-aes192",
        "encrypted-traditional-des3",
        "openssh-aes256-ctr",
        "openssh-aes256-cbc",
        "openssh-aes256-gcm",
        "openssh-chacha20-poly1305",
        "openssh-3des-cbc",
        "putty-2-encrypted",
        "putty-encrypted",
        "putty-argon2id",
        "putty-argon2i",
        "putty-argon2d",
    ] {
        let read = |password| Components::decode_with(&file(name), &ReadOptions::with_password(password));
        let decoded = read(Some(b"secret")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(decoded.key == expected && decoded.repairs.is_empty(), "{name}");
        assert_eq!(read(None).unwrap_err(), Error::PasswordRequired, "{name}");
        for wrong in [&b"Secret"[..], b"", b"\xff"] {
            assert_eq!(read(Some(wrong)).unwrap_err(), Error::WrongPassword, "{name}");
        }
    }
    for name in ["putty", "putty-2"] {
        assert!(Components::decode(&file(name), None).unwrap() == expected, "{name}");
    }
    let legacy = "openssl pkcs8 -topk8 -provider legacy -provider default -in FILE -out NEW converts it";
    for (name, what, advice) in [
        ("encrypted-md5-des", "encrypted with PBE-MD5-DES, which is not supported", legacy),
        ("encrypted-rc2-40", "encrypted with PBE-SHA1-RC2-40, which is not supported", legacy),
        ("encrypted-traditional-des", "encrypted with DES-CBC, which is not supported", legacy),
    ] {
        let (code, text) = refusal(Components::decode(&file(name), Some(b"secret")));
        assert!(code == "unsupported-format" && text.contains(what) && text.contains(advice), "{text}");
    }
}

/// PBES2 with a salt of this length.
fn with_salt(key: &[u8], length: usize) -> Vec<u8> {
    let sequence = |elements| element(0x30, elements);
    let (salt, iv) = (vec![7; length], [9; 16]);
    let mut derived = [0; 32];
    pbkdf2::pbkdf2_hmac::<sha2::Sha256>(b"secret", &salt, 3, &mut derived);
    let filling = 16 - key.len() % 16;
    let mut data = [key, &vec![filling as u8; filling]].concat();
    ssh_cipher::Cipher::Aes256Cbc.encrypt(&derived, &iv, &mut data).unwrap();
    let sha256 = sequence(vec![bytes(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 9]), bytes(5, &[])]);
    let pbkdf2 = sequence(vec![
        bytes(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 12]),
        sequence(vec![bytes(4, &salt), bytes(2, &[3]), bytes(2, &[32]), sha256]),
    ]);
    let aes = sequence(vec![bytes(6, &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 42]), bytes(4, &iv)]);
    let pbes2 = bytes(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 13]);
    encode(&[sequence(vec![sequence(vec![pbes2, sequence(vec![pbkdf2, aes])]), bytes(4, &data)])])
}

/// As RustCrypto and Botan write it.
#[test]
fn gcm_may_have_its_nonce_alone() {
    let key = sample();
    let der = key.to_plain_pkcs8_der().unwrap();
    let info = pkcs8::PrivateKeyInfoRef::try_from(&der[..]).unwrap();
    let (salt, nonce) = ([7; 8], [5; 12]);
    let cheap = scrypt::Params::new(1, 1, 1).unwrap();
    for parameters in
        [Parameters::scrypt_aes128gcm(cheap, &salt, nonce), Parameters::scrypt_aes256gcm(cheap, &salt, nonce)]
    {
        let encrypted = info.encrypt_with_params(parameters.unwrap(), "secret").unwrap();
        let read = |password: &[u8]| Components::decode(encrypted.as_bytes(), Some(password));
        assert!(read(b"secret").unwrap() == *key.components());
        assert_eq!(read(b"Secret").unwrap_err(), Error::WrongPassword);
    }
}

#[test]
fn salts_of_every_length() {
    let key = sample();
    let der = key.to_plain_pkcs8_der().unwrap();
    for length in [0, 1, 8, 32, 33, 64, 255, 1024] {
        let read = Components::decode(&with_salt(&der, length), Some(b"secret"));
        assert!(read.is_ok_and(|read| read == *key.components()), "{length}");
    }
    let (code, text) = refusal(Components::decode(&with_salt(&der, 1025), Some(b"secret")));
    assert!(code == "invalid-params" && text.starts_with("salt is 1025 bytes, but must be from 0 to 1024"), "{text}");
}
