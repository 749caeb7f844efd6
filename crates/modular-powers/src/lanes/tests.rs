//! Compares the kernel with num-bigint, using operands that fill its limbs and columns.

use num_bigint::BigUint;

use super::aligned::Aligned;
use super::modulus::LaneModulus;
use super::montgomery::{Montgomery, Prepared};
use super::number::{LIMB_BITS, Number, limbs_from_words, natural_from_limbs};
use super::sums::DISTANCE;
use super::vector::Vector;
use crate::testing::{Random, ones};

/// Odd moduli of `bits` bits: all ones, one bit at each end, alternating limbs of ones and zeros, random.
fn moduli(bits: usize, random: &mut Random) -> Vec<BigUint> {
    let ends = (BigUint::from(1u8) << (bits - 1)) | BigUint::from(1u8);
    let stripes = (0..bits).step_by(2 * LIMB_BITS).fold(BigUint::ZERO, |sum, at| sum | ones(LIMB_BITS) << at);
    vec![ones(bits), ends.clone(), (stripes & ones(bits)) | &ends, random.bits(bits) | ends]
}

/// An odd modulus. The scalar kernel's factor makes no difference here.
fn prepare(modulus: &BigUint) -> LaneModulus {
    LaneModulus::new(modulus, 0)
}

/// Whether the limbs have 50 bits, not 25.
const LONG: bool = LIMB_BITS == 50;

/// Numbers up to the kernel's bound of 2m: both ends, around m, as many full limbs as fit, random.
fn operands(modulus: &BigUint, random: &mut Random) -> Vec<BigUint> {
    let twice = modulus << 1u8;
    vec![
        BigUint::ZERO,
        BigUint::from(1u8),
        modulus - 1u8,
        modulus.clone(),
        &twice - 1u8,
        ones(modulus.bits() as usize),
        random.bits(modulus.bits() as usize + 8) % twice,
    ]
}

fn limbs(number: &BigUint, count: usize) -> Aligned {
    limbs_from_words(&number.to_u32_digits(), 0, count)
}

/// Multiplies and squares `NUMBERS` numbers at once and compares each result with num-bigint. Returns how many it
/// compared.
fn check<const NUMBERS: usize>(moduli: [&BigUint; NUMBERS], a: [&BigUint; NUMBERS], b: [&BigUint; NUMBERS]) -> usize {
    let lanes = moduli.map(prepare);
    let count = lanes[0].limbs();
    let prepared_lanes = Prepared::<NUMBERS>::new(lanes.each_ref().map(|lanes| &lanes.reduction));
    let mut montgomery = Montgomery::new(&prepared_lanes);
    let number = |values: [&BigUint; NUMBERS]| {
        let limbs = values.map(|value| limbs(value, count));
        Number::<NUMBERS>::new(core::array::from_fn(|index| &limbs[index][..]))
    };
    let (mut product, mut square) = (Number::zero(count), Number::zero(count));
    montgomery.multiply(&mut product, &number(a), &number(b));
    montgomery.square(&mut square, &number(a));
    for (result, factors) in [(&product, b), (&square, a)] {
        for (index, limbs) in result.limbs(count).iter().enumerate() {
            let (m, a, b) = (moduli[index], a[index], factors[index]);
            let value = natural_from_limbs(limbs, count * LIMB_BITS).to_biguint();
            assert_eq!((&value << (count * LIMB_BITS)) % m, a * b % m, "{a:x} · {b:x} modulo {m:x}, number {index}");
            // 2m(1 + 2^-40), or 2.2m for short limbs, or 2.6m if the number of limbs is a multiple of four.
            let bound = match count % 4 {
                0 => (m * 26u8) / 10u8,
                _ if LONG => (m << 1u8) + (m >> 39u8),
                _ => (m * 22u8) / 10u8,
            };
            assert!(value <= bound, "{a:x} · {b:x} modulo {m:x} is not reduced");
        }
    }
    2 * NUMBERS
}

