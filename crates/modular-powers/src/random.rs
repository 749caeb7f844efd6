//! Uniform random natural numbers, and searches that draw them until one is right.

use core::fmt;

use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::wipe::wipe;
use crate::{Natural, declassify};

/// The random generator repeats itself, or none of very many random numbers was right: a sound generator ends a draw or
/// a search this way with a probability below 2⁻¹²⁸.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StuckGenerator;

impl fmt::Display for StuckGenerator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the random generator is stuck: it repeats numbers, or none of very many is suitable")
    }
}

impl core::error::Error for StuckGenerator {}

/// How many numbers a draw rejects before it fails. The worst bound, 2, rejects three numbers in four, and
/// `(3/4)^512 < 2⁻²¹²`.
const MOST_REJECTED: usize = 512;

/// A uniform number in `[0, 2^bits)`.
pub fn below_power_of_two<R: CryptoRng + ?Sized>(bits: usize, rng: &mut R) -> BigUint {
    let mut bytes = vec![0u8; bits.div_ceil(8)];
    rng.fill_bytes(&mut bytes);
    if let Some(last) = bytes.last_mut() {
        *last &= 0xff >> (bits.next_multiple_of(8) - bits);
    }
    let number = BigUint::from_bytes_le(&bytes);
    wipe(&mut bytes);
    number
}

/// A uniform number in `[low, high)`, by rejection.
///
/// # Errors
/// [`StuckGenerator`] after 512 rejections.
///
/// # Panics
/// If the interval is empty.
pub fn in_interval<R: CryptoRng + ?Sized>(
    low: &BigUint,
    high: &BigUint,
    rng: &mut R,
) -> Result<BigUint, StuckGenerator> {
    assert!(low < high, "the interval is empty");
    let size = high - low;
    for _ in 0..MOST_REJECTED {
        let offset = below_power_of_two(size.bits() as usize, rng);
        if offset < size {
            return Ok(low + offset);
        }
    }
    Err(StuckGenerator)
}

/// A uniform number in `[1, bound)`, as wide as `bound`, by rejection. No copy of it remains elsewhere in memory.
///
/// `bits` is the length of `bound`. The number of rejections reveals nothing about the result.
///
/// # Errors
/// [`StuckGenerator`] after 512 rejections.
///
/// # Panics
/// If `bound` is at most 1, or `bits` is more than the width of `bound`.
pub fn secret_below<R: CryptoRng + ?Sized>(
    bound: &Natural,
    bits: usize,
    rng: &mut R,
) -> Result<Natural, StuckGenerator> {
    let (_, none) = bound.minus(&Natural::from_be_bytes(&[2], bits));
    assert!(none == 0, "the interval is empty");
    let mut bytes = vec![0u8; bits.div_ceil(8)];
    for _ in 0..MOST_REJECTED {
        rng.fill_bytes(&mut bytes);
        bytes[0] &= 0xff >> (bits.next_multiple_of(8) - bits);
        let number = Natural::from_be_bytes(&bytes, bound.width());
        let (_, is_below) = number.minus(bound);
        if declassify(is_below & (1 ^ number.is_zero())) == 1 {
            wipe(&mut bytes);
            return Ok(number);
        }
    }
    Err(StuckGenerator)
}

/// The draws of a search that goes on until a random number is right. It tells a search that takes long from one that
/// cannot end because the generator repeats itself.
///
/// Blocks of draws are compared with an earlier block, which is replaced after 1, 2, 4, 8, … blocks (Brent, "An improved
/// Monte Carlo factorization algorithm", BIT 20, 1980). So a cycle is found within a few times its length.
///
/// ```
/// use modular_powers::random::{Draws, StuckGenerator};
/// use num_bigint::BigUint;
///
/// let mut draws = Draws::new(100);
/// assert_eq!(draws.note(&BigUint::from(5u8), 256), Ok(()));
/// assert_eq!(draws.note(&BigUint::from(6u8), 256), Ok(()));
/// assert_eq!(draws.note(&BigUint::from(6u8), 256), Err(StuckGenerator));
/// ```
#[derive(Debug)]
pub struct Draws {
    most: u64,
    count: u64,
    block: Vec<BigUint>,
    block_bits: u64,
    blocks: u64,
    earlier: Vec<BigUint>,
}

/// The least entropy of a block of draws, in bits. There are fewer than 2^64 comparisons, so two random blocks are found
/// equal with a probability below 2⁻¹²⁸.
const BLOCK_BITS: u64 = 192;

impl Draws {
    /// A search of at most `most` draws. To be certain of a sound generator, `most` must be at least 89 times the mean
    /// number: with a chance of `1/mean` for each draw, all fail with a probability of at most `e^−89 < 2⁻¹²⁸`.
    pub fn new(most: u64) -> Self {
        Self { most, count: 0, block: Vec::new(), block_bits: 0, blocks: 0, earlier: Vec::new() }
    }

