//! One flipped bit in the memory of a prepared key: every variant, every constant-time engine, new and used keys.
#![cfg(unix)]
#![allow(unsafe_code)] // An allocator, flipped bits and child processes need it.

mod memory;
mod outcome;
mod public;

use std::sync::Mutex;

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rsa_variants::{Components, Engine, KeyParams, Options, PrivateKey, Variant};

use crate::memory::{Block, blocks, forget, recording};
use crate::outcome::{COLUMNS, Outcome, Uses};

/// A key's numbers, from which each case prepares a new key.
struct Numbers {
    params: KeyParams,
    components: Components,
}

impl Numbers {
    fn new(variant: Variant, bits: usize) -> Self {
        let mut rng = ChaCha20Rng::from_seed([90; 32]); // a fixed seed: for tests only
        let key = if variant == Variant::SchemeA && bits > 256 {
            PrivateKey::sample(variant, 1024) // Longer ones take too long to make.
        } else {
            PrivateKey::new(&KeyParams::new(variant, bits), &mut rng)
        };
        let key = key.unwrap();
        Self { params: key.params(), components: key.components().clone() }
    }
}

/// Where bits are flipped.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In numbers that were prepared: blocks without an address.
    Prepared,
    /// Anywhere in the memory that belongs to the key, blinding factors and addresses included.
    Heap,
}

/// Which bits are flipped.
#[derive(Clone, Copy)]
enum Flips {
    /// One in so many.
    Every(usize),
    /// So many at random.
    Random(usize),
}

/// Tests share the list of blocks, so one runs at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The outcomes of flips in a key, whose blinding factors are drawn already if it is `used`.
fn flipped(numbers: &Numbers, engine: Engine, used: bool, place: Place, flips: Flips) -> [usize; COLUMNS] {
    forget();
    let key = recording(|| Box::new(PrivateKey::restore(&numbers.params, numbers.components.clone()).unwrap()));
    let uses = Uses::new(&key, engine);
    let prepared = blocks();
    if used {
        recording(|| uses.decrypt(&key, 0));
    }
    let all = blocks();
    let chosen: Vec<Block> = match place {
        Place::Prepared => prepared.into_iter().filter(|block| !block.points_to(&all)).collect(),
        Place::Heap => all,
    };
    let bits: usize = chosen.iter().map(|block| 8 * block.size).sum();
    let at = |mut bit: usize| {
        for block in &chosen {
            if bit < 8 * block.size {
                return (*block, bit);
            }
            bit -= 8 * block.size;
        }
        unreachable!("the bit is in one of the blocks")
    };
    let mut random = ChaCha20Rng::from_seed([91; 32]);
    let mut counts = [0; COLUMNS];
    let chosen: Vec<usize> = match flips {
        Flips::Every(step) => (0..bits).step_by(step).collect(),
        Flips::Random(count) => (0..count).map(|_| random.next_u64() as usize % bits).collect(),
    };
    for (block, bit) in chosen.into_iter().map(at) {
        let outcome = if place == Place::Prepared {
            // These blocks live as long as the key, so the bit can be flipped back.
            block.flip(bit);
            let outcome = uses.outcome(&key);
            block.flip(bit);
            outcome
        } else {
            outcome::in_a_child(|| {
                block.flip(bit);
                uses.outcome(&key)
            })
        };
        assert!(
            outcome < Outcome::Wrong,
            "{outcome:?}: {}, {engine:?}, used: {used}, bit {bit} of a block of {} bytes",
            numbers.params.variant.name(),
            block.size
        );
        counts[outcome as usize] += 1;
    }
    counts
}

/// Flips bits in keys of every variant and prints the outcomes.
fn all_variants(bits: usize, prepared: Flips, heap: usize) {
    let _turn = ONE_AT_A_TIME.lock();
    println!("| variant | engine | place | flips | right | error | panic | ended | wrong | reveals a factor |");
    println!("| :-- | :-- | :-- | --: | --: | --: | --: | --: | --: | --: |");
    for variant in Variant::ALL {
        let numbers = Numbers::new(variant, bits);
        for engine in
            [Engine::Lanes, Engine::Scalar].into_iter().filter(|engine| Engine::all().any(|each| each == *engine))
        {
            for (place, name, flips) in
                [(Place::Prepared, "prepared", prepared), (Place::Heap, "heap", Flips::Random(heap))]
            {
                let counts = [false, true].map(|used| flipped(&numbers, engine, used, place, flips));
                let counts: Vec<usize> = counts[0].iter().zip(counts[1]).map(|(new, used)| new + used).collect();
                let cells: String = counts.iter().map(|count| format!(" {count} |")).collect();
                let sum: usize = counts.iter().sum();
                println!("| {} | {} | {name} | {sum} |{cells}", variant.name(), engine.name());
            }
        }
    }
}

#[test]
fn extended_bits_flipped_in_small_keys() {
    all_variants(256, Flips::Every(199), 40);
}

#[test]
#[ignore = "exhaustive: minutes"]
fn all_bits_flipped_in_small_keys() {
    all_variants(256, Flips::Every(1), 2000);
}

#[test]
#[ignore = "exhaustive: minutes"]
fn bits_flipped_in_long_keys() {
    all_variants(2048, Flips::Random(1000), 1000);
}

/// Without its check, a damaged key reveals its factors. So the tests above can fail.
#[test]
fn an_unguarded_key_reveals_a_factor() {
    let _turn = ONE_AT_A_TIME.lock();
    let numbers = Numbers::new(Variant::Rebalanced, 256);
    forget();
    let key = recording(|| Box::new(PrivateKey::restore(&numbers.params, numbers.components.clone()).unwrap()));
    let uses = Uses::new(&key, Engine::Scalar).unguarded();
    let all = blocks();
    let constants = all.iter().filter(|block| !block.points_to(&all));
    let reveals = |block: &Block| {
        block.flip(3);
        let outcome = uses.outcome(&key);
        block.flip(3);
        outcome == Outcome::RevealsFactor
    };
    assert!(constants.filter(|block| reveals(block)).count() > 5);
}
