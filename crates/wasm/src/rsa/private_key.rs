//! Private keys.

use core::ops::ControlFlow;

use crate::support::js::{Array, Function, Object, Uint8Array};
use crate::support::{
    Callback, JsResult, OwnGenerator, bytes, components_from_object, components_to_object, generator, number,
    params_from_object, params_to_object,
};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rsa_variants::{Components, Error, KeyParams, Progress};
use wasm_bindgen::prelude::*;

use wiping_allocator::{on_wiped_stack, wipe_stack};

use crate::rsa::convert::{CallOptions, checksum, require_unchanged, to_js};
use crate::rsa::public_key::PublicKey;

/// A private key.
#[wasm_bindgen]
pub struct PrivateKey {
    pub(crate) key: rsa_variants::PrivateKey,
    /// For blinding, paddings and checks.
    pub(crate) generator: OwnGenerator,
    /// Of the parameters and the numbers.
    checksum: u64,
}

impl From<rsa_variants::PrivateKey> for PrivateKey {
    fn from(key: rsa_variants::PrivateKey) -> Self {
        Self::new(key, OwnGenerator::default())
    }
}

/// Dropping a key also wipes what its operations left on the stack.
impl Drop for PrivateKey {
    fn drop(&mut self) {
        wipe_stack();
    }
}

