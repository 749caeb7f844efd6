//! Keys in standard formats, and from the numbers that these list.

use js_sys::{Object, Uint8Array};
use rsa_variants::Error;
use wasm_bindgen::prelude::*;
use wasm_support::{components_from_object, components_to_object, number};
use zeroize::Zeroizing;

use crate::convert::to_js;
use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;

#[wasm_bindgen]
impl PublicKey {
    /// From PEM or DER.
    #[wasm_bindgen(js_name = importKey)]
    pub fn import_key(data: &[u8]) -> Result<Self, JsValue> {
        rsa_variants::PublicKey::import(data).map(Self::from).map_err(|error| to_js(&error))
    }

    /// DER as bytes, PEM as a string.
    #[wasm_bindgen(js_name = exportKey)]
    pub fn export_key(&self, format: &str) -> Result<JsValue, JsValue> {
        Ok(match format {
            "pkcs1-der" => bytes(&self.key.to_pkcs1_der()),
            "pkcs1-pem" => self.key.to_pkcs1_pem().into(),
            "spki-der" => bytes(&self.key.to_spki_der()),
            "spki-pem" => self.key.to_spki_pem().into(),
            _ => return Err(unknown(format)),
        })
    }
}

#[wasm_bindgen]
impl PrivateKey {
    /// From PEM or DER, checked.
    #[wasm_bindgen(js_name = importKey)]
    pub fn import_key(data: Vec<u8>, password: Option<Vec<u8>>) -> Result<Self, JsValue> {
        let (data, password) = (Zeroizing::new(data), password.map(Zeroizing::new));
        let password = password.as_ref().map(|password| password.as_slice());
        Self::made(|rng| rsa_variants::PrivateKey::import(&data, password, rng))
    }

    /// From the numbers that standard formats list, checked.
    #[wasm_bindgen(js_name = fromStandardComponents)]
    pub fn from_standard_components(components: &JsValue) -> Result<Self, JsValue> {
        let components = components_from_object(components)?;
        Self::made(|rng| rsa_variants::PrivateKey::from_standard_components(components, rng))
    }

    /// From N, e and d alone.
    #[wasm_bindgen(js_name = fromExponents)]
    pub fn from_exponents(modulus: &[u8], public_exponent: &[u8], private_exponent: Vec<u8>) -> Result<Self, JsValue> {
        let [n, e] = [modulus, public_exponent].map(number);
        let d = number(&Zeroizing::new(private_exponent));
        Self::made(|rng| rsa_variants::PrivateKey::from_exponents(&n, &e, &d, rng))
    }

    /// The numbers that standard formats list.
    #[wasm_bindgen(js_name = standardComponents)]
    pub fn standard_components(&self) -> Result<Object, JsValue> {
        let components = self.key.standard_components().map_err(|error| to_js(&error))?;
        Ok(components_to_object(&components))
    }

    /// DER as bytes, PEM as a string; encrypted where there is a password.
    #[wasm_bindgen(js_name = exportKey)]
    pub fn export_key(&self, format: &str, password: Option<Vec<u8>>) -> Result<JsValue, JsValue> {
        let key = &self.key;
        let exported = match (format, password.map(Zeroizing::new)) {
            ("pkcs1-der", None) => key.to_pkcs1_der().map(|der| bytes(&der)),
            ("pkcs1-pem", None) => key.to_pkcs1_pem().map(|pem| JsValue::from_str(&pem)),
            ("pkcs8-der", None) => key.to_pkcs8_der().map(|der| bytes(&der)),
            ("pkcs8-pem", None) => key.to_pkcs8_pem().map(|pem| JsValue::from_str(&pem)),
            ("pkcs8-der", Some(password)) => {
                self.generator.with(|rng| key.to_encrypted_pkcs8_der(&password, rng))?.map(|der| bytes(&der))
            }
            ("pkcs8-pem", Some(password)) => {
                let pem = self.generator.with(|rng| key.to_encrypted_pkcs8_pem(&password, rng))?;
                pem.map(|pem| JsValue::from_str(&pem))
            }
            _ => return Err(unknown(format)),
        };
        exported.map_err(|error| to_js(&error))
    }
}

fn bytes(data: &[u8]) -> JsValue {
    Uint8Array::from(data).into()
}

/// The caller knows which formats there are; this is for one that does not.
fn unknown(format: &str) -> JsValue {
    to_js(&Error::UnsupportedFormat(format!("{format:?} is no format that this key is written in")))
}
