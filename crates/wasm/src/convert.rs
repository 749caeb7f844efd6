//! Between JavaScript values and the types of the core.

use js_sys::{Array, Object, Reflect, Uint8Array};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa_variants::{Components, Engine, Error, KeyParams, Variant};
use wasm_bindgen::prelude::*;

use crate::error::{to_js, with_code};

/// The engine with this name, or the fastest.
pub(crate) fn engine(name: Option<&str>) -> Result<Engine, JsValue> {
    name.map_or(Ok(Engine::default()), |name| {
        Engine::from_name(name).ok_or_else(|| to_js(&Error::UnknownEngine(name.to_owned())))
    })
}

/// The number with these big-endian bytes.
pub(crate) fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// A generator seeded with 32 bytes that the caller drew from a cryptographic source.
pub(crate) fn generator(seed: &[u8]) -> Result<ChaCha20Rng, JsValue> {
    let seed = seed.try_into().map_err(|_| {
        with_code("invalid-params", &format!("the random seed has {} bytes, but must have 32", seed.len()))
    })?;
    Ok(ChaCha20Rng::from_seed(seed))
}

/// A generator seeded by the platform, for checks whose bases must not be foreseen by whoever made the numbers.
pub(crate) fn platform_generator() -> Result<ChaCha20Rng, JsValue> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| with_code("internal", &format!("no random numbers from the platform: {error}")))?;
    Ok(ChaCha20Rng::from_seed(seed))
}

/// Parameters from single values.
pub(crate) fn params(
    variant: &str,
    modulus_length: usize,
    primes: Option<usize>,
    crt_exponent_length: Option<usize>,
    public_exponent: Option<&[u8]>,
    batch_size: Option<usize>,
) -> Result<KeyParams, JsValue> {
    let variant = Variant::from_name(variant).map_err(|error| to_js(&error))?;
    let public_exponent = public_exponent.map(number);
    Ok(KeyParams { variant, modulus_length, primes, crt_exponent_length, public_exponent, batch_size })
}

/// The parameters as a plain object; what does not apply is left out.
pub(crate) fn params_to_object(params: &KeyParams) -> Object {
    let object = Object::new();
    set(&object, "variant", &params.variant.name().into());
    set(&object, "modulusLength", &(params.modulus_length as f64).into());
    let counts = [
        ("primes", params.primes),
        ("crtExponentLength", params.crt_exponent_length),
        ("batchSize", params.batch_size),
    ];
    for (name, count) in counts.into_iter().filter_map(|(name, count)| Some((name, count?))) {
        set(&object, name, &(count as f64).into());
    }
    if let Some(e) = &params.public_exponent {
        set(&object, "publicExponent", &bytes(e));
    }
    object
}

/// Parameters from a plain object.
pub(crate) fn params_from_object(object: &JsValue) -> Result<KeyParams, JsValue> {
    // What is no count of its own becomes one that every limit refuses.
    let whole =
        |count: f64| if count.fract() == 0.0 && (0.0..1e9).contains(&count) { count as usize } else { usize::MAX };
    let count = |name: &str| get(object, name).as_f64().map(whole);
    let variant = get(object, "variant").as_string().unwrap_or_default();
    let e = get(object, "publicExponent").dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec());
    let modulus_length = count("modulusLength").unwrap_or(0);
    params(&variant, modulus_length, count("primes"), count("crtExponentLength"), e.as_deref(), count("batchSize"))
}

/// The numbers of a key as a plain object of byte arrays.
pub(crate) fn components_to_object(components: &Components) -> Object {
    let object = Object::new();
    let list = |numbers: &[BigUint]| JsValue::from(numbers.iter().map(bytes).collect::<Array>());
    set(&object, "modulus", &bytes(&components.modulus));
    set(&object, "publicExponents", &list(&components.public_exponents));
    set(&object, "privateExponent", &bytes(&components.private_exponent));
    set(&object, "primes", &list(&components.primes));
    set(&object, "crtExponents", &list(&components.crt_exponents));
    set(&object, "crtCoefficients", &list(&components.crt_coefficients));
    object
}

/// The numbers of a key from a plain object of byte arrays.
pub(crate) fn components_from_object(object: &JsValue) -> Result<Components, JsValue> {
    let one = |name: &str| to_number(&get(object, name), name);
    let list = |name: &str| {
        let array = get(object, name).dyn_into::<Array>().map_err(|_| missing(name, "an array of Uint8Array"))?;
        array.iter().map(|value| to_number(&value, name)).collect::<Result<Vec<_>, _>>()
    };
    Ok(Components {
        modulus: one("modulus")?,
        public_exponents: list("publicExponents")?,
        private_exponent: one("privateExponent")?,
        primes: list("primes")?,
        crt_exponents: list("crtExponents")?,
        crt_coefficients: list("crtCoefficients")?,
    })
}

fn to_number(value: &JsValue, name: &str) -> Result<BigUint, JsValue> {
    let bytes = value.dyn_ref::<Uint8Array>().ok_or_else(|| missing(name, "a Uint8Array"))?;
    Ok(number(&bytes.to_vec()))
}

fn missing(name: &str, expected: &str) -> JsValue {
    with_code("inconsistent-key", &format!("the component {name} must be {expected}"))
}

/// The bytes of a number, as few as it needs.
pub(crate) fn bytes(number: &BigUint) -> JsValue {
    Uint8Array::from(number.to_bytes_be().as_slice()).into()
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of a plain object.
pub(crate) fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a property of a fresh, extensible object does not fail.
    let _ = Reflect::set(object, &name.into(), value);
}
