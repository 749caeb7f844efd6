//! Verdicts on parameters, as plain objects.

use cryptanalysis::strength::Finding;
use cryptanalysis::{Assessment, PrimeLimits, Source, TARGETS, Verdict};
use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;
use wasm_support::{params, params_to_object, set};

use crate::to_js;

/// The strengths that standards grade keys by, in bits.
#[wasm_bindgen]
pub fn targets() -> Vec<u32> {
    TARGETS.to_vec()
}

/// The verdicts, worst first, as pairs of name and least strength in bits.
#[wasm_bindgen]
pub fn verdicts() -> Array {
    Verdict::ALL.iter().map(|verdict| Array::of2(&verdict.name().into(), &verdict.least().into())).collect()
}

/// Assesses parameters.
#[wasm_bindgen]
pub fn assess(
    variant: &str,
    modulus_length: usize,
    primes: Option<usize>,
    crt_exponent_length: Option<usize>,
    public_exponent: Option<Vec<u8>>,
    batch_size: Option<usize>,
    public_exponent_length: Option<usize>,
) -> Result<Object, JsValue> {
    let asked = params(variant, modulus_length, primes, crt_exponent_length, public_exponent.as_deref(), batch_size)?;
    let assessment = cryptanalysis::assess(&asked, public_exponent_length).map_err(|error| to_js(&error))?;
    Ok(assessment_to_object(&assessment))
}

fn assessment_to_object(assessment: &Assessment) -> Object {
    let object = Object::new();
    set(&object, "params", &params_to_object(&assessment.params));
    set(&object, "publicExponentLength", &count(assessment.public_exponent_length));
    set(&object, "verdict", &assessment.verdict.name().into());
    set(&object, "strength", &assessment.strength.into());
    set(&object, "findings", &assessment.findings.iter().map(finding_to_object).collect::<Array>());
    set(&object, "notes", &texts(&assessment.notes));
    if let Some(cap) = assessment.cap {
        set(&object, "cap", &cap.into());
    }
    if let Some(advice) = &assessment.advice {
        set(&object, "advice", &advice.to_string().into());
        set(&object, "advised", &params_to_object(&advice.params));
    }
    let conformance = Object::new();
    set(&conformance, "conforms", &assessment.conformance.conforms().into());
    set(&conformance, "reasons", &texts(&assessment.conformance.reasons));
    set(&object, "conformance", &conformance);
    set(&object, "primeLimits", &limits_to_object(&assessment.prime_limits));
    object
}

fn finding_to_object(finding: &Finding) -> Object {
    let object = Object::new();
    set(&object, "method", &finding.method.id().into());
    set(&object, "name", &finding.method.name().into());
    set(&object, "strength", &finding.strength.into());
    if let Some((least, greatest)) = finding.strength_range {
        set(&object, "strengthRange", &Array::of2(&least.into(), &greatest.into()));
    }
    set(&object, "verdict", &finding.verdict().name().into());
    set(&object, "basis", &finding.basis.name().into());
    set(&object, "reason", &finding.reason.as_str().into());
    set(&object, "source", &source_to_object(&finding.source));
    object
}

pub(crate) fn source_to_object(source: &Source) -> Object {
    let object = Object::new();
    set(&object, "authors", &source.authors.into());
    set(&object, "title", &source.title.into());
    set(&object, "publishedIn", &source.published_in.into());
    set(&object, "year", &source.year.into());
    object
}

fn limits_to_object(limits: &PrimeLimits) -> Object {
    let object = Object::new();
    set(&object, "openssl", &count(limits.openssl));
    set(&object, "sameStrength", &count(limits.same_strength));
    if let Some(acceptable) = limits.acceptable {
        set(&object, "acceptable", &count(acceptable));
    }
    object
}

fn texts(texts: &[String]) -> Array {
    texts.iter().map(|text| JsValue::from(text.as_str())).collect()
}

/// Lengths and counts are below 2^53, where doubles are exact.
fn count(value: usize) -> JsValue {
    (value as f64).into()
}
