//! Tests both kernels with given operands, which exponentiations reach only by chance because their Montgomery forms
//! are random.

use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::modulus::power_of_two;
use crate::testing::{Random, ones};

fn number<K: Kernel>(limbs: &[K::Limb]) -> BigUint {
    BigUint::new(K::words_from_limbs(limbs, (limbs.len() * K::LIMB_BITS).div_ceil(32)))
}

fn limbs<K: Kernel>(value: &BigUint, count: usize) -> Vec<K::Limb> {
    K::limbs_from_words(&value.to_u32_digits(), count)
}

fn prepare<K: Kernel>(modulus: &BigUint) -> K {
    let count = K::limbs_for(modulus.bits() as usize);
    K::new(limbs::<K>(modulus, count), power_of_two::<K>(2 * K::LIMB_BITS * count, modulus, count))
}

/// Compares all operations with num-bigint. `a` and `b` are any numbers, which are reduced to the bounds of factors and
/// residues.
fn check<K: Kernel>(modulus: &BigUint, a: &BigUint, b: &BigUint) {
    let montgomery: K = prepare(modulus);
    let count = montgomery.limbs();
    let r = BigUint::from(1u8) << (K::LIMB_BITS * count);
    let mut columns = montgomery.columns();
    let zero = vec![K::Limb::default(); count];
    let is_right = |result: &[K::Limb], factor: u32, times: &BigUint, expected: &BigUint| {
        let value = number::<K>(result);
        let is_congruent = (&value * times) % modulus == expected % modulus;
        assert!(is_congruent && value < modulus * factor, "{count} limbs, {a:x}, {b:x} modulo {modulus:x}");
    };
    let one = BigUint::from(1u8);
    is_right(montgomery.one(), K::RESIDUE, &one, &r);

    let mut result = zero.clone();
    let factors = [a, b].map(|value| value % (modulus * K::FACTOR));
    let [x, y] = [0, 1].map(|index| limbs::<K>(&factors[index], count));
    montgomery.multiply(&mut result, &x, &y, &mut columns);
    is_right(&result, K::RESIDUE, &r, &(&factors[0] * &factors[1]));
    montgomery.square(&mut result, &x, &mut columns);
    is_right(&result, K::RESIDUE, &r, &(&factors[0] * &factors[0]));
    is_right(&montgomery.to_plain(&x, &mut columns), 1, &r, &factors[0]);

    // A number below R times one below m, and a plain number times a factor.
    let [below_r, below_m, plain] = [a % &r, b % modulus, a & ones(montgomery.plain_bits())];
    for (p, q) in [(&below_r, &below_m), (&plain, &factors[1])] {
        montgomery.multiply(&mut result, &limbs::<K>(p, count), &limbs::<K>(q, count), &mut columns);
        is_right(&result, K::RESIDUE, &r, &(p * q));
    }

    let residues = [a, b].map(|value| value % (modulus * K::RESIDUE));
    let [x, y] = [0, 1].map(|index| limbs::<K>(&residues[index], count));
    montgomery.add(&mut result, &x, &y);
    is_right(&result, K::FACTOR, &one, &(&residues[0] + &residues[1]));
    montgomery.subtract(&mut result, &x, &y);
    is_right(&result, K::FACTOR, &one, &(&residues[0] + modulus * K::RESIDUE - &residues[1]));
    result.copy_from_slice(&x);
    montgomery.canonicalize(&mut result);
    is_right(&result, 1, &one, &residues[0]);
}

/// Reduces a number wider than the modulus by the number of rows that the kernel chooses.
fn check_wide<K: Kernel>(modulus: &BigUint, x: &BigUint) {
    let montgomery: K = prepare(modulus);
    let wide = (x.bits() as usize).div_ceil(K::LIMB_BITS).max(montgomery.limbs() + 1);
    let rows = montgomery.rows_for(wide);
    let reduced = number::<K>(&montgomery.reduce_wide(&limbs::<K>(x, wide), rows));
    assert!(reduced.bits() as usize <= K::LIMB_BITS * montgomery.limbs());
    assert_eq!((reduced << (K::LIMB_BITS * rows)) % modulus, x % modulus, "{x:x} modulo {modulus:x}");
}

