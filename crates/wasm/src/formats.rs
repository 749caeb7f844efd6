//! WebAssembly bindings of the key formats of rsa-variants: PEM, DER and OpenSSH's. They are a separate module, so you
//! download parsers and password-based encryption only if you read or write such keys. This module converts between
//! formats and the numbers of a key, and contains no key operations. The main module checks the numbers.
//!
//! PKCS #12 and PuTTY's files are found here and opened by the module of containers, which few callers need. So the `decode`
//! functions take what that module returned for the containers that `containers` finds.
//!
//! A call that needs a key derived with PBKDF2 may return an object with what it `needs`: see `Derivations` in support.
//!
//! As in the bindings of rsa-variants, integers are passed as unsigned big-endian bytes, and errors are thrown as an
//! `Error` with a stable property `code`. The caller uses a separate instance for each call and overwrites its whole memory
//! afterwards, so nothing here overwrites the stack.

use crate::support::js::{Array, Object, Uint8Array};
use crate::support::{
    Derivations, JsResult, apply_limits, bytes, components_from_object, components_to_object, get, number,
    platform_random, repairs_to_array, set, to_js,
};
use rsa_variants::{
    AnyComponents, Components, Contained, ContainerFormat, Decoded, Error, Found, Opened, Pbkdf2, PublicComponents,
    ReadOptions, Repair, codes, containers_in, decode_all,
};
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

/// Finds the containers that must be opened before the keys in them can be decoded: all, or those that may hold a private or a
/// public key. Returns an array of objects with their `format` and `data`.
#[wasm_bindgen]
pub fn containers(data: &[u8], is_private: Option<bool>) -> JsResult<Array> {
    let containers = Array::new();
    for container in containers_in(data, is_private).map_err(|error| to_js(&error))? {
        let object = Object::new();
        let format = if container.format == ContainerFormat::Pkcs12 { "pkcs12" } else { "putty" };
        set(&object, "format", &format.into());
        set(&object, "data", &bytes_of(&container.data));
        containers.push(&object);
    }
    Ok(containers)
}

/// Decodes a private key. Returns its numbers as a plain object, unchecked, and what reading repaired. `opened` holds the keys of
/// each container, as the module of containers returned them.
#[wasm_bindgen(js_name = decodePrivateKey)]
pub fn decode_private_key(
    data: &[u8],
    password: Option<Vec<u8>>,
    options: &JsValue,
    opened: &JsValue,
) -> JsResult<JsValue> {
    let opened = opened_of(opened);
    let derivations = Derivations::new(get(options, "derived"));
    let derive = |derivation: &Pbkdf2<'_>, key: &mut [u8]| derivations.derive(derivation, key);
    let options = read_options(password.as_deref(), options, &opened).deriving_with(&derive);
    let decoded = Components::decode_with(data, &options);
    if let Some(needs) = derivations.needs() {
        return Ok(needs);
    }
    let Decoded { key, repairs, .. } = decoded.map_err(|error| to_js(&error))?;
    Ok(with_repairs("private", &components_to_object(&key), &repairs).into())
}

/// Decodes a public key. Returns its numbers as a plain object, unchecked, and what reading repaired.
#[wasm_bindgen(js_name = decodePublicKey)]
pub fn decode_public_key(data: &[u8], options: &JsValue, opened: &JsValue) -> JsResult<Object> {
    let opened = opened_of(opened);
    let decoded = PublicComponents::decode_with(data, &read_options(None, options, &opened));
    let Decoded { key, repairs, is_bare, .. } = decoded.map_err(|error| to_js(&error))?;
    Ok(with_repairs("public", &public_to_object(&key, is_bare), &repairs))
}

/// Decodes all keys, in their order. Returns an array of objects as above, or with the `error` of a key that is left out; each
/// with the `name` that comes with the key.
#[wasm_bindgen(js_name = decodeKeys)]
pub fn decode_keys(data: &[u8], password: Option<Vec<u8>>, options: &JsValue, opened: &JsValue) -> JsResult<JsValue> {
    let opened = opened_of(opened);
    let derivations = Derivations::new(get(options, "derived"));
    let derive = |derivation: &Pbkdf2<'_>, key: &mut [u8]| derivations.derive(derivation, key);
    let options = read_options(password.as_deref(), options, &opened).deriving_with(&derive);
    let found = decode_all(data, &options);
    if let Some(needs) = derivations.needs() {
        return Ok(needs);
    }
    let objects = found.map_err(|error| to_js(&error))?.into_iter().map(|Found { name, key, .. }| {
        let object = match key {
            Err(error) => {
                let object = Object::new();
                set(&object, "error", &to_js(&error));
                object
            }
            Ok(Decoded { key: AnyComponents::Private(key), repairs, .. }) => {
                with_repairs("private", &components_to_object(&key), &repairs)
            }
            Ok(Decoded { key: AnyComponents::Public(key), repairs, is_bare, .. }) => {
                with_repairs("public", &public_to_object(&key, is_bare), &repairs)
            }
        };
        if let Some(name) = name {
            set(&object, "name", &name.into());
        }
        object
    });
    Ok(objects.collect::<Array>().into())
}

