//! The facts about the variants.

use rsa_variants::definition::{CrtExponentRoom, Definition, PublicExponent, Speedup};
use rsa_variants::{Parameter, Variant};

use crate::typescript::{Value, camel_case, constant};

pub(crate) fn table() -> String {
    let entries: Vec<_> =
        Variant::ALL.iter().map(|variant| (variant.name().to_owned(), facts(variant.definition()))).collect();
    format!(
        "// Written by `cargo run -p xtask` from the declarations in crates/rsa/src/variants.\n\n{}",
        constant("definitions", &entries)
    )
}

fn facts(definition: &Definition) -> Vec<(&'static str, Value)> {
    let Definition { title, source, primes, public_exponent, powers, purpose, speedup, .. } = definition;
    let yes = |holds: bool| holds.then_some(Value::Yes);
    let defaults = primes.as_ref().map(|primes| {
        let pair = |(from, count): &(usize, usize)| Value::List([*from, *count].map(Value::count).into());
        Value::List(primes.defaults.iter().map(pair).collect())
    });
    let excess = match public_exponent {
        PublicExponent::Half { excess } => Some(Value::count(*excess)),
        _ => None,
    };
    let partner = definition.with_short_public_exponent.map(|variant| Value::text(variant.name()));
    let members = [
        ("title", Some(Value::text(title))),
        ("source", Some(Value::text(source))),
        ("params", Some(Value::List(parameters(definition).into_iter().map(Value::Text).collect()))),
        ("leastPrimes", primes.as_ref().map(|primes| Value::count(primes.least))),
        ("defaultPrimes", defaults),
        ("publicExponent", Some(Value::text(exponent_name(*public_exponent)))),
        ("publicExponentExcess", excess),
        ("crtExponentRoom", definition.crt_exponents.as_ref().and_then(|exponents| room(exponents.room))),
        ("powers", Some(Value::text(powers.name()))),
        ("purpose", Some(Value::text(purpose.name()))),
        ("hasStandardFormat", yes(definition.no_standard_format.is_none())),
        ("withShortPublicExponent", partner),
        ("isSlowToGenerate", yes(definition.is_slow_to_generate)),
        ("isLittleStudied", yes(definition.little_studied.is_some())),
        ("speedup", Some(speedup_object(speedup))),
    ];
    members.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The names of the parameters that only some variants have.
fn parameters(definition: &Definition) -> Vec<String> {
    let own = Parameter::ALL.into_iter().filter(|parameter| *parameter != Parameter::ModulusLength);
    own.filter(|parameter| definition.has(*parameter)).map(|parameter| camel_case(parameter.name())).collect()
}

fn exponent_name(exponent: PublicExponent) -> &'static str {
    match exponent {
        PublicExponent::Chosen => "chosen",
        PublicExponent::ChosenLong => "chosen-long",
        PublicExponent::Computed => "computed",
        PublicExponent::Half { .. } => "half",
        PublicExponent::Several => "several",
        _ => unreachable!("a new kind needs a name"),
    }
}

/// Nothing if only the primes limit CRT exponents.
fn room(room: CrtExponentRoom) -> Option<Value> {
    let members = match room {
        CrtExponentRoom::Product { cofactor_length } => {
            [("cofactorLength", Some(Value::count(cofactor_length))), ("", None)]
        }
        CrtExponentRoom::Search { tries_per_bit, fixed_bits } => {
            [("triesPerBit", Some(Value::Number(tries_per_bit))), ("fixedBits", Some(Value::count(fixed_bits)))]
        }
        _ => return None,
    };
    Some(Value::object(members))
}

fn speedup_object(speedup: &Speedup) -> Value {
    let power = |exponent: i32| (exponent != 0).then(|| Value::Number(exponent.into()));
    Value::object([
        ("factor", Some(Value::Number(speedup.factor))),
        ("modulusLength", power(speedup.modulus_length)),
        ("primes", power(speedup.primes)),
        ("crtExponentLength", power(speedup.crt_exponent_length)),
        ("batchSize", power(speedup.batch_size)),
        ("primeLength", power(speedup.prime_length)),
    ])
}
