//! Converts engines, options and paddings from JavaScript.

use rand_chacha::rand_core::CryptoRng;
use rsa_variants::{Engine, Error, Hash, Oaep, Options, Pss, SaltLength, hazmat::Protection};
use wasm_bindgen::prelude::*;
pub(crate) use wasm_support::to_js;

/// The engine with this name, or by default the fastest.
pub(crate) fn engine(name: Option<&str>) -> Result<Engine, JsValue> {
    name.map_or(Ok(Engine::default()), |name| {
        let known = || Engine::all().map(Engine::name).collect();
        Engine::from_name(name).ok_or_else(|| to_js(&Error::UnknownEngine { name: name.to_owned(), known: known() }))
    })
}

/// The options of a private operation without the random numbers.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    engine: Engine,
    protection: Protection,
}

impl Chosen {
    pub(crate) fn new(engine_name: Option<&str>, blinding: bool, fault_check: bool) -> Result<Self, JsValue> {
        Ok(Self { engine: engine(engine_name)?, protection: Protection { blinding, fault_check } })
    }

    pub(crate) fn with(self, rng: &mut dyn CryptoRng) -> Options<'_> {
        Options::new(rng).engine(self.engine).protection(self.protection)
    }
}

/// The hash function with this name, or by default SHA-256.
pub(crate) fn hash(name: Option<&str>) -> Result<Hash, JsValue> {
    name.map_or(Ok(Hash::Sha256), |name| Hash::from_name(name).map_err(|error| to_js(&error)))
}

/// OAEP. If `mgf_hash` is missing, MGF1 uses the same hash function.
pub(crate) fn oaep(hash_name: Option<&str>, mgf_hash: Option<&str>, label: Option<Vec<u8>>) -> Result<Oaep, JsValue> {
    let mut oaep = Oaep::new(hash(hash_name)?);
    if mgf_hash.is_some() {
        oaep.mgf_hash = hash(mgf_hash)?;
    }
    oaep.label = label.unwrap_or_default();
    Ok(oaep)
}

/// PSS. If `mgf_hash` is missing, MGF1 uses the same hash function. An infinite salt length stands for `Max`, a missing
/// one for `Auto`.
pub(crate) fn pss(hash_name: Option<&str>, mgf_hash: Option<&str>, salt_length: Option<f64>) -> Result<Pss, JsValue> {
    let mut pss = Pss::new(hash(hash_name)?);
    if mgf_hash.is_some() {
        pss.mgf_hash = hash(mgf_hash)?;
    }
    pss.salt_length = match salt_length {
        None => SaltLength::Auto,
        Some(f64::INFINITY) => SaltLength::Max,
        Some(bytes) => SaltLength::Bytes(bytes as usize),
    };
    Ok(pss)
}
