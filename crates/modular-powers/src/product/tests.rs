use super::*;
use crate::testing::{edge_exponents, edge_numbers, generator, odd_moduli, random};

fn expected(m: &BigUint, bases: &[BigUint], exponents: &[BigUint]) -> BigUint {
    let powers = bases.iter().zip(exponents).map(|(base, exponent)| base.modpow(exponent, m));
    powers.fold(BigUint::from(1u8) % m, |product, power| product * power % m)
}

/// Compares the chosen plan and the given ones, on both kernels, with num-bigint.
fn check(m: &BigUint, bases: &[BigUint], exponents: &[BigUint], plans: &[Plan]) {
    let modulus = Modulus::new(m).unwrap();
    let expected = expected(m, bases, exponents);
    assert_eq!(product_pow_vartime(&modulus, bases, exponents).unwrap(), expected);
    let terms = Terms::new(bases, exponents);
    for plan in plans {
        assert_eq!(plan.run(&mut OneResidue::new(&modulus), &terms), expected, "{plan:?} modulo {m}");
        #[cfg(lanes)]
        if let (Some(paired), Some(mut single)) = (PairedModulus::new(&modulus), InLanes::single(&modulus)) {
            assert_eq!(plan.run(&mut single, &terms), expected, "{plan:?} modulo {m}");
            assert_eq!(plan.run(&mut TwoResidues::new(&modulus, &paired), &terms), expected, "{plan:?} modulo {m}");
        }
    }
}

#[test]
fn products_match_num_bigint() {
    let rng = &mut generator(65);
    for m in odd_moduli(&[2, 64, 65, 195, 257, 511, 1061]) {
        for count in [0, 1, 2, 3, 10] {
            let bases: Vec<BigUint> = (0..count).map(|_| random(m.bits() as usize + 9, rng)).collect();
            let exponents: Vec<BigUint> = (0..count).map(|index| random(60 + index, rng)).collect();
            check(&m, &bases, &exponents, &[1, 2, 5].map(Plan::Straus));
            check(&m, &bases, &exponents, &[2, 5, 7].map(Plan::Buckets));
        }
    }
    for m in odd_moduli(&[2048, 3072, 4096]) {
        let bases: Vec<BigUint> = (0..7).map(|_| random(m.bits() as usize, rng)).collect();
        let exponents: Vec<BigUint> = (0..7).map(|_| random(64, rng)).collect();
        check(&m, &bases, &exponents, &[Plan::Straus(4), Plan::Buckets(4)]);
    }
}

#[test]
fn edges_match_num_bigint() {
    for m in odd_moduli(&[2, 64, 450]) {
        let (numbers, powers) = (edge_numbers(&m), edge_exponents(70));
        let pairs = || numbers.iter().flat_map(|base| powers.iter().map(move |exponent| (base, exponent)));
        let plans = [Plan::Straus(3), Plan::Buckets(3)];
        for (base, exponent) in pairs() {
            let bases = [base.clone(), BigUint::from(3u8)];
            check(&m, &bases, &[exponent.clone(), BigUint::ZERO], &plans);
            check(&m, &bases[..1], core::slice::from_ref(exponent), &plans);
        }
        let (bases, exponents): (Vec<_>, Vec<_>) =
            pairs().filter(|(base, _)| **base != BigUint::ZERO).map(|(x, y)| (x.clone(), y.clone())).unzip();
        check(&m, &bases, &exponents, &plans);
        check(&m, &bases, &vec![BigUint::ZERO; bases.len()], &plans);
    }
}

#[test]
fn many_bases_match_num_bigint() {
    let rng = &mut generator(66);
    let m = &odd_moduli(&[200])[0];
    for count in [50, 151, 300] {
        let bases: Vec<BigUint> = (0..count).map(|_| random(200, rng)).collect();
        for bits in [1, 30, 256] {
            let exponents: Vec<BigUint> = (0..count).map(|_| random(bits, rng)).collect();
            check(m, &bases, &exponents, &[Plan::Straus(4), Plan::Buckets(6)]);
        }
    }
}

#[test]
fn few_bases_take_straus_and_many_take_buckets() {
    for lanes in [1, 2] {
        for count in [0, 1, 2, 10, 50] {
            assert!(matches!(Plan::cheapest(256, count, lanes), Plan::Straus(_)));
        }
        assert!(matches!(Plan::cheapest(256, 1, lanes), Plan::Straus(4 | 5)));
        for count in [300, 1000, 10_000] {
            assert!(matches!(Plan::cheapest(256, count, lanes), Plan::Buckets(_)));
        }
        assert_eq!(Plan::cheapest(256, 1000, lanes), Plan::Buckets(8));
    }
}

#[test]
fn lists_of_different_lengths_are_refused() {
    let modulus = Modulus::new(&BigUint::from(101u8)).unwrap();
    let error = product_pow_vartime(&modulus, &[BigUint::from(2u8)], &[]).unwrap_err();
    assert_eq!(error, PowerError::LengthsDiffer { bases: 1, exponents: 0 });
    assert_eq!(error.to_string(), "there must be one exponent for each base, got 1 bases and 0 exponents");
}
