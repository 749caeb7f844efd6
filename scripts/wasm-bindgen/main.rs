//! `wasm-bindgen MODULE --target KIND --out-dir FOLDER --out-name NAME`, with the options that wasm-pack passes.

use std::collections::HashMap;
use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let (mut module, mut values) = (None, HashMap::new());
    let mut omits_path = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--version" => {
                println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
                return Ok(());
            }
            "--typescript" => {}
            "--omit-default-module-path" => omits_path = true,
            "--target" | "--out-dir" | "--out-name" => _ = values.insert(word, words.next().unwrap_or_default()),
            option if option.starts_with('-') => return Err(format!("{option} is not an option here").into()),
            _ => module = Some(word),
        }
    }
    let value = |name: &str| values.get(name).ok_or(format!("{name} is missing"));
    let mut bindgen = Bindgen::new();
    match value("--target")?.as_str() {
        "web" => bindgen.web(true)?,
        "no-modules" => bindgen.no_modules(true)?,
        other => return Err(format!("--target must be web or no-modules, got {other}").into()),
    };
    bindgen
        .input_path(module.ok_or("the module is missing")?)
        .out_name(value("--out-name")?)
        .typescript(true)
        .omit_default_module_path(omits_path)
        .generate(value("--out-dir")?)?;
    Ok(())
}
