//! The sequence of operations is the same for every key and message of a shape, and traces are correct.

use std::collections::HashMap;

use num_bigint::BigUint;
use rsa_variants::{Engine, Variant, hazmat};
use xrsa::{Domain, Event, Key, Mode, Operation, Step, TraceLevel, TracedNumber};

use crate::keys::{block, device, go_on, library_key, rng};

fn trace(variant: Variant, n: usize, primes: usize, k: usize, mode: Mode, level: TraceLevel, seed: u8) -> Vec<Event> {
    let mut rng = rng(seed);
    let key = library_key(variant, n, primes, &mut rng);
    let block = block(n, &mut rng);
    let run = device(k).decrypt_raw(&Key::of(&key).unwrap(), &block, mode, level, &mut go_on).unwrap();
    assert_eq!(run.message, hazmat::decrypt_raw(&key, &block, Engine::default()).unwrap());
    run.report.trace
}

#[test]
fn traces_are_the_same_for_every_key_and_message() {
    for (variant, n, primes, k) in
        [(Variant::Crt, 512, 2, 256), (Variant::MultiPrime, 500, 3, 192), (Variant::Rebalanced, 512, 2, 256)]
    {
        for mode in [Mode::Paper, Mode::Squarings, Mode::Window(2), Mode::Window(5)] {
            let of_seed = |seed| trace(variant, n, primes, k, mode, TraceLevel::Operations, seed);
            let first = of_seed(10);
            assert!(first.len() > 100);
            for seed in 11..20 {
                assert!(of_seed(seed) == first, "{variant:?}, {mode:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn traces_of_extreme_messages_are_the_same_too() {
    let key = Key::of(&library_key(Variant::Crt, 256, 2, &mut rng(21))).unwrap();
    let of_number = |number: &BigUint| {
        let block = number.to_bytes_be();
        device(128).decrypt_raw(&key, &block, Mode::Paper, TraceLevel::Operations, &mut go_on).unwrap().report
    };
    let modulus = &key.components().modulus;
    let first = of_number(&BigUint::ZERO);
    for number in [BigUint::from(1u8), modulus - 1u8, modulus - &key.components().primes[0]] {
        assert!(of_number(&number) == first);
    }
}

#[test]
fn counts_are_those_of_the_trace() {
    let mut rng = rng(22);
    let key = Key::of(&library_key(Variant::Crt, 512, 2, &mut rng)).unwrap();
    let block = block(512, &mut rng);
    let report =
        device(256).decrypt_raw(&key, &block, Mode::Window(4), TraceLevel::Operations, &mut go_on).unwrap().report;
    for (index, section) in report.sections.iter().enumerate() {
        let count = |operation: Operation| {
            report.trace.iter().filter(|event| event.section == index && event.operation == operation).count() as u64
        };
        let counts = &section.counts;
        assert_eq!(counts.multiplications, count(Operation::Multiply));
        assert_eq!(counts.additions, count(Operation::Add));
        assert_eq!(counts.subtractions, count(Operation::Subtract));
        assert_eq!((counts.loads, counts.fetches), (count(Operation::Load), count(Operation::Fetch)));
        assert_eq!(counts.bytes, 32 * (counts.loads + counts.fetches));
    }
    let slots = report.trace.iter().filter_map(|event| event.result.slot).max().unwrap() + 1;
    assert_eq!(report.unit_ram, 32 * slots);
}

fn value(number: &TracedNumber) -> &BigUint {
    number.value.as_ref().expect("a trace with values")
}

#[test]
fn values_follow_from_each_other_and_fit_their_domains() {
    for (variant, n, primes, k, mode) in [
        (Variant::Crt, 128, 2, 64, Mode::Paper),
        (Variant::Crt, 131, 2, 96, Mode::Squarings),
        (Variant::MultiPrime, 300, 3, 128, Mode::Window(3)),
    ] {
        let mut rng = rng(23);
        let key = library_key(variant, n, primes, &mut rng);
        let (components, block) = (key.components(), block(n, &mut rng));
        let device_key = Key::of(&key).unwrap();
        let run = device(k).decrypt_raw(&device_key, &block, mode, TraceLevel::Values, &mut go_on).unwrap();
        let (events, sections) = (&run.report.trace, &run.report.sections);
        let r = BigUint::from(1u8) << run.report.operand_length;
        let mut unit = HashMap::new();
        for event in events {
            let result = value(&event.result);
            assert!(*result < r);
            for number in event.operands.iter().chain(&event.modulus) {
                assert!(number.slot.is_none_or(|slot| unit[&slot] == value(number)), "{event:?}");
            }
            if let Some(slot) = event.result.slot {
                unit.insert(slot, result);
            }
            let [a, b] = match event.operands.as_slice() {
                [a] => [a, a],
                [a, b] => [a, b],
                _ => panic!("{} operands", event.operands.len()),
            };
            let Some(modulus) = event.modulus.as_ref().map(value) else {
                assert_eq!(value(a), result);
                continue;
            };
            match event.operation {
                Operation::Add => {
                    // One subtraction of m: with a piece of the message, which m may be below, it is not the least remainder.
                    let sum = value(a) + value(b);
                    assert_eq!(*result, if sum < *modulus { sum } else { sum - modulus });
                }
                Operation::Subtract => {
                    assert_eq!((result + value(b)) % modulus, value(a) % modulus);
                    assert!(result < modulus);
                }
                Operation::Multiply => {
                    assert_eq!(result * &r % modulus, value(a) * value(b) % modulus);
                    assert!(result < modulus);
                }
                operation => panic!("{operation:?} with a modulus"),
            }
            // The value of the constant is always R² modulo the prime.
            if a.domain == Domain::RSquared {
                assert_eq!(*value(a), &r * &r % modulus);
            }
        }
        // The power of each prime leaves the Montgomery domain at the end of its exponentiation.
        for (index, section) in sections.iter().enumerate().filter(|(_, each)| each.step == Step::Exponentiation) {
            let last = |event: &&Event| event.section == index && event.operation == Operation::Multiply;
            let last = events.iter().rfind(last).unwrap();
            let domains = last.operands.iter().map(|number| number.domain);
            assert!(domains.eq([Domain::Montgomery, Domain::Integer]) && last.result.domain == Domain::Integer);
            let prime = section.prime.unwrap();
            let power =
                BigUint::from_bytes_be(&block).modpow(&components.crt_exponents[prime], &components.primes[prime]);
            assert_eq!(*value(&last.result), power);
        }
    }
}

#[test]
fn numbers_of_the_unit_have_a_place_there_and_a_name() {
    let events = trace(Variant::Crt, 512, 2, 256, Mode::Paper, TraceLevel::Operations, 24);
    for event in &events {
        let (operands, result) = match event.operation {
            Operation::Load => (false, true),
            Operation::Fetch => (true, false),
            Operation::Add | Operation::Subtract | Operation::Multiply => (true, true),
        };
        assert!(event.operands.iter().all(|number| number.slot.is_some() == operands), "{event:?}");
        assert_eq!(event.result.slot.is_some(), result, "{event:?}");
    }
    let constants = events.iter().flat_map(|event| &event.operands).filter(|number| number.domain == Domain::RSquared);
    let names: Vec<&str> = constants.map(|number| number.name).collect();
    assert!(!names.is_empty() && names.iter().all(|name| *name == "R²"), "{names:?}");
}
