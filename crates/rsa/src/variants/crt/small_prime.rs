//! Arithmetic modulo the small prime t of a half check, in constant time.
//!
//! t is `2^k − c` with a small c. Because `2^k ≡ c (mod t)`, a reduction multiplies the upper part of a number by c and adds it to
//! the lower part. So a power takes a fraction of the time that an engine needs to prepare one.

use core::hint::black_box;

use modular_powers::fault::point;
use modular_powers::{Modulus, Natural};

/// The lengths k of t, in bits. A wrong share passes with a probability of about `2^−k`.
///
/// Some primes leave fewer than 24 bits of their limbs: those of 683 bits, a third of 2048, leave 15 of limbs of 50 bits. Then a
/// product with t takes one limb more. A shorter t would miss more; and a power shows that it is wrong only by its residue modulo t,
/// so a second check would need a second power.
const LENGTHS: core::ops::RangeInclusive<u32> = 24..=32;

/// For each length k, c of the largest prime `2^k − c`.
const DIFFERENCES: [u8; 9] = [3, 39, 5, 39, 57, 3, 35, 1, 5];

/// t
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub(super) struct SmallPrime {
    /// k
    bits: u32,
    /// c
    difference: u64,
}

impl SmallPrime {
    /// The longest t for a prime of `bits` bits whose product with it has as few limbs as with the shortest t. An exponentiation
    /// modulo a product with one limb more takes longer.
    pub(super) fn for_prime_of(bits: usize) -> Self {
        let limbs = |length: u32| Modulus::limbs_for(bits + length as usize);
        let fewest = limbs(*LENGTHS.start());
        Self::of(LENGTHS.rev().find(|length| limbs(*length) == fewest).expect("the shortest has the fewest"))
    }

    fn of(bits: u32) -> Self {
        Self { bits, difference: u64::from(DIFFERENCES[(bits - LENGTHS.start()) as usize]) }
    }

    pub(super) fn value(self) -> u32 {
        (self.mask() + 1 - self.difference) as u32
    }

    /// The greatest length of the exponents of [`SmallPrime::power`], in bits.
    pub(super) fn exponent_bits(self) -> u32 {
        self.bits + 1
    }

    /// `x mod t`
    pub(super) fn residue(self, x: &Natural) -> u32 {
        // At most 39·2^7, as t of 25 bits has it.
        let word_base = self.difference << (u32::BITS - self.bits);
        // One fold keeps the sum below 2^(k + 1): word_base·2^(k + 1) + 2^32 is below 2^(k + 15), and c·2^15 below 2^k.
        let sum = x.words().iter().rev().fold(0, |high, word| self.fold(word_base * high + u64::from(*word)));
        point("small residue", self.canonical(self.reduced(sum)))
    }

    /// `base^exponent mod t`, for an exponent of at most [`SmallPrime::exponent_bits`]. Every bit costs a square, a product and a
    /// choice.
    pub(super) fn power(self, base: u32, exponent: u64) -> u32 {
        let base = u64::from(base);
        let power = (0..self.exponent_bits()).rev().fold(1, |power, position| {
            let square = self.reduced(power * power);
            let product = self.reduced(square * base);
            // Without black_box the compiler may branch on the mask.
            let mask = black_box((exponent >> position & 1).wrapping_neg());
            square ^ (mask & (square ^ product))
        });
        point("small power", self.canonical(power))
    }

    /// `2^k − 1`
    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// A shorter number with the same residue.
    fn fold(self, x: u64) -> u64 {
        self.difference * (x >> self.bits) + (x & self.mask())
    }

    /// A number below `2^k` with the same residue, for x below `2^2k`.
    fn reduced(self, x: u64) -> u64 {
        // Below (c + 1)·2^k, then below 2^k + c·(c + 1). If that is not below 2^k, its lower part is below c·(c + 1) < 2^12.
        self.fold(self.fold(self.fold(x)))
    }

