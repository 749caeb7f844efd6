//! Finds keys by the second in which they were generated.

use js_sys::{Function, Object};
use rsa_cryptanalysis::attacks::clock_seed::{Options, Seeding, attack, demonstration};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, invalid, set};

use super::{
    count, demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, timed,
};

/// Runs the attack.
#[wasm_bindgen(js_name = clockSeed)]
pub fn clock_seed(
    modulus: &[u8],
    public_exponent: &[u8],
    first_second: u32,
    seconds: u32,
    modulus_length: Option<usize>,
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = public_key(modulus, public_exponent)?;
    let options = Options { first_second: first_second.into(), seconds: seconds.into(), modulus_length };
    let (outcome, time) = timed(on_progress, |on_progress| attack(&key, &options, on_progress))?;
    let reason = outcome.found.is_none().then(|| {
        format!(
            "the key was not made in the {seconds} seconds from second {first_second} on, or another program made it"
        )
    });
    let object = outcome_object(reason, time);
    set(&object, "secondsTried", &count(outcome.seconds_tried));
    if let Some(found) = &outcome.found {
        set(&object, "primes", &numbers(&found.primes));
        set(&object, "second", &count(found.second));
        set(&object, "seeding", &name(found.seeding).into());
    }
    Ok(object)
}

/// Generates a key for the attack, from 32 random bytes.
#[wasm_bindgen(js_name = clockSeedDemonstration)]
pub fn clock_seed_demonstration(
    modulus_length: usize,
    first_second: u32,
    seeding: &str,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let Some(seeding) = [Seeding::Once, Seeding::EachPrime].into_iter().find(|each| name(*each) == seeding) else {
        return Err(invalid("seeding", format!("must be once or each-prime, got {seeding:?}")));
    };
    let mut rng = generator(random)?;
    let made = reporting(on_progress, |on_progress| {
        demonstration(&mut rng, modulus_length, first_second.into(), seeding, on_progress)
    })?;
    let target = public_key_to_object(&made.target);
    set(&target, "firstSecond", &count(made.options.first_second));
    let options = Object::new();
    set(&options, "seconds", &count(made.options.seconds));
    set(&options, "modulusLength", &length(modulus_length));
    let secret = secret_object(&made.secret.primes);
    set(&secret, "second", &count(made.secret.second));
    set(&secret, "seeding", &name(made.secret.seeding).into());
    Ok(demonstration_object(&target, &options, &secret))
}

fn name(seeding: Seeding) -> &'static str {
    match seeding {
        Seeding::Once => "once",
        Seeding::EachPrime => "each-prime",
    }
}
