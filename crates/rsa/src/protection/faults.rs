//! Injects faults at every stage. Each one changes one value between two steps of a guarded operation, and the result
//! must be an error or the right value.
//!
//! `node lab/exhaustive.mjs every_single_fault -- --nocapture` injects faults at all points and prints a table of
//! stages and variants.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use modular_powers::fault::{Fault, Kind, Visit, run};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

use super::tests::{ciphertext, keys};
use super::*;
use crate::error::Results;
use crate::{Options, Variant, hazmat::Protection};

const KINDS: [Kind; 3] = [Kind::Flip, Kind::Clear, Kind::Replace];

/// A key, an engine, and blocks to decrypt.
struct Case {
    key: PrivateKey,
    engine: Engine,
    blocks: [Vec<u8>; 2],
    expected: Results,
}

impl Case {
    fn new(key: PrivateKey, engine: Engine) -> Self {
        let blocks = [0x5a, 0xc3].map(|byte| ciphertext(&key, byte));
        let mut case = Self { key, engine, blocks, expected: Vec::new() };
        case.expected = case.results();
        assert!(case.expected.iter().all(Result::is_ok));
        case
    }

    /// Three uses: one with new blinding factors and two with squared ones. A fault in a factor may show in any of
    /// them. A batch key decrypts batches, other keys single blocks.
    fn results(&self) -> Results {
        self.key.blinding.forget();
        let (key, engine, protection) = (&self.key, self.engine, Protection::default());
        let rng = &mut ChaCha20Rng::from_seed([60; 32]);
        if self.key.params().variant == Variant::Batch {
            let blocks = [0, 1, 0, 1].map(|index| &self.blocks[index][..]);
            let uses =
                (0..3).map(|_| key.decrypt_raw_batch(&blocks, Options::new(rng).engine(engine).protection(protection)));
            return uses.map(|use_| use_.map(|results| results.concat())).collect();
        }
        let uses = [0, 1, 0]
            .map(|index| key.decrypt_raw(&self.blocks[index], Options::new(rng).engine(engine).protection(protection)));
        uses.into()
    }

    /// Whether a fault was found. Otherwise it had no effect.
    ///
    /// # Errors
    /// The result, if it is neither right nor an error.
    fn finds(&self, fault: Fault) -> Result<bool, String> {
        let results =
            catch_unwind(AssertUnwindSafe(|| run(Some(fault), || self.results()).0)).map_err(|_| "a panic")?;
        let mut found = false;
        for (use_, (result, expected)) in results.iter().zip(&self.expected).enumerate() {
            found |= match result {
                Err(Error::FaultDetected | Error::NotInvertible | Error::NotDecryptable) => true,
                Err(Error::Block { error, .. }) if **error == Error::FaultDetected => true,
                _ if result == expected => false,
                _ => return Err(format!("use {use_}: {result:02x?}")),
            };
        }
        Ok(found)
    }
}

/// The number of injections, and of those found, by stage and variant.
type Table = BTreeMap<&'static str, BTreeMap<&'static str, [usize; 2]>>;

/// Injects a fault at every visit, but in stages with many visits only at one in `every`.
fn inject(every: usize) -> Table {
    let mut table = Table::new();
    let mut problems = Vec::new();
    for engine in [Engine::Lanes, Engine::Scalar] {
        for key in keys() {
            let variant = key.params().variant.name();
            let case = Case::new(key, engine);
            let (results, visits) = run(None, || case.results());
            assert_eq!(results, case.expected);
            let mut lengths = BTreeMap::new();
            visits.iter().for_each(|visit| *lengths.entry(visit.stage).or_insert(0) += 1);
            for (visit, Visit { stage, point }) in visits.iter().enumerate() {
                let every = if lengths[stage] > 30 { every } else { 1 };
                for (index, kind) in KINDS.into_iter().enumerate() {
                    if (visit + index) % every != 0 {
                        continue;
                    }
                    // A Weyl sequence, so each fault is at another place.
                    let random = (3 * visit + index + 1) as u64;
                    let fault = Fault { visit, kind, random: random.wrapping_mul(0x9e37_79b9_7f4a_7c15) };
                    let [injected, found] = table.entry(stage).or_default().entry(variant).or_default();
                    *injected += 1;
                    match case.finds(fault) {
                        Ok(is_found) => *found += usize::from(is_found),
                        Err(problem) => {
                            problems.push(format!("{variant}, {engine:?}, {stage}: {point}, {fault:?}: {problem}"));
                        }
                    }
                }
            }
        }
    }
    let shown = problems.iter().take(40).map(|problem| format!("\n{problem}")).collect::<String>();
    assert!(problems.is_empty(), "{} faults passed:{shown}", problems.len());
    table
}

/// Prints the number of injections for each stage and variant, and how many were found in each stage. The others had no
/// effect: they changed, for example, a table entry that no digit selects.
fn print(table: &Table) {
    let names = Variant::ALL.map(Variant::name);
    let sum = |counts: &BTreeMap<_, [usize; 2]>, column: usize| counts.values().map(|pair| pair[column]).sum::<usize>();
    println!("| stage | {} | all | found |", names.join(" | "));
    println!("| :-- |{}", " --: |".repeat(names.len() + 2));
    for (stage, counts) in table {
        let cells = names.map(|name| counts.get(name).map_or("–".into(), |[injected, _]| injected.to_string()));
        println!("| {stage} | {} | {} | {} |", cells.join(" | "), sum(counts, 0), sum(counts, 1));
    }
    let [injected, found] = [0, 1].map(|column| table.values().map(|counts| sum(counts, column)).sum::<usize>());
    println!("{injected} injections: {found} found, {} without effect, 0 passed", injected - found);
}

#[test]
fn every_single_fault_is_found() {
    print(&inject(41));
}

#[test]
#[ignore = "exhaustive: minutes"]
fn every_single_fault_exhaustively() {
    print(&inject(1));
}
