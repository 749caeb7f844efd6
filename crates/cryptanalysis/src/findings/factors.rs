//! Partial factoring: all small primes of a number, by trial division and Pollard's rho method.

use modular_powers::{Residues, prime};
use num_bigint::BigUint;
use num_integer::Integer;

/// Usual steps of the rho method, for numbers of up to [`FULL_LENGTH`] bits. It misses a prime l with a chance of about
/// `e^(−steps²/(2l))`: one of 24 bits never, one of 28 bits in one case of seven.
pub(super) const STEPS: u64 = 1 << 15;
const FULL_LENGTH: u64 = 1100;
/// How many steps share a gcd.
const AT_ONCE: u64 = 256;
/// Once it has found this many factors, the number is unusual, and each further one doubles the steps up to [`MOST_STEPS`].
const UNUSUAL: usize = 6;
const MOST_STEPS: u64 = 1 << 18;

/// The prime factors found, smallest first, and what remains: 1, or a number whose factors are long.
pub(super) struct Factors {
    pub(super) primes: Vec<BigUint>,
    pub(super) rest: BigUint,
}

/// Finds the prime factors of up to about 28 bits with [`STEPS`] steps, and of two bits less with half of them.
pub(super) fn small_factors(number: &BigUint, steps: u64) -> Factors {
    let twos = number.trailing_zeros().unwrap_or(0);
    let mut primes = vec![BigUint::from(2u8); twos as usize];
    let mut rest = number >> twos;
    // One division of the long number for two primes, whose product has at most 32 bits.
    for pair in prime::small_primes().chunks(2) {
        let remainder = (&rest % pair.iter().product::<u32>()).iter_u32_digits().next().unwrap_or(0);
        for &prime in pair.iter().filter(|prime| remainder.is_multiple_of(**prime)) {
            while rest > BigUint::ZERO && &rest % prime == BigUint::ZERO {
                rest /= prime;
                primes.push(prime.into());
            }
        }
    }
    let mut steps = if number.bits() <= FULL_LENGTH { steps } else { steps / 2 };
    let mut found = 0;
    // A number of up to 32 bits without a factor below 2^16 is prime.
    // Nor does what remains of a random number need a test for primality, which takes longer than the first steps.
    while rest.bits() > 32 && !((rest.bits() <= 64 || found > UNUSUAL) && passes_fermat(&rest)) {
        let Some(factor) = rho(&rest, steps) else {
            primes.sort();
            return Factors { primes, rest };
        };
        rest /= &factor;
        found += split(factor, &mut primes);
        if found > UNUSUAL {
            steps = (2 * steps).min(MOST_STEPS);
        }
    }
    if rest > BigUint::from(1u8) && rest.bits() <= 64 {
        primes.push(core::mem::replace(&mut rest, BigUint::from(1u8)));
    }
    primes.sort();
    Factors { primes, rest }
}

/// Splits what the rho method found into primes, and returns their number.
fn split(number: BigUint, primes: &mut Vec<BigUint>) -> usize {
    if number.bits() <= 32 || passes_fermat(&number) {
        primes.push(number);
        return 1;
    }
    match (2..20).find_map(|start| walk(&number, start, 1, MOST_STEPS).filter(|factor| *factor < number)) {
        Some(factor) => split(&number / &factor, primes) + split(factor, primes),
        None => {
            primes.push(number);
            1
        }
    }
}

/// A factor above 1, perhaps with several primes, or the number itself.
fn rho(number: &BigUint, steps: u64) -> Option<BigUint> {
    walk(number, 1, AT_ONCE, steps)
}

/// The sequence `x → (x + start)²` from 2, compared with its element at the last power of two r (R. P. Brent, "An improved Monte
/// Carlo factorization algorithm", BIT 20, 1980).
///
/// Only the steps from 1.5·r to 2·r are compared: every cycle of up to r steps has a multiple between r/2 and r. So `steps`, a
/// power of two, miss nothing that comparing all of them would find. With a gcd for each step, all are compared, because the
/// steps at which two primes appear should differ.
fn walk(number: &BigUint, start: u32, at_once: u64, steps: u64) -> Option<BigUint> {
    let mut residues = Residues::new(number).ok()?;
    let constant = residues.residue(&start.into());
    let mut x = residues.residue(&2u8.into());
    let (mut saved, mut product, mut square) = (x.clone(), residues.one(), residues.zero());
    let (mut sum, mut difference) = (residues.sum(), residues.sum());
    let mut saved_at = 0;
    debug_assert!(steps.is_power_of_two(), "the last steps are compared");
    for step in 1..=steps {
        residues.add(&mut sum, &x, &constant);
        residues.square(&mut square, &sum);
        core::mem::swap(&mut x, &mut square);
        let is_compared = at_once == 1 || 2 * (step - saved_at) > saved_at;
        if is_compared {
            residues.subtract(&mut difference, &x, &saved);
            residues.multiply_assign(&mut product, &difference);
        }
        if step.is_power_of_two() {
            saved.clone_from(&x);
            saved_at = step;
        }
        if is_compared && (step % at_once == 0 || step == steps) {
            let factor = residues.value(&product).gcd(number);
            if factor > BigUint::from(1u8) {
                return Some(factor);
            }
        }
    }
    None
}

/// Whether 2^(N − 1) = 1. Composite numbers that pass are too rare to occur by chance.
pub(super) fn passes_fermat(number: &BigUint) -> bool {
    let one = BigUint::from(1u8);
    BigUint::from(2u8).modpow(&(number - &one), number) == one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_primes_are_found_and_long_ones_remain() {
        let small = [3u32, 3, 257, 65_537, 16_777_213, 67_108_859].map(BigUint::from);
        let long: BigUint = (BigUint::from(1u8) << 521) - 1u8;
        let number = small.iter().product::<BigUint>() * &long;
        let found = small_factors(&number, STEPS);
        assert_eq!((found.primes, found.rest), (small.to_vec(), long.clone()));
        let twice = BigUint::from(16_777_213u32).pow(2);
        assert_eq!(small_factors(&twice, STEPS).primes, vec![BigUint::from(16_777_213u32); 2]);
        assert_eq!(small_factors(&(&long * &long), STEPS).rest, &long * &long);
    }
}
