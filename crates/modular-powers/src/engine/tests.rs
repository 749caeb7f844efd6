//! Compares every engine with num-bigint, at every width and with operands that reach the kernels' bounds.

use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;

/// One limb; lengths around the kernel's block of four limbs; common prime lengths; and, from 1824 bits on, lengths
/// where a column reaches its limit during the product.
const WIDTHS: [usize; 18] =
    [2, 27, 64, 108, 109, 128, 192, 256, 341, 512, 683, 768, 1024, 1536, 2048, 3072, 4096, 7001];

/// Odd numbers of exactly `bits` bits that stress carries: all ones, one bit, sparse, random.
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
        // Two of the three form a pair, and one stays single.
        for engine in every_engine() {
            let powers = engine.exponentiate(&[exponentiation; 3]);
            assert_eq!(powers.len(), 3);
            for power in powers {
                assert_eq!(power.to_biguint(), expected, "{} with {modulus:x}", engine.name());
                assert_eq!(power.width(), prepared.width());
            }
        }
    }
}

/// Extreme bases with the moduli that `moduli` selects from `shapes`. The exponent of 160 bits takes two thirds of the
/// time.
fn extreme_operands(widths: &[usize], moduli: &[usize], long_exponent: bool) {
    let random: Vec<u32> = (1..230u32).map(|index| index.wrapping_mul(0x9e37_79b9).rotate_left(index)).collect();
    for &bits in widths {
        let shapes = shapes(bits, &random);
        for modulus in moduli.iter().map(|&index| &shapes[index]).filter(|modulus| **modulus > BigUint::from(1u8)) {
            let short = BigUint::from(0xffff_0001u32);
            for base in [BigUint::ZERO, BigUint::from(1u8), modulus - 1u8, modulus.clone(), modulus << 7usize] {
                check(&base, &short, modulus);
            }
            for base in &shapes {
                for exponent in [BigUint::ZERO, BigUint::from(1u8), BigUint::from(2u8), BigUint::from(65537u32)] {
                    check(base, &exponent, modulus);
                }
                if long_exponent {
                    check(base, &self::shapes(160, &random)[0], modulus);
                }
            }
        }
    }
}

#[test]
fn extreme_operands_at_every_width() {
    let (short, long) = WIDTHS.split_at(WIDTHS.partition_point(|bits| *bits <= 1024));
    extreme_operands(short, &[0, 1, 2, 3], true);
    // All ones, which fills the columns most, and random.
    extreme_operands(long, &[0, 3], false);
}

#[test]
#[ignore = "exhaustive: half a minute"]
fn extreme_operands_at_every_width_with_long_exponents() {
    extreme_operands(&WIDTHS, &[0, 1, 2, 3], true);
}

/// Powers in sets that pair different moduli: lanes, scalar and reference must agree on all of them.
fn engines_agree(powers: usize) {
    let mut state = 0x0005_deec_e66d_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut compared = 0;
    while compared < powers {
        // Mostly short, so that there are many: all numbers of limbs up to 8, with lengths at their limits, and some
        // moduli up to 2048 bits.
        let bits = if random(40) == 0 { 400 + random(1649) } else { 64 + random(340) };
        let words: Vec<u32> =
            (0..bits.div_ceil(32)).map(|_| (random(1 << 16) << 16 | random(1 << 16)) as u32).collect();
        let exponents: Vec<Exponent> =
            (0..3).map(|_| Exponent::secret(&BigUint::from(random(1 << 20)), 20 + random(3))).collect();
        let shapes = shapes(bits, &words);
        let moduli: Vec<Modulus> = shapes.iter().map(|modulus| Modulus::new(modulus).unwrap()).collect();
        let bases: Vec<Natural> = (shapes.iter())
            .flat_map(|m| [BigUint::ZERO, BigUint::from(1u8), m - 1u8, m.clone(), (m << 1u8) - 1u8, m * m - 1u8])
            .map(|base| Natural::from_biguint(&base, base.bits() as usize))
            .collect();
        let set: Vec<Exponentiation<'_>> = (0..40)
            .map(|_| Exponentiation {
                base: &bases[random(bases.len())],
                exponent: &exponents[random(exponents.len())],
                modulus: &moduli[random(moduli.len())],
            })
            .collect();
        let expected = Engine::NumBigint.exponentiate(&set);
        for engine in own_engines() {
            for (index, power) in engine.exponentiate(&set).iter().enumerate() {
                let numbers = (set[index].base.to_biguint(), set[index].modulus.value().to_biguint());
                assert!(*power == expected[index], "{} with {numbers:x?} {:?}", engine.name(), set[index]);
            }
        }
        compared += set.len();
    }
}

#[test]
fn engines_agree_on_many_sets() {
    engines_agree(20_000);
}

#[test]
#[ignore = "exhaustive: a million powers"]
fn engines_agree_on_a_million_powers() {
    engines_agree(1_000_000);
}

