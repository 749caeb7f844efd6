//! Random primes in a residue class.

use core::fmt;
use core::ops::ControlFlow;

use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;

use super::sieve::{self, ClassSieve};
use super::{
    SearchError, double_and_one, first_safe_half, first_to_pass, rounds_beside_safe_prime, rounds_for_random_number,
    search,
};
use crate::{Engine, crt_vartime};

/// The numbers that leave a remainder modulo a number, such as those of the form `k·q + 1` for a given q.
///
/// ```
/// use modular_powers::prime::ResidueClass;
///
/// let class = ResidueClass::new(&3u8.into(), &4u8.into())?;
/// assert!(ResidueClass::new(&2u8.into(), &4u8.into()).is_err());
/// # let _ = class;
/// # Ok::<(), modular_powers::prime::ClassError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ResidueClass {
    remainder: BigUint,
    modulus: BigUint,
}

/// Why a residue class has no primes to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClassError {
    /// The remainder is not below the modulus.
    RemainderTooLarge,
    /// The remainder and the modulus share a factor, which divides all numbers of the class.
    CommonFactor,
    /// No number p of the class above 7 is congruent to 11 modulo 12, as safe primes are, or (p − 1)/2 always has a common factor with
    /// the modulus.
    NoSafePrimes,
}

impl fmt::Display for ClassError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::RemainderTooLarge => "the remainder must be below the modulus",
            Self::CommonFactor => "the remainder must be coprime to the modulus: otherwise the class has no primes",
            Self::NoSafePrimes => {
                "the class has no safe primes p, which are congruent to 11 modulo 12, and whose (p − 1)/2 is coprime to the modulus"
            }
        })
    }
}

impl core::error::Error for ClassError {}

impl ResidueClass {
    /// The numbers congruent to `remainder` modulo `modulus`.
    ///
    /// # Errors
    /// [`ClassError`] if the remainder is not below the modulus or not coprime to it.
    pub fn new(remainder: &BigUint, modulus: &BigUint) -> Result<Self, ClassError> {
        if remainder >= modulus {
            return Err(ClassError::RemainderTooLarge);
        }
        if remainder.gcd(modulus) != BigUint::from(1u8) {
            return Err(ClassError::CommonFactor);
        }
        Ok(Self { remainder: remainder.clone(), modulus: modulus.clone() })
    }

    /// The numbers of this class that are congruent to `remainder` modulo `modulus`, a product of distinct primes and a
    /// power of 2. `None` if there are none.
    fn and(&self, remainder: u8, modulus: u8) -> Option<Self> {
        let (remainder, modulus) = (BigUint::from(remainder), BigUint::from(modulus));
        let common = self.modulus.gcd(&modulus);
        if &self.remainder % &common != &remainder % &common {
            return None;
        }
        let one = BigUint::from(1u8);
        // Moves each prime of the common part to the modulus that has its higher power, so that both become coprime.
        let [mut own, mut other] = [self.modulus.clone(), modulus.clone()];
        for prime in [2u8, 3].map(BigUint::from) {
            let power = |mut number: BigUint| {
                let mut power = one.clone();
                while &number % &prime == BigUint::ZERO {
                    number /= &prime;
                    power *= &prime;
                }
                power
            };
            let [in_own, in_other] = [power(own.clone()), power(other.clone())];
            if in_own < in_other { own /= in_own } else { other /= in_other }
        }
        let residues = [(&self.remainder % &own, own.clone()), (remainder % &other, other.clone())];
        Some(Self { remainder: crt_vartime(&residues).ok()?, modulus: own * other })
    }
}

