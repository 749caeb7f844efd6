//! What the parameters of keys are called.

use rsa_variants::Parameter;

use crate::typescript::{Value, camel_case, constant};

pub(crate) fn table() -> String {
    let entries: Vec<_> = Parameter::ALL
        .into_iter()
        .map(|parameter| {
            let facts = parameter.facts();
            let unit = (!facts.unit.is_empty()).then(|| ("unit", Value::text(facts.unit)));
            let members = [
                Some(("letter", Value::text(facts.letter))),
                Some(("label", Value::text(facts.label))),
                unit,
                Some(("about", Value::text(facts.about))),
            ];
            (camel_case(facts.name), members.into_iter().flatten().collect())
        })
        .collect();
    format!(
        "// Written by `npm run generate` from crates/rsa/src/params/parameter.rs.\n\n{}",
        constant("paramFacts", &entries)
    )
}
