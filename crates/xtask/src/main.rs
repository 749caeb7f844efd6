//! Writes the tables of the npm package and the page that follow from the declarations in Rust: `cargo run -p xtask`. The tests fail if a table is
//! out of date.

mod attacks;
mod errors;
mod limits;
mod params;
mod sources;
mod typescript;
mod variants;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The files and their texts.
fn tables() -> Vec<(PathBuf, String)> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    vec![
        (web.join("library/src/generated/errors.ts"), errors::table()),
        (web.join("library/src/generated/variants.ts"), variants::table()),
        (web.join("library/src/generated/params.ts"), params::table()),
        (web.join("library/src/generated/limits.ts"), limits::table()),
        (web.join("library/src/generated/attacks.ts"), attacks::table()),
        (web.join("page/src/generated/sources.ts"), sources::table()),
    ]
}

fn main() -> ExitCode {
    for (path, text) in tables() {
        if let Err(error) = fs::write(&path, text) {
            eprintln!("cannot write {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_up_to_date() {
        for (path, text) in tables() {
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(found == text, "{} is out of date: cargo run -p xtask", path.display());
        }
    }
}
