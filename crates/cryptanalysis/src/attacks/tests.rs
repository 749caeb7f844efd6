//! What holds for every attack, tried by name on plain data.

use std::collections::BTreeMap;

use core::ops::ControlFlow;

use ::testing::constant;

use super::record::{Fact, Field, Value};
use super::testing::{proceed, rng};
use super::*;
use crate::Progress;

fn count(value: u32) -> Value {
    Value::Count(value.into())
}

fn text(value: &'static str) -> Value {
    Value::Text(value.into())
}

/// Options of examples that take a fraction of a second. Every attack has some; the first are also those of the package's tests.
fn small() -> Vec<(String, Record)> {
    let value = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => Value::Text(text.into()),
        number => Value::Count(number.as_f64().unwrap()),
    };
    let read = serde_json::from_str::<BTreeMap<String, Vec<BTreeMap<String, _>>>>(include_str!("small-examples.json"));
    let examples =
        read.unwrap().into_iter().flat_map(|(name, list)| list.into_iter().map(move |it| (name.clone(), it)));
    examples.map(|(name, it)| (name, it.into_iter().map(|(key, it)| (key.into(), value(it))).collect())).collect()
}

fn part<'a>(record: &'a Record, name: &str) -> Option<&'a Value> {
    record.iter().find(|(each, _)| each == name).map(|(_, value)| value)
}

/// Sets one value.
fn with(record: &Record, name: &'static str, value: Value) -> Record {
    let others = record.iter().filter(|(each, _)| each != name).cloned();
    others.chain([(name.into(), value)]).collect()
}

fn made(name: &str, options: &Record, seed: u8) -> Record {
    example(name, options, &mut rng(seed), &mut proceed).unwrap()
}