/// Draws a random prime in `[low, high)` of a residue class, for which `accept` is true.
///
/// Like [`random_prime`](super::random_prime), but it searches only the class, so a modulus of hundreds of bits costs nothing: for
/// a prime q, a prime `p ≡ 1` modulo q has a subgroup of order q (FIPS 186-4, appendix A.1).
///
/// # Errors
/// [`SearchError`] as for [`random_prime`](super::random_prime).
///
/// # Panics
/// If the interval has no number of the class that is odd.
///
/// ```
/// use core::ops::ControlFlow;
/// use modular_powers::{Engine, prime};
/// use num_bigint::BigUint;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let (q, mut rng) = ((BigUint::from(1u8) << 61u8) - 1u8, ChaCha20Rng::from_seed([1; 32]));
/// let class = prime::ResidueClass::new(&BigUint::from(1u8), &q)?;
/// let [low, high] = [255u32, 256].map(|bits| BigUint::from(1u8) << bits);
/// let p = prime::random_prime_in_class(
///     [&low, &high], &class, |_| true, Engine::default(), &mut rng, |_| ControlFlow::Continue(())
/// )?;
/// assert_eq!(&p % &q, BigUint::from(1u8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_prime_in_class<R: CryptoRng + ?Sized>(
    [low, high]: [&BigUint; 2],
    class: &ResidueClass,
    mut accept: impl FnMut(&BigUint) -> bool,
    engine: Engine,
    rng: &mut R,
    on_candidate: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<BigUint, SearchError> {
    // The class is coprime to its modulus, so an even modulus already implies an odd remainder.
    let ResidueClass { remainder, modulus } = class.and(1, 2).expect("the class has odd numbers");
    let bits = (high - 1u8).bits() as usize;
    let rounds = rounds_for_random_number(bits);
    let sieve = ClassSieve::new(&modulus, sieve::limit(bits as u64));
    let number = |index: &BigUint| index * &modulus + &remainder;
    search(
        [&first_index(low, &remainder, &modulus), &first_index(high, &remainder, &modulus)],
        |start| sieve.survivors(&number(start), 4 * bits, false),
        |index| accept(&number(index)),
        |drawn, rng| first_to_pass(drawn.iter().map(number).collect(), rounds, engine, rng),
        rng,
        on_candidate,
    )
}