/// Fermat's test on all engines, of pairs with equal and with different lengths: random numbers, extreme ones, and some
/// that pass.
fn fermat_tests_agree(numbers: usize) {
    let mut state = 0x0005_deec_e66d_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let one = BigUint::from(1u8);
    // Mersenne primes; the pseudoprimes 341, 561, 1387 and 2047; (2^p + 1)/3, pseudoprimes too or primes.
    let mersenne = [3, 5, 7, 13, 61, 89, 107, 127, 521, 607, 1279, 2203].map(|p: u32| (&one << p) - 1u8);
    let wagstaff = [17u32, 29, 101, 313, 701, 1709].map(|p| ((&one << p) + 1u8) / 3u8);
    let passing =
        mersenne.into_iter().chain(wagstaff).chain([341u32, 561, 1387, 2047].map(BigUint::from)).collect::<Vec<_>>();
    assert_eq!(Engine::NumBigint.fermat_base_two_vartime(&passing), vec![true; passing.len()]);
    let mut compared = 0;
    let mut set = passing;
    while compared < numbers {
        let expected = Engine::NumBigint.fermat_base_two_vartime(&set);
        for engine in own_engines() {
            assert_eq!(engine.fermat_base_two_vartime(&set), expected, "{} with {set:x?}", engine.name());
        }
        compared += set.len();
        let bits = if random() % 40 == 0 { 400 + random() % 1649 } else { 2 + random() % 402 } as usize;
        let words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| random()).collect();
        set = shapes(bits, &words).into_iter().filter(|number| *number > one).collect();
        set.push((&one << (bits + random() as usize % 3)) + 1u8);
    }
}

#[test]
fn fermat_tests_agree_on_many_numbers() {
    fermat_tests_agree(5_000);
}

#[test]
#[ignore = "exhaustive: 100,000 numbers"]
fn fermat_tests_agree_on_a_hundred_thousand_numbers() {
    fermat_tests_agree(100_000);
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
fn an_empty_set_has_no_results() {
    for engine in Engine::all() {
        assert!(engine.exponentiate(&[]).is_empty());
    }
}

#[test]
fn names_identify_engines() {
    for engine in Engine::all() {
        assert_eq!(Engine::from_name(engine.name()), Some(engine));
    }
    assert_eq!(Engine::from_name("abacus"), None);
    assert_eq!(Some(Engine::default()), Engine::all().next());
}

/// A random modulus of 64 to 4096 bits, a base and an exponent.
fn operands() -> impl Strategy<Value = [BigUint; 3]> {
    let words = |lengths| proptest::collection::vec(any::<u32>(), lengths);
    (64usize..=4096, words(128..129), words(0..140), words(0..12)).prop_map(|(bits, modulus, base, exponent)| {
        [shapes(bits, &modulus).pop().unwrap(), BigUint::new(base), BigUint::new(exponent)]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_operands_at_every_width_from_64_to_4096_bits([modulus, base, exponent] in operands()) {
        check(&base, &exponent, &modulus);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    #[ignore = "exhaustive: 2000 cases"]
    fn many_random_operands_at_every_width_from_64_to_4096_bits([modulus, base, exponent] in operands()) {
        check(&base, &exponent, &modulus);
    }
}

/// Every engine, also one that is not available here: `Scalar` then does its work.
fn every_engine() -> impl Iterator<Item = Engine> {
    ENGINES.iter().map(|implementation| implementation.engine)
}

/// Those that are compared with num-bigint.
fn own_engines() -> impl Iterator<Item = Engine> {
    every_engine().filter(|engine| *engine != Engine::NumBigint)
}

/// Bases that are much wider than the modulus, and moduli prepared for them: every length of a modulus, so both the lengths
/// where the lanes take the divided base and those where they do not.
#[test]
fn bases_of_prepared_widths() {
    let random: Vec<u32> = (1..60u32).map(|index| index.wrapping_mul(0x85eb_ca6b).rotate_left(index)).collect();
    let exponent = Exponent::secret(&BigUint::from(0x1_23c5u32), 17);
    for bits in (40..800).step_by(7).chain([683, 715, 1024, 1056]) {
        for m in shapes(bits, &random) {
            let modulus = Modulus::for_numbers_of(3 * bits, &m).unwrap().and_for_numbers_of(bits + 70);
            for width in [2 * bits, 3 * bits, bits + 70] {
                for value in [(BigUint::from(1u8) << width) - 1u8, &m << (width - bits), BigUint::ZERO] {
                    let base = Natural::from_biguint(&value, width);
                    assert_eq!(modulus.reduce(&base).to_biguint(), &value % &m, "{value:x} modulo {m:x}");
                    let set = [Exponentiation { base: &base, exponent: &exponent, modulus: &modulus }; 3];
                    let expected = value.modpow(&exponent.value().to_biguint(), &m);
                    for engine in own_engines() {
                        for power in engine.exponentiate(&set) {
                            assert_eq!(power.to_biguint(), expected, "{}", engine.name());
                        }
                    }
                }
            }
        }
    }
}
