//! The sieve: strikes out the multiples of small primes in a window of odd numbers.

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::small_factors::{Limbs, TrialDivision};
use crate::Natural;

/// Small primes are those below this limit. It is the greatest limit at which the product of the least and the greatest
/// prime, of the second least and the second greatest, and so on, is below 2^30. A candidate of 1024 bits that passes
/// the sieve is prime with a probability of 1 in 36; with 2^14 it was 1 in 41. The sieve takes less time than one test.
pub(super) const LIMIT: u32 = 1 << 16;

/// The limit for long candidates. The primes between the limits have no partners and take three times as long as the
/// small ones, but at 2048 bits that is less than half a test of two candidates, and of 36 such tests they save four. At
/// 1024 bits they would save two of 18, and cost more than one. Twice the limit would cost twice as much and save half
/// as many tests again; preparing it would take longer than it saves for one key.
const LONG_LIMIT: u32 = 1 << 18;

/// The length in bits from which candidates are long.
const LONG: u64 = 1536;

/// The sieve's limit for candidates of this length.
pub(super) fn limit(bits: u64) -> u32 {
    if bits < LONG { LIMIT } else { LONG_LIMIT }
}

/// The odd primes below 2^16, in order.
pub fn small_primes() -> &'static [u32] {
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| odd_primes_below(LIMIT))
}

fn odd_primes_below(limit: u32) -> Vec<u32> {
    let mut composite = vec![false; limit as usize];
    let mut primes = Vec::new();
    for number in (3..limit).step_by(2) {
        if !composite[number as usize] {
            primes.push(number);
            // The square of a prime below 2^18 may exceed 32 bits.
            for multiple in (number as usize * number as usize..limit as usize).step_by(2 * number as usize) {
                composite[multiple] = true;
            }
        }
    }
    primes
}

/// Trial division by the small primes, prepared once.
fn division() -> &'static TrialDivision {
    static DIVISION: OnceLock<TrialDivision> = OnceLock::new();
    DIVISION.get_or_init(|| TrialDivision::new(small_primes()))
}

/// Trial division by the primes between the limits.
fn long_division() -> &'static TrialDivision {
    static DIVISION: OnceLock<TrialDivision> = OnceLock::new();
    DIVISION.get_or_init(|| {
        let primes = odd_primes_below(LONG_LIMIT);
        TrialDivision::one_by_one(&primes[small_primes().len()..])
    })
}

/// The offsets in `[0, 2·count)` for which `start + offset` is odd and has no small prime factor.
pub(super) fn survivors(start: &BigUint, count: usize) -> Vec<u32> {
    let first = u32::from(!start.bit(0));
    let mut struck = vec![false; count];
    let limbs = Limbs::new(&Natural::from_biguint(start, start.bits() as usize));
    let mut strike = |prime: u32, remainder: u32| {
        // The least index with start + first + 2·index ≡ 0: −(start + first) times (p + 1)/2, the inverse of 2. The product
        // is below 2^35.
        let negated = (2 * prime - remainder % prime - first) % prime;
        let index = u64::from(negated) * u64::from(prime.div_ceil(2)) % u64::from(prime);
        struck.iter_mut().skip(index as usize).step_by(prime as usize).for_each(|mark| *mark = true);
    };
    division().visit(&limbs, &mut strike);
    if limit(start.bits()) > LIMIT {
        long_division().visit(&limbs, &mut strike);
    }
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
        let primes = odd_primes_below(LONG_LIMIT);
        assert_eq!(primes.len(), 22_999); // 23,000 with 2: OEIS A007053
        for (low, bits) in [(0u32, 70), (12_345, 70), (0, 1534), (0, 1535)] {
            let start: BigUint = (BigUint::from(1u8) << bits) + low;
            let below = primes.partition_point(|prime| *prime < limit(start.bits()));
            let survives = |offset: &u32| {
                let number: BigUint = &start + *offset;
                number.bit(0) && primes[..below].iter().all(|prime| &number % *prime != BigUint::ZERO)
            };
            let expected: Vec<u32> = (0..2000).filter(survives).collect();
            assert_eq!(survivors(&start, 1000), expected);
        }
    }
}
