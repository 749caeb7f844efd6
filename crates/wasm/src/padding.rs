//! The paddings of RFC 8017.

use js_sys::Uint8Array;
use rsa_variants::Options;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

use crate::convert::{Chosen, engine, hash, oaep, pss, to_js};
use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;

#[wasm_bindgen]
impl PublicKey {
    /// RSAES-OAEP-ENCRYPT.
    #[wasm_bindgen(js_name = encryptOaep)]
    pub fn encrypt_oaep(
        &self,
        message: &[u8],
        hash_name: Option<String>,
        mgf_hash: Option<String>,
        label: Option<Vec<u8>>,
        engine_name: Option<String>,
    ) -> Result<Vec<u8>, JsValue> {
        let (oaep, engine) = (oaep(hash_name.as_deref(), mgf_hash.as_deref(), label)?, engine(engine_name.as_deref())?);
        let ciphertext =
            self.generator.with(|rng| self.key.encrypt_oaep(message, &oaep, Options::new(rng).engine(engine)))?;
        ciphertext.map_err(|error| to_js(&error))
    }

    /// RSAES-PKCS1-V1_5-ENCRYPT.
    #[wasm_bindgen(js_name = encryptPkcs1v15)]
    pub fn encrypt_pkcs1v15(&self, message: &[u8], engine_name: Option<String>) -> Result<Vec<u8>, JsValue> {
        let engine = engine(engine_name.as_deref())?;
        let ciphertext =
            self.generator.with(|rng| self.key.encrypt_pkcs1v15(message, Options::new(rng).engine(engine)))?;
        ciphertext.map_err(|error| to_js(&error))
    }

    /// RSASSA-PSS-VERIFY, for a message or its hash value.
    #[wasm_bindgen(js_name = verifyPss)]
    #[allow(clippy::too_many_arguments)] // As `decrypt_oaep`.
    pub fn verify_pss(
        &self,
        data: &[u8],
        is_digest: bool,
        signature: &[u8],
        hash_name: Option<String>,
        mgf_hash: Option<String>,
        salt_length: Option<f64>,
        engine_name: Option<String>,
    ) -> Result<bool, JsValue> {
        let pss = pss(hash_name.as_deref(), mgf_hash.as_deref(), salt_length)?;
        let engine = engine(engine_name.as_deref())?;
        let verified = if is_digest {
            self.key.verify_pss_digest(data, signature, &pss, engine)
        } else {
            self.key.verify_pss(data, signature, &pss, engine)
        };
        verified.map_err(|error| to_js(&error))
    }

    /// RSASSA-PKCS1-V1_5-VERIFY, for a message or its hash value.
    #[wasm_bindgen(js_name = verifyPkcs1v15)]
    pub fn verify_pkcs1v15(
        &self,
        data: &[u8],
        is_digest: bool,
        signature: &[u8],
        hash_name: Option<String>,
        engine_name: Option<String>,
    ) -> Result<bool, JsValue> {
        let (hash, engine) = (hash(hash_name.as_deref())?, engine(engine_name.as_deref())?);
        let verified = if is_digest {
            self.key.verify_pkcs1v15_digest(data, signature, hash, engine)
        } else {
            self.key.verify_pkcs1v15(data, signature, hash, engine)
        };
        verified.map_err(|error| to_js(&error))
    }
}

#[wasm_bindgen]
impl PrivateKey {
    /// RSAES-OAEP-DECRYPT.
    #[wasm_bindgen(js_name = decryptOaep)]
    // Single values are cheaper to pass than an object, and their types are checked. The only caller passes them by name.
    #[allow(clippy::too_many_arguments)]
    pub fn decrypt_oaep(
        &self,
        ciphertext: &[u8],
        hash_name: Option<String>,
        mgf_hash: Option<String>,
        label: Option<Vec<u8>>,
        engine_name: Option<String>,
        blinding: bool,
        fault_check: bool,
    ) -> Result<Uint8Array, JsValue> {
        let oaep = oaep(hash_name.as_deref(), mgf_hash.as_deref(), label)?;
        let chosen = Chosen::new(engine_name.as_deref(), blinding, fault_check)?;
        let message = self.generator.with(|rng| self.key.decrypt_oaep(ciphertext, &oaep, chosen.with(rng)))?;
        message.map(wiped).map_err(|error| to_js(&error))
    }

    /// RSAES-PKCS1-V1_5-DECRYPT with implicit rejection.
    #[wasm_bindgen(js_name = decryptPkcs1v15)]
    pub fn decrypt_pkcs1v15(
        &self,
        ciphertext: &[u8],
        engine_name: Option<String>,
        blinding: bool,
        fault_check: bool,
    ) -> Result<Uint8Array, JsValue> {
        let chosen = Chosen::new(engine_name.as_deref(), blinding, fault_check)?;
        let message = self.generator.with(|rng| self.key.decrypt_pkcs1v15(ciphertext, chosen.with(rng)))?;
        message.map(wiped).map_err(|error| to_js(&error))
    }

    /// RSASSA-PSS-SIGN, for a message or its hash value.
    #[wasm_bindgen(js_name = signPss)]
    #[allow(clippy::too_many_arguments)] // As `decrypt_oaep`.
    pub fn sign_pss(
        &self,
        data: &[u8],
        is_digest: bool,
        hash_name: Option<String>,
        mgf_hash: Option<String>,
        salt_length: Option<f64>,
        engine_name: Option<String>,
        blinding: bool,
        fault_check: bool,
    ) -> Result<Vec<u8>, JsValue> {
        let pss = pss(hash_name.as_deref(), mgf_hash.as_deref(), salt_length)?;
        let chosen = Chosen::new(engine_name.as_deref(), blinding, fault_check)?;
        let signature = self.generator.with(|rng| {
            if is_digest {
                self.key.sign_pss_digest(data, &pss, chosen.with(rng))
            } else {
                self.key.sign_pss(data, &pss, chosen.with(rng))
            }
        })?;
        signature.map_err(|error| to_js(&error))
    }

    /// RSASSA-PKCS1-V1_5-SIGN, for a message or its hash value.
    #[wasm_bindgen(js_name = signPkcs1v15)]
    pub fn sign_pkcs1v15(
        &self,
        data: &[u8],
        is_digest: bool,
        hash_name: Option<String>,
        engine_name: Option<String>,
        blinding: bool,
        fault_check: bool,
    ) -> Result<Vec<u8>, JsValue> {
        let hash = hash(hash_name.as_deref())?;
        let chosen = Chosen::new(engine_name.as_deref(), blinding, fault_check)?;
        let signature = self.generator.with(|rng| {
            if is_digest {
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
