//! What the parameters of keys are called, and their type.

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
        "// Written by `cargo run -p xtask` from crates/rsa/src/params/parameter.rs.\n\n{}\n{}",
        interface(),
        constant("paramFacts", &entries)
    )
}

/// `KeyParams`, with its documentation.
fn interface() -> String {
    let source = include_str!("../../rsa/src/params/parameter.rs");
    let members = source.split("pub struct KeyParams {\n").nth(1).and_then(|rest| rest.split("\n}").next());
    let mut text = String::from(
        "import type { Variant } from \"../variants.js\";\n\n/** All parameters of keys. `variantFacts` lists those of each variant. */\nexport interface KeyParamValues {\n",
    );
    let mut is_documented = false;
    for line in members.unwrap_or_default().lines().map(str::trim) {
        if let Some(about) = line.strip_prefix("///") {
            text += if is_documented { "" } else { "  /**\n" };
            text += &format!("   *{about}\n");
            is_documented = true;
        } else if let Some((name, kind)) = line.trim_start_matches("pub ").trim_end_matches(',').split_once(": ") {
            let (mark, kind) =
                kind.strip_prefix("Option<").map_or(("", kind), |kind| ("?", kind.trim_end_matches('>')));
            let kind = kind.replace("usize", "number").replace("BigUint", "bigint");
            text += &format!("   */\n  readonly {}{mark}: {kind};\n", camel_case(name));
            is_documented = false;
        }
    }
    text + "}\n"
}
