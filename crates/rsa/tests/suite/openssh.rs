//! OpenSSH's private and public keys, and public keys in certificates. The files in `tests/keys` were made by `make.sh` there.

use rsa_variants::{Error, KeyParams, PrivateKey, PublicKey, Variant};

use crate::encoding::{check_round_trip, file, import, pem_content, refusal};
use crate::keys::{key, rng};

fn as_pem(body: &[u8]) -> String {
    der::pem::encode_string("OPENSSH PRIVATE KEY", der::pem::LineEnding::LF, body).unwrap()
}

#[test]
fn keys_of_ssh_keygen_are_those_of_openssl() {
    let expected = import(&file("primes-2"));
    assert_eq!(import(&file("openssh")).components(), expected.components());
    // In lines of another length.
    let text = as_pem(&pem_content("openssh"));
    assert_eq!(import(text.as_bytes()).components(), expected.components(), "{text}");
    let public_key = expected.public_key();
    let line = String::from_utf8(file("openssh-public")).unwrap();
    let [_, line] = line.lines().collect::<Vec<_>>()[..] else { panic!("a comment and the key") };
    assert_eq!(public_key.to_openssh().unwrap(), format!("{line}\n"));
    let text = format!("\u{feff}ssh-rsa\t{} a comment of words\n{line}", line.split_once(' ').unwrap().1);
    assert_eq!(PublicKey::import(text.as_bytes()).unwrap().modulus(), public_key.modulus());
}

#[test]
fn encrypted_keys_open_with_their_password() {
    let original = key(&KeyParams::new(Variant::Rebalanced, 600), 61);
    let written = original.to_encrypted_openssh("pässwörd".as_bytes(), &mut rng(62)).unwrap();
    let again = PrivateKey::import(written.as_bytes(), Some("pässwörd".as_bytes()), &mut rng(63)).unwrap();
    assert_eq!(again.components(), original.components());
    assert_eq!(refusal(PrivateKey::import(written.as_bytes(), Some(b"password"), &mut rng(63))).0, "wrong-password");
    assert_ne!(written, original.to_encrypted_openssh("pässwörd".as_bytes(), &mut rng(64)).unwrap());
    let (code, message) = refusal(original.to_encrypted_openssh(b"", &mut rng(62)));
    assert!(code == "invalid-params" && message.starts_with("password is 0 bytes"), "{message}");
}

#[test]
fn keys_of_two_primes_come_back() {
    for variant in [Variant::Original, Variant::Crt, Variant::Rebalanced, Variant::SchemeB] {
        // Lengths at which the first byte of numbers has eight bits, or fewer.
        for length in [600, 601, 607, 608] {
            let original = key(&KeyParams::new(variant, length), 65);
            let again = import(original.to_openssh().unwrap().as_bytes());
            assert_eq!(again.components(), &*original.standard_components().unwrap());
            check_round_trip(&again);
            let public_key = PublicKey::import(original.public_key().to_openssh().unwrap().as_bytes()).unwrap();
            assert_eq!(public_key.modulus(), original.public_key().modulus());
            assert_eq!(public_key.public_exponent(), original.public_key().public_exponent());
        }
    }
    for primes in [3, 8] {
        let original = key(&KeyParams { primes: Some(primes), ..KeyParams::new(Variant::MultiPrime, 600) }, 66);
        let expected = format!("OpenSSH's private key format holds two primes, but this key has {primes}: use PKCS#8");
        assert_eq!(refusal(original.to_openssh()), ("no-standard-format", expected.clone()));
        assert_eq!(refusal(original.to_encrypted_openssh(b"a", &mut rng(67))), ("no-standard-format", expected));
    }
    let power = key(&KeyParams::new(Variant::MultiPower, 600), 68);
    assert!(refusal(power.to_openssh()).1.contains("multi-power"));
}

/// Every prefix of a key, and every change of a byte. The result is an error, or the same key, because comments do not
/// matter.
#[test]
fn damaged_keys_are_refused() {
    let whole = pem_content("openssh");
    let expected = import(&file("openssh"));
    for length in 0..whole.len() {
        let (code, message) = refusal(PrivateKey::import(as_pem(&whole[..length]).as_bytes(), None, &mut rng(69)));
        assert_eq!(code, "invalid-encoding", "{length}: {message}");
    }
    let mut codes = std::collections::BTreeSet::new();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x81;
        match PrivateKey::import(as_pem(&damaged).as_bytes(), None, &mut rng(70)) {
            Err(error) => drop(codes.insert(error.code())),
            Ok(key) => assert_eq!(key.components(), expected.components(), "{at}"),
        }
    }
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), ["inconsistent-key", "invalid-encoding", "unsupported-format"]);
    let mut longer = whole.clone();
    longer.push(0);
    let (_, message) = refusal(PrivateKey::import(as_pem(&longer).as_bytes(), None, &mut rng(71)));
    assert!(message.contains("it continues after its last field"), "{message}");
    // Damage to an encrypted key looks like a wrong password.
    let mut encrypted = pem_content("openssh-aes256-ctr");
    *encrypted.last_mut().unwrap() ^= 1;
    let result = PrivateKey::import(as_pem(&encrypted).as_bytes(), Some(b"secret"), &mut rng(72));
    assert_eq!(refusal(result).0, "wrong-password");
}

