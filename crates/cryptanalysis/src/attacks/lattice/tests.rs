use core::ops::ControlFlow;

use modular_powers::random;
use proptest::prelude::*;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

use super::*;

fn integers(rows: &[&[i64]]) -> Vec<Vec<BigInt>> {
    rows.iter().map(|row| row.iter().map(|entry| BigInt::from(*entry)).collect()).collect()
}

fn reduced(basis: Vec<Vec<BigInt>>) -> Vec<Vec<BigInt>> {
    reduce(basis, &mut |_| ControlFlow::Continue(())).unwrap().basis
}

/// By cofactors, without a division.
fn determinant(matrix: &[Vec<BigInt>]) -> BigInt {
    let Some((first, rest)) = matrix.split_first() else { return BigInt::from(1u8) };
    let minor = |column: usize| -> Vec<Vec<BigInt>> {
        rest.iter().map(|row| [&row[..column], &row[column + 1..]].concat()).collect()
    };
    let term = |(column, entry): (usize, &BigInt)| {
        let sign = if column % 2 == 0 { 1 } else { -1 };
        entry * determinant(&minor(column)) * sign
    };
    first.iter().enumerate().map(term).sum()
}

/// Whether every vector is an integer combination of the basis, which is square: Cramer's rule.
fn contains(basis: &[Vec<BigInt>], vectors: &[Vec<BigInt>]) -> bool {
    let whole = determinant(basis);
    vectors.iter().all(|vector| {
        (0..basis.len()).all(|index| {
            let mut replaced = basis.to_vec();
            replaced[index].clone_from(vector);
            determinant(&replaced).is_multiple_of(&whole)
        })
    })
}

/// Checks the conditions for a reduced basis with a fresh Gram–Schmidt orthogonalization: |μ_ij| ≤ 1/2, and Lovász's condition.
fn assert_reduced(basis: &[Vec<BigInt>]) {
    let lattice = Lattice::new(basis.to_vec());
    for k in 0..basis.len() {
        for l in 0..k {
            assert!(
                lattice.coefficients[k][l].magnitude() * 2u8 <= *lattice.determinants[l + 1].magnitude(),
                "{k} {l}"
            );
        }
        assert!(k == 0 || lattice.is_in_order(k), "{k}");
    }
}

#[test]
fn known_bases() {
    // Lagrange and Gauss: the shortest vectors of a plane lattice.
    assert_eq!(reduced(integers(&[&[201, 37], &[1648, 297]])), integers(&[&[1, 32], &[40, 1]]));
    // A common example in lectures.
    let basis = integers(&[&[1, 1, 1], &[-1, 0, 2], &[3, 5, 6]]);
    assert_eq!(reduced(basis), integers(&[&[0, 1, 0], &[1, 0, 1], &[-1, 0, 2]]));
    // Nothing to do.
    assert_eq!(reduced(integers(&[&[2, 0], &[0, 3]])), integers(&[&[2, 0], &[0, 3]]));
    assert_eq!(reduced(integers(&[&[-7]])), integers(&[&[-7]]));
}

#[test]
fn a_planted_relation_is_found() {
    // x = 3141·a − 2718·b + 16·c modulo a prime of 200 bits: a vector of 12 bits where others have 50.
    let mut rng = ChaCha20Rng::from_seed([60; 32]);
    let modulus = (BigInt::from(1u8) << 200) - 75;
    let [a, b] = [(); 2].map(|()| BigInt::from(random::below_power_of_two(200, &mut rng)));
    let c = (&a * 3141 - &b * 2718) * BigInt::from(16).modinv(&modulus).unwrap() % &modulus;
    let row = |index: usize, value: BigInt| {
        let mut row = vec![BigInt::ZERO; 3];
        row[index] = BigInt::from(1u8);
        [row, vec![value << 100]].concat()
    };
    let basis = vec![row(0, a), row(1, b), row(2, c), [vec![BigInt::ZERO; 3], vec![modulus << 100]].concat()];
    let shortest = reduced(basis).remove(0);
    let relation = integers(&[&[3141, -2718, -16, 0], &[-3141, 2718, 16, 0]]);
    assert!(relation.contains(&shortest), "{shortest:?}");
}

proptest! {
    #[test]
    fn the_basis_is_reduced_and_of_the_same_lattice(entries in proptest::collection::vec(-500i64..500, 16), size in 1usize..5) {
        let basis: Vec<Vec<BigInt>> =
            entries.chunks(4).take(size).map(|row| row[..size].iter().map(|entry| BigInt::from(*entry)).collect()).collect();
        prop_assume!(determinant(&basis) != BigInt::ZERO);
        let short = reduced(basis.clone());
        assert_reduced(&short);
        prop_assert!(contains(&basis, &short) && contains(&short, &basis));
        prop_assert_eq!(determinant(&basis).pow(2), determinant(&short).pow(2));
    }
}

#[test]
fn long_integers_stay_exact() {
    let mut rng = ChaCha20Rng::from_seed([61; 32]);
    for bits in [64, 500, 1200] {
        let basis: Vec<Vec<BigInt>> =
            (0..3).map(|_| (0..3).map(|_| random::below_power_of_two(bits, &mut rng).into()).collect()).collect();
        let mut swapped = 0;
        let Reduced { basis: short, swaps } = reduce(basis.clone(), &mut |progress| {
            assert_eq!(progress.step, format!("reducing a lattice of dimension 3 with entries of up to {bits} bits"));
            swapped += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(swapped, swaps + 1, "the beginning and every swap are reported");
        assert_reduced(&short);
        assert!(contains(&basis, &short) && contains(&short, &basis));
        // The first vector of a reduced basis: |b_1| ≤ 2^((n−1)/4)·det^(1/n).
        let norm = inner_product(&short[0], &short[0]);
        assert!(norm.pow(3) <= determinant(&basis).pow(2) * 8u8);
    }
}

#[test]
fn it_can_be_canceled() {
    let basis = integers(&[&[201, 37], &[1648, 297]]);
    for allowed in 0..3 {
        let mut reports = 0;
        let result = reduce(basis.clone(), &mut |_| {
            reports += 1;
            if reports > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(result.map(|reduced| reduced.swaps).unwrap_err(), Error::Aborted);
    }
}

#[test]
#[should_panic(expected = "linearly independent")]
fn dependent_vectors_are_no_basis() {
    reduced(integers(&[&[1, 2], &[2, 4]]));
}
