//! Every engine against num-bigint, at every width and with operands that reach the kernels' bounds.

use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;

/// One limb, around the kernel's block of four limbs, usual prime lengths, and from 1824 bits on lengths where a column's
/// load passes the limit while the product is made.
const WIDTHS: [usize; 18] =
    [2, 27, 64, 108, 109, 128, 192, 256, 341, 512, 683, 768, 1024, 1536, 2048, 3072, 4096, 7001];

/// Numbers of exactly `bits` bits, odd, that stress carries: all ones, one bit, sparse, random.
fn shapes(bits: usize, random: &[u32]) -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let top = &one << (bits - 1);
    let all_ones = (&one << bits) - &one;
    vec![
        all_ones.clone(),
        &top | &one,
        &top | &one << (bits / 2) | &one,
        (BigUint::from_slice(random) & &all_ones) | &top | &one,
    ]
}

fn check(base: &BigUint, exponent: &BigUint, modulus: &BigUint) {
    let expected = base.modpow(exponent, modulus);
    let prepared = Modulus::new(modulus).unwrap();
    let base = Natural::from_biguint(base, base.bits() as usize);
    for exponent in [Exponent::secret(exponent, exponent.bits() as usize + 9), Exponent::public(exponent)] {
        let exponentiation = Exponentiation { base: &base, exponent: &exponent, modulus: &prepared };
        // Two make a pair, and one is left alone.
        for engine in [Engine::Lanes, Engine::Scalar, Engine::Reference] {
            let powers = engine.exponentiate(&[exponentiation; 3]);
            assert_eq!(powers.len(), 3);
            for power in powers {
                assert_eq!(power.to_biguint(), expected, "{} with {modulus:x}", engine.name());
                assert_eq!(power.width(), prepared.width());
            }
        }
    }
}

#[test]
fn extreme_operands_at_every_width() {
    let random: Vec<u32> = (1..230u32).map(|index| index.wrapping_mul(0x9e37_79b9).rotate_left(index)).collect();
    for bits in WIDTHS {
        for modulus in shapes(bits, &random).into_iter().filter(|modulus| *modulus > BigUint::from(1u8)) {
            let short = BigUint::from(0xffff_0001u32);
            for base in [BigUint::ZERO, BigUint::from(1u8), &modulus - 1u8, modulus.clone(), &modulus << 7usize] {
                check(&base, &short, &modulus);
            }
            for base in shapes(bits, &random) {
                for exponent in [BigUint::ZERO, BigUint::from(1u8), BigUint::from(2u8), BigUint::from(65537u32)] {
                    check(&base, &exponent, &modulus);
                }
                check(&base, &shapes(160, &random)[0], &modulus);
            }
        }
    }
}

#[test]
fn every_small_case() {
    for modulus in (3u32..40).step_by(2) {
        for base in 0..modulus + 3 {
            for exponent in 0..12u32 {
                check(&BigUint::from(base), &BigUint::from(exponent), &BigUint::from(modulus));
            }
        }
    }
}

#[test]
fn an_empty_set_has_no_answers() {
    for engine in Engine::all() {
        assert!(engine.exponentiate(&[]).is_empty());
    }
}

#[test]
fn names_lead_back_to_engines() {
    for engine in Engine::all() {
        assert_eq!(Engine::from_name(engine.name()), Some(engine));
    }
    assert_eq!(Engine::from_name("abacus"), None);
    assert_eq!(Some(Engine::default()), Engine::all().next());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_operands_at_every_width_from_64_to_4096_bits(
        bits in 64usize..=4096,
        modulus in proptest::collection::vec(any::<u32>(), 128),
        base in proptest::collection::vec(any::<u32>(), 0..140),
        exponent in proptest::collection::vec(any::<u32>(), 0..12),
    ) {
        let modulus = shapes(bits, &modulus).pop().unwrap();
        check(&BigUint::new(base), &BigUint::new(exponent), &modulus);
    }
}
