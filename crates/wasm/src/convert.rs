//! Parameters, engines and errors between JavaScript and the core.

use rsa_variants::{Engine, Error, Hash, Oaep, Protection, Pss};
use wasm_bindgen::prelude::*;
pub(crate) use wasm_support::to_js;

/// The engine with this name, or the fastest.
pub(crate) fn engine(name: Option<&str>) -> Result<Engine, JsValue> {
    name.map_or(Ok(Engine::default()), |name| {
        let known = || Engine::all().map(Engine::name).collect();
        Engine::from_name(name).ok_or_else(|| to_js(&Error::UnknownEngine { name: name.to_owned(), known: known() }))
    })
}

/// How a private operation runs.
pub(crate) fn private_options(
    engine_name: Option<&str>,
    blinding: bool,
    fault_check: bool,
) -> Result<(Engine, Protection), JsValue> {
    Ok((engine(engine_name)?, Protection { blinding, fault_check }))
}

/// The hash function with this name, or SHA-256.
pub(crate) fn hash(name: Option<&str>) -> Result<Hash, JsValue> {
    name.map_or(Ok(Hash::Sha256), |name| Hash::from_name(name).map_err(|error| to_js(&error)))
}

/// OAEP, with one hash function for all unless two are named.
pub(crate) fn oaep(hash_name: Option<&str>, mgf_hash: Option<&str>, label: Option<Vec<u8>>) -> Result<Oaep, JsValue> {
    let mut oaep = Oaep::new(hash(hash_name)?);
    if mgf_hash.is_some() {
        oaep.mgf_hash = hash(mgf_hash)?;
    }
    oaep.label = label.unwrap_or_default();
    Ok(oaep)
}

/// PSS, with one hash function for all unless two are named, and a salt as long as its values unless it has a length.
pub(crate) fn pss(hash_name: Option<&str>, mgf_hash: Option<&str>, salt_length: Option<usize>) -> Result<Pss, JsValue> {
    let mut pss = Pss::new(hash(hash_name)?);
    if mgf_hash.is_some() {
        pss.mgf_hash = hash(mgf_hash)?;
    }
    pss.salt_length = salt_length.unwrap_or(pss.salt_length);
    Ok(pss)
}
