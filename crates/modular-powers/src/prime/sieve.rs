//! The sieve: strikes out the multiples of small primes in a window of odd numbers. For safe primes 2q + 1, it strikes
//! out every q for which q or 2q + 1 is such a multiple.

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::remainders::visit_remainders;
use crate::Natural;

/// [`small_primes`] are those below this limit.
pub(super) const SMALL: u32 = 1 << 16;

/// The sieve's limit for candidates of this length: with twice as many primes, the sieve would take about as much longer as the
/// tests that it saves. Fitted to a sieve that takes `13 + bits/120` ns for each prime, where a test of two candidates of 1024 bits
/// takes 0.56 ms (WebAssembly on a busy Xeon). A candidate of 1024 bits that passes is prime with a probability of 1 in 32. Twice the
/// greatest limit would save a few percent of the tests of long candidates, but workers search in parts, each with a sieve of its own.
pub(super) fn limit(bits: u64) -> u32 {
    match bits {
        1280.. => 1 << 20,
        896.. => 1 << 18,
        640.. => 1 << 17,
        448.. => 1 << 16,
        320.. => 1 << 15,
        _ => 1 << 14,
    }
}

/// The sieve's limit for numbers q of this length, of which both q and 2q + 1 must be prime, fitted in the same way. From 1280
/// bits on, twice the limit would save still more, but preparing the primes would take longer than it saves in one search. At 1024
/// bits, 680 tests follow a sieve with 2^22, and 820 followed one with 2^20.
/// The limit is at most q, so that a small q is not struck out as its own multiple.
pub(super) fn safe_limit(bits: u64) -> u32 {
    let limit = match bits {
        1792.. => 1 << 24,
        1280.. => 1 << 23,
        896.. => 1 << 22,
        640.. => 1 << 21,
        448.. => 1 << 20,
        320.. => 1 << 18,
        _ => 1 << 17,
    };
    limit.min(1 << bits.saturating_sub(1).min(31))
}

/// The odd primes below 2^16, in order.
pub fn small_primes() -> &'static [u32] {
    odd_primes_below(SMALL)
}

/// The odd primes below a power of two, 2^24 at most, in order. They are computed once for each limit above 2^16.
fn odd_primes_below(limit: u32) -> &'static [u32] {
    static PRIMES: [OnceLock<Vec<u32>>; 9] = [const { OnceLock::new() }; 9];
    let primes = PRIMES[limit.max(SMALL).ilog2() as usize - 16].get_or_init(|| {
        let half = limit.max(SMALL) as usize / 2;
        // Place i is for 2i + 1.
        let mut composite = vec![false; half];
        let mut primes = Vec::new();
        for place in 1..half {
            if !composite[place] {
                let prime = 2 * place + 1;
                primes.push(prime as u32);
                // Greater primes have no squares below the limit.
                if prime < 1 << 12 {
                    composite.iter_mut().skip(prime * prime / 2).step_by(prime).for_each(|place| *place = true);
                }
            }
        }
        primes
    });
    &primes[..primes.partition_point(|prime| *prime < limit)]
}

/// Visits the odd primes below the limit, a power of two, each with the number modulo it.
fn visit(number: &BigUint, limit: u32, visit: &mut dyn FnMut(u32, u32)) {
    let number = Natural::from_biguint(number, number.bits() as usize);
    visit_remainders(&number, odd_primes_below(limit), visit);
}

/// The numbers `start + first + STEP·index`, some of them struck out. `STEP` is 2 or 6.
struct Window<const STEP: u32> {
    first: u32,
    struck: Vec<bool>,
}

impl<const STEP: u32> Window<STEP> {
    /// Strikes out the numbers that are congruent to `residue` modulo a prime that does not divide `STEP`.
    /// `remainder` is that of `start`.
    fn strike(&mut self, prime: u32, remainder: u32, residue: u32) {
        // The least index with STEP·index ≡ distance = residue − start − first: (distance + k·prime)/STEP for the k below STEP
        // with which this is an integer, k ≡ −distance/prime modulo STEP. Modulo 2 and 6 every unit is its own inverse.
        let distance = (residue + 2 * prime - remainder - self.first) % prime;
        let k = (STEP - distance % STEP) * (prime % STEP) % STEP;
        let index = (distance + k * prime) / STEP;
        self.struck.iter_mut().skip(index as usize).step_by(prime as usize).for_each(|mark| *mark = true);
    }