/// Draws a random safe prime of exactly `bits` bits in a residue class, for which `accept` is true, as
/// [`random_safe_prime`](super::random_safe_prime) does.
///
/// # Errors
/// [`ClassError::NoSafePrimes`] if the class has no numbers p congruent to 11 modulo 12, or if (p − 1)/2 always has a common factor
/// with the modulus. The inner result has the [`SearchError`] as for [`random_safe_prime`](super::random_safe_prime).
///
/// # Panics
/// If no number of `bits` bits is in the class and congruent to 11 modulo 12.
pub fn random_safe_prime_in_class<R: CryptoRng + ?Sized>(
    bits: usize,
    class: &ResidueClass,
    mut accept: impl FnMut(&BigUint) -> bool,
    engine: Engine,
    rng: &mut R,
    on_candidate: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Result<BigUint, SearchError>, ClassError> {
    let ResidueClass { remainder, modulus } = class.and(11, 12).ok_or(ClassError::NoSafePrimes)?;
    // p = 2q + 1 leaves this remainder if and only if q leaves half of it modulo half the modulus.
    let [remainder, modulus]: [BigUint; 2] = [remainder >> 1, modulus >> 1];
    if remainder.gcd(&modulus) != BigUint::from(1u8) {
        return Err(ClassError::NoSafePrimes);
    }
    let high = BigUint::from(1u8) << (bits - 1);
    let low = &high >> 1;
    let rounds = rounds_for_random_number(bits - 1) + rounds_beside_safe_prime(bits);
    let sieve = ClassSieve::new(&modulus, sieve::safe_limit(bits as u64 - 1));
    let number = |index: &BigUint| index * &modulus + &remainder;
    let half = search(
        [&first_index(&low, &remainder, &modulus), &first_index(&high, &remainder, &modulus)],
        |start| sieve.survivors(&number(start), (bits * bits / 4).min(1 << 20), true),
        |index| accept(&double_and_one(&number(index))),
        |drawn, rng| first_safe_half(drawn.iter().map(number).collect(), rounds, engine, rng),
        rng,
        on_candidate,
    );
    Ok(half.map(|half| double_and_one(&half)))
}

/// The least index with `index·modulus + remainder ≥ bound`.
fn first_index(bound: &BigUint, remainder: &BigUint, modulus: &BigUint) -> BigUint {
    if bound <= remainder { BigUint::ZERO } else { (bound - remainder + modulus - 1u8) / modulus }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::{is_prime, is_safe_prime};
    use crate::testing::generator;

    fn class(remainder: u32, modulus: u32) -> ResidueClass {
        ResidueClass::new(&remainder.into(), &modulus.into()).unwrap()
    }

    #[test]
    fn classes_without_primes_are_refused() {
        let new = |remainder: u8, modulus: u8| ResidueClass::new(&remainder.into(), &modulus.into()).err();
        assert_eq!([new(4, 4), new(2, 4), new(0, 0), new(0, 5)].map(|error| error.unwrap()), {
            use ClassError::{CommonFactor, RemainderTooLarge};
            [RemainderTooLarge, CommonFactor, RemainderTooLarge, CommonFactor]
        });
        assert!([new(0, 1), new(1, 2), new(3, 5)].iter().all(Option::is_none));
        let rng = &mut generator(71);
        for (remainder, modulus) in [(1, 4), (1, 3), (7, 12), (5, 24), (1, 5), (1, 7), (11, 25), (23, 77), (27, 1001)] {
            let found = random_safe_prime_in_class(
                64,
                &class(remainder, modulus),
                |_| true,
                Engine::default(),
                rng,
                |_| ControlFlow::Continue(()),
            );
            assert_eq!(found.err(), Some(ClassError::NoSafePrimes), "{remainder} modulo {modulus}");
        }
    }

    #[test]
    fn classes_are_joined() {
        for modulus in 1..80u32 {
            for remainder in (0..modulus).filter(|remainder| remainder.gcd(&modulus) == 1) {
                let expected: Vec<u32> =
                    (0..12 * modulus).filter(|n| n % modulus == remainder && n % 12 == 11).collect();
                match class(remainder, modulus).and(11, 12) {
                    None => assert!(expected.is_empty()),
                    Some(joined) => {
                        assert_eq!(joined.modulus, modulus.lcm(&12).into());
                        assert!(
                            joined.remainder < joined.modulus
                                && expected.contains(&joined.remainder.try_into().unwrap())
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn an_interval_begins_with_its_first_number_of_the_class() {
        for (remainder, modulus) in [(0u8, 1u8), (1, 2), (3, 7)].map(|(r, m)| (BigUint::from(r), BigUint::from(m))) {
            for bound in (0..30u8).map(BigUint::from) {
                let first = (0u8..).find(|index| &modulus * *index + &remainder >= bound);
                assert_eq!(Some(first_index(&bound, &remainder, &modulus)), first.map(BigUint::from));
            }
        }
    }

    #[test]
    fn primes_are_in_their_class_and_interval() {
        let rng = &mut generator(72);
        let long = (BigUint::from(1u8) << 89u8) - 1u8;
        let long = ResidueClass::new(&BigUint::from(1u8), &long).unwrap();
        for bits in [64, 130, 300] {
            for class in [class(0, 1), class(1, 2), class(3, 4), class(2, 3), class(1, 65537), long.clone()] {
                let [low, high] = [bits - 1, bits].map(|bits: usize| BigUint::from(1u8) << bits);
                if class.modulus.bits() + 20 > bits as u64 {
                    continue;
                }
                let accept = |number: &BigUint| number.bit(2);
                let goes_on = |_| ControlFlow::Continue(());
                let engine = Engine::default();
                let prime = random_prime_in_class([&low, &high], &class, accept, engine, rng, goes_on).unwrap();
                assert!(prime >= low && prime < high && prime.bit(2));
                assert_eq!(&prime % &class.modulus, class.remainder);
                assert!(is_prime(&prime, engine, rng).unwrap());
            }
        }
    }

    #[test]
    fn safe_primes_are_in_their_class() {
        let rng = &mut generator(73);
        for class in [class(0, 1), class(7, 8), class(3, 8), class(2, 3), class(11, 12), class(4, 25), class(6, 7)] {
            let engine = Engine::default();
            let prime = random_safe_prime_in_class(160, &class, |_| true, engine, rng, |_| ControlFlow::Continue(()));
            let prime = prime.unwrap().unwrap();
            assert_eq!(prime.bits(), 160);
            assert_eq!(&prime % &class.modulus, class.remainder);
            assert!(is_safe_prime(&prime, engine, rng).unwrap());
        }
    }

    #[test]
    fn the_callback_cancels() {
        let rng = &mut generator(74);
        let [low, high] = [127u8, 128].map(|bits| BigUint::from(1u8) << bits);
        let stop = |_| ControlFlow::Break(());
        let found = random_prime_in_class([&low, &high], &class(3, 4), |_| true, Engine::default(), rng, stop);
        assert_eq!(found, Err(SearchError::Canceled));
    }
}
