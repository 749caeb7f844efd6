//! Converts engines, options and paddings from JavaScript.

use js_sys::Uint8Array;
use rand_chacha::rand_core::CryptoRng;
use rsa_variants::{Engine, Error, Hash, Oaep, Options, Pss, SaltLength, hazmat::Protection};
use wasm_bindgen::prelude::*;
use wasm_support::get;
pub(crate) use wasm_support::to_js;

/// The engine with this name, or by default the fastest.
pub(crate) fn engine(name: Option<&str>) -> Result<Engine, JsValue> {
    name.map_or(Ok(Engine::default()), |name| {
        let known = || Engine::all().map(Engine::name).collect();
        Engine::from_name(name).ok_or_else(|| to_js(&Error::UnknownEngine { name: name.to_owned(), known: known() }))
    })
}

/// The hash function with this name.
pub(crate) fn hash(name: &str) -> Result<Hash, JsValue> {
    Hash::from_name(name).map_err(|error| to_js(&error))
}

/// The options of a call: a plain object, whose types the caller has checked.
#[derive(Clone, Copy)]
pub(crate) struct CallOptions<'a>(pub(crate) &'a JsValue);

impl CallOptions<'_> {
    fn text(self, name: &str) -> Option<String> {
        get(self.0, name).as_string()
    }

    /// A guard, which only `false` turns off.
    fn guard(self, name: &str) -> bool {
        get(self.0, name).as_bool() != Some(false)
    }

    pub(crate) fn engine(self) -> Result<Engine, JsValue> {
        engine(self.text("engine").as_deref())
    }

    /// The options of a private operation without the random numbers.
    pub(crate) fn private(self) -> Result<Chosen, JsValue> {
        let protection = Protection { blinding: self.guard("blinding"), fault_check: self.guard("faultCheck") };
        Ok(Chosen { engine: self.engine()?, protection })
    }

    /// The hash function, by default SHA-256.
    pub(crate) fn hash(self) -> Result<Hash, JsValue> {
        self.text("hash").map_or(Ok(Hash::Sha256), |name| hash(&name))
    }

    fn mgf_hash(self) -> Result<Option<Hash>, JsValue> {
        self.text("mgfHash").map(|name| hash(&name)).transpose()
    }

    /// OAEP. If `mgfHash` is missing, MGF1 uses the same hash function.
    pub(crate) fn oaep(self) -> Result<Oaep, JsValue> {
        let mut oaep = Oaep::new(self.hash()?);
        if let Some(hash) = self.mgf_hash()? {
            oaep.mgf_hash = hash;
        }
        oaep.label = get(self.0, "label").dyn_into::<Uint8Array>().map(|label| label.to_vec()).unwrap_or_default();
        Ok(oaep)
    }

    /// PSS. If `mgfHash` is missing, MGF1 uses the same hash function.
    pub(crate) fn pss(self) -> Result<Pss, JsValue> {
        let mut pss = Pss::new(self.hash()?);
        if let Some(hash) = self.mgf_hash()? {
            pss.mgf_hash = hash;
        }
        let length = get(self.0, "saltLength");
        pss.salt_length = match length.as_f64() {
            Some(bytes) => SaltLength::Bytes(bytes as usize),
            None if length.as_string().as_deref() == Some("max") => SaltLength::Max,
            None => SaltLength::Auto,
        };
        Ok(pss)
    }

    /// Whether the data to sign or to verify are a digest.
    pub(crate) fn is_digest(self) -> bool {
        get(self.0, "isDigest").as_bool() == Some(true)
    }
}

/// The engine and the guards of a private operation.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    engine: Engine,
    protection: Protection,
}

impl Chosen {
    pub(crate) fn with(self, rng: &mut dyn CryptoRng) -> Options<'_> {
        Options::new(rng).engine(self.engine).protection(self.protection)
    }
}