    /// The offsets from `start` of the numbers that are not struck out.
    fn survivors(&self) -> Vec<u32> {
        let numbers = (self.first..).step_by(STEP as usize).zip(&self.struck);
        numbers.filter(|(_, struck)| !**struck).map(|(offset, _)| offset).collect()
    }
}

/// The offsets in `[0, 2·count)` for which `start + offset` is odd and has no small prime factor.
pub(super) fn survivors(start: &BigUint, count: usize) -> Vec<u32> {
    let mut window = Window::<2> { first: u32::from(!start.bit(0)), struck: vec![false; count] };
    visit(start, limit(start.bits()), &mut |prime, remainder| window.strike(prime, remainder, 0));
    window.survivors()
}

/// The offsets in `[0, 6·count)` for which `q = start + offset` may be the half of a safe prime: `q ≡ 5` modulo 6, and
/// neither q nor 2q + 1 has a prime factor below the limit (Wiener, "Safe prime generation with a combined sieve",
/// eprint 2003/186). Every `q > 3` is congruent to 5 modulo 6 if q and 2q + 1 are prime, because 3 divides 2q + 1 if
/// `q ≡ 1` modulo 3.
pub(super) fn safe_survivors(start: &BigUint, count: usize) -> Vec<u32> {
    let limit = safe_limit(start.bits());
    let remainder_of_start = (start % 6u8).iter_u32_digits().next().unwrap_or(0);
    let mut window = Window::<6> { first: 5 - remainder_of_start, struck: vec![false; count] };
    visit(start, limit, &mut |prime, remainder| {
        if prime > 3 {
            window.strike(prime, remainder, 0);
            // 2q + 1 ≡ 0
            window.strike(prime, remainder, prime / 2);
        }
    });
    window.survivors()
}

/// A sieve of the numbers `start + modulus·index`, for one modulus.
pub(super) struct ClassSieve {
    limit: u32,
    /// Small primes that do not divide the modulus, each with the inverse of the modulus, in the order of [`visit`]. The
    /// inverse is 0 for the others, of which no number of the class is a multiple.
    inverses: Vec<u32>,
}

impl ClassSieve {
    /// Prepares a sieve with the primes below the limit. The numbers must be coprime to the modulus.
    pub(super) fn new(modulus: &BigUint, limit: u32) -> Self {
        let mut inverses = Vec::new();
        visit(modulus, limit, &mut |prime, remainder| inverses.push(inverse(remainder, prime)));
        Self { limit, inverses }
    }

    /// The indices below `count` for which `start + modulus·index` has no small prime factor; for `is_safe`, neither it nor
    /// its double plus 1 has one.
    pub(super) fn survivors(&self, start: &BigUint, count: usize, is_safe: bool) -> Vec<u32> {
        let mut struck = vec![false; count];
        let mut inverses = self.inverses.iter();
        visit(start, self.limit, &mut |prime, remainder| {
            let inverse = inverses.next().copied().unwrap_or(0);
            let residues = [0, prime / 2]; // 2·(prime/2) + 1 ≡ 0
            for residue in residues.into_iter().take(if inverse == 0 { 0 } else { 1 + usize::from(is_safe) }) {
                // Products are below 2^36.
                let distance = (residue + prime - remainder) % prime;
                let index = u64::from(distance) * u64::from(inverse) % u64::from(prime);
                struck.iter_mut().skip(index as usize).step_by(prime as usize).for_each(|mark| *mark = true);
            }
        });
        (0u32..).zip(&struck).filter(|(_, struck)| !**struck).map(|(index, _)| index).collect()
    }
}

