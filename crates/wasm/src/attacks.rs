//! WebAssembly bindings of the attacks of rsa-cryptanalysis: a separate module, which is downloaded when the first
//! attack starts.
//!
//! Targets, options and results are plain objects, with the names and types that `web/library/src/generated/attacks.ts`
//! lists. Numbers are big-endian bytes. To cancel, return false from `on_progress(progress)`. Errors are passed as in
//! `security`.

use core::ops::ControlFlow;

use crate::support::js::{Array, Function, Object, Uint8Array, now};
use crate::support::{Callback, JsResult, Place, bytes, generator, name_in_javascript, number, set, with_place};
use rsa_cryptanalysis::attacks::record::{Record, Value};
use rsa_cryptanalysis::attacks::{self, Run};
use rsa_cryptanalysis::{Error, OnProgress, Progress};
use wasm_bindgen::prelude::*;
use wiping_allocator::on_wiped_stack;

/// Runs an attack. `random` are 32 bytes, for attacks that draw random numbers.
#[wasm_bindgen(js_name = runAttack)]
pub fn run_attack(
    name: &str,
    target: &Object,
    options: &Object,
    random: &[u8],
    on_progress: Option<Function>,
) -> JsResult<Object> {
    on_wiped_stack(move || {
        let mut rng = generator(random)?;
        let (target, options) = (to_record(target), to_record(options));
        let clock = || now() / 1000.0;
        let outcome = reporting(on_progress, |on_progress| {
            attacks::run(name, Run { target: &target, options: &options, rng: &mut rng, clock: &clock, on_progress })
        })?;
        Ok(to_object(&outcome))
    })
}

/// Generates a key for an attack, from 32 random bytes.
#[wasm_bindgen]
pub fn demonstration(name: &str, options: &Object, random: &[u8], on_progress: Option<Function>) -> JsResult<Object> {
    on_wiped_stack(move || {
        let mut rng = generator(random)?;
        let options = to_record(options);
        let made = reporting(on_progress, |on_progress| attacks::example(name, &options, &mut rng, on_progress))?;
        Ok(to_object(&made))
    })
}

fn to_js(error: &Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}

/// Makes a call that reports its progress to a function, if there is one.
fn reporting(
    on_progress: Option<Function>,
    call: impl FnOnce(OnProgress<'_>) -> Result<Record, Error>,
) -> JsResult<Record> {
    let mut callback = Callback::new(on_progress);
    let mut report =
        |progress: &Progress| -> ControlFlow<()> { callback.call(|| Array::of([progress_to_object(progress).into()])) };
    let result = call(&mut report).map_err(|error| to_js(&error));
    callback.outcome(result)
}

/// Counts are below 2^53, where doubles are exact.
fn progress_to_object(progress: &Progress) -> Object {
    let object = Object::new();
    set(&object, "step", &progress.step.as_str().into());
    set(&object, "done", &(progress.done as f64).into());
    if let Some(expected) = progress.expected {
        set(&object, "expected", &(expected as f64).into());
    }
    object
}

fn to_object(record: &Record) -> Object {
    let object = Object::new();
    for (name, value) in record {
        set(&object, &name_in_javascript(name), &from_value(value));
    }
    object
}

fn from_value(value: &Value) -> JsValue {
    match value {
        Value::Number(number) => bytes(number),
        Value::Count(count) => (*count).into(),
        Value::Text(text) => (&**text).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::List(items) => items.iter().map(from_value).collect::<Array>().into(),
        Value::Record(record) => to_object(record).into(),
    }
}

/// The members of an object; those that are undefined are absent.
fn to_record(object: &Object) -> Record {
    let entries = Object::entries(object);
    let members = entries.iter().map(|entry| {
        let entry = Array::from(&entry);
        (entry.get(0).as_string().unwrap_or_default(), entry.get(1))
    });
    members.filter_map(|(name, value)| Some((name_in_rust(&name).into(), to_value(&value)?))).collect()
}

fn to_value(value: &JsValue) -> Option<Value> {
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        Some(Value::Number(number(&bytes.to_vec())))
    } else if let Some(items) = value.dyn_ref::<Array>() {
        items.iter().map(|item| to_value(&item)).collect::<Option<_>>().map(Value::List)
    } else if let Some(count) = value.as_f64() {
        Some(Value::Count(count))
    } else if let Some(text) = value.as_string() {
        Some(Value::Text(text.into()))
    } else {
        value.as_bool().map(Value::Flag)
    }
}

/// `modulus_length` for `modulusLength`.
fn name_in_rust(name: &str) -> String {
    let mut separated = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            separated.push('_');
        }
        separated.push(letter.to_ascii_lowercase());
    }
    separated
}
