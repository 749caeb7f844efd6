//! The paddings of RFC 8017 for private keys. Each call accepts data and one object of options.

use crate::support::js::{Array, Uint8Array};
use crate::support::{JsResult, items, settled, wiped};
use rsa_variants::Error;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::{CallOptions, to_js};
use crate::rsa::private_key::PrivateKey;

/// Each call also has the options of a private operation: engine, blinding, faultCheck. The calls for many inputs get them
/// concatenated; `ends` has the end of each. They return an array with the bytes or the error of each.
#[wasm_bindgen]
impl PrivateKey {
    /// RSAES-OAEP-DECRYPT, with the options hash, mgfHash, label.
    #[wasm_bindgen(js_name = decryptOaep)]
    pub fn decrypt_oaep(&self, ciphertext: &[u8], options: &CallOptions) -> JsResult<Uint8Array> {
        single(self.decrypt(&[ciphertext], options, true)?)
    }

    /// RSAES-PKCS1-V1_5-DECRYPT with implicit rejection.
    #[wasm_bindgen(js_name = decryptPkcs1v15)]
    pub fn decrypt_pkcs1v15(&self, ciphertext: &[u8], options: &CallOptions) -> JsResult<Uint8Array> {
        single(self.decrypt(&[ciphertext], options, false)?)
    }

    /// One of the calls above for many ciphertexts.
    #[wasm_bindgen(js_name = decryptMany)]
    pub fn decrypt_many(&self, joined: &[u8], ends: &[u32], options: &CallOptions, is_oaep: bool) -> JsResult<Array> {
        Ok(settled(self.decrypt(&items(joined, ends), options, is_oaep)?, to_js))
    }

    /// RSASSA-PSS-SIGN, with the options isDigest, hash, mgfHash, saltLength.
    #[wasm_bindgen(js_name = signPss)]
    pub fn sign_pss(&self, data: &[u8], options: &CallOptions) -> JsResult<Uint8Array> {
        single(self.sign(&[data], options, true)?)
    }

    /// RSASSA-PKCS1-V1_5-SIGN, with the options isDigest, hash.
    #[wasm_bindgen(js_name = signPkcs1v15)]
    pub fn sign_pkcs1v15(&self, data: &[u8], options: &CallOptions) -> JsResult<Uint8Array> {
        single(self.sign(&[data], options, false)?)
    }

    /// One of the calls above for many messages or digests.
    #[wasm_bindgen(js_name = signMany)]
    pub fn sign_many(&self, joined: &[u8], ends: &[u32], options: &CallOptions, is_pss: bool) -> JsResult<Array> {
        Ok(settled(self.sign(&items(joined, ends), options, is_pss)?, to_js))
    }
}

/// The bytes or the error of each input.
type Results = Vec<Result<Vec<u8>, Error>>;

impl PrivateKey {
    fn decrypt(&self, ciphertexts: &[&[u8]], options: &CallOptions, is_oaep: bool) -> JsResult<Results> {
        let oaep = if is_oaep { Some(options.oaep()?) } else { None };
        let chosen = options.private()?;
        let messages = self.generator.with(|rng| match &oaep {
            Some(oaep) => self.key.decrypt_oaep_many(ciphertexts, oaep, chosen.with(rng)),
            None => self.key.decrypt_pkcs1v15_many(ciphertexts, chosen.with(rng)),
        })?;
        messages.map_err(|error| to_js(&error))
    }

    fn sign(&self, data: &[&[u8]], options: &CallOptions, is_pss: bool) -> JsResult<Results> {
        let (pss, chosen) = (options.pss()?, options.private()?);
        let mut hashed = Vec::new();
        let mut digests = data.to_vec();
        if !options.is_digest() {
            for message in data {
                let mut hasher = pss.hash.hasher();
                hasher.update(message);
                hashed.push(hasher.digest());
            }
            for (index, digest) in hashed.iter().enumerate() {
                digests[index] = digest;
            }
        }
        let signatures = self.generator.with(|rng| {
            if is_pss {
                self.key.sign_pss_digest_many(&digests, &pss, chosen.with(rng))
            } else {
                self.key.sign_pkcs1v15_digest_many(&digests, pss.hash, chosen.with(rng))
            }
        })?;
        signatures.map_err(|error| to_js(&error))
    }
}

/// The bytes of a single input.
fn single(mut results: Results) -> JsResult<Uint8Array> {
    results.remove(0).map(wiped).map_err(|error| to_js(&error))
}
