//! The key of an issuer of partially blind signatures.

use crate::support::js::{Array, Function, Object};
use crate::support::{
    Callback, JsResult, OwnGenerator, components_from_object, components_to_object, engine, generator, items,
    params_from_object, params_to_object, platform_random, set, settled,
};
use rsa_variants::blind::{Error, PartialIssuer, generate_partial_key};
use rsa_variants::hazmat::Protection;
use rsa_variants::{Options, PrivateKey};
use wasm_bindgen::prelude::*;
use wiping_allocator::{on_wiped_stack, wipe_stack};

use crate::blind::to_js;

/// Generates a key of two safe primes from 32 random bytes, and returns its numbers. To cancel, return false from
/// `on_progress(phase, done, expected)`.
#[wasm_bindgen(js_name = generateKey)]
pub fn generate_key(modulus_length: usize, random: &[u8], on_progress: Option<Function>) -> JsResult<Option<Object>> {
    on_wiped_stack(|| {
        let mut callback = Callback::new(on_progress);
        let mut rng = generator(random)?;
        let key = generate_partial_key(modulus_length, &mut rng, |progress| callback.report(&progress));
        callback.outcome(match key {
            Ok(key) => {
                let object = Object::new();
                set(&object, "params", &params_to_object(&key.params()));
                set(&object, "components", &components_to_object(key.components()));
                Ok(Some(object))
            }
            Err(Error::Rsa(rsa_variants::Error::Aborted)) => Ok(None),
            Err(error) => Err(to_js(&error)),
        })
    })
}

/// A key of two safe primes.
#[wasm_bindgen]
pub struct IssuerKey {
    issuer: PartialIssuer,
    /// For blinding.
    generator: OwnGenerator,
}

/// Dropping a key also wipes what its operations left on the stack.
impl Drop for IssuerKey {
    fn drop(&mut self) {
        wipe_stack();
    }
}

#[wasm_bindgen]
impl IssuerKey {
    /// From the numbers of a key that the main module made or checked.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &JsValue, components: &JsValue) -> JsResult<Self> {
        let params = params_from_object(params)?;
        on_wiped_stack(|| {
            let mut rng = platform_random()?;
            let key = PrivateKey::restore(&params, components_from_object(components)?);
            let issuer = key.map_err(Error::from).and_then(|key| PartialIssuer::new(key, &mut rng));
            let issuer = issuer.map_err(|error| to_js(&error))?;
            Ok(Self { issuer, generator: OwnGenerator::default() })
        })
    }

    /// The modulus.
    pub fn modulus(&self) -> Vec<u8> {
        self.issuer.public_key().modulus().to_bytes_be()
    }

    /// The public exponent, from which none is derived.
    #[wasm_bindgen(js_name = publicExponent)]
    pub fn public_exponent(&self) -> Vec<u8> {
        self.issuer.public_key().public_exponent().to_bytes_be()
    }

    /// BlindSign for blinded messages with the same metadata.
    #[wasm_bindgen(js_name = blindSign)]
    pub fn blind_sign(
        &self,
        joined: &[u8],
        ends: &[u32],
        info: &[u8],
        engine_name: Option<String>,
        blinding: bool,
    ) -> JsResult<Array> {
        let engine = engine(engine_name.as_deref())?;
        let protection = Protection { blinding, ..Protection::default() };
        let results = self.generator.with(|rng| {
            let options = Options::new(rng).engine(engine).protection(protection);
            self.issuer.blind_sign_many(&items(joined, ends), info, options)
        })?;
        results.map(|results| settled(results, to_js)).map_err(|error| to_js(&error))
    }
}