/// The options of a call: `strict`, the limits that are set, and the containers that are open.
fn read_options<'a>(password: Option<&'a [u8]>, options: &JsValue, opened: &'a [Opened]) -> ReadOptions<'a> {
    let mut read = ReadOptions::with_opened(password, opened);
    read.strict = get(options, "strict").is_truthy();
    apply_limits(&mut read.limits, options);
    read
}

/// The keys of each container, as the module of containers returned them.
fn opened_of(opened: &JsValue) -> Vec<Opened> {
    let mut all = Vec::new();
    for container in Array::from(opened).iter() {
        let mut keys = Vec::new();
        for key in Array::from(&get(&container, "keys")).iter() {
            keys.push(contained_of(&key));
        }
        all.push(Opened::new(keys));
    }
    all
}

fn contained_of(key: &JsValue) -> Contained {
    // A key cannot be read for these reasons only; any other concerns the whole container.
    let data = match get(key, "code").as_string().as_deref() {
        None => Ok(Zeroizing::new(Uint8Array::new(&get(key, "data")).to_vec())),
        Some(codes::PASSWORD_REQUIRED) => Err(Error::PasswordRequired),
        Some(codes::WRONG_PASSWORD) => Err(Error::WrongPassword),
        Some(_) => Err(Error::UnsupportedFormat(get(key, "message").as_string().unwrap_or_default())),
    };
    Contained::new(get(key, "name").as_string(), get(key, "isPrivate").as_bool(), data)
}

fn with_repairs(name: &str, numbers: &Object, repairs: &[Repair]) -> Object {
    let object = Object::new();
    set(&object, name, numbers);
    set(&object, "repairs", &repairs_to_array(repairs));
    object
}

fn public_to_object(PublicComponents { modulus, public_exponent, .. }: &PublicComponents, is_bare: bool) -> Object {
    let object = Object::new();
    set(&object, "modulus", &bytes(modulus));
    set(&object, "publicExponent", &bytes(public_exponent));
    set(&object, "isBare", &is_bare.into());
    object
}

/// Encodes a private key from the numbers that standard formats contain. Returns bytes for DER and a string for other
/// formats. Encrypts the key if there is a password; `derived` is as in [`Derivations::new`].
#[wasm_bindgen(js_name = encodePrivateKey)]
pub fn encode_private_key(
    format: &str,
    components: &JsValue,
    password: Option<Vec<u8>>,
    derived: JsValue,
) -> JsResult<JsValue> {
    let key = components_from_object(components)?;
    let derivations = Derivations::new(derived);
    let derive = |derivation: &Pbkdf2<'_>, key: &mut [u8]| derivations.derive(derivation, key);
    let salt = derivations.salt();
    let text = |encoded: &str| JsValue::from_str(encoded);
    let encoded = match (format, password) {
        ("pkcs1-der", None) => key.to_pkcs1_der().map(|der| bytes_of(&der)),
        ("pkcs1-pem", None) => key.to_pkcs1_pem().map(|encoded| text(&encoded)),
        ("pkcs8-der", None) => key.to_pkcs8_der().map(|der| bytes_of(&der)),
        ("pkcs8-pem", None) => key.to_pkcs8_pem().map(|encoded| text(&encoded)),
        ("pkcs8-der", Some(password)) => {
            let rng = &mut platform_random()?;
            key.to_encrypted_pkcs8_der_with(&password, salt, &derive, rng)
                .map(|der| derivations.needs().unwrap_or_else(|| bytes_of(&der)))
        }
        ("pkcs8-pem", Some(password)) => {
            let rng = &mut platform_random()?;
            key.to_encrypted_pkcs8_pem_with(&password, salt, &derive, rng)
                .map(|encoded| derivations.needs().unwrap_or_else(|| text(&encoded)))
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
pub fn encode_public_key(format: &str, modulus: &[u8], public_exponent: &[u8]) -> JsResult<JsValue> {
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