/// The inverse modulo a prime, or 0 for 0, by Euclid's algorithm.
fn inverse(number: u32, prime: u32) -> u32 {
    let (mut remainders, mut factors) = ((i64::from(prime), i64::from(number)), (0i64, 1i64));
    while remainders.1 != 0 {
        let quotient = remainders.0 / remainders.1;
        remainders = (remainders.1, remainders.0 - quotient * remainders.1);
        factors = (factors.1, factors.0 - quotient * factors.1);
    }
    if number == 0 { 0 } else { factors.0.rem_euclid(i64::from(prime)) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_exactly_the_numbers_without_small_factors() {
        let primes = small_primes();
        for modulus in [2u32, 6, 210, 65537 * 4, 4_294_967_291] {
            let sieve = ClassSieve::new(&modulus.into(), SMALL);
            let start = (BigUint::from(modulus) << 64) * 3u8 + 1u8;
            for is_safe in [false, true] {
                let expected = (0..200u32).filter(|index| {
                    let number: BigUint = &start + BigUint::from(modulus) * *index;
                    let numbers = [number.clone(), (number << 1) + 1u8];
                    let mut tested = numbers.iter().take(1 + usize::from(is_safe));
                    // A small prime that divides the modulus never divides a number, but may divide its double plus 1.
                    tested.all(|number| primes.iter().all(|p| number % p != BigUint::ZERO || modulus % p == 0))
                });
                assert_eq!(sieve.survivors(&start, 200, is_safe), expected.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn small_primes_are_the_primes() {
        let by_division: Vec<u32> =
            (3..SMALL).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect();
        assert_eq!(small_primes(), by_division);
    }

    #[test]
    fn survivors_have_no_small_factor() {
        let primes = odd_primes_below(1 << 22);
        assert_eq!(primes.len(), 295_946); // 295,947 with 2: OEIS A007053
        for (low, bits) in [(0u32, 70), (12_345, 70), (0, 320), (0, 895), (7, 1279), (0, 2560)] {
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

    #[test]
    fn survivors_for_safe_primes_have_no_small_factor_and_neither_have_their_doubles() {
        let primes = odd_primes_below(1 << 24);
        assert_eq!(primes.len(), 1_077_870); // 1,077,871 with 2: OEIS A007053
        for (low, bits) in (0u32..6).map(|low| (low, 70u32)).chain([(12_345, 400), (1, 767), (3, 1791)]) {
            let start: BigUint = (BigUint::from(1u8) << bits) + low;
            let limit = safe_limit(start.bits());
            let remainders: Vec<(u32, u32)> = (primes.iter().copied().take_while(|prime| *prime < limit))
                .map(|prime| (prime, (&start % prime).iter_u32_digits().next().unwrap_or(0)))
                .collect();
            let survives = |offset: &u32| {
                start.bit(0) != (offset % 2 == 1)
                    && remainders.iter().all(|(prime, remainder)| {
                        let half = (remainder + offset) % prime;
                        half != 0 && !(2 * half + 1).is_multiple_of(*prime)
                    })
            };
            let expected: Vec<u32> = (0..6000).filter(survives).collect();
            assert!(!expected.is_empty());
            assert_eq!(safe_survivors(&start, 1000), expected, "2^{bits} + {low}");
        }
    }

    /// Every residue class of q modulo every small prime: the sieve strikes out the class 0, the class (prime − 1)/2, in
    /// which the prime divides 2q + 1, and no other.
    #[test]
    fn the_sieve_for_safe_primes_strikes_two_classes_of_each_prime() {
        for prime in small_primes().iter().copied().skip(1).take(200) {
            for remainder in [0, 1, 3, prime / 2, prime - 1] {
                for first in 0..6 {
                    let mut window = Window::<6> { first, struck: vec![false; 2 * prime as usize] };
                    window.strike(prime, remainder, 0);
                    window.strike(prime, remainder, prime / 2);
                    for (index, struck) in (0..).zip(&window.struck) {
                        let half = u64::from(remainder + first + 6 * index);
                        let divides = (half * (2 * half + 1)).is_multiple_of(u64::from(prime));
                        assert_eq!(*struck, divides, "{prime}, {half}");
                    }
                }
            }
        }
    }

    #[test]
    fn small_halves_are_not_struck_out_as_their_own_multiples() {
        let is_prime = |n: u32| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        let halves: Vec<u32> = (4..40_000).filter(|q| is_prime(*q) && is_prime(2 * q + 1)).collect();
        for bits in 3..15 {
            let start = 1u32 << (bits - 1);
            let survivors = safe_survivors(&BigUint::from(start), start as usize);
            for half in halves.iter().filter(|half| (start..7 * start).contains(half)) {
                assert!(survivors.contains(&(half - start)), "{half}");
            }
        }
    }
}
