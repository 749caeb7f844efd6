//! Verdicts on parameters and keys, as plain objects.

use crate::support::js::{Array, Object, Uint8Array};
use crate::support::{JsResult, bytes, components_from_object, number, params_from_object, params_to_object, set};
use rsa_cryptanalysis::strength::Finding;
use rsa_cryptanalysis::{
    Assessment, Judgment, KeyAssessment, KeyFinding, PrimeLimits, Reach, Source, TARGETS, UNSEEN, Verdict,
};
use rsa_variants::PublicComponents;
use wasm_bindgen::prelude::*;
use wiping_allocator::on_wiped_stack;

use crate::security::to_js;

/// The strengths by which standards grade keys, in bits.
#[wasm_bindgen]
pub fn targets() -> Vec<u32> {
    TARGETS.to_vec()
}

/// The verdicts, worst first, as pairs of name and lowest strength in bits.
#[wasm_bindgen]
pub fn verdicts() -> Array {
    Verdict::ALL.iter().map(|verdict| Array::of([verdict.name().into(), verdict.least().into()])).collect()
}

/// Assesses parameters.
#[wasm_bindgen]
pub fn assess(params: &JsValue, public_exponent_length: Option<usize>) -> JsResult<Object> {
    let assessment = rsa_cryptanalysis::assess(&params_from_object(params)?, public_exponent_length)
        .map_err(|error| to_js(&error))?;
    Ok(assessment_to_object(&assessment))
}

/// Assesses a public key. `message_length` is for unbalanced keys; `others` is an array of other keys, pairs of modulus and public
/// exponent as `Uint8Array`.
#[wasm_bindgen(js_name = assessPublicKey)]
pub fn assess_public_key(
    modulus: &[u8],
    public_exponent: &[u8],
    message_length: Option<usize>,
    others: &Array,
) -> Object {
    let key = PublicComponents { message_length, ..PublicComponents::new(number(modulus), number(public_exponent)) };
    key_assessment_to_object(&rsa_cryptanalysis::assess_public_key(&key, &public_keys(others)))
}

/// Assesses a private key by its parameters and numbers. Copies of the numbers, and what arithmetic on them left in memory, are
/// overwritten afterwards.
#[wasm_bindgen(js_name = assessPrivateKey)]
pub fn assess_private_key(asked: &JsValue, components: &JsValue, others: &Array) -> JsResult<Object> {
    on_wiped_stack(move || {
        let asked = params_from_object(asked)?;
        let components = components_from_object(components)?;
        let assessment = rsa_cryptanalysis::assess_private_key(&asked, &components, &public_keys(others));
        Ok(key_assessment_to_object(&assessment))
    })
}

fn public_keys(others: &Array) -> Vec<PublicComponents> {
    let key = |pair: JsValue| {
        let [modulus, public_exponent] =
            [0, 1].map(|index| number(&Uint8Array::new(&Array::from(&pair).get(index)).to_vec()));
        PublicComponents::new(modulus, public_exponent)
    };
    others.iter().map(key).collect()
}

fn assessment_to_object(assessment: &Assessment) -> Object {
    let object = Object::new();
    set(&object, "params", &params_to_object(&assessment.params));
    set_judgment(&object, &assessment.judgment);
    object
}

fn key_assessment_to_object(assessment: &KeyAssessment) -> Object {
    let object = Object::new();
    if let Some(params) = &assessment.params {
        set(&object, "params", &params_to_object(params));
    }
    set(&object, "modulusLength", &count(assessment.modulus_length));
    set(&object, "summary", &assessment.summary().into());
    set(&object, "lookedFor", &assessment.looked_for.iter().map(|defect| JsValue::from(*defect)).collect::<Array>());
    set(&object, "unseen", &UNSEEN.into());
    set(&object, "keyFindings", &assessment.key_findings.iter().map(key_finding_to_object).collect::<Array>());
    set_judgment(&object, &assessment.judgment);
    object
}

fn set_reach(object: &Object, reach: Option<Reach>) {
    if let Some(reach) = reach {
        set(object, "reach", &reach.name().into());
    }
}

/// Sets the members that both kinds of assessment have.
fn set_judgment(object: &Object, of: &Judgment) {
    set(object, "findings", &of.findings.iter().map(finding_to_object).collect::<Array>());
    set(object, "verdict", &of.verdict.name().into());
    set(object, "strength", &of.strength.into());
    set_reach(object, of.reach);
    set(object, "publicExponentLength", &count(of.public_exponent_length));
    set(object, "notes", &texts(&of.notes));
    if let Some(cap) = of.cap {
        set(object, "cap", &cap.into());
    }
    if let Some(advice) = &of.advice {
        set(object, "advice", &advice.to_string().into());
        set(object, "advised", &params_to_object(&advice.params));
    }
    let conformance = Object::new();
    set(&conformance, "conforms", &of.conformance.conforms().into());
    set(&conformance, "reasons", &texts(&of.conformance.reasons));
    set(object, "conformance", &conformance);
    set(object, "primeLimits", &limits_to_object(&of.prime_limits));
}

fn key_finding_to_object(finding: &KeyFinding) -> Object {
    let object = Object::new();
    set(&object, "code", &finding.code.into());
    set(&object, "severity", &finding.severity().into());
    if let Some(strength) = finding.strength {
        set(&object, "strength", &strength.into());
    }
    set_reach(&object, finding.reach);
    set(&object, "reason", &finding.reason.as_str().into());
    set(&object, "source", &source_to_object(&finding.source));
    set(&object, "remedy", &finding.remedy.into());
    if let Some(factor) = &finding.factor {
        set(&object, "factor", &bytes(factor));
    }
    object
}

fn finding_to_object(finding: &Finding) -> Object {
    let object = Object::new();
    set(&object, "method", &finding.method.id().into());
    set(&object, "name", &finding.method.name().into());
    set(&object, "strength", &finding.strength.into());
    if let Some((least, greatest)) = finding.strength_range {
        set(&object, "strengthRange", &Array::of([least.into(), greatest.into()]));
    }
    set(&object, "verdict", &finding.verdict().name().into());
    set(&object, "basis", &finding.basis.name().into());
    set_reach(&object, finding.reach);
    if let Some(attack) = finding.attack {
        set(&object, "attack", &attack.into());
    }
    set(&object, "reason", &finding.reason.as_str().into());
    set(&object, "source", &source_to_object(&finding.source));
    object
}

fn source_to_object(source: &Source) -> Object {
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
