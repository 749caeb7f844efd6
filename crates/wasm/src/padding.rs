//! The paddings of RFC 8017. Each call accepts data and one object of options.

use js_sys::Uint8Array;
use rsa_variants::Options;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

use crate::convert::{CallOptions, to_js};
use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;

#[wasm_bindgen]
impl PublicKey {
    /// RSAES-OAEP-ENCRYPT, with the options hash, mgfHash, label, engine.
    #[wasm_bindgen(js_name = encryptOaep)]
    pub fn encrypt_oaep(&self, message: &[u8], options: &CallOptions) -> Result<Vec<u8>, JsValue> {
        let (oaep, engine) = (options.oaep()?, options.engine()?);
        let ciphertext =
            self.generator.with(|rng| self.key.encrypt_oaep(message, &oaep, Options::new(rng).engine(engine)))?;
        ciphertext.map_err(|error| to_js(&error))
    }

    /// RSAES-PKCS1-V1_5-ENCRYPT, with the option engine.
    #[wasm_bindgen(js_name = encryptPkcs1v15)]
    pub fn encrypt_pkcs1v15(&self, message: &[u8], options: &CallOptions) -> Result<Vec<u8>, JsValue> {
        let engine = options.engine()?;
        let ciphertext =
            self.generator.with(|rng| self.key.encrypt_pkcs1v15(message, Options::new(rng).engine(engine)))?;
        ciphertext.map_err(|error| to_js(&error))
    }

    /// RSASSA-PSS-VERIFY, with the options isDigest, hash, mgfHash, saltLength, engine.
    #[wasm_bindgen(js_name = verifyPss)]
    pub fn verify_pss(&self, data: &[u8], signature: &[u8], options: &CallOptions) -> Result<bool, JsValue> {
        let (pss, engine) = (options.pss()?, options.engine()?);
        let verified = if options.is_digest() {
            self.key.verify_pss_digest(data, signature, &pss, engine)
        } else {
            self.key.verify_pss(data, signature, &pss, engine)
        };
        verified.map_err(|error| to_js(&error))
    }

    /// RSASSA-PKCS1-V1_5-VERIFY, with the options isDigest, hash, engine.
    #[wasm_bindgen(js_name = verifyPkcs1v15)]
    pub fn verify_pkcs1v15(&self, data: &[u8], signature: &[u8], options: &CallOptions) -> Result<bool, JsValue> {
        let (hash, engine) = (options.hash()?, options.engine()?);
        let verified = if options.is_digest() {
            self.key.verify_pkcs1v15_digest(data, signature, hash, engine)
        } else {
            self.key.verify_pkcs1v15(data, signature, hash, engine)
        };
        verified.map_err(|error| to_js(&error))
    }
}

/// Each call also has the options of a private operation: engine, blinding, faultCheck.
#[wasm_bindgen]
impl PrivateKey {
    /// RSAES-OAEP-DECRYPT, with the options hash, mgfHash, label.
    #[wasm_bindgen(js_name = decryptOaep)]
    pub fn decrypt_oaep(&self, ciphertext: &[u8], options: &CallOptions) -> Result<Uint8Array, JsValue> {
        let (oaep, chosen) = (options.oaep()?, options.private()?);
        let message = self.generator.with(|rng| self.key.decrypt_oaep(ciphertext, &oaep, chosen.with(rng)))?;
        message.map(wiped).map_err(|error| to_js(&error))
    }

    /// RSAES-PKCS1-V1_5-DECRYPT with implicit rejection.
    #[wasm_bindgen(js_name = decryptPkcs1v15)]
    pub fn decrypt_pkcs1v15(&self, ciphertext: &[u8], options: &CallOptions) -> Result<Uint8Array, JsValue> {
        let chosen = options.private()?;
        let message = self.generator.with(|rng| self.key.decrypt_pkcs1v15(ciphertext, chosen.with(rng)))?;
        message.map(wiped).map_err(|error| to_js(&error))
    }

    /// RSASSA-PSS-SIGN, with the options isDigest, hash, mgfHash, saltLength.
    #[wasm_bindgen(js_name = signPss)]
    pub fn sign_pss(&self, data: &[u8], options: &CallOptions) -> Result<Vec<u8>, JsValue> {
        let (pss, chosen) = (options.pss()?, options.private()?);
        let signature = self.generator.with(|rng| {
            if options.is_digest() {
                self.key.sign_pss_digest(data, &pss, chosen.with(rng))
            } else {
                self.key.sign_pss(data, &pss, chosen.with(rng))
            }
        })?;
        signature.map_err(|error| to_js(&error))
    }

    /// RSASSA-PKCS1-V1_5-SIGN, with the options isDigest, hash.
    #[wasm_bindgen(js_name = signPkcs1v15)]
    pub fn sign_pkcs1v15(&self, data: &[u8], options: &CallOptions) -> Result<Vec<u8>, JsValue> {
        let (hash, chosen) = (options.hash()?, options.private()?);
        let signature = self.generator.with(|rng| {
            if options.is_digest() {
                self.key.sign_pkcs1v15_digest(data, hash, chosen.with(rng))
            } else {
                self.key.sign_pkcs1v15(data, hash, chosen.with(rng))
            }
        })?;
        signature.map_err(|error| to_js(&error))
    }
}

/// Moves a secret to JavaScript's memory and wipes it here.
fn wiped(secret: Vec<u8>) -> Uint8Array {
    Uint8Array::from(Zeroizing::new(secret).as_slice())
}
