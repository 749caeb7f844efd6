//! What the parameters of keys are called.

use rsa_variants::Parameter;

use crate::typescript::{Value, camel_case, constant};

pub(crate) fn table() -> String {
    let entries: Vec<_> = Parameter::ALL
        .into_iter()
        .map(|parameter| {
            let words = parameter.words();
            let unit = (!parameter.unit().is_empty()).then(|| ("unit", Value::text(parameter.unit())));
            let members = [
                Some(("letter", Value::text(words.letter))),
                Some(("label", Value::text(words.label))),
                unit,
                Some(("about", Value::text(words.about))),
            ];
            (camel_case(parameter.name()), members.into_iter().flatten().collect())
        })
        .collect();
    format!(
        "// Written by `cargo run -p xtask` from crates/rsa/src/params/parameter.rs.\n\n{}",
        constant("paramFacts", &entries)
    )
}