    /// The residue of a number below `2^k`.
    fn canonical(self, x: u64) -> u32 {
        // x + c reaches 2^k exactly when x ≥ t, and the mask then subtracts 2^k.
        let excess = (x + self.difference) >> self.bits;
        ((x + self.difference * excess) & self.mask()) as u32
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use rand_core::Rng;

    use super::*;

    fn all() -> impl Iterator<Item = SmallPrime> {
        LENGTHS.map(SmallPrime::of)
    }

    #[test]
    fn each_is_the_largest_prime_of_its_length() {
        let is_prime = |n: u64| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for t in all() {
            let largest = (0..1u64 << t.bits).rev().find(|n| is_prime(*n));
            assert_eq!(Some(u64::from(t.value())), largest, "{} bits", t.bits);
        }
    }

    #[test]
    fn extreme_numbers_are_reduced() {
        for t in all() {
            let (power, value) = (t.mask() + 1, u64::from(t.value()));
            let square = if t.bits == 32 { u64::MAX } else { power * power - 1 };
            for x in [0, 1, value - 1, value, value + 1, power - 1, power, power * t.mask(), square - 1, square] {
                assert!(t.reduced(x) < power);
                assert_eq!(u64::from(t.canonical(t.reduced(x))), x % value, "{x} mod {value}");
            }
            // The sum of a residue's words stays at its bound, whatever the words are.
            let word_base = t.difference << (32 - t.bits);
            assert!(t.fold(word_base * (2 * power - 1) + u64::from(u32::MAX)) < 2 * power, "{} bits", t.bits);
        }
    }

    #[test]
    fn t_costs_no_limb_where_there_is_room() {
        for bits in 33..5000 {
            let t = SmallPrime::for_prime_of(bits);
            let limbs = |extra: u32| Modulus::limbs_for(bits + extra as usize);
            assert_eq!(limbs(t.bits), limbs(24), "{bits} bits");
            assert!(t.bits == 32 || limbs(t.bits + 1) > limbs(24), "{bits} bits");
        }
    }

    proptest! {
        #[test]
        fn residues_and_powers_match_num_bigint(
            words in proptest::collection::vec(prop_oneof![any::<u32>(), Just(0), Just(u32::MAX), Just(u32::MAX - 4)], 0..70),
            exponent in any::<u64>(),
        ) {
            let x = BigUint::new(words);
            for t in all() {
                let (value, exponent) = (BigUint::from(t.value()), exponent >> (64 - t.exponent_bits()));
                let residue = t.residue(&Natural::from_biguint(&x, 70 * 32));
                prop_assert_eq!(BigUint::from(residue), &x % &value);
                prop_assert_eq!(BigUint::from(t.power(residue, exponent)), x.modpow(&exponent.into(), &value));
            }
        }
    }

    /// A wrong share is a random number modulo p·t. With a t of 8 bits, which is too short, such a test sees the misses that it counts.
    #[test]
    #[ignore = "exhaustive: minutes"]
    fn wrong_shares_are_missed_as_rarely_as_stated() {
        fn missed(tries: u32, t: u32, residue: impl Fn(&Natural) -> u32) {
            let rng = &mut ChaCha20Rng::from_seed([57; 32]);
            let mut share = [0; 131];
            let mut misses = 0u32;
            for _ in 0..tries {
                rng.fill_bytes(&mut share);
                let right = rng.next_u32() % t;
                misses += u32::from(residue(&Natural::from_be_bytes(&share, 8 * share.len())) == right);
            }
            let expected = f64::from(tries) / f64::from(t);
            println!("t = {t}: {misses} of {tries} missed, {expected:.1} expected");
            assert!((f64::from(misses) - expected).abs() < 5.0 * expected.sqrt(), "{misses}");
        }
        missed(100_000, 251, |share| (share.to_biguint() % 251u32).try_into().unwrap());
        let t = SmallPrime::of(24);
        missed(1 << 28, t.value(), |share| t.residue(share));
    }
}
