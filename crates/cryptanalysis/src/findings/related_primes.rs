//! Primes p and q for which p ± 1 and q ± 1 have a long common divisor, which always divides N − 1 or N + 1.

use num_integer::Integer;
use rsa_variants::Components;

use super::KeyFinding;
use super::factors::{STEPS, small_factors};
use super::guesses::{line, reach};
use crate::sources;
use crate::strength::factoring::elliptic_curve;

/// By McKee and Pinch, Pollard's rho on powers of N − 1 takes about `2^(n/4 − g/2)` steps for two primes and a divisor of g bits
/// that the attacker does not know; for primes of other lengths, half the bits of the shorter prime take the place of n/4. If the
/// attacker knows a part of k bits, the method takes about `2^(n/4 − k)` steps. A known part is what the prime factors of N − 1
/// show: small ones at once, and a longer one for the price of elliptic curves.
///
/// The same holds in the groups of order p + 1 and q + 1 (Lucas sequences): a common divisor of p − 1 and q + 1 divides N + 1, and
/// one of p + 1 and q + 1 divides N − 1.
///
/// Two random numbers have a common divisor of g bits with a chance of about 2^−g; it counts from n/4 − n/8 bits on.
pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let pairs = key.primes.iter().enumerate().flat_map(|(i, p)| key.primes[..i].iter().map(move |q| [p, q]));
    let (divisor, half, signs) = pairs
        .flat_map(|[p, q]| {
            let half = p.bits().min(q.bits()) / 2;
            let [[p_less, q_less], [p_more, q_more]] = [[p - 1u8, q - 1u8], [p + 1u8, q + 1u8]];
            [
                (p_less.gcd(&q_less), half, ['−', '−']),
                (p_less.gcd(&q_more), half, ['−', '+']),
                (p_more.gcd(&q_less), half, ['+', '−']),
                (p_more.gcd(&q_more), half, ['+', '+']),
            ]
        })
        .min_by_key(|(divisor, half, _)| half.saturating_sub(divisor.bits()))?;
    let g = divisor.bits();
    if half.saturating_sub(g) >= line(n) {
        return None;
    }
    let long = small_factors(&divisor, STEPS).rest;
    let small = g - long.bits() + 1;
    let curves = elliptic_curve(n as usize, long.bits() as usize).max(0.0) as u64;
    let strength = [half.saturating_sub(g / 2), half.saturating_sub(small), half.saturating_sub(g).max(curves)]
        .into_iter()
        .min()
        .filter(|strength| *strength < line(n))?;
    let strength = strength as u32;
    let [p_sign, q_sign] = signs;
    let reason = format!(
        "p {p_sign} 1 and q {q_sign} 1 have a common divisor of {g} bits, of which {small} consist of small primes: finding the primes takes \
         about 2^{strength} steps."
    );
    Some(KeyFinding::defect("common-divisor", sources::MCKEE_PINCH, strength, reach(strength), reason))
}