/// Nearly the largest limbs in all operands, so columns are as full as possible. Tests every number of limbs, because
/// the positions of carries depend on it. The moduli are the longest and the shortest with that number of limbs.
fn full_columns<K: Kernel>(slack: usize, counts: core::ops::RangeInclusive<usize>) {
    let one = BigUint::from(1u8);
    for count in counts {
        for bits in [K::LIMB_BITS * count - slack, (K::LIMB_BITS * (count - 1) + 1 - slack).max(2)] {
            let all_ones = ones(bits);
            let bottom: BigUint = (&one << (bits - 1)) | &one;
            for modulus in [&all_ones, &bottom] {
                let largest: BigUint = modulus * K::FACTOR - &one;
                let full = ones(bits + K::FACTOR as usize / 2 - 1) - u8::from(K::FACTOR == 1);
                let nearly: BigUint = &full - (&full / BigUint::from(0x1fff_ff01u32));
                for operand in [&largest, &full, &nearly, &BigUint::ZERO, modulus] {
                    check::<K>(modulus, operand, &full);
                    check::<K>(modulus, operand, &largest);
                }
                for more in [1, 29, 64, 200, bits] {
                    check_wide::<K>(modulus, &ones(bits + more));
                }
            }
        }
    }
}

#[test]
fn full_columns_at_every_count_of_narrow_limbs() {
    full_columns::<narrow::Montgomery>(4, 4..=150);
}

#[test]
fn full_columns_at_every_count_of_wide_limbs() {
    full_columns::<wide::Montgomery>(0, 2..=70);
}

impl Random {
    /// Runs of words that are random, all zeros or all ones.
    fn number(&mut self, bits: usize) -> BigUint {
        let mut words = Vec::new();
        while words.len() < bits.div_ceil(32) {
            let kind = self.next();
            for _ in 0..=kind >> 32 & 7 {
                words.push([self.next() as u32, 0, u32::MAX, self.next() as u32][kind as usize & 3]);
            }
        }
        BigUint::new(words) & ones(bits)
    }

    fn modulus(&mut self) -> BigUint {
        // Mostly short, so that there are many.
        let most = if self.next().is_multiple_of(16) { 2200 } else { 520 };
        let bits = 2 + self.next() as usize % most;
        // Lengths at an end of the range of two words or within it: close to R, to a half of it, or to neither.
        let bits = if self.next() & 1 == 0 { bits.next_multiple_of(64) } else { bits };
        self.number(bits) | BigUint::from(1u8) | BigUint::from(1u8) << (bits - 1)
    }
}

/// Alternates products, sums and differences on one kernel. The results are in `[0, m)` with every kernel.
fn chain<K: Kernel>(modulus: &BigUint, start: [&BigUint; 2], steps: u64) -> Vec<BigUint> {
    let montgomery: K = prepare(modulus);
    let count = montgomery.limbs();
    let columns = &mut montgomery.columns();
    let [mut x, mut y] = start.map(|value| {
        let mut form = vec![K::Limb::default(); count];
        montgomery.multiply(&mut form, &limbs::<K>(&(value % modulus), count), montgomery.r_squared(), columns);
        form
    });
    let [mut sum, mut product] = [x.clone(), x.clone()];
    let mut values = Vec::new();
    for step in 0..8 {
        match steps >> (2 * step) & 3 {
            0 => montgomery.add(&mut sum, &x, &y),
            1 => montgomery.subtract(&mut sum, &x, &y),
            2 => sum.copy_from_slice(&y),
            _ => montgomery.subtract(&mut sum, &y, &x),
        }
        if step % 2 == 0 {
            montgomery.multiply(&mut product, &sum, &x, columns);
        } else {
            montgomery.square(&mut product, &sum, columns);
        }
        core::mem::swap(&mut x, &mut y);
        core::mem::swap(&mut y, &mut product);
        values.push(number::<K>(&montgomery.to_plain(&y, columns)));
    }
    values
}

