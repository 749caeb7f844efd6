//! Keys in serde's formats.

use rsa_variants::{KeyParams, PrivateKey, PublicKey, Variant};
use testing::hex;

use crate::keys::{every_variant, key};

fn hexadecimal(bytes: &[u8]) -> String {
    format!("\"{}\"", hex(bytes))
}

#[test]
fn keys_survive_json() {
    for params in every_variant(600) {
        let key = key(&params, 110);
        let (public, private) = (serde_json::to_string(key.public_key()), serde_json::to_string(&key));
        match key.public_key().to_spki_der() {
            Ok(der) => {
                let text = public.unwrap();
                assert_eq!(text, hexadecimal(&der), "{params:?}");
                assert_eq!(serde_json::from_str::<PublicKey>(&text).unwrap(), *key.public_key(), "{params:?}");
            }
            Err(error) => assert_eq!(public.unwrap_err().to_string(), error.to_string(), "{params:?}"),
        }
        match key.to_plain_pkcs8_der() {
            Ok(der) => {
                let text = private.unwrap();
                assert_eq!(text, hexadecimal(&der), "{params:?}");
                let again: PrivateKey = serde_json::from_str(&text).unwrap();
                assert!(again.public_key() == key.public_key() && again.components().primes == key.components().primes);
            }
            Err(error) => assert_eq!(private.unwrap_err().to_string(), error.to_string(), "{params:?}"),
        }
    }
}

#[test]
fn what_is_not_a_key_is_refused() {
    let key = key(&KeyParams::new(Variant::Crt, 512), 111);
    let mut der = key.to_plain_pkcs8_der().unwrap().to_vec();
    *der.last_mut().unwrap() ^= 1; // the CRT coefficient
    for text in [hexadecimal(&der), hexadecimal(&der[1..]), "\"xy\"".into(), "7".into(), "{}".into()] {
        assert!(serde_json::from_str::<PrivateKey>(&text).is_err(), "{text}");
        assert!(serde_json::from_str::<PublicKey>(&text).is_err(), "{text}");
    }
}