/// Continues a search with the primes in an array. If it is canceled, the array has the primes known then.
fn continued<T>(
    array: &Array,
    random: &[u8],
    on_progress: Option<Function>,
    search: impl FnOnce(
        &mut Vec<BigUint>,
        &mut ChaCha20Rng,
        &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<T, Error>,
) -> JsResult<Option<T>> {
    on_wiped_stack(|| {
        let mut callback = Callback::new(on_progress);
        let mut rng = generator(random)?;
        let mut primes = array.iter().map(|prime| number(&Uint8Array::from(prime).to_vec())).collect();
        let result = search(&mut primes, &mut rng, &mut |progress| callback.report(&progress));
        if result.is_err() {
            array.set_length(0);
            primes.iter().for_each(|prime| _ = array.push(&bytes(prime)));
        }
        callback.outcome(match result {
            Ok(made) => Ok(Some(made)),
            Err(Error::Aborted) => Ok(None),
            Err(error) => Err(to_js(&error)),
        })
    })
}

#[wasm_bindgen]
impl PrivateKey {
    /// Generates a key from 32 random bytes. To cancel, return false from `on_progress(phase, done, expected)`.
    pub fn generate(params: &JsValue, random: &[u8], on_progress: Option<Function>) -> JsResult<Self> {
        let params = params_from_object(params)?;
        on_wiped_stack(|| {
            let mut callback = Callback::new(on_progress);
            let mut rng = generator(random)?;
            let key = rsa_variants::PrivateKey::generate(&params, &mut rng, |progress| callback.report(&progress));
            callback.outcome(key.map(Self::from).map_err(|error| to_js(&error)))
        })
    }

    /// Generates two keys on one set of primes: one with the given parameters, and one with a short public exponent.
    #[wasm_bindgen(js_name = generateCommonModulus)]
    pub fn generate_common_modulus(
        params: &JsValue,
        short_exponent: &[u8],
        random: &[u8],
        on_progress: Option<Function>,
    ) -> JsResult<Vec<Self>> {
        let params = params_from_object(params)?;
        on_wiped_stack(|| {
            let mut callback = Callback::new(on_progress);
            let mut rng = generator(random)?;
            let report = |progress| callback.report(&progress);
            let keys =
                rsa_variants::PrivateKey::generate_common_modulus(&params, &number(short_exponent), &mut rng, report);
            callback.outcome(keys.map(|keys| keys.map(Self::from).into()).map_err(|error| to_js(&error)))
        })
    }

    /// Continues the generation of a key with primes that searches in other instances found, until it is done or
    /// `on_progress` returns false. Then the result is `undefined`, and `primes` has the primes to continue with.
    #[wasm_bindgen(js_name = generateFrom)]
    pub fn generate_from(
        params: &JsValue,
        primes: &Array,
        random: &[u8],
        on_progress: Option<Function>,
    ) -> JsResult<Option<Self>> {
        let params = params_from_object(params)?;
        let key = continued(primes, random, on_progress, |primes, rng, report| {
            rsa_variants::PrivateKey::generate_from(&params, primes, rng, report)
        })?;
        Ok(key.map(Self::from))
    }

    /// The same for two keys with the same primes.
    #[wasm_bindgen(js_name = generateCommonModulusFrom)]
    pub fn generate_common_modulus_from(
        params: &JsValue,
        short_exponent: &[u8],
        primes: &Array,
        random: &[u8],
        on_progress: Option<Function>,
    ) -> JsResult<Option<Vec<Self>>> {
        let params = params_from_object(params)?;
        let short_exponent = number(short_exponent);
        let keys = continued(primes, random, on_progress, |primes, rng, report| {
            rsa_variants::PrivateKey::generate_common_modulus_from(&params, &short_exponent, primes, rng, report)
        })?;
        Ok(keys.map(|keys| keys.map(Self::from).into()))
    }

    /// Makes a key from its numbers. `checked` explains the options.
    #[wasm_bindgen(js_name = fromComponents)]
    pub fn from_components(
        params: &JsValue,
        components: &JsValue,
        trusted: bool,
        allow_broken: bool,
    ) -> JsResult<Self> {
        let params = params_from_object(params)?;
        Self::made(|rng| checked(Some(params), components_from_object(components)?, trusted, allow_broken, rng))
    }

    /// Recreates a key from the numbers of a key that this library made or checked, without checking them again except by their checksum,
    /// if there is one.
    pub fn restore(params: &JsValue, components: &JsValue, checksum: Option<u64>) -> JsResult<Self> {
        let params = params_from_object(params)?;
        on_wiped_stack(|| {
            let components = components_from_object(components)?;
            if let Some(checksum) = checksum {
                require_unchanged(&(&params, &components), checksum)?;
            }
            let key = rsa_variants::PrivateKey::restore(&params, components);
            key.map(Self::from).map_err(|error| to_js(&error))
        })
    }

    /// Checks that the numbers of the key are consistent.
    pub fn check(&self) -> JsResult<()> {
        self.generator.with(|rng| self.key.check(rng))?.map_err(|error| to_js(&error))
    }

    /// The parameters, with every parameter of the variant.
    pub fn params(&self) -> Object {
        params_to_object(&self.key.params())
    }

    /// The numbers of the key.
    pub fn components(&self) -> Object {
        components_to_object(self.key.components())
    }

    /// The checksum of parameters and numbers, for `restore`.
    #[wasm_bindgen(getter)]
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The public keys.
    #[wasm_bindgen(js_name = publicKeys)]
    pub fn public_keys(&self) -> Vec<PublicKey> {
        self.key.public_keys().iter().cloned().map(PublicKey::from).collect()
    }

    /// RSADP.
    #[wasm_bindgen(js_name = decryptRaw)]
    pub fn decrypt_raw(&self, block: &[u8], options: &CallOptions) -> JsResult<Vec<u8>> {
        let chosen = options.private()?;
        let message = self.generator.with(|rng| self.key.decrypt_raw(block, chosen.with(rng)))?;
        message.map_err(|error| to_js(&error))
    }

    /// RSADP for concatenated blocks, each as long as the modulus.
    #[wasm_bindgen(js_name = decryptRawMany)]
    pub fn decrypt_raw_many(&self, blocks: &[u8], options: &CallOptions) -> JsResult<Vec<u8>> {
        let chosen = options.private()?;
        let blocks = self.blocks(blocks)?;
        let messages = self.generator.with(|rng| self.key.decrypt_raw_many(&blocks, chosen.with(rng)))?;
        messages.map(|messages| messages.concat()).map_err(|error| to_js(&error))
    }

    /// Decrypts a batch of concatenated blocks, each as long as the modulus.
    #[wasm_bindgen(js_name = decryptRawBatch)]
    pub fn decrypt_raw_batch(&self, blocks: &[u8], options: &CallOptions) -> JsResult<Vec<u8>> {
        let chosen = options.private()?;
        let blocks = self.blocks(blocks)?;
        let messages = self.generator.with(|rng| self.key.decrypt_raw_batch(&blocks, chosen.with(rng)))?;
        messages.map(|messages| messages.concat()).map_err(|error| to_js(&error))
    }
}

impl PrivateKey {
    fn new(key: rsa_variants::PrivateKey, generator: OwnGenerator) -> Self {
        let checksum = checksum(&(key.params(), key.components()));
        Self { key, generator, checksum }
    }

    /// Makes a key with a call that needs random numbers for its checks.
    pub(crate) fn made(make: impl FnOnce(&mut ChaCha20Rng) -> JsResult<rsa_variants::PrivateKey>) -> JsResult<Self> {
        on_wiped_stack(|| {
            let generator = OwnGenerator::default();
            let key = generator.with(make)??;
            Ok(Self::new(key, generator))
        })
    }

    /// Splits concatenated blocks.
    fn blocks<'a>(&self, blocks: &'a [u8]) -> JsResult<Vec<&'a [u8]>> {
        let modulus_bytes = self.key.public_key().modulus_length().div_ceil(8);
        let chunks = blocks.chunks_exact(modulus_bytes);
        if !chunks.remainder().is_empty() {
            return Err(to_js(&Error::BlockLength { bytes: chunks.remainder().len(), modulus_bytes }));
        }
        Ok(chunks.collect())
    }
}

/// Makes a key from its numbers and checks it. By default it gets the variant that suits the numbers. If they are
/// trusted, there are no primality tests. A broken key is refused unless `allow_broken` is true. This check comes last,
/// so everything else about the key is right.
pub(crate) fn checked(
    params: Option<KeyParams>,
    components: Components,
    trusted: bool,
    allow_broken: bool,
    rng: &mut ChaCha20Rng,
) -> JsResult<rsa_variants::PrivateKey> {
    let copy = allow_broken.then(|| components.clone());
    let params = params.map_or_else(|| components.standard_params(), Ok);
    let key = params.and_then(|params| {
        let made = if trusted {
            rsa_variants::PrivateKey::from_trusted_components(&params, components)
        } else {
            rsa_variants::PrivateKey::from_components(&params, components, rng)
        };
        match (made, copy) {
            (Err(Error::BrokenKey(_)), Some(components)) => rsa_variants::PrivateKey::restore(&params, components),
            (result, _) => result,
        }
    });
    key.map_err(|error| to_js(&error))
}
