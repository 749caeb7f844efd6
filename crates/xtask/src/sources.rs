//! The publications that verdicts are based on, for the list of references.

use rsa_cryptanalysis::sources::ALL;

use crate::typescript::{Value, list};

pub(crate) fn table() -> String {
    let entries = ALL.iter().map(|(purpose, source)| {
        vec![
            ("use", Value::text(purpose.trim())),
            ("authors", Value::text(source.authors)),
            ("title", Value::text(source.title)),
            ("publishedIn", Value::text(source.published_in)),
            ("year", Value::count(source.year.into())),
        ]
    });
    format!(
        "// Written by `cargo run -p xtask` from crates/cryptanalysis/src/sources.rs.\n\n{}",
        list("verdictSources", entries)
    )
}
