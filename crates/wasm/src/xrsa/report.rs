//! Reports, progress and traces as plain objects.

use crate::support::js::{Array, Object};
use crate::support::{bytes, set};
use wasm_bindgen::prelude::*;
use xrsa::{Counts, Event, Progress, Report, TracedNumber};

/// Counts stay below 2^53, where doubles are exact.
pub(crate) fn count(value: u64) -> JsValue {
    (value as f64).into()
}

fn set_index(object: &Object, name: &str, index: Option<usize>) {
    if let Some(index) = index {
        set(object, name, &count(index as u64));
    }
}

fn set_counts(object: &Object, counts: &Counts) {
    for (name, value) in [
        ("multiplications", counts.multiplications),
        ("additions", counts.additions),
        ("subtractions", counts.subtractions),
        ("loads", counts.loads),
        ("fetches", counts.fetches),
        ("bytes", counts.bytes),
    ] {
        set(object, name, &count(value));
    }
}

pub(crate) fn report_to_object(report: &Report) -> Object {
    let object = Object::new();
    for (name, value) in [
        ("multiplierLength", report.multiplier_length),
        ("operandLength", report.operand_length),
        ("unitRam", report.unit_ram),
        ("controllerRam", report.controller_ram),
    ] {
        set(&object, name, &count(value as u64));
    }
    let sections = report.sections.iter().map(|section| {
        let object = Object::new();
        set(&object, "step", &section.step.name().into());
        set_index(&object, "prime", section.prime);
        set_counts(&object, &section.counts);
        object
    });
    set(&object, "sections", &sections.collect::<Array>());
    let total = Object::new();
    set_counts(&total, &report.total());
    set(&object, "total", &total);
    object
}

pub(crate) fn progress_to_object(progress: &Progress) -> Object {
    let section = Object::new();
    set(&section, "step", &progress.step.name().into());
    set_index(&section, "prime", progress.prime);
    set(&section, "multiplications", &count(progress.section_multiplications));
    let object = Object::new();
    set(&object, "section", &section);
    set(&object, "multiplications", &count(progress.multiplications));
    for (name, value) in [("expected", progress.expected), ("candidates", progress.candidates)] {
        if let Some(value) = value {
            set(&object, name, &count(value));
        }
    }
    object
}

pub(crate) fn event_to_object(event: &Event) -> Object {
    let object = Object::new();
    set(&object, "section", &count(event.section as u64));
    set(&object, "operation", &event.operation.name().into());
    set(&object, "operands", &event.operands.iter().map(traced_to_object).collect::<Array>());
    if let Some(modulus) = &event.modulus {
        set(&object, "modulus", &traced_to_object(modulus));
    }
    set(&object, "result", &traced_to_object(&event.result));
    object
}

fn traced_to_object(number: &TracedNumber) -> Object {
    let object = Object::new();
    set(&object, "name", &number.name.into());
    set(&object, "domain", &number.domain.name().into());
    set_index(&object, "slot", number.slot);
    if let Some(value) = &number.value {
        set(&object, "value", &bytes(value));
    }
    object
}
