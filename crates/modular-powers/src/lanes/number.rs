//! Numbers in limbs of 50 bits, held as doubles.

use super::aligned::Aligned;
use super::vector::Vector;
use crate::Natural;

/// Bits of a limb. With four products per column at a time, 50 is the greatest number that stays exact: see `strip`.
pub(crate) const LIMB_BITS: usize = 50;

/// Zero limbs after a number, because strips read a little beyond its end.
pub(super) const BEHIND: usize = 14;

/// `NUMBERS` numbers with the same number of limbs. With two numbers, a vector holds limb `j` of both. With one, it
/// holds limbs `j` and `j + 1`.
#[derive(Clone)]
pub(crate) struct Number<const NUMBERS: usize> {
    doubles: Aligned,
}

impl<const NUMBERS: usize> Number<NUMBERS> {
    pub(super) fn zero(limbs: usize) -> Self {
        Self { doubles: Aligned::zero((limbs + BEHIND) * NUMBERS) }
    }

    /// The numbers with these limbs.
    #[inline(never)]
    pub(super) fn new(numbers: [&[f64]; NUMBERS]) -> Self {
        let mut result = Self::zero(numbers[0].len());
        for (index, place) in result.doubles.chunks_exact_mut(NUMBERS).take(numbers[0].len()).enumerate() {
            for (double, number) in place.iter_mut().zip(numbers) {
                *double = number[index];
            }
        }
        result
    }

    /// The first `count` limbs of each number.
    #[inline(never)]
    pub(super) fn limbs(&self, count: usize) -> [Aligned; NUMBERS] {
        core::array::from_fn(|position| {
            let mut limbs = Aligned::zero(count);
            for (limb, place) in limbs.iter_mut().zip(self.doubles.chunks_exact(NUMBERS)) {
                *limb = place[position];
            }
            limbs
        })
    }

    /// The vectors from limb `start` on, including the zeros after the number.
    #[inline(always)]
    pub(super) fn vectors_from(&self, start: usize) -> &[[f64; 2]] {
        self.doubles.starting_at(start * NUMBERS).as_chunks().0
    }

    /// The vectors of the first `count` limbs. With one number, `count` is rounded up to an even number.
    #[inline(always)]
    pub(super) fn vectors(&self, count: usize) -> &[[f64; 2]] {
        &self.vectors_from(0)[..(count * NUMBERS).div_ceil(2)]
    }

    /// The same vectors, mutable.
    #[inline(always)]
    pub(super) fn vectors_mut(&mut self, count: usize) -> &mut [[f64; 2]] {
        &mut self.doubles.as_chunks_mut().0[..(count * NUMBERS).div_ceil(2)]
    }

    /// `ROWS` limbs from `start` on, each as a factor for the limbs of its number. With one number, each limb is in
    /// both lanes.
    #[inline(always)]
    pub(super) fn factors<const ROWS: usize>(&self, start: usize) -> [Vector; ROWS] {
        factors::<NUMBERS, ROWS>(self.doubles.starting_at(start * NUMBERS))
    }

    /// Sets the limbs of the numbers at `index`. With one number, its limb is the first lane.
    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, limb: Vector) {
        let place = index * NUMBERS;
        self.doubles[place..place + NUMBERS].copy_from_slice(&limb.to_array()[..NUMBERS]);
    }
}

/// Changes one of the numbers.
#[cfg(feature = "fault-injection")]
impl<const NUMBERS: usize> crate::fault::Corrupt for Number<NUMBERS> {
    fn corrupt(&mut self, fault: crate::fault::Fault) {
        let position = (fault.random >> 48) as usize % NUMBERS;
        let used = self.doubles.len() - BEHIND * NUMBERS;
        let mut limbs: Vec<f64> = self.doubles[..used].iter().skip(position).step_by(NUMBERS).copied().collect();
        (&mut limbs[..]).corrupt(fault);
        let places = self.doubles[..used].iter_mut().skip(position).step_by(NUMBERS);
        places.zip(limbs).for_each(|(place, limb)| *place = limb);
    }
}

#[cfg(feature = "fault-injection")]
impl<const NUMBERS: usize> crate::fault::Corrupt for &mut Number<NUMBERS> {
    fn corrupt(&mut self, fault: crate::fault::Fault) {
        (**self).corrupt(fault);
    }
}

/// The first `ROWS` elements of numbers or columns, each as one vector. With one number, each element is in both lanes.
#[inline(always)]
pub(super) fn factors<const NUMBERS: usize, const ROWS: usize>(places: &[f64]) -> [Vector; ROWS] {
    let places = &places[..ROWS * NUMBERS];
    let mut factors = [Vector::splat(0.0); ROWS];
    for (row, factor) in factors.iter_mut().enumerate() {
        *factor = if NUMBERS == 2 {
            Vector::load(&[places[2 * row], places[2 * row + 1]])
        } else {
            Vector::splat(places[row])
        };
    }
    factors
}

/// `count` limbs of a number given in 32-bit words, from bit `start` on, with zeros beyond its end.
pub(super) fn limbs_from_words(words: &[u32], start: usize, count: usize) -> Aligned {
    let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
    let mut limbs = Aligned::zero(count);
    for (position, limb) in limbs.iter_mut().enumerate() {
        let (index, shift) = ((start + position * LIMB_BITS) / 32, (start + position * LIMB_BITS) % 32);
        // 50 bits that start at any bit of a word end at most two words later: 31 + 50 ≤ 96.
        let low = (word(index) | word(index + 1) << 32) >> shift;
        let high = word(index + 2) << 1 << (63 - shift);
        *limb = ((low | high) & ((1 << LIMB_BITS) - 1)) as f64;
    }
    limbs
}

/// The lowest `bits` bits of the number with these limbs.
pub(super) fn natural_from_limbs(limbs: &[f64], bits: usize) -> Natural {
    let limb = |index: usize| limbs.get(index).copied().unwrap_or(0.0) as u64;
    let words = (0..bits.div_ceil(32))
        .map(|word| {
            // 32 bits that start at any bit of a limb end at most in the next limb.
            let (index, shift) = (32 * word / LIMB_BITS, 32 * word % LIMB_BITS);
            (limb(index) >> shift | limb(index + 1) << (LIMB_BITS - shift)) as u32
        })
        .collect();
    Natural::from_words(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn limbs_and_back() {
        let words: Vec<u32> = (1..40u32).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
        let number = BigUint::from_slice(&words);
        for start in [0, 1, 31, 32, 50, 200] {
            let limbs = limbs_from_words(&words, start, 26);
            assert!(limbs.iter().all(|limb| *limb < (1u64 << LIMB_BITS) as f64));
            assert_eq!(natural_from_limbs(&limbs, 26 * LIMB_BITS).to_biguint(), &number >> start);
        }
    }

    #[test]
    fn one_number_or_two_share_vectors() {
        let [a, b] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let pair = Number::new([&a[..], &b]);
        assert_eq!(pair.vectors(3), [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]);
        assert_eq!(pair.factors::<1>(1)[0].to_array(), [2.0, 5.0]);
        assert_eq!(pair.limbs(3).map(|limbs| limbs.to_vec()), [a, b]);
        let single = Number::new([&a[..]]);
        assert_eq!(single.vectors(3), [[1.0, 2.0], [3.0, 0.0]]);
        assert_eq!(single.factors::<1>(1)[0].to_array(), [2.0, 2.0]);
        assert_eq!(single.vectors_from(1)[..2], [[2.0, 3.0], [0.0, 0.0]]);
    }
}
