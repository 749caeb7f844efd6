//! Uniform random natural numbers.

use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::wipe::wipe;
use crate::{Natural, declassify};

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
/// # Panics
/// If the interval is empty.
pub fn in_interval<R: CryptoRng + ?Sized>(low: &BigUint, high: &BigUint, rng: &mut R) -> BigUint {
    assert!(low < high, "the interval is empty");
    let size = high - low;
    loop {
        let offset = below_power_of_two(size.bits() as usize, rng);
        if offset < size {
            return low + offset;
        }
    }
}

/// A uniform number in `[1, bound)`, as wide as `bound`, by rejection. No copy of it remains elsewhere in memory.
///
/// `bits` is the length of `bound`. The number of rejections reveals nothing about the result.
///
/// # Panics
/// If `bound` is at most 1, or `bits` is more than the width of `bound`.
pub fn secret_below<R: CryptoRng + ?Sized>(bound: &Natural, bits: usize, rng: &mut R) -> Natural {
    let (_, none) = bound.minus(&Natural::from_be_bytes(&[2], bits));
    assert!(none == 0, "the interval is empty");
    let mut bytes = vec![0u8; bits.div_ceil(8)];
    loop {
        rng.fill_bytes(&mut bytes);
        bytes[0] &= 0xff >> (bits.next_multiple_of(8) - bits);
        let number = Natural::from_be_bytes(&bytes, bound.width());
        let (_, is_below) = number.minus(bound);
        if declassify(is_below & (1 ^ number.is_zero())) == 1 {
            wipe(&mut bytes);
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    #[test]
    fn every_number_of_a_small_interval_is_drawn() {
        let mut rng = ChaCha20Rng::from_seed([7; 32]);
        let mut seen = [0u32; 11];
        for _ in 0..11_000 {
            let number = in_interval(&BigUint::from(5u8), &BigUint::from(16u8), &mut rng);
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
            seen[usize::from(secret_below(&bound, 4, &mut rng).to_be_bytes(1)[0])] += 1;
        }
        assert_eq!(seen[0], 0);
        // 1000 expected each, standard deviation 30.
        assert!(seen[1..].iter().all(|count| (800..1200).contains(count)), "{seen:?}");
        // More than a word, and not a whole number of bytes.
        let bound = Natural::from_be_bytes(&[1, 0, 0, 0, 0, 1], 41);
        for _ in 0..100 {
            let number = secret_below(&bound, 41, &mut rng);
            assert!(number.width() == bound.width() && number.minus(&bound).1 == 1);
        }
    }

    #[test]
    #[should_panic(expected = "the interval is empty")]
    fn nothing_is_drawn_below_one() {
        secret_below(&Natural::from_be_bytes(&[1], 1), 1, &mut ChaCha20Rng::from_seed([10; 32]));
    }
}
