//! Primes.

use core::ops::ControlFlow;

use crate::support::js::{Array, Function};
use crate::support::{Callback, JsResult, invalid, number, platform_random, with_code};
use modular_powers::prime::{
    ResidueClass, SearchError, expected_candidates, expected_safe_candidates, is_prime_with_rounds, is_safe_prime,
    random_prime, random_prime_in_class, random_safe_prime, random_safe_prime_in_class,
};
use modular_powers::{Engine, random::StuckGenerator};
use num_bigint::BigUint;
use num_integer::Integer;
use wasm_bindgen::prelude::*;

/// Whether a number is prime: the Baillie–PSW test and `rounds` rounds of Miller–Rabin with random bases.
#[wasm_bindgen(js_name = isPrime)]
pub fn is_prime(bytes: &[u8], rounds: usize) -> JsResult<bool> {
    is_prime_with_rounds(&number(bytes), rounds, Engine::default(), &mut platform_random()?).map_err(stuck)
}

/// Whether a number p and (p − 1)/2 are prime.
#[wasm_bindgen(js_name = isSafePrime)]
pub fn is_safe(bytes: &[u8]) -> JsResult<bool> {
    is_safe_prime(&number(bytes), Engine::default(), &mut platform_random()?).map_err(stuck)
}

fn stuck(error: StuckGenerator) -> JsValue {
    with_code("stuck-generator", &error.to_string())
}

/// Searches a random prime of exactly `bits` bits, whose two highest bits are set if `has_top_bits`. If there is a `modulus`,
/// the prime leaves this `remainder`; if there is `coprime_to`, p − 1 is coprime to it. `on_progress(tested, expected)`
/// returns false to cancel; then the result is `undefined`.
#[wasm_bindgen(js_name = generatePrime)]
pub fn generate_prime(
    bits: usize,
    safe: bool,
    has_top_bits: bool,
    remainder: &[u8],
    modulus: &[u8],
    coprime_to: &[u8],
    on_progress: Option<Function>,
) -> JsResult<Option<Vec<u8>>> {
    let mut callback = Callback::new(on_progress);
    let rng = &mut platform_random()?;
    let engine = Engine::default();
    let expected = if safe { expected_safe_candidates(bits) } else { expected_candidates(bits) };
    let on_candidate = |tested: u64| -> ControlFlow<()> {
        callback.call(|| Array::of([(tested as f64).into(), (expected as f64).into()]))
    };
    let one = BigUint::from(1u8);
    let high = &one << bits;
    let low = if has_top_bits { &high / 4u8 * 3u8 } else { &high >> 1 };
    let coprime_to = number(coprime_to);
    let accept =
        |prime: &BigUint| *prime >= low && (coprime_to == BigUint::ZERO || (prime - 1u8).gcd(&coprime_to) == one);
    let class = match number(modulus) {
        modulus if modulus == BigUint::ZERO => None,
        modulus => {
            let class = ResidueClass::new(&number(remainder), &modulus);
            Some(class.map_err(|error| invalid("condition", format!("has no primes: {error}")))?)
        }
    };
    let found = match (class, safe) {
        (None, true) => random_safe_prime(bits, accept, engine, rng, on_candidate),
        (None, false) => random_prime(&low, &high, accept, engine, rng, on_candidate),
        (Some(class), true) => random_safe_prime_in_class(bits, &class, accept, engine, rng, on_candidate)
            .map_err(|error| invalid("condition", format!("has no primes: {error}")))?,
        (Some(class), false) => random_prime_in_class([&low, &high], &class, accept, engine, rng, on_candidate),
    };
    callback.outcome(match found {
        Ok(prime) => Ok(Some(prime.to_bytes_be())),
        Err(SearchError::Canceled) => Ok(None),
        Err(error) => Err(with_code("stuck-generator", &error.to_string())),
    })
}