#[test]
fn key_derivation_has_a_limit() {
    let edited = |rounds: u32| {
        let mut encrypted = pem_content("openssh-aes256-ctr");
        let at = encrypted.windows(6).position(|window| window == b"bcrypt").unwrap() + 6 + 4 + 4 + 16;
        assert_eq!(encrypted[at..at + 4], [0, 0, 0, 1]);
        encrypted[at..at + 4].copy_from_slice(&rounds.to_be_bytes());
        refusal(PrivateKey::import(as_pem(&encrypted).as_bytes(), Some(b"secret"), &mut rng(73)))
    };
    for rounds in [0, 201, u32::MAX] {
        let expected = format!(
            "rounds of bcrypt-pbkdf is {rounds}, but must be from 1 to 200: the limit protects against exhaustion; raise it if \
             you trust the file"
        );
        assert_eq!(edited(rounds), ("invalid-params", expected));
    }
    assert_eq!(edited(2).0, "wrong-password");
}

#[test]
fn other_ciphers_and_algorithms_are_named() {
    let mut other = pem_content("openssh-aes256-ctr");
    let at = other.windows(10).position(|window| window == b"aes256-ctr").unwrap();
    other[at..at + 10].copy_from_slice(b"twofish256");
    for (data, message) in [
        (
            as_pem(&other).into_bytes(),
            "encrypted with twofish256 and bcrypt, which are not supported; ssh-keygen -p -Z aes256-ctr",
        ),
        (file("openssh-ed25519"), "the key's algorithm is ssh-ed25519, but must be RSA"),
    ] {
        let (code, text) = refusal(PrivateKey::import(&data, Some(b"secret"), &mut rng(74)));
        assert!(code == "unsupported-format" && text.contains(message), "{code}: {text}");
    }
    let (code, text) = refusal(PrivateKey::import(&file("openssh-public"), None, &mut rng(74)));
    assert!(code == "wrong-key-type" && text.contains("this is a public key of OpenSSH; a private key is needed"));
    for (line, code, message) in [
        (
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me",
            "unsupported-format",
            "the key's algorithm is ssh-ed25519, but must be RSA",
        ),
        ("ecdsa-sha2-nistp256 AAAA", "unsupported-format", "the key's algorithm is ecdsa-sha2-nistp256"),
        ("sk-ssh-ed25519@openssh.com AAAA", "unsupported-format", "sk-ssh-ed25519@openssh.com"),
        ("ssh-rsa-cert-v01@openssh.com AAAA", "unsupported-format", "this is an OpenSSH certificate"),
        ("ssh-rsa is for keys", "invalid-encoding", "this begins like a public key of OpenSSH, but has no Base64"),
        ("ssh-rsa AAAAB3NzaC1yc2E*", "invalid-encoding", "is not Base64"),
        ("ssh-rsa AAAAB3NzaC1yc2E", "invalid-encoding", "it ends within the public exponent"),
        ("ssh-rsa AAAAB3NzaC1yc2E=", "invalid-encoding", "it ends within the public exponent"),
        ("ssh-rsa AAAAC3NzaC1lZDI1NTE5", "unsupported-format", "the key's algorithm is ssh-ed25519, but must be RSA"),
        ("ssh-rsa AAAAB3NzaC1yc2EAAAAB/w==", "invalid-encoding", "the public exponent is negative"),
    ] {
        let (found, text) = refusal(PublicKey::import(line.as_bytes()));
        assert!(found == code && text.contains(message), "{line}: {found}: {text}");
    }
    assert!(refusal(PublicKey::import(&file("openssh"))).1.contains("this is a private key"));
}

