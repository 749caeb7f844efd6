//! The client, and everybody who verifies.

use crate::support::js::{Array, Uint8Array};
use crate::support::{JsResult, OwnGenerator, engine, items, number, settled};
use rsa_variants::blind::{Suite, Unfinished};
use rsa_variants::{Options, PublicComponents, PublicKey, blind};
use wasm_bindgen::prelude::*;

use crate::blind::to_js;

/// A public key with a suite, and with metadata for a partially blind one.
#[wasm_bindgen]
pub struct Client {
    client: blind::Client,
    /// For salts and blinding factors.
    generator: OwnGenerator,
}

/// Dropping a client also wipes what its calls left on the stack.
impl Drop for Client {
    fn drop(&mut self) {
        wiping_allocator::wipe_stack();
    }
}

#[wasm_bindgen]
impl Client {
    /// From the numbers of the issuer's key; those of an unbalanced key include the length of its messages.
    #[wasm_bindgen(constructor)]
    pub fn new(
        modulus: &[u8],
        public_exponent: &[u8],
        message_length: Option<usize>,
        suite: &str,
        info: Option<Vec<u8>>,
    ) -> JsResult<Self> {
        let made = Suite::from_name(suite).and_then(|suite| {
            let numbers = PublicComponents::new(number(modulus), number(public_exponent));
            let key = PublicKey::from_components(&PublicComponents { message_length, ..numbers })?;
            blind::Client::new(&key, suite, info.as_deref())
        });
        made.map(|client| Self { client, generator: OwnGenerator::default() }).map_err(|error| to_js(&error))
    }

    /// Blind for prepared messages: an array with the blinded message and the inverse of each, one after the other.
    pub fn blind(&self, joined: &[u8], ends: &[u32], engine_name: Option<String>) -> JsResult<Array> {
        let engine = engine(engine_name.as_deref())?;
        let blinded = self
            .generator
            .with(|rng| self.client.blind_many(&items(joined, ends), Options::new(rng).engine(engine)))?;
        let array = Array::new();
        for each in blinded.map_err(|error| to_js(&error))? {
            array.push(&Uint8Array::from(each.blinded_message.as_slice()));
            array.push(&Uint8Array::from(each.inverse.as_slice()));
        }
        Ok(array)
    }

    /// Finalize for three items each: the prepared message, the blind signature and the inverse.
    pub fn finalize(&self, joined: &[u8], ends: &[u32], engine_name: Option<String>) -> JsResult<Array> {
        let engine = engine(engine_name.as_deref())?;
        let items = items(joined, ends);
        let (answers, _) = items.as_chunks::<3>();
        let answers: Vec<Unfinished<'_>> = (answers.iter())
            .map(|[message, blind_signature, inverse]| Unfinished { message, blind_signature, inverse })
            .collect();
        Ok(settled(self.client.finalize_many(&answers, engine), to_js))
    }

    /// Verification of two items each: the prepared message and the signature. A byte for each is 1 if it is valid, otherwise 0.
    pub fn verify(&self, joined: &[u8], ends: &[u32], engine_name: Option<String>) -> JsResult<Vec<u8>> {
        let engine = engine(engine_name.as_deref())?;
        let items = items(joined, ends);
        let (pairs, _) = items.as_chunks::<2>();
        let pairs: Vec<(&[u8], &[u8])> = pairs.iter().map(|[message, signature]| (*message, *signature)).collect();
        Ok(self.client.verify_many(&pairs, engine).into_iter().map(u8::from).collect())
    }
}
