//! Times native private operations on inputs of two classes. `node lab/timing.mjs` runs this and judges whether the times
//! differ, with the method of Reparaz, Balasch, Verbauwhede, "Dude, is my code constant time?", DATE 2017.
//!
//! `cargo run --release -p lab --bin timing` lists the tests, one line of JSON each. With the name of a
//! test and a number of seconds after `--` it prints the measurements of that test: `{"samples":[[…],[…]]}`, a list of
//! nanoseconds for each class.

mod blocks;
mod catalogue;
mod exponents;
mod measure;
mod oaep;
mod pkcs1v15;

use std::process::ExitCode;
use std::time::Duration;

use crate::catalogue::{Test, catalogue, random};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let tests = catalogue();
    match words.as_slice() {
        [] => {
            tests.iter().for_each(|test| println!("{}", description(test)));
            ExitCode::SUCCESS
        }
        [name, seconds] => {
            let test = tests.iter().find(|test| test.name == *name);
            let duration = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let (Some(test), Some(duration)) = (test, duration) else {
                eprintln!("there is no test {name} of {seconds} seconds");
                return ExitCode::FAILURE;
            };
            let [first, second] = measure::measure(&mut *(test.subject)(), duration, &mut random());
            println!(r#"{{"samples":[{first:?},{second:?}]}}"#);
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("needed: nothing, or the name of a test and seconds");
            ExitCode::FAILURE
        }
    }
}

/// The description of a test for the report.
fn description(Test { name, part, operation, classes: [first, second], .. }: &Test) -> String {
    format!(r#"{{"name":{name:?},"part":{part:?},"operation":{operation:?},"classes":[{first:?},{second:?}]}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_has_a_unique_name_and_measures_both_classes() {
        let tests = catalogue();
        for (index, test) in tests.iter().enumerate() {
            assert!(tests[..index].iter().all(|other| other.name != test.name), "{} is there twice", test.name);
            let samples = measure::measure(&mut *(test.subject)(), Duration::from_millis(20), &mut random());
            assert!(samples.iter().all(|times| times.len() > 1 && !times.contains(&0)), "{}", test.name);
        }
    }
}