    /// Notes a number that was drawn from at least `2^bits` numbers.
    ///
    /// # Errors
    /// [`StuckGenerator`] if there have been more than `most` draws, or they repeat themselves.
    pub fn note(&mut self, number: &BigUint, bits: u64) -> Result<(), StuckGenerator> {
        self.count += 1;
        if self.count > self.most {
            return Err(StuckGenerator);
        }
        self.block.push(number.clone());
        self.block_bits += bits;
        if self.block_bits < BLOCK_BITS {
            return Ok(());
        }
        let block = core::mem::take(&mut self.block);
        self.block_bits = 0;
        self.blocks += 1;
        if block == self.earlier {
            return Err(StuckGenerator);
        }
        if self.blocks.is_power_of_two() {
            self.earlier = block;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use core::convert::Infallible;

    use super::*;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use rand_core::{TryCryptoRng, TryRng};
    use testing::constant;

    /// Gives these bases to a primality test, which draws them above 2. Before that, perhaps the start of a window and the index of
    /// its only candidate, both 0.
    pub(crate) struct Scripted(Vec<u64>);

    impl Scripted {
        pub(crate) fn new(bases: &[u64]) -> Self {
            Self(bases.iter().rev().map(|base| base - 2).collect())
        }

        pub(crate) fn after_a_start(bases: &[u64]) -> Self {
            let Self(mut draws) = Self::new(bases);
            draws.push(0);
            Self(draws)
        }

        /// How many bases were not drawn.
        pub(crate) fn left(&self) -> usize {
            self.0.len()
        }
    }

    impl TryRng for Scripted {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            Ok(0)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(0)
        }

        fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Infallible> {
            let draw = self.0.pop().expect("no more draws than planned").to_le_bytes();
            to.fill(0);
            let length = to.len().min(8);
            to[..length].copy_from_slice(&draw[..length]);
            Ok(())
        }
    }

    impl TryCryptoRng for Scripted {}

    /// Draws bytes from one generator, and words, which choose candidates, from another.
    pub(crate) struct SameStart {
        pub(crate) starts: ChaCha20Rng,
        pub(crate) rest: ChaCha20Rng,
    }

    impl TryRng for SameStart {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.rest.try_next_u32()
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.rest.try_next_u64()
        }

        fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Infallible> {
            self.starts.try_fill_bytes(to)
        }
    }

    impl TryCryptoRng for SameStart {}

    #[test]
    fn a_stuck_generator_ends_every_draw() {
        let rng = &mut constant(u64::MAX);
        let bound = BigUint::from(0xffff_fffeu32);
        assert_eq!(in_interval(&BigUint::ZERO, &bound, rng), Err(StuckGenerator));
        for word in [0, u64::MAX] {
            let bound = Natural::from_biguint(&bound, 32);
            assert!(secret_below(&bound, 32, &mut constant(word)).is_err());
        }
    }

    /// Also draws of few bits, which a sound generator repeats now and then.
    #[test]
    fn searches_end_if_draws_repeat_and_only_then() {
        let mut rng = ChaCha20Rng::from_seed([11; 32]);
        for bits in [8, 24, 64, 256] {
            let mut draws = Draws::new(10_000);
            for count in 0..=10_000 {
                let noted = draws.note(&below_power_of_two(bits, &mut rng), bits as u64);
                assert_eq!(noted.is_err(), count == 10_000, "{bits} bits, draw {count}");
            }
        }
        for (bits, length) in [(24, 1), (64, 1), (64, 7), (256, 1), (256, 100)] {
            let cycle: Vec<_> = (0..length).map(|_| below_power_of_two(bits, &mut rng)).collect();
            let mut draws = Draws::new(1 << 16);
            let count = cycle.iter().cycle().take_while(|number| draws.note(number, bits as u64).is_ok()).count();
            assert!(count < 24 * (length + 2), "{bits} bits, a cycle of {length}: {count} draws");
        }
    }

    #[test]
    fn every_number_of_a_small_interval_is_drawn() {
        let mut rng = ChaCha20Rng::from_seed([7; 32]);
        let mut seen = [0u32; 11];
        for _ in 0..11_000 {
            let number = in_interval(&BigUint::from(5u8), &BigUint::from(16u8), &mut rng).unwrap();
            seen[number.to_u32_digits()[0] as usize - 5] += 1;
        }
        // 1000 expected each, standard deviation 30.
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
    }

    #[test]
    fn powers_of_two_bound_their_numbers() {
        let mut rng = ChaCha20Rng::from_seed([8; 32]);
        for bits in [0, 1, 7, 8, 9, 31, 64, 100] {
            let longest = (0..64).map(|_| below_power_of_two(bits, &mut rng).bits()).max();
            assert!(longest <= Some(bits as u64) && longest >= Some(bits.saturating_sub(5) as u64));
        }
    }

    #[test]
    fn every_number_below_a_bound_except_zero_is_drawn() {
        let mut rng = ChaCha20Rng::from_seed([9; 32]);
        let bound = Natural::from_be_bytes(&[12], 4);
        let mut seen = [0u32; 12];
        for _ in 0..11_000 {
            seen[usize::from(secret_below(&bound, 4, &mut rng).unwrap().to_be_bytes(1)[0])] += 1;
        }
        assert_eq!(seen[0], 0);
        // 1000 expected each, standard deviation 30.
        assert!(seen[1..].iter().all(|count| (800..1200).contains(count)), "{seen:?}");
        // More than a word, and not a whole number of bytes.
        let bound = Natural::from_be_bytes(&[1, 0, 0, 0, 0, 1], 41);
        for _ in 0..100 {
            let number = secret_below(&bound, 41, &mut rng).unwrap();
            assert!(number.width() == bound.width() && number.minus(&bound).1 == 1);
        }
    }

    #[test]
    #[should_panic(expected = "the interval is empty")]
    fn nothing_is_drawn_below_one() {
        let _ = secret_below(&Natural::from_be_bytes(&[1], 1), 1, &mut ChaCha20Rng::from_seed([10; 32]));
    }
}
