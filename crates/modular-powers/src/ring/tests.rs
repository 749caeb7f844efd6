use super::*;
use crate::testing::{edge_numbers, lengths_at_limbs, odd_moduli};

/// The ring of a modulus on each kernel.
fn rings(m: &BigUint) -> Vec<Ring> {
    let modulus = Modulus::new(m).unwrap();
    let columns = modulus.montgomery().columns();
    vec![Ring::from(modulus.clone()), Ring::with(modulus, Arithmetic::Scalar(columns))]
}

fn natural(value: &BigUint) -> Natural {
    Natural::from_biguint(value, value.bits() as usize)
}

#[test]
fn arithmetic_matches_num_bigint() {
    for m in odd_moduli(&lengths_at_limbs()) {
        for mut ring in rings(&m) {
            for a in edge_numbers(&m) {
                for b in edge_numbers(&m) {
                    let [x, y] = [&a, &b].map(|number| ring.element(&natural(number)));
                    let [a, b] = [&a % &m, &b % &m];
                    let results = [
                        (ring.add(&x, &y), &a + &b),
                        (ring.subtract(&x, &y), &a + &m - &b),
                        (ring.negate(&x), &m - &a),
                        (ring.multiply(&x, &y), &a * &b),
                        (ring.square(&x), &a * &a),
                        (x.clone(), a.clone()),
                    ];
                    for (result, expected) in results {
                        let value = ring.value(&result);
                        assert_eq!((value.to_biguint(), value.width()), (expected % &m, ring.modulus().width()));
                    }
                    assert_eq!(ring.equal(&x, &y), a == b);
                }
            }
        }
    }
}

/// Every result is the next operand, so bounds must hold over long chains, also of sums only. They start with a number that is
/// as long as the modulus' words.
#[test]
fn long_chains_stay_right() {
    for m in odd_moduli(&lengths_at_limbs()) {
        for mut ring in rings(&m) {
            let mut value = (BigUint::from(1u8) << ring.modulus().width()) - 1u8;
            let mut x = ring.element(&natural(&value));
            let start = &value % &m;
            let y = x.clone();
            for step in 0..60 {
                (x, value) = match step % 7 {
                    0 | 1 => (ring.add(&x, &x), &value + &value),
                    2 => (ring.subtract(&x, &y), &value + &m - &start),
                    3 => (ring.negate(&x), &m - &value),
                    4 => (ring.multiply(&x, &x), &value * &value),
                    5 => (ring.add(&y, &x), &value + &start),
                    _ => (ring.square(&x), &value * &value),
                };
                value %= &m;
                let moved = ring.import(&ring.export(&x)).unwrap();
                assert!(ring.equal(&x, &moved));
                assert_eq!(ring.value(&moved).to_biguint(), value);
            }
        }
    }
}

#[test]
fn repeated_squarings_match_num_bigint() {
    for m in odd_moduli(&[64, 200, 521, 1024]) {
        for mut ring in rings(&m) {
            let base = &edge_numbers(&m)[5];
            let mut x = ring.element(&natural(base));
            let doubled = ring.add(&x, &x);
            ring.square_repeatedly(&mut x, 0);
            assert_eq!(ring.value(&x).to_biguint(), *base);
            for _ in 0..3 {
                ring.square_repeatedly(&mut x, 100);
            }
            let exponent = BigUint::from(1u8) << 300;
            assert_eq!(ring.value(&x).to_biguint(), base.modpow(&exponent, &m));
            let mut x = doubled;
            ring.square_repeatedly(&mut x, 2);
            assert_eq!(ring.value(&x).to_biguint(), (base << 1u8).modpow(&BigUint::from(4u8), &m));
        }
    }
}

#[test]
fn inverses_exist_for_units_only() {
    for m in [BigUint::from(3u8), BigUint::from(15u8), (BigUint::from(1u8) << 521) - 1u8] {
        for mut ring in rings(&m) {
            for value in edge_numbers(&m).into_iter().chain([6u8.into()]) {
                let x = ring.element(&natural(&value));
                match (ring.invert_vartime(&x), value.modinv(&m)) {
                    (Some(inverse), Some(_)) => {
                        let product = ring.multiply(&x, &inverse);
                        let one = ring.one().clone();
                        assert!(ring.equal(&product, &one));
                    }
                    (None, None) => {}
                    (found, _) => panic!("{value} modulo {m}: {}", found.is_some()),
                }
            }
        }
    }
}

#[test]
fn only_exported_forms_are_imported() {
    for mut ring in rings(&odd_moduli(&[521])[0]) {
        let x = ring.element(&Natural::from_be_bytes(&[5], 8));
        let bytes = ring.export(&x);
        let mut long = bytes.clone();
        long.push(0);
        let mut other = bytes.clone();
        other[0] = 2;
        assert!(
            [&bytes[1..], &bytes[..bytes.len() - 1], &long, &other, &[]].map(|form| ring.import(form).is_none())
                == [true; 5]
        );
        let mut loud = bytes;
        loud[1..].fill(0xff);
        let has_spare_bits = !matches!(ring.arithmetic, Arithmetic::Scalar(_)) || limb_bits() < Limb::BITS;
        assert_eq!(ring.import(&loud).is_none(), has_spare_bits);
    }
}
