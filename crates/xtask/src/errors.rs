//! The codes of errors that the core reports.

use rsa_variants::codes;

pub(crate) fn table() -> String {
    let entries = codes::ALL.iter().map(|(code, about)| format!("  /**{about} */\n  {code:?},\n"));
    format!(
        "// Written by `cargo run -p xtask` from crates/rsa/src/error/codes.rs.\n\nexport const coreCodes = [\n{}] as const;\n",
        entries.collect::<String>()
    )
}
