//! Numbers of private keys that other software leaves out or writes longer than necessary.

use num_bigint::BigUint;

use super::Repair;
use super::options::Session;
use crate::{Components, MODULUS_LENGTHS};

/// The longest CRT number that is reduced, in bits. Longer ones are refused when the key is checked, and so are those that would take
/// too long to reduce in a file of many keys.
const MOST_LENGTH: u64 = *MODULUS_LENGTHS.end() as u64;

/// Empties the lists of primes or CRT numbers that are all zero, so that they are computed when the key is made, and reduces
/// CRT numbers. If the exponents or the coefficients are missing, all are computed. Whether the numbers belong together is checked
/// later.
pub(super) fn complete(mut components: Components, session: &mut Session<'_>) -> Components {
    let Components { primes, crt_exponents, crt_coefficients, .. } = &mut components;
    let are_zero = |numbers: &[BigUint]| numbers.iter().all(|number| *number == BigUint::ZERO);
    if are_zero(crt_exponents) || are_zero(crt_coefficients) {
        crt_exponents.clear();
        crt_coefficients.clear();
        if are_zero(primes) {
            primes.clear();
        }
        session.repaired(Repair::ComputedNumbers);
        return components;
    }
    let one = BigUint::from(1u8);
    let mut is_reduced = false;
    let orders = primes.iter().map(|prime| if *prime > one { prime - 1u8 } else { BigUint::ZERO });
    // The first coefficient is modulo p, each of the others modulo its own prime.
    let moduli = primes.iter().take(1).chain(primes.iter().skip(2)).cloned();
    let pairs = crt_exponents.iter_mut().zip(orders).chain(crt_coefficients.iter_mut().zip(moduli));
    for (number, modulus) in pairs {
        if modulus > one && *number >= modulus && number.bits() <= MOST_LENGTH {
            let cost = number.bits() * (number.bits() - modulus.bits() + 1);
            let Some(left) = session.reductions.checked_sub(cost) else { break };
            session.reductions = left;
            *number = remainder(number, &modulus);
            is_reduced = true;
        }
    }
    if is_reduced {
        session.repaired(Repair::ReducedNumbers);
    }
    components
}

/// The remainder of a division, by shifts and subtractions. num-bigint's division, which nothing else here needs, would
/// add about 10 kB to the WebAssembly module of key formats. The lengths are limited by the callers.
pub(super) fn remainder(number: &BigUint, modulus: &BigUint) -> BigUint {
    let mut rest = number.clone();
    let mut multiple = modulus << number.bits().saturating_sub(modulus.bits());
    while multiple >= *modulus {
        if rest >= multiple {
            rest -= &multiple;
        }
        multiple >>= 1;
    }
    rest
}

/// The inverse of a number modulo a larger odd one; `None` if there is none. Like `remainder`, it uses only shifts and subtractions
/// (Stein 1967). At every step `u` is `x` times the number, and `v`, which is odd, is `y` times the number, modulo the modulus.
pub(super) fn inverse(number: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    let one = BigUint::from(1u8);
    let [mut u, mut v] = [number.clone(), modulus.clone()];
    let [mut x, mut y] = [one.clone(), BigUint::ZERO];
    while u != BigUint::ZERO {
        while !u.bit(0) {
            u >>= 1;
            if x.bit(0) {
                x += modulus;
            }
            x >>= 1;
        }
        if u == one {
            return Some(x);
        }
        if u < v {
            core::mem::swap(&mut u, &mut v);
            core::mem::swap(&mut x, &mut y);
        }
        u -= &v;
        if x < y {
            x += modulus;
        }
        x -= &y;
    }
    None
}
