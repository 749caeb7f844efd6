//! Fresh keys that fall within a day, of many kinds, and sound keys: does the verdict find each of the former and none of the
//! latter? `cargo run --release -p lab --bin adversarial -- --seed 7` (or `cargo run --release -p lab --bin adversarial --`).
//!
//! `--kind TEXT` tries only kinds whose name contains the text, `--keys` takes the number of keys of each kind (3), and `--sound`
//! that of sound keys (200). Prints a table and ends with exit code 1 if a key has a wrong verdict.

// The tests of the crate make keys of the same kinds.
#[path = "../../../../../../crates/cryptanalysis/tests/suite/weak_keys/mod.rs"]
mod weak_keys;

use std::process::ExitCode;

use rsa_cryptanalysis::KeyAssessment;
use weak_keys::{Kind, Shows, in_parallel, is_broken, kinds, sound};

/// The lengths of the moduli, one after the other.
const LENGTHS: [usize; 3] = [1024, 1536, 2048];

struct Options {
    seed: u64,
    keys: u64,
    sound: usize,
    kind: String,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut misses = adversarial(&options);
    misses.extend(sound(&options));
    for miss in &misses {
        println!("MISS {miss}");
    }
    println!("{} wrong verdicts (seed {}).", misses.len(), options.seed);
    if misses.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn options() -> Result<Options, String> {
    let mut options = Options { seed: 1, keys: 3, sound: 200, kind: String::new() };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name} must be a number, got {value}"));
        match name.as_str() {
            "--seed" => options.seed = number()?,
            "--keys" => options.keys = number()?,
            "--sound" => options.sound = number()? as usize,
            "--kind" => options.kind = value,
            _ => return Err(format!("unknown option {name}: expected --seed, --keys, --sound or --kind")),
        }
    }
    Ok(options)
}

/// What became of the keys of one kind.
struct Row {
    /// How many public and private keys are called broken.
    found: [u64; 2],
    /// How many keys have a private key.
    private: u64,
    /// The findings or methods that decided.
    codes: Vec<&'static str>,
    /// What is wrong with the verdicts on one of them.
    problem: Option<String>,
}

/// Prints a row for each kind, and returns what is wrong.
fn adversarial(options: &Options) -> Vec<String> {
    let kinds: Vec<Kind> = kinds().into_iter().filter(|kind| kind.name.contains(&options.kind)).collect();
    println!("{} kinds, {} keys of each, seed {}", kinds.len(), options.keys, options.seed);
    println!("| kind | public | private | expected | decisive | how it falls |\n| --- | --: | --: | --- | --- | --- |");
    let rows = in_parallel(&kinds, |kind| row(kind, options));
    let mut problems = Vec::new();
    for (kind, row) in kinds.iter().zip(rows) {
        let [public, private] = row.found;
        let expected = match kind.shows {
            Shows::Public => "both",
            Shows::Private => "private",
            Shows::Nowhere => "neither",
        };
        let (keys, all, codes) = (options.keys, row.private, row.codes.join(", "));
        println!("| {} | {public}/{keys} | {private}/{all} | {expected} | {codes} | {} |", kind.name, kind.attack);
        problems.extend(row.problem);
    }
    println!("{} kinds have wrong verdicts.", problems.len());
    problems
}

fn row(kind: &Kind, options: &Options) -> Row {
    let mut row = Row { found: [0; 2], private: 0, codes: Vec::new(), problem: None };
    for index in 0..options.keys {
        let n = LENGTHS[index as usize % LENGTHS.len()].clamp(*kind.lengths.start(), *kind.lengths.end());
        let key = kind.key(options.seed.wrapping_mul(1000) + index, n);
        let (public, private) = (key.assess_public(), key.assess_private());
        row.problem = row.problem.or_else(|| kind.problem(&key, Some(&public), private.as_ref()));
        row.private += u64::from(private.is_some());
        for (count, assessment) in row.found.iter_mut().zip([Some(&public), private.as_ref()]) {
            *count += u64::from(assessment.is_some_and(is_broken));
        }
        let decisive = private.as_ref().filter(|private| is_broken(private)).or(is_broken(&public).then_some(&public));
        row.codes.extend(decisive.map(decisive_code).filter(|code| !row.codes.contains(code)));
    }
    row
}

/// The finding or the method with the least strength.
fn decisive_code(assessment: &KeyAssessment) -> &'static str {
    let finding = assessment.key_findings.iter().find(|finding| finding.strength == Some(assessment.strength));
    finding.map_or_else(|| assessment.findings[0].method.id(), |finding| finding.code)
}

/// Returns the sound keys that have a defect.
fn sound(options: &Options) -> Vec<String> {
    let shapes: Vec<_> = sound::shapes(options.sound).into_iter().enumerate().collect();
    let wrong = in_parallel(&shapes, |(index, shape)| {
        shape.problem(&shape.kind.key(options.seed.wrapping_mul(1000) + *index as u64, 2048).assess_private()?)
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().map(|problem| format!("sound key, {problem}")).collect();
    println!("{} of {} sound keys have a defect.", wrong.len(), shapes.len());
    wrong
}
