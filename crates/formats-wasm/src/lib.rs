//! WebAssembly bindings of the key formats of rsa-variants: PEM, DER and OpenSSH's. They are a separate module, so you
//! download parsers and password-based encryption only if you read or write such keys. This module converts between
//! formats and the numbers of a key, and contains no key operations. The main module checks the numbers.
//!
//! As in the bindings of rsa-variants, integers are passed as unsigned big-endian bytes, and errors are thrown as an
//! `Error` with a stable property `code`. Secrets are not wiped one by one: the caller uses a separate instance for
//! each call and overwrites its whole memory afterwards.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen passes optional bytes by value.

use js_sys::{Array, Object, Uint8Array};
use rsa_variants::{
    AnyComponents, Components, Decoded, Error, Found, PublicComponents, ReadOptions, Repair, decode_all,
};
use wasm_bindgen::prelude::*;
use wasm_support::{bytes, components_from_object, components_to_object, get, number, platform_random, set, to_js};

/// The name of this module, which is also that of its only build. The loader compares it with the requested one.
#[wasm_bindgen]
pub fn build() -> String {
    "formats".to_owned()
}

/// Decodes a private key. Returns its numbers as a plain object, unchecked, and what reading repaired.
#[wasm_bindgen(js_name = decodePrivateKey)]
pub fn decode_private_key(data: &[u8], password: Option<Vec<u8>>, options: &JsValue) -> Result<Object, JsValue> {
    let decoded = Components::decode_with(data, &read_options(password.as_deref(), options));
    let Decoded { key, repairs, .. } = decoded.map_err(|error| to_js(&error))?;
    Ok(with_repairs("private", &components_to_object(&key), &repairs))
}

/// Decodes a public key. Returns its numbers as a plain object, unchecked, and what reading repaired.
#[wasm_bindgen(js_name = decodePublicKey)]
pub fn decode_public_key(data: &[u8], options: &JsValue) -> Result<Object, JsValue> {
    let decoded = PublicComponents::decode_with(data, &read_options(None, options));
    let Decoded { key, repairs, .. } = decoded.map_err(|error| to_js(&error))?;
    Ok(with_repairs("public", &public_to_object(&key), &repairs))
}

/// Decodes all keys, in their order. Returns an array of objects as above, or with the `error` of a key that is left out; each
/// with the `name` that comes with the key.
#[wasm_bindgen(js_name = decodeKeys)]
pub fn decode_keys(data: &[u8], password: Option<Vec<u8>>, options: &JsValue) -> Result<Array, JsValue> {
    let found = decode_all(data, &read_options(password.as_deref(), options)).map_err(|error| to_js(&error))?;
    let objects = found.into_iter().map(|Found { name, key, .. }| {
        let object = match key {
            Err(error) => {
                let object = Object::new();
                set(&object, "error", &to_js(&error));
                object
            }
            Ok(Decoded { key: AnyComponents::Private(key), repairs, .. }) => {
                with_repairs("private", &components_to_object(&key), &repairs)
            }
            Ok(Decoded { key: AnyComponents::Public(key), repairs, .. }) => {
                with_repairs("public", &public_to_object(&key), &repairs)
            }
        };
        if let Some(name) = name {
            set(&object, "name", &name.into());
        }
        object
    });
    Ok(objects.collect())
}

/// The options of a call: `strict`, and the limits that are set.
fn read_options<'a>(password: Option<&'a [u8]>, options: &JsValue) -> ReadOptions<'a> {
    let mut read = ReadOptions::with_password(password);
    read.strict = get(options, "strict").is_truthy();
    let limits = &mut read.limits;
    for (name, limit) in [
        ("iterations", &mut limits.iterations),
        ("scryptMebibytes", &mut limits.scrypt_mebibytes),
        ("bcryptRounds", &mut limits.bcrypt_rounds),
    ] {
        if let Some(value) = get(options, name).as_f64() {
            *limit = value as usize;
        }
    }
    read
}

fn with_repairs(name: &str, numbers: &Object, repairs: &[Repair]) -> Object {
    let object = Object::new();
    set(&object, name, numbers);
    let repairs = repairs.iter().map(|repair| {
        let warning = Object::new();
        set(&warning, "code", &repair.code().into());
        set(&warning, "message", &repair.to_string().into());
        warning
    });
    set(&object, "repairs", &repairs.collect::<Array>());
    object
}

fn public_to_object(PublicComponents { modulus, public_exponent, .. }: &PublicComponents) -> Object {
    let object = Object::new();
    set(&object, "modulus", &bytes(modulus));
    set(&object, "publicExponent", &bytes(public_exponent));
    object
}

/// Encodes a private key from the numbers that standard formats contain. Returns bytes for DER and a string for other
/// formats. Encrypts the key if there is a password.
#[wasm_bindgen(js_name = encodePrivateKey)]
pub fn encode_private_key(format: &str, components: &JsValue, password: Option<Vec<u8>>) -> Result<JsValue, JsValue> {
    let key = components_from_object(components)?;
    let text = |encoded: &str| JsValue::from_str(encoded);
    let encoded = match (format, password) {
        ("pkcs1-der", None) => key.to_pkcs1_der().map(|der| bytes_of(&der)),
        ("pkcs1-pem", None) => key.to_pkcs1_pem().map(|encoded| text(&encoded)),
        ("pkcs8-der", None) => key.to_pkcs8_der().map(|der| bytes_of(&der)),
        ("pkcs8-pem", None) => key.to_pkcs8_pem().map(|encoded| text(&encoded)),
        ("pkcs8-der", Some(password)) => {
            key.to_encrypted_pkcs8_der(&password, &mut platform_random()?).map(|der| bytes_of(&der))
        }
        ("pkcs8-pem", Some(password)) => {
            key.to_encrypted_pkcs8_pem(&password, &mut platform_random()?).map(|encoded| text(&encoded))
        }
        ("openssh", None) => key.to_openssh().map(|encoded| text(&encoded)),
        ("openssh", Some(password)) => {
            key.to_encrypted_openssh(&password, &mut platform_random()?).map(|encoded| text(&encoded))
        }
        _ => Err(unknown(format)),
    };
    encoded.map_err(|error| to_js(&error))
}

/// Encodes a public key. Returns bytes for DER and a string for other formats.
#[wasm_bindgen(js_name = encodePublicKey)]
pub fn encode_public_key(format: &str, modulus: &[u8], public_exponent: &[u8]) -> Result<JsValue, JsValue> {
    let key = PublicComponents::new(number(modulus), number(public_exponent));
    Ok(match format {
        "pkcs1-der" => bytes_of(&key.to_pkcs1_der()),
        "pkcs1-pem" => key.to_pkcs1_pem().into(),
        "spki-der" => bytes_of(&key.to_spki_der()),
        "spki-pem" => key.to_spki_pem().into(),
        "openssh" => key.to_openssh().into(),
        _ => return Err(to_js(&unknown(format))),
    })
}

fn bytes_of(data: &[u8]) -> JsValue {
    Uint8Array::from(data).into()
}

/// The error for a format that callers should never pass.
fn unknown(format: &str) -> Error {
    Error::UnsupportedFormat(format!("{format} is not a format for this key"))
}