/// Runs an attack on an example with its options, to which others may be added.
fn attacked(
    name: &str,
    example: &Record,
    more: Option<(&'static str, Value)>,
    on_progress: OnProgress<'_>,
) -> Result<Record, Error> {
    let [Some(Value::Record(target)), Some(Value::Record(options))] = ["target", "options"].map(|it| part(example, it))
    else {
        panic!("{name} has no target")
    };
    let options = more.map_or_else(|| options.clone(), |(option, value)| with(options, option, value));
    run(name, Run { target, options: &options, rng: &mut rng(1), clock: &|| 0.0, on_progress })
}

#[test]
fn each_has_a_small_example_and_a_name_of_its_own() {
    let mut names: Vec<String> = small().into_iter().map(|(name, _)| name).collect();
    names.dedup();
    let mut described: Vec<&str> = descriptions().iter().map(|attack| attack.facts.name).collect();
    described.sort_unstable();
    assert_eq!(names, described);
    let error = example("sieve", &Record::new(), &mut rng(1), &mut proceed).unwrap_err();
    assert_eq!(error.to_string(), "name is sieve, but no attack has it");
    let error = attacked("sieve", &made("fault", &vec![("modulus_length".into(), count(256))], 1), None, &mut proceed)
        .unwrap_err();
    assert_eq!(error.to_string(), "name is sieve, but no attack has it");
}

/// Each number and list of an answer is among those that the attack finds, unless it does not look for it.
#[test]
fn examples_fall_and_the_answer_is_what_is_found() {
    fn sorted(value: &Value) -> Vec<String> {
        let items = if let Value::List(items) = value { items } else { core::slice::from_ref(value) };
        let mut items: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
        items.sort();
        items
    }
    for (name, options) in &small() {
        let example = made(name, options, 2);
        let outcome = attacked(name, &example, None, &mut proceed).unwrap();
        assert_eq!(part(&outcome, "found"), Some(&Value::Flag(true)), "{name}");
        let Some(Value::Record(answer)) = part(&example, "secret") else { panic!("{name} has no answer") };
        let mut compared = 0;
        for (member, expected) in answer {
            let Some(found) = part(&outcome, member) else { continue };
            let (expected, mut found) = (sorted(expected), sorted(found));
            found.dedup(); // a prime as often as it divides N
            let is_right = if options.contains(&("shape".into(), text("one-short-prime"))) {
                found == expected[..1]
            } else {
                found == expected
            };
            assert!(
                is_right || name == "elliptic-curve" && found.iter().all(|it| expected.contains(it)),
                "{name}, {member}"
            );
            compared += 1;
        }
        assert!(compared > 0 || name == "fault", "{name}");
    }
}

#[test]
fn a_seed_determines_an_example() {
    for (name, options) in &small() {
        assert_eq!(made(name, options, 3), made(name, options, 3), "{name}");
        assert_ne!(made(name, options, 3), made(name, options, 4), "{name}");
    }
}

/// At the first report, at the last, and in between; no report follows.
#[test]
fn attacks_and_examples_can_be_canceled() {
    fn check(name: &str, call: &mut dyn FnMut(OnProgress<'_>) -> Result<Record, Error>) {
        let mut reports: Vec<Progress> = Vec::new();
        call(&mut |progress| {
            reports.push(progress.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
        let steps = reports.chunk_by(|a, b| a.step == b.step);
        assert!(reports.iter().all(|report| report.step.len() > 10), "{name}");
        let begins = steps.scan(0, |sum, step| Some(core::mem::replace(sum, *sum + step.len())));
        let mut stops: Vec<usize> = begins.take(20).chain([reports.len() / 2, reports.len() - 1]).collect();
        stops.dedup();
        for stop in stops {
            let mut seen = 0;
            let result = call(&mut |_| {
                seen += 1;
                if seen > stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((result, seen), (Err(Error::Aborted), stop + 1), "{name}, {}", reports[stop].step);
        }
    }
    for (name, options) in &small() {
        check(name, &mut |on_progress| example(name, options, &mut rng(5), on_progress));
        let example = made(name, options, 5);
        check(name, &mut |on_progress| attacked(name, &example, None, on_progress));
    }
}

/// Values outside the limits that the description states, and data of another type.
#[test]
fn options_outside_their_limits_are_refused_before_any_work() {
    fn check(name: &str, field: &Field, call: &mut dyn FnMut(Value, OnProgress<'_>) -> Result<Record, Error>) {
        let mut values = vec![Value::List(Vec::new())];
        match &field.fact {
            Some(Fact::Number { least, most, .. }) => {
                let outside = [*least as f64 - 1.0, *most as f64 + 1.0, 0.5, -1.0, f64::NAN];
                values.extend(outside.map(Value::Count).into_iter().chain([text("long")]));
                if let Some(Value::Count(default)) = field.default {
                    assert!((*least as f64..=*most as f64).contains(&default), "{name}, {}", field.name);
                }
            }
            _ => values.extend([Value::Count(0.0), text("")]),
        }
        for value in values {
            let problem = format!("{name}, {}: {value:?}", field.name);
            let error = call(value, &mut |_| panic!("work before the refusal: {problem}")).expect_err(&problem);
            assert_eq!((error.code(), error.parameter()), ("invalid-params", Some(field.name)), "{problem}");
        }
    }
    for Description { facts, options, example_options, .. } in descriptions() {
        let (name, given) = small().into_iter().find(|(name, _)| name == facts.name).unwrap();
        let name = name.as_str();
        let target = made(name, &given, 6);
        for field in &options.fields {
            check(name, field, &mut |value, on_progress| {
                attacked(name, &target, Some((field.name, value)), on_progress)
            });
        }
        for field in example_options.fields.iter().filter(|field| field.fact.is_some()) {
            // An option that applies only if another has a value is tried with that.
            let given = match &field.fact {
                Some(Fact::Number { only: Some((option, value)), .. }) => {
                    let given = if *option == "shape" { &Record::new() } else { &given };
                    with(given, option, text(value))
                }
                _ => given.clone(),
            };
            check(name, field, &mut |value, on_progress| {
                example(name, &with(&given, field.name, value), &mut rng(7), on_progress)
            });
        }
    }
}

#[test]
fn a_random_generator_that_repeats_itself_ends_every_example() {
    for (name, options) in &small() {
        for word in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            // Far more reports than any of these calls makes with a sound generator.
            let mut reports = 0u32;
            let result = example(name, options, &mut constant(word), &mut |_| {
                reports += 1;
                if reports > 1 << 16 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(result.unwrap_err().code(), "stuck-generator", "{name}, {word:x}");
        }
    }
}
