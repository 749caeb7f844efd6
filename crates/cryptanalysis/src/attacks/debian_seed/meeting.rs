//! Whether a factor of N follows soon after a number.
//!
//! Let `N = (r + d)·q` with a short d. With `Q = ⌊N/r⌋` and `R = N mod r`, both sides of `N = r·Q + R` give
//! `d·Q − R = (Q − q)·(r + d)`. Divided by r, that is `d·(Q/r) − R/r = (Q − q)·(1 + d/r)`, which is practically an integer. So the
//! search is for a short d whose multiple of `Q/r` has the fractional part `R/r`, give or take rounding errors. That takes one
//! division, and steps like those of Euclid's algorithm.

use num_bigint::BigUint;
use num_integer::Integer;

/// Fractional parts have this many bits. With 48, one number in 2^19 looks as if a factor followed, which a division corrects, and
/// all products fit 64 bits.
const FRACTION: u64 = 48;
/// The rounding errors of fractional parts, multiplied by a distance.
const TOLERANCE: u64 = 1 << 15;
/// Half of the longest distance. OpenSSL's candidates come 230 after a random number in the mean, so practically none is farther
/// away than this.
const MOST_STEPS: u64 = 1 << 13;

/// A factor of N that is `number` or a little more, by an even difference.
pub(super) fn factor_soon_after(modulus: &BigUint, number: &BigUint) -> Option<BigUint> {
    let (quotient, rest) = modulus.div_rem(number);
    // Leading digits: 62 bits of the number, and of the others those of the same weight.
    let shift = number.bits().saturating_sub(62);
    let [number_digits, quotient, rest] =
        [number, &quotient, &rest].map(|n| u128::from((n >> shift).to_u64_digits().first().copied().unwrap_or(0)));
    let fraction = |digits: u128| ((digits << FRACTION) / number_digits) as u64 % (1 << FRACTION);
    let (step, goal) = (fraction(2 * quotient), fraction(rest));
    let window = [goal + (1 << FRACTION) - TOLERANCE, goal + (1 << FRACTION) + TOLERANCE].map(|x| x % (1 << FRACTION));
    let steps = first_multiple_within(step, 1 << FRACTION, window)?;
    let factor = number + 2 * steps;
    modulus.is_multiple_of(&factor).then_some(factor)
}

/// The least x, at most [`MOST_STEPS`], for which `step·x` modulo `modulus` is in an interval. The interval contains 0 if its
/// end is below its beginning.
fn first_multiple_within(step: u64, modulus: u64, [low, high]: [u64; 2]) -> Option<u64> {
    if low == 0 || high < low {
        return Some(0);
    }
    if step == 0 {
        return None;
    }
    // Before the first wrap around.
    let x = low.div_ceil(step);
    if step * x <= high {
        return (x <= MOST_STEPS).then_some(x);
    }
    // Otherwise `low ≤ step·x − modulus·y ≤ high` for the number y ≥ 1 of wraps. Modulo `step`, multiples of the modulus are in
    // another interval, and the least such y belongs to the least x.
    let y = first_multiple_within(modulus % step, step, [high, low].map(|bound| (step - bound % step) % step))?;
    let x = (low + modulus * y).div_ceil(step);
    (x <= MOST_STEPS).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use modular_powers::random;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    #[test]
    fn first_multiples_are_those_of_a_search() {
        for modulus in [1u64, 2, 7, 60, 97] {
            for step in 0..modulus {
                for low in 0..modulus {
                    for high in 0..modulus {
                        let within = |x: u64| {
                            let value = step * x % modulus;
                            if low <= high { (low..=high).contains(&value) } else { value >= low || value <= high }
                        };
                        let expected = (0..modulus).find(|x| within(*x));
                        let found = first_multiple_within(step, modulus, [low, high]);
                        assert_eq!(found, expected, "{step}·x mod {modulus} in {low}..={high}");
                    }
                }
            }
        }
    }

    #[test]
    fn factors_are_found_at_any_distance() {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let [p, q, longer] = [255, 254, 256].map(|bits| random::below_power_of_two(bits, &mut rng));
        let p: BigUint = p | (BigUint::from(3u8) << 254);
        for q in [q | (BigUint::from(3u8) << 253), longer | (BigUint::from(3u8) << 254)] {
            let modulus = &p * &q;
            for distance in (0..=2 * MOST_STEPS).step_by(2) {
                assert_eq!(factor_soon_after(&modulus, &(&p - distance)), Some(p.clone()), "{distance}");
            }
            for other in [&p - 2 * MOST_STEPS - 2u8, &p - 1u8, &p + 2u8] {
                assert_eq!(factor_soon_after(&modulus, &other), None);
            }
        }
    }
}
