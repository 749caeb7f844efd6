//! The list of published methods: no cell is empty, each code in it exists, and each code that exists is in it.

use std::collections::BTreeSet;
use std::path::Path;

use rsa_cryptanalysis::attacks::descriptions;

const LIST: &str = include_str!("../../../../docs/published-methods.md");
const COLUMNS: [&str; 5] = ["method", "source", "public keys", "private keys", "not tried, because"];

#[test]
fn every_row_says_what_is_tried_or_why_not() {
    let mut rows = 0;
    let codes = codes_in_source();
    for line in LIST.lines().filter(|line| line.starts_with('|') && !line.starts_with("| ---")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells == COLUMNS {
            continue;
        }
        rows += 1;
        assert_eq!(cells.len(), COLUMNS.len(), "{line}");
        assert!(cells.iter().all(|cell| !cell.is_empty()), "an empty cell: {line}");
        for cell in &cells[2..4] {
            let is_tried = codes_in(cell).next().is_some();
            assert!(is_tried != (*cell == "no"), "neither a code nor \"no\": {line}");
            assert!(is_tried || cells[4] != "—", "\"no\" without a reason: {line}");
        }
        for code in cells.iter().flat_map(|cell| codes_in(cell)).filter(|code| *code != "batch") {
            assert!(codes.contains(code), "{code} is no finding, method or attack: {line}");
        }
    }
    assert!(rows >= 60, "{rows}");
}

#[test]
fn every_finding_method_and_attack_is_in_the_list() {
    let listed: BTreeSet<String> = LIST.lines().flat_map(codes_in).map(str::to_owned).collect();
    let missing: Vec<String> = codes_in_source().difference(&listed).cloned().collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The parts of a text in backticks.
fn codes_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The codes of findings, the identifiers of methods and the names of attacks, as the source has them.
fn codes_in_source() -> BTreeSet<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let mut codes = BTreeSet::new();
    for entry in std::fs::read_dir(source.join("findings")).unwrap() {
        let text = read(&entry.unwrap().path());
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        // A code is the first argument of `defect` or `note`, or stands in a pair with its source.
        let calls = ["KeyFinding::defect(", "KeyFinding::note("].into_iter().flat_map(|call| code.split(call).skip(1));
        codes.extend(calls.filter_map(first_string).map(str::to_owned));
        let pairs = code.split("(\"").skip(1).filter_map(|pair| pair.split_once("\", sources::"));
        codes.extend(pairs.map(|(code, _)| code).filter(|code| is_code(code)).map(str::to_owned));
    }
    let findings = codes.len();
    let methods = read(&source.join("strength.rs"));
    let ids = methods.split("pub fn id(self)").nth(1).and_then(|rest| rest.split("pub fn").next()).unwrap();
    codes.extend(ids.split("=> ").skip(1).filter_map(first_string).map(str::to_owned));
    codes.extend(descriptions().iter().map(|attack| attack.facts.name.to_owned()));
    assert!(findings >= 20 && codes.len() >= findings + 15, "the source is read wrongly: {codes:?}");
    codes
}

/// The first literal string of a text, if it is a code.
fn first_string(text: &str) -> Option<&str> {
    text.split('"').nth(1).filter(|literal| is_code(literal))
}

fn is_code(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}
