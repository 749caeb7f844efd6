//! WebAssembly bindings that open containers of keys: PKCS #12, and PuTTY's files. They are a separate module, because few callers
//! have such files. The module of key formats finds the containers and reads the keys that this module takes out of them.
//!
//! As in that module, the caller uses a separate instance for each call and overwrites its whole memory afterwards.

use crate::support::js::{Array, Object, Uint8Array};
use crate::support::{Derivations, JsResult, apply_limits, get, repairs_to_array, set, to_js};
use rsa_variants::{Contained, Container, ContainerFormat, Error, Opened, Pbkdf2, ReadOptions, open_containers};
use wasm_bindgen::prelude::*;

/// Opens containers: objects with a `format` and `data`, as the module of key formats returns them. The limits in the options
/// apply to all of them together. Returns an object for each: with the `error` of one that cannot be opened, or with its `keys`
/// and what was left out in `repairs`. A key is an object with its `name`, `isPrivate` if that is known, and `data`: PKCS #8 or a
/// certificate in DER, or the binary part of OpenSSH's format; or with `code` and `message` of the error if it cannot be read. May
/// also return an object with the keys that it `needs` derived: see `Derivations` in support.
#[wasm_bindgen]
pub fn open(containers: &JsValue, password: Option<Vec<u8>>, options: &JsValue) -> JsResult<JsValue> {
    let containers: Vec<_> = Array::from(containers).iter().map(|container| container_of(&container)).collect();
    let derivations = Derivations::new(get(options, "derived"));
    let derive = |derivation: &Pbkdf2<'_>, key: &mut [u8]| derivations.derive(derivation, key);
    let mut read = ReadOptions::with_password(password.as_deref()).deriving_with(&derive);
    apply_limits(&mut read.limits, options);
    let opened = open_containers(&containers, &read);
    if let Some(needs) = derivations.needs() {
        return Ok(needs);
    }
    Ok(opened.map_err(|error| to_js(&error))?.iter().map(opened_to_object).collect::<Array>().into())
}

fn container_of(container: &JsValue) -> Container {
    let is_putty = get(container, "format").as_string().as_deref() == Some("putty");
    let format = if is_putty { ContainerFormat::Putty } else { ContainerFormat::Pkcs12 };
    Container::new(format, &Uint8Array::new(&get(container, "data")).to_vec())
}

fn opened_to_object(opened: &Result<Opened, Error>) -> Object {
    let object = Object::new();
    match opened {
        Err(error) => set(&object, "error", &to_js(error)),
        Ok(Opened { keys, repairs, .. }) => {
            set(&object, "keys", &keys.iter().map(key_to_object).collect::<Array>());
            set(&object, "repairs", &repairs_to_array(repairs));
        }
    }
    object
}

fn key_to_object(Contained { name, is_private, data, .. }: &Contained) -> Object {
    let object = Object::new();
    if let Some(name) = name {
        set(&object, "name", &name.into());
    }
    if let Some(is_private) = is_private {
        set(&object, "isPrivate", &(*is_private).into());
    }
    match data {
        Ok(data) => set(&object, "data", &Uint8Array::from(&data[..])),
        Err(error) => {
            set(&object, "code", &error.code().into());
            set(&object, "message", &error.to_string().into());
        }
    }
    object
}
