//! Numbers in limbs of 50 or 25 bits, held as doubles.

use super::aligned::Aligned;
pub(crate) use super::sums::LIMB_BITS;
use super::vector::{Double, MANTISSA_BITS, Vector, ZERO, from_double, power_of_two, to_double};
use crate::Natural;

/// The middle of the binade where doubles are the integers. Sums that start there may have negative terms.
pub(super) const LOW: Double = Double::from_bits(power_of_two(MANTISSA_BITS).to_bits() | 1 << (MANTISSA_BITS - 1));
/// The greatest number of limbs of the first factor in a strip.
pub(super) const ROWS: usize = 4;

/// Zero vectors after a number, because strips read a little beyond its end.
pub(super) const BEHIND: usize = 8;

/// `NUMBERS` numbers with the same number of limbs. With two numbers, a vector holds limb `j` of both. With one, it
/// holds limbs `j` and `j + h`, where h is half the number of limbs, rounded up, and at least 4.
#[derive(Clone, Hash)]
pub(crate) struct Number<const NUMBERS: usize> {
    doubles: Aligned,
}

/// The vectors that hold `limbs` limbs of each number.
#[inline(always)]
pub(super) const fn vectors_for(numbers: usize, limbs: usize) -> usize {
    let half = if limbs <= 2 * ROWS { ROWS } else { limbs.div_ceil(2) };
    if numbers == 2 { limbs } else { half }
}

impl<const NUMBERS: usize> Number<NUMBERS> {
    pub(super) fn zero(limbs: usize) -> Self {
        Self { doubles: Aligned::zero(2 * (vectors_for(NUMBERS, limbs) + BEHIND)) }
    }

    /// The numbers with these limbs.
    #[inline(never)]
    pub(super) fn new(numbers: [&[Double]; NUMBERS]) -> Self {
        let mut result = Self::zero(numbers[0].len());
        for (position, number) in numbers.into_iter().enumerate() {
            for (index, limb) in number.iter().enumerate() {
                let place = result.place(index) + position;
                result.doubles[place] = *limb;
            }
        }
        result
    }

    /// The first `count` limbs of each number.
    #[inline(never)]
    pub(super) fn limbs(&self, count: usize) -> [Aligned; NUMBERS] {
        core::array::from_fn(|position| {
            let mut limbs = Aligned::zero(count);
            for (index, limb) in limbs.iter_mut().enumerate() {
                *limb = self.doubles[self.place(index) + position];
            }
            limbs
        })
    }

    /// Copies one of the numbers of `from`.
    #[inline(never)]
    pub(super) fn copy_from(&mut self, position: usize, from: &Self, from_position: usize) {
        let limbs = self.doubles.iter_mut().skip(position).step_by(NUMBERS);
        limbs.zip(from.doubles.iter().skip(from_position).step_by(NUMBERS)).for_each(|(limb, other)| *limb = *other);
    }

    /// The place of a limb of the first number.
    #[inline(always)]
    fn place(&self, index: usize) -> usize {
        let half = self.doubles.len() / 2 - BEHIND;
        if NUMBERS == 2 || index < half { 2 * index } else { 2 * (index - half) + 1 }
    }

    /// The vectors from the one with index `start` on, including the zeros after the number.
    #[inline(always)]
    pub(super) fn vectors_from(&self, start: usize) -> &[[Double; 2]] {
        self.doubles.starting_at(2 * start).as_chunks().0
    }

    /// The vectors that hold `limbs` limbs of each number.
    #[inline(always)]
    pub(super) fn vectors(&self, limbs: usize) -> &[[Double; 2]] {
        &self.vectors_from(0)[..vectors_for(NUMBERS, limbs)]
    }

    /// The same vectors, mutable.
    #[inline(always)]
    pub(super) fn vectors_mut(&mut self, limbs: usize) -> &mut [[Double; 2]] {
        &mut self.doubles.as_chunks_mut().0[..vectors_for(NUMBERS, limbs)]
    }

    /// `R` vectors from the one with index `start` on, which may be zeros after the number.
    #[inline(always)]
    pub(super) fn rows<const R: usize>(&self, start: usize) -> [Vector; R] {
        self.rows_with(start, Vector::load)
    }

    /// The same, with one lane of each vector in both lanes.
    #[inline(always)]
    pub(super) fn rows_of_lane<const R: usize>(&self, start: usize, lane: usize) -> [Vector; R] {
        self.rows_with(start, |vector| Vector::splat(vector[lane]))
    }

    #[inline(always)]
    fn rows_with<const R: usize>(&self, start: usize, load: impl Fn(&[Double; 2]) -> Vector) -> [Vector; R] {
        let vectors: &[[Double; 2]; R] = self.vectors_from(start).first_chunk().expect("zeros after the number");
        let mut rows = [Vector::splat(ZERO); R];
        for (row, vector) in rows.iter_mut().zip(vectors) {
            *row = load(vector);
        }
        rows
    }

    /// Limb `index` of the numbers. With one number it is in both lanes.
    #[inline(always)]
    pub(super) fn limb(&self, index: usize) -> Vector {
        let place = self.place(index);
        if NUMBERS == 2 {
            Vector::load(&[self.doubles[place], self.doubles[place + 1]])
        } else {
            Vector::splat(self.doubles[place])
        }
    }

    /// Sets limb `index` of the numbers. With one number it is the first lane.
    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, limb: Vector) {
        let place = self.place(index);
        self.doubles[place..place + NUMBERS].copy_from_slice(&limb.to_array()[..NUMBERS]);
    }
}

/// Changes one of the numbers.
#[cfg(feature = "fault-injection")]
impl<const NUMBERS: usize> crate::fault::Corrupt for Number<NUMBERS> {
    fn corrupt(&mut self, fault: crate::fault::Fault) {
        let position = (fault.random >> 48) as usize % NUMBERS;
        let used = self.doubles.len() - 2 * BEHIND;
        let mut limbs: Vec<Double> = self.doubles[..used].iter().skip(position).step_by(NUMBERS).copied().collect();
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

/// `count` limbs of a number given in 32-bit words, from bit `start` on, with zeros beyond its end.
pub(super) fn limbs_from_words(words: &[u32], start: usize, count: usize) -> Aligned {
    let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
    let mut limbs = Aligned::zero(count);
    for (position, limb) in limbs.iter_mut().enumerate() {
        let (index, shift) = ((start + position * LIMB_BITS) / 32, (start + position * LIMB_BITS) % 32);
        // 50 bits or less that start at any bit of a word end at most two words later: 31 + 50 ≤ 96.
        let low = (word(index) | word(index + 1) << 32) >> shift;
        let high = word(index + 2) << 1 << (63 - shift);
        *limb = to_double((low | high) & ((1 << LIMB_BITS) - 1));
    }
    limbs
}

/// The lowest `bits` bits of the number with these limbs.
pub(super) fn natural_from_limbs(limbs: &[Double], bits: usize) -> Natural {
    let limb = |index: usize| from_double(limbs.get(index).copied().unwrap_or(ZERO));
    let words = (0..bits.div_ceil(32))
        .map(|word| {
            // 32 bits that start at any bit of a limb reach into the next one, and of short limbs into several.
            let (index, shift) = (32 * word / LIMB_BITS, 32 * word % LIMB_BITS);
            let above = (1..).map_while(|count| {
                let place = count * LIMB_BITS - shift;
                (place < 32).then(|| limb(index + count) << place)
            });
            above.fold(limb(index) >> shift, |bits, limb| bits | limb) as u32
        })
        .collect();
    Natural::from_words(words)
}