/// Compares the two kernels with each other, and each with num-bigint.
fn kernels_agree(cases: usize) {
    let mut random = Random(0x1999_0607);
    for _ in 0..cases {
        let modulus = random.modulus();
        let bits = modulus.bits() as usize;
        let [a, b] = [0, 1].map(|_| match random.next() % 8 {
            0 => &modulus - 1u8,
            1 => ones(bits + 70),
            2 => (&modulus << 1u8) - 1u8,
            3 => (&modulus << 2u8) - 1u8,
            _ => random.number(bits + 70),
        });
        let steps = random.next();
        let [narrow, wide] =
            [chain::<narrow::Montgomery>, chain::<wide::Montgomery>].map(|chain| chain(&modulus, [&a, &b], steps));
        assert_eq!(narrow, wide, "{steps:x}, {a:x}, {b:x} modulo {modulus:x}");
        check::<narrow::Montgomery>(&modulus, &a, &b);
        check::<wide::Montgomery>(&modulus, &a, &b);
        let x = random.number(2 * bits + 100);
        check_wide::<narrow::Montgomery>(&modulus, &x);
        check_wide::<wide::Montgomery>(&modulus, &x);
        if bits < 300 {
            let [narrow, wide] =
                [fermat_base_two_vartime::<narrow::Montgomery>, fermat_base_two_vartime::<wide::Montgomery>]
                    .map(|test| test(&modulus));
            assert_eq!(narrow, wide, "{modulus:x}");
        }
    }
}

#[test]
fn kernels_agree_on_many_operands() {
    kernels_agree(5_000);
}

#[test]
#[ignore = "exhaustive: 100,000 cases"]
fn kernels_agree_on_a_hundred_thousand_operands() {
    kernels_agree(100_000);
}

/// A fault may bring factors beyond their bounds, but they still consist of limbs. No operation of the wide kernel
/// overflows.
#[test]
fn numbers_beyond_the_bounds_stay_below_r() {
    for count in 1..40 {
        let modulus = ones(64 * count - 1) - 2u8;
        let montgomery: wide::Montgomery = prepare(&modulus);
        let (all, mut result) = (vec![u64::MAX; count], vec![0; count]);
        let columns = &mut montgomery.columns();
        montgomery.multiply(&mut result, &all, &all, columns);
        let expected = number::<wide::Montgomery>(&all).pow(2) % &modulus;
        assert_eq!((number::<wide::Montgomery>(&result) << (64 * count)) % &modulus, expected);
        montgomery.square(&mut result, &all, columns);
        assert_eq!((number::<wide::Montgomery>(&result) << (64 * count)) % &modulus, expected);
    }
}

#[test]
fn tables_return_the_limbs() {
    fn check<K: Kernel>(count: usize) {
        let value = Random(7).number(K::LIMB_BITS * count);
        let words: Vec<u64> = K::pack(&limbs::<K>(&value, count)).collect();
        assert_eq!(words.len(), K::packed_length(count));
        let mut unpacked = limbs::<K>(&BigUint::ZERO, count);
        K::unpack(&mut unpacked, &words);
        assert_eq!(number::<K>(&unpacked), value);
    }
    for count in 1..20 {
        check::<narrow::Montgomery>(count);
        check::<wide::Montgomery>(count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Narrow limbs within a few bits of the largest, with moduli of all ones or random ones.
    #[test]
    fn nearly_full_columns(
        count in 4usize..150,
        gaps in proptest::collection::vec(any::<u32>(), 450),
        gap_bits in 0u32..28,
        random_modulus: bool,
    ) {
        const LIMB: u32 = (1 << 29) - 1;
        let value = |limbs: &[u32]| number::<narrow::Montgomery>(limbs);
        let operand = |offset: usize| {
            let near = |gap: &u32| LIMB - (gap & ((1 << gap_bits) - 1));
            value(&gaps[offset..offset + count].iter().map(near).collect::<Vec<_>>())
        };
        let bits = 29 * count - 4;
        let modulus = if random_modulus {
            let random = value(&gaps[300..300 + count].iter().map(|gap| gap & LIMB).collect::<Vec<_>>());
            (random & ones(bits)) | (BigUint::from(1u8) << (bits - 1)) | BigUint::from(1u8)
        } else {
            ones(bits)
        };
        check::<narrow::Montgomery>(&modulus, &operand(0), &operand(150));
        check::<wide::Montgomery>(&modulus, &operand(0), &operand(150));
    }

    /// Numbers up to the widest that `rows` allow.
    #[test]
    fn wide_reduction(words in proptest::collection::vec(any::<u32>(), 4..60), extra in 0usize..5000, full: bool) {
        let modulus: BigUint = BigUint::new(words) | BigUint::from(1u8) | (BigUint::from(1u8) << 100);
        let bits = modulus.bits() as usize + extra;
        let x = if full { ones(bits) } else { ones(bits) / 7u8 };
        check_wide::<narrow::Montgomery>(&modulus, &x);
        check_wide::<wide::Montgomery>(&modulus, &x);
    }
}
