//! The paddings of RFC 8017 for public keys. Each call accepts data and one object of options.

use crate::support::JsResult;
use rsa_variants::Options;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::{CallOptions, to_js};
use crate::rsa::public_key::PublicKey;

#[wasm_bindgen]
impl PublicKey {
    /// RSAES-OAEP-ENCRYPT, with the options hash, mgfHash, label, engine.
    #[wasm_bindgen(js_name = encryptOaep)]
    pub fn encrypt_oaep(&self, message: &[u8], options: &CallOptions) -> JsResult<Vec<u8>> {
        let (oaep, engine) = (options.oaep()?, options.engine()?);
        let ciphertext =
            self.generator.with(|rng| self.key.encrypt_oaep(message, &oaep, Options::new(rng).engine(engine)))?;
        ciphertext.map_err(|error| to_js(&error))
    }

    /// RSAES-PKCS1-V1_5-ENCRYPT, with the option engine.
    #[wasm_bindgen(js_name = encryptPkcs1v15)]
    pub fn encrypt_pkcs1v15(&self, message: &[u8], options: &CallOptions) -> JsResult<Vec<u8>> {
        let engine = options.engine()?;
        let ciphertext =
            self.generator.with(|rng| self.key.encrypt_pkcs1v15(message, Options::new(rng).engine(engine)))?;
        ciphertext.map_err(|error| to_js(&error))
    }

    /// RSASSA-PSS-VERIFY, with the options isDigest, hash, mgfHash, saltLength, engine.
    #[wasm_bindgen(js_name = verifyPss)]
    pub fn verify_pss(&self, data: &[u8], signature: &[u8], options: &CallOptions) -> JsResult<bool> {
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
    pub fn verify_pkcs1v15(&self, data: &[u8], signature: &[u8], options: &CallOptions) -> JsResult<bool> {
        let (hash, engine) = (options.hash()?, options.engine()?);
        let verified = if options.is_digest() {
            self.key.verify_pkcs1v15_digest(data, signature, hash, engine)
        } else {
            self.key.verify_pkcs1v15(data, signature, hash, engine)
        };
        verified.map_err(|error| to_js(&error))
    }
}
