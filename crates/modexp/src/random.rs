//! Uniform random natural numbers.

use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::wipe::wipe;

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
/// When the interval is empty.
pub fn in_interval<R: CryptoRng + ?Sized>(low: &BigUint, high: &BigUint, rng: &mut R) -> BigUint {
    assert!(low < high, "an empty interval");
    let size = high - low;
    loop {
        let offset = below_power_of_two(size.bits() as usize, rng);
        if offset < size {
            return low + offset;
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
}
