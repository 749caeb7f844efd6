//! The kernel with operands as arguments: what exponentiations reach by their random Montgomery forms only by chance.

use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;

fn number(limbs: &[u32]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |sum, limb| (sum << LIMB_BITS) + limb)
}

fn limbs(value: &BigUint, count: usize) -> Vec<u32> {
    limbs_from_words(&value.to_u32_digits(), count)
}

fn prepare(modulus: &BigUint) -> Montgomery {
    let count = Montgomery::limbs_for(modulus.bits() as usize);
    let r_squared = (BigUint::from(1u8) << (2 * LIMB_BITS * count)) % modulus;
    Montgomery::new(limbs(modulus, count), limbs(&r_squared, count))
}

/// Products and squares against num-bigint: `result·R ≡ a·b` and `result < 2m`.
fn check(modulus: &BigUint, a: &BigUint, b: &BigUint) {
    let montgomery = prepare(modulus);
    let count = montgomery.limbs();
    let r = BigUint::from(1u8) << (LIMB_BITS * count);
    let mut columns = montgomery.columns();
    let [x, y] = [a, b].map(|value| limbs(value, count));
    let mut result = vec![0; count];
    let bound = modulus * 2u8;
    montgomery.multiply(&mut result, &x, &y, &mut columns);
    assert!(number(&result) < bound && number(&result) * &r % modulus == a * b % modulus, "{count} limbs");
    montgomery.square(&mut result, &x, &mut columns);
    assert!(number(&result) < bound && number(&result) * &r % modulus == a * a % modulus, "{count} limbs squared");
}

/// Every limb of the operands nearly as large as it can be, so that columns are as full as they can be: at each count of
/// limbs, because where carries fall depends on it.
#[test]
fn full_columns_at_every_count_of_limbs() {
    let one = BigUint::from(1u8);
    for count in 4..=150usize {
        // The longest modulus of this many limbs, and one as short as they come.
        for bits in [LIMB_BITS * count - 4, LIMB_BITS * (count - 1) - 3] {
            let modulus: BigUint = (&one << bits) - &one;
            let largest: BigUint = &modulus * 4u8 - &one;
            let full: BigUint = (&one << (bits + 1)) - &one;
            let nearly: BigUint = &full - (&full / BigUint::from(0x1fff_ff01u32));
            for operand in [&largest, &full, &nearly] {
                check(&modulus, operand, &full);
                check(&modulus, operand, &largest);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Limbs within a few bits of the largest, moduli of all ones or random.
    #[test]
    fn nearly_full_columns(
        count in 4usize..150,
        gaps in proptest::collection::vec(any::<u32>(), 450),
        gap_bits in 0u32..28,
        random_modulus: bool,
    ) {
        let operand = |offset: usize| {
            let near = |gap: &u32| LIMB_MASK - (gap & ((1 << gap_bits) - 1));
            number(&gaps[offset..offset + count].iter().map(near).collect::<Vec<_>>())
        };
        let bits = LIMB_BITS * count - 4;
        let all_ones = (BigUint::from(1u8) << bits) - 1u8;
        let modulus = if random_modulus {
            let random = number(&gaps[300..300 + count].iter().map(|gap| gap & LIMB_MASK).collect::<Vec<_>>());
            (random & &all_ones) | (BigUint::from(1u8) << (bits - 1)) | BigUint::from(1u8)
        } else {
            all_ones
        };
        let bound = &modulus * 4u8;
        check(&modulus, &(operand(0) % &bound), &(operand(150) % &bound));
    }

    /// Numbers up to the widest that `rows` admit.
    #[test]
    fn wide_reduction(words in proptest::collection::vec(any::<u32>(), 4..60), extra in 0usize..150, ones: bool) {
        let modulus = BigUint::new(words) | BigUint::from(1u8) | (BigUint::from(1u8) << 100);
        let montgomery = prepare(&modulus);
        let rows = extra + 1;
        let width = rows + montgomery.limbs() - 1;
        let top = if ones { LIMB_MASK } else { 0x0123_4567 };
        let x = vec![top; width];
        let reduced = number(&montgomery.reduce_wide(&x, rows));
        prop_assert!(reduced.bits() as usize <= LIMB_BITS * montgomery.limbs());
        prop_assert_eq!((reduced << (LIMB_BITS * rows)) % &modulus, number(&x) % &modulus);
    }
}
