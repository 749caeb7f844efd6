use super::*;
use crate::Engine;
use proptest::prelude::*;

#[test]
fn even_and_tiny_moduli_are_refused() {
    for (value, error) in [(0u32, ModulusError::TooSmall), (1, ModulusError::TooSmall), (2, ModulusError::Even)] {
        assert_eq!(Modulus::new(&BigUint::from(value)).unwrap_err(), error);
    }
    assert_eq!(Modulus::new(&(BigUint::from(1u8) << 1024)).unwrap_err(), ModulusError::Even);
    assert!(Modulus::new(&BigUint::from(3u32)).is_ok());
}

#[test]
fn every_residue_of_a_small_modulus() {
    for m in (3u32..60).step_by(2) {
        let modulus = Modulus::new(&BigUint::from(m)).unwrap();
        let natural = |value: u32| Natural::from_biguint(&BigUint::from(value), 32);
        for a in 0..m {
            assert_eq!(modulus.reduce(&natural(a + 7 * m)), natural(a));
            for b in 0..m {
                assert_eq!(modulus.subtract(&natural(a), &natural(b)), natural((a + m - b) % m));
                let form = modulus.montgomery_form(&natural(b));
                assert_eq!(modulus.multiply(&natural(a), &form), natural(a * b % m));
            }
        }
    }
}

/// Numbers as wide as the modulus in words but longer in bits, like residues modulo a longer prime.
#[test]
fn differences_accept_numbers_of_every_length() {
    for bits in 480..=512 {
        let m = (BigUint::from(1u8) << bits) - 5u8;
        let modulus = Modulus::new(&m).unwrap();
        let x = Natural::from_biguint(&(&m - 1u8), bits);
        let one = modulus.montgomery_form(&Natural::from_be_bytes(&[1], bits));
        for longer in bits..=bits + 40 {
            let number: BigUint = (BigUint::from(1u8) << longer) - 1u8;
            let difference =
                modulus.multiply_difference(&x, &Natural::from_biguint(&number, longer), longer, &one).to_biguint();
            assert_eq!((difference + number + 1u8) % &m, BigUint::ZERO, "{bits} {longer}");
        }
    }
}

/// Factors in Montgomery form close to `4m`, numbers as long as the contract allows, and a modulus as long as
/// `R ≥ 2^(bits + 4)` allows. The product must still be below `2m`.
#[test]
fn differences_are_residues_at_the_bound() {
    let mut state = 1u32;
    let mut random = |bits: usize| {
        let mut word = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        BigUint::new((0..bits.div_ceil(32)).map(|_| word()).collect()) >> (bits.next_multiple_of(32) - bits)
    };
    let one = BigUint::from(1u8);
    for bits in [141, 1040] {
        let r_bits = bits + 4;
        for _ in 0..2000 {
            let m: BigUint = random(bits) | &one | (&one << (bits - 1));
            let modulus = Modulus::new(&m).unwrap();
            let factor = random(2 * r_bits);
            let form = modulus.montgomery_form(&Natural::from_biguint(&factor, 2 * r_bits));
            let zero = Natural::zero(bits);
            for longer in 0..=4 {
                let number: BigUint = (&one << (bits + longer)) - &one - (random(bits) >> 3);
                let b = Natural::from_biguint(&number, bits + longer);
                let difference = modulus.multiply_difference(&zero, &b, bits + longer, &form).to_biguint();
                assert!(difference < m, "{bits} bits, {longer} more, m {m:x}, b {number:x}, factor {factor:x}");
                assert_eq!((difference + number * &factor) % &m, BigUint::ZERO);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arithmetic_matches_num_bigint(
        words in proptest::collection::vec(any::<u32>(), 2..140),
        a in proptest::collection::vec(any::<u32>(), 1..300),
        b in proptest::collection::vec(any::<u32>(), 1..300),
    ) {
        let m = BigUint::new(words) | BigUint::from(3u8);
        let modulus = Modulus::new(&m).unwrap();
        let [a, b] = [a, b].map(BigUint::new);
        let [x, y] = [&a, &b].map(|value| modulus.reduce(&Natural::from_biguint(value, value.bits() as usize)));
        prop_assert_eq!(x.to_biguint(), &a % &m);
        prop_assert_eq!(modulus.subtract(&x, &y).to_biguint(), (&a % &m + &m - &b % &m) % &m);
        let form = modulus.montgomery_form(&Natural::from_biguint(&b, b.bits() as usize));
        prop_assert_eq!(modulus.multiply(&x, &form).to_biguint(), &a * &b % &m);
        for engine in [Engine::Lanes, Engine::Scalar] {
            let mut form = engine.montgomery_form(&modulus, &y);
            let mut square = y.to_biguint();
            for _ in 0..4 {
                prop_assert_eq!(modulus.multiply(&x, &form).to_biguint(), &a * &square % &m);
                form = modulus.square_form(&form);
                square = &square * &square % &m;
            }
        }
        // Prepared for the width of `a`, or for another one.
        let wide = Natural::from_biguint(&a, a.bits() as usize);
        for bits in [wide.width(), wide.width() + 64] {
            let prepared = Modulus::for_numbers_of(bits, &m).unwrap();
            prop_assert_eq!(prepared.reduce(&wide).to_biguint(), &a % &m);
            for (number, length) in [(&wide, a.bits()), (&x, m.bits())] {
                let difference = prepared.multiply_difference(&x, number, length as usize, &form);
                prop_assert_eq!(difference.to_biguint(), BigUint::ZERO);
            }
        }
        prop_assert_eq!(
            modulus.multiply_difference(&x, &Natural::zero(32), 0, &form).to_biguint(),
            &a * &b % &m
        );
    }
}

/// Products that leave the lanes above 2m, so that the residue takes two subtractions. That needs a number of limbs that is a
/// multiple of four, and a modulus just above a power of two, whose quotient digits are all ones: `μ = β^4 − 1`.
#[cfg(lanes)]
#[test]
fn products_above_twice_the_modulus_become_residues() {
    let one = BigUint::from(1u8);
    let (mut above, mut available) = (0, false);
    for bits in [390usize, 396, 596, 796, 1596] {
        let m: BigUint = (&one << (bits - 1)) + 1u8;
        let modulus = Modulus::new(&m).unwrap();
        let numbers = [&m - 1u8, &m - 2u8, &m >> 1, one.clone(), (&m >> 3) + 5u8, (&one << (bits - 2)) - 1u8];
        for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
            let [x, y] = [a, b].map(|number| Natural::from_biguint(number, bits));
            let form = modulus.form_in_lanes(&y);
            assert_eq!(modulus.multiply(&x, &form).to_biguint(), a * b % &m, "{bits} bits, {a:x} · {b:x}");
            if let (Some(lanes), Some(form)) = (&modulus.lanes, &form.lanes) {
                available = true;
                above += usize::from(lanes.multiply(&x, form).to_biguint() >= &m << 1u8);
            }
        }
    }
    assert!(above > 4 || !available, "{above}");
}
