//! Why a parameter of a variant cannot be smaller or greater.

use rsa_variants::{KeyParams, Parameter, Variant};

use crate::typescript::{Value, camel_case, constant};

/// The reasons are the same at every length.
const MODULUS_LENGTH: usize = 2048;

pub(crate) fn table() -> String {
    let entries: Vec<_> = Variant::ALL
        .iter()
        .map(|variant| {
            let params = KeyParams::new(*variant, MODULUS_LENGTH);
            let own = Parameter::ALL.into_iter().filter(|parameter| *parameter != Parameter::ModulusLength);
            let reasons = own.filter_map(|parameter| {
                let limits = params.limits(parameter)?;
                let pair = [limits.why_least, limits.why_most].map(Value::text);
                Some((camel_case(parameter.name()), Value::List(pair.into())))
            });
            (variant.name().to_owned(), reasons.collect())
        })
        .collect();
    format!(
        "// Written by `cargo run -p xtask` from crates/rsa/src/params/limits.rs: why a value cannot be smaller, and not greater.\n\n{}",
        constant("limitReasons", &entries)
    )
}
