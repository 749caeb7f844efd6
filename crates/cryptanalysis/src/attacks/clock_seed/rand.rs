//! `rand()` of the GNU C library (glibc).

/// How many numbers the state has.
const DEGREE: usize = 31;
/// How far back the nearer of a number's two summands is.
const SEPARATION: usize = 3;
/// How many numbers are discarded after seeding.
const DISCARDED: usize = 10 * DEGREE;

/// glibc's `rand()` after `srand(seed)`: the additive feedback generator `r_i = r_{i−3} + r_{i−31} mod 2^32` of its
/// `stdlib/random_r.c` (`TYPE_3`, the default), each number without its lowest bit.
pub(super) struct Rand {
    /// The last 31 numbers; the oldest is at `place`.
    state: [u32; DEGREE],
    place: usize,
}

impl Rand {
    /// `srand(seed)`
    pub(super) fn new(seed: u32) -> Self {
        let mut state = [0; DEGREE];
        // A seed of 0 counts as 1.
        let mut word = i64::from(seed.max(1) as i32);
        for number in &mut state {
            *number = word as u32;
            // The minimal standard generator. A seed above 2^31 is negative as an int; its remainder is made positive.
            word = (16807 * word).rem_euclid(0x7fff_ffff);
        }
        // The numbers are r_0 … r_30, and r_31, r_32, r_33 repeat r_0, r_1, r_2. So the next one adds r_3 and r_31 = r_0.
        let mut rand = Self { state, place: SEPARATION };
        for _ in 0..DISCARDED {
            rand.next();
        }
        rand
    }

    /// `rand()`, from 0 to `2^31 − 1`.
    #[inline(always)]
    pub(super) fn next(&mut self) -> u32 {
        let behind = self.place + DEGREE - SEPARATION;
        let nearer = if behind >= DEGREE { behind - DEGREE } else { behind };
        let sum = self.state[self.place].wrapping_add(self.state[nearer]);
        self.state[self.place] = sum;
        self.place = if self.place + 1 == DEGREE { 0 } else { self.place + 1 };
        sum >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of a C program with glibc 2.36: the first five numbers after a seed, and the thousandth.
    #[test]
    fn numbers_are_those_of_glibc() {
        let expected: [(u32, [u32; 5], u32); 8] = [
            (0, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793], 1_143_565_421),
            (1, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793], 1_143_565_421),
            (42, [71_876_166, 708_592_740, 1_483_128_881, 907_283_241, 442_951_012], 896_784_309),
            (1_086_000_000, [1_578_218_077, 1_797_537_854, 943_322_004, 715_274_915, 1_530_110_534], 438_701_610),
            (1_700_000_000, [280_491_303, 626_398_474, 65_378_190, 821_524_244, 1_465_218_044], 2_092_117_282),
            (2_147_483_647, [1_065_668_062, 2_142_264_300, 1_066_566_375, 1_064_012_770, 2_141_034_222], 1_698_607_095),
            (2_147_483_648, [1_336_741_213, 1_210_407_648, 1_447_044_896, 337_392_383, 82_502_902], 193_932_953),
            (4_294_967_295, [254_925_627, 1_205_188_300, 366_127_624, 1_401_405_153, 76_053_476], 1_892_540_048),
        ];
        for (seed, first, thousandth) in expected {
            let mut rand = Rand::new(seed);
            assert_eq!([0; 5].map(|_| rand.next()), first, "seed {seed}");
            (0..994).for_each(|_| {
                rand.next();
            });
            assert_eq!(rand.next(), thousandth, "seed {seed}");
        }
    }
}
