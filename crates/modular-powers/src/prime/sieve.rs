//! The sieve: strikes out the multiples of small primes in a window of odd numbers.

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::small_factors::{Limbs, TrialDivision};
use crate::Natural;

/// Small primes are those below this limit. It is the greatest limit at which the product of the least and the greatest
/// prime, of the second least and the second greatest, and so on, is below 2^30. A candidate of 1024 bits that passes
/// the sieve is prime with a probability of 1 in 36; with 2^14 it was 1 in 41. The sieve takes less time than one test.
pub(super) const LIMIT: u32 = 1 << 16;

/// The odd primes below 2^16, in order.
pub fn small_primes() -> &'static [u32] {
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        let mut composite = vec![false; LIMIT as usize];
        let mut primes = Vec::new();
        for number in (3..LIMIT).step_by(2) {
            if !composite[number as usize] {
                primes.push(number);
                for multiple in (number * number..LIMIT).step_by(2 * number as usize) {
                    composite[multiple as usize] = true;
                }
            }
        }
        primes
    })
}

/// Trial division by the small primes, prepared once.
fn division() -> &'static TrialDivision {
    static DIVISION: OnceLock<TrialDivision> = OnceLock::new();
    DIVISION.get_or_init(|| TrialDivision::new(small_primes()))
}

/// The offsets in `[0, 2·count)` for which `start + offset` is odd and has no small prime factor.
pub(super) fn survivors(start: &BigUint, count: usize) -> Vec<u32> {
    let first = u32::from(!start.bit(0));
    let mut struck = vec![false; count];
    let limbs = Limbs::new(&Natural::from_biguint(start, start.bits() as usize));
    division().visit(&limbs, |prime, remainder| {
        // The least index with start + first + 2·index ≡ 0: −(start + first) times (p + 1)/2, the inverse of 2.
        let negated = (2 * prime - remainder % prime - first) % prime;
        let index = negated * prime.div_ceil(2) % prime;
        struck.iter_mut().skip(index as usize).step_by(prime as usize).for_each(|mark| *mark = true);
    });
    (0..count).filter(|index| !struck[*index]).map(|index| first + 2 * index as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_primes_are_the_primes() {
        let by_division: Vec<u32> =
            (3..LIMIT).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect();
        assert_eq!(small_primes(), by_division);
    }

    #[test]
    fn survivors_have_no_small_factor() {
        for start in [BigUint::from(1u8) << 70, (BigUint::from(1u8) << 70) + 12_345u32] {
            let survives = |offset: &u32| {
                let number: BigUint = &start + *offset;
                number.bit(0) && small_primes().iter().all(|prime| &number % *prime != BigUint::ZERO)
            };
            let expected: Vec<u32> = (0..2000).filter(survives).collect();
            assert_eq!(survivors(&start, 1000), expected);
        }
    }
}