#[test]
fn products_and_squares_at_every_count_of_limbs() {
    let mut random = Random(0x1996_0607);
    let mut compared = 0;
    for count in (4..44).chain([55, 61, 82, 83, 84, 90]) {
        // The longest modulus with this number of limbs, whose top limb is full except for two bits or four, and one
        // with a top limb of one bit.
        let longest = (0..).take_while(|bits| LaneModulus::limbs_for(*bits) <= count).last().unwrap();
        for bits in [longest, (count - 1) * LIMB_BITS + 1] {
            if LaneModulus::limbs_for(bits) != count {
                continue;
            }
            let moduli = moduli(bits, &mut random);
            for (modulus, other) in moduli.iter().zip(moduli.iter().rev()) {
                let [operands, others] = [modulus, other].map(|modulus| operands(modulus, &mut random));
                for (a, c) in operands.iter().zip(others.iter().rev()) {
                    for (b, d) in operands.iter().zip(&others) {
                        compared += check([modulus, other], [a, c], [b, d]);
                        compared += check([modulus], [a], [b]);
                    }
                }
            }
        }
    }
    assert!(compared > 80_000, "{compared}");
}

#[test]
fn an_excess_over_twice_the_modulus_does_not_grow() {
    // The tightest case: R = 4m, or 8m for short limbs, and factors at the bound.
    let modulus = ones(if LONG { 2048 } else { 2047 });
    let lanes = prepare(&modulus);
    let count = lanes.limbs();
    assert_eq!(count * LIMB_BITS, modulus.bits() as usize + DISTANCE);
    let mut montgomery = Montgomery::new(&lanes.alone);
    let mut accumulator = Number::new([&limbs(&((&modulus << 1u8) - 1u8), count)[..]]);
    let mut square = Number::zero(count);
    for _ in 0..20_000 {
        montgomery.square(&mut square, &accumulator);
        core::mem::swap(&mut accumulator, &mut square);
    }
    let [limbs] = accumulator.limbs(count);
    let value = natural_from_limbs(&limbs, count * LIMB_BITS).to_biguint();
    assert!(value <= if LONG { (&modulus << 1u8) + (&modulus >> 33u8) } else { &modulus * 22u8 / 10u8 });
}

#[test]
fn limb_counts_keep_the_distance_that_the_bounds_need() {
    for bits in 2..20_000 {
        let limbs = LaneModulus::limbs_for(bits);
        let distance = limbs * LIMB_BITS - bits;
        assert!(limbs >= 4 && distance >= if limbs.is_multiple_of(4) { 4 } else { DISTANCE }, "{bits}");
    }
}

#[test]
fn limbs_and_back() {
    let words: Vec<u32> = (1..40u32).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
    let number = BigUint::from_slice(&words);
    for start in [0, 1, 31, 32, 50, 200] {
        let limbs = limbs_from_words(&words, start, 26);
        assert!(limbs.iter().all(|limb| *limb < (1u64 << LIMB_BITS) as f64));
        assert_eq!(natural_from_limbs(&limbs, 26 * LIMB_BITS).to_biguint(), &number >> start & ones(26 * LIMB_BITS));
    }
}

#[test]
fn one_number_or_two_share_vectors() {
    let [a, b] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let pair = Number::new([&a[..], &b]);
    assert_eq!(pair.vectors(3), [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]);
    assert_eq!(pair.rows::<1>(1)[0].to_array(), [2.0, 5.0]);
    assert_eq!(pair.limbs(3).map(|limbs| limbs.to_vec()), [a, b]);
    let single = Number::new([&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0][..]]);
    assert_eq!(single.vectors(9), [[1.0, 6.0], [2.0, 7.0], [3.0, 8.0], [4.0, 9.0], [5.0, 0.0]]);
    assert_eq!(single.rows_of_lane::<3>(3, 1).map(Vector::to_array), [[9.0; 2], [0.0; 2], [0.0; 2]]);
    assert_eq!(single.vectors_from(4)[..2], [[5.0, 0.0], [0.0, 0.0]]);
}

#[test]
fn every_copy_is_aligned() {
    for length in 0..40 {
        let doubles: Vec<f64> = (0..length).map(f64::from).collect();
        let aligned = Aligned::from(&doubles[..]);
        let copy = aligned.clone();
        for slice in [&aligned[..], &copy] {
            assert_eq!(slice, doubles);
            assert_eq!(slice.as_ptr() as usize % 16, 0);
        }
    }
}