#[test]
fn certificates_and_requests_contain_the_key_that_they_were_made_for() {
    let expected = import(&file("primes-2"));
    for name in ["certificate", "certificate-v1", "request"] {
        let pem = String::from_utf8(file(name)).unwrap();
        let der = pem_content(name);
        let older = pem
            .replace(" CERTIFICATE REQUEST-", " NEW CERTIFICATE REQUEST-")
            .replace(" CERTIFICATE-", " X509 CERTIFICATE-");
        for data in [pem.as_bytes(), older.as_bytes(), &der] {
            let key = PublicKey::import(data).unwrap();
            assert_eq!(key.modulus(), expected.public_key().modulus(), "{name}");
            assert_eq!(key.public_exponent(), expected.public_key().public_exponent(), "{name}");
            let what = if name == "request" { "a certificate request" } else { "a certificate" };
            let (code, text) = refusal(PrivateKey::import(data, None, &mut rng(75)));
            let message = format!("this is {what}, which holds only a public key; a private key is needed");
            assert!(code == "wrong-key-type" && text.starts_with(&message), "{text}");
        }
        for length in 0..der.len() {
            let code = refusal(PublicKey::import(&der[..length])).0;
            assert_eq!(code, "invalid-encoding", "{name} of {length}");
        }
    }
    let (code, text) = refusal(PublicKey::import(&file("certificate-ec")));
    assert_eq!(
        (code, &*text),
        ("unsupported-format", "the key's algorithm is EC (1.2.840.10045.2.1), but must be RSA")
    );
    // A file with a private key and its certificate can be read as either.
    let both = file("bag-attributes");
    assert_eq!(PublicKey::import(&both).unwrap().modulus(), import(&both).public_key().modulus());
}

/// The restriction to RSASSA-PSS, with or without hash functions, is not kept.
#[test]
fn keys_for_pss_are_accepted() {
    for name in ["rsa-pss", "rsa-pss-restricted"] {
        let key = import(&file(name));
        check_round_trip(&key);
        assert!(String::from_utf8(file(name)).unwrap().contains("-----BEGIN PRIVATE KEY-----"));
        assert_eq!(import(&key.to_plain_pkcs8_der().unwrap()).components(), key.components());
    }
    let expected = import(&file("rsa-pss-restricted"));
    for name in ["rsa-pss-public", "certificate-pss"] {
        assert_eq!(PublicKey::import(&file(name)).unwrap().modulus(), expected.public_key().modulus());
    }
    // The standard does not allow parameters of another kind.
    let mut der =
        PrivateKey::import(&file("primes-2"), None, &mut rng(76)).unwrap().public_key().to_spki_der().unwrap();
    let oid = der.windows(9).position(|window| window == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1]).unwrap();
    der[oid + 8] = 10;
    let error = PublicKey::import(&der).unwrap_err();
    assert_eq!(error, Error::InvalidEncoding("the parameters of id-RSASSA-PSS are a NULL, not a SEQUENCE".into()));
}

#[test]
fn other_common_formats_are_named() {
    let sequence = |content: &[u8]| [&[0x30, content.len() as u8], content].concat();
    let integers = [2, 1, 0].repeat(6);
    let pem = |label: &str| format!("-----BEGIN {label}-----\nAA==\n-----END {label}-----\n").into_bytes();
    for (data, message) in [
        (file("ec-traditional"), "this is an EC key, but must be an RSA key"),
        (sequence(&[2, 1, 1, 4, 1, 7]), "this is an EC key, but must be an RSA key"),
        (file("ec"), "the key's algorithm is EC (1.2.840.10045.2.1), but must be RSA"),
        (file("ed25519"), "the key's algorithm is Ed25519 (1.3.101.112), but must be RSA"),
        (file("dsa"), "the key's algorithm is DSA (1.2.840.10040.4.1), but must be RSA"),
        (file("dsa-traditional"), "this is a DSA key, but must be an RSA key"),
        (sequence(&integers), "this is a DSA key, but must be an RSA key"),
        (sequence(&[6, 3, 42, 3, 4, 0xa0, 0]), "this is PKCS #7 (.p7b), which is not supported; openssl pkcs7"),
        (pem("PKCS7"), "this is PKCS #7"),
        (pem("PGP PRIVATE KEY BLOCK"), "this is a PGP key or message, which is not supported; gpg --export-ssh-key"),
        (b"PuTTY-User-Key-File-3: ssh-ed25519\n".to_vec(), "the key's algorithm is ssh-ed25519, but must be RSA"),
        (
            b"PuTTY-User-Key-File-1: ssh-rsa\n".to_vec(),
            "this is a PuTTY key of an old version; puttygen FILE -O private -o NEW",
        ),
    ] {
        for (code, text) in [refusal(PrivateKey::import(&data, None, &mut rng(77))), refusal(PublicKey::import(&data))]
        {
            // A private key is reported as such if a public one is needed.
            let is_named = match code {
                "wrong-key-type" => text.contains("this is a private key"),
                code => code == "unsupported-format" && text.contains(message),
            };
            assert!(is_named, "{message}: {code}: {text}");
        }
        assert!(refusal(PrivateKey::import(&data, None, &mut rng(77))).1.contains(message), "{message}");
    }
}
