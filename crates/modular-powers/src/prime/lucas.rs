//! The extra strong Lucas test.

use num_bigint::BigUint;

use crate::jacobi::jacobi_of_word_vartime;
#[cfg(lanes)]
use crate::lanes::lucas_ladder_vartime;
use crate::{Modulus, Residues};

/// Whether an odd number above 2^16 without a factor below 2^11 is an extra strong Lucas probable prime. Every prime is
/// one.
///
/// `V_k` is the Lucas sequence with Q = 1 and the least P ≥ 3 for which D = P² − 4 has the Jacobi symbol −1 modulo the
/// number n. With `n + 1 = d·2^s`, a prime has `U_d ≡ 0` and `V_d ≡ ±2`, or `V_(d·2^t) ≡ 0` for some t below s − 1
/// (Grantham, "Frobenius pseudoprimes", Mathematics of Computation 70, 2001, section 2; the choice of P is Baillie's,
/// OEIS A217719). With Q = 1 the test takes two products per bit; other strong Lucas tests take three.
pub(super) fn is_extra_strong_probable_prime(number: &BigUint) -> bool {
    let Some(p) = parameter(number) else { return false };
    let modulus = Modulus::new(number).expect("odd and above 2");
    let twos = (number + 1u8).trailing_zeros().unwrap_or(0);
    let d: BigUint = (number + 1u8) >> twos;
    let [mut v, v_next] = ladder_in_lanes(number, &modulus, p, &d).unwrap_or_else(|| ladder(modulus, p, &d));
    let (plain_two, minus_two) = (BigUint::from(2u8), number - 2u8);
    // D·U_d = 2·V_(d+1) − P·V_d, and D is a unit.
    if (v == plain_two || v == minus_two) && &v * p % number == (v_next << 1) % number {
        return true;
    }
    for _ in 1..twos {
        if v == BigUint::ZERO {
            return true;
        }
        v = (&v * &v + &minus_two) % number;
    }
    false
}

/// `V_k` and `V_(k+1)`. Starts with k = 0 and goes through the bits of `k`, the leading bit first: `V_2k = V_k² − 2`,
/// `V_(2k+1) = V_k·V_(k+1) − P`.
fn ladder(modulus: Modulus, p: u32, k: &BigUint) -> [BigUint; 2] {
    let mut residues = Residues::from(modulus);
    let [two, p] = [2, p].map(|value| residues.residue(&BigUint::from(value)));
    let (mut product, one, zero) = (residues.zero(), residues.one(), residues.zero());
    let (mut low, mut high) = (residues.sum(), residues.sum());
    residues.add(&mut low, &two, &zero);
    residues.add(&mut high, &p, &zero);
    for index in (0..k.bits()).rev() {
        residues.multiply(&mut product, &low, &high);
        let (doubled, between) = if k.bit(index) { (&mut high, &mut low) } else { (&mut low, &mut high) };
        residues.subtract(between, &product, &p);
        residues.square(&mut product, doubled);
        residues.subtract(doubled, &product, &two);
    }
    [low, high].map(|sum| {
        residues.multiply(&mut product, &sum, &one);
        residues.value(&product)
    })
}

/// The same with both products of a step at once. `None` if there is no suitable vector unit or the number is too long.
#[cfg(lanes)]
fn ladder_in_lanes(number: &BigUint, modulus: &Modulus, p: u32, k: &BigUint) -> Option<[BigUint; 2]> {
    let lanes = modulus.lanes()?;
    let values = lucas_ladder_vartime(number, lanes, p, k);
    Some(values.map(|value| modulus.canonical(value).to_biguint()))
}

#[cfg(not(lanes))]
fn ladder_in_lanes(_: &BigUint, _: &Modulus, _: u32, _: &BigUint) -> Option<[BigUint; 2]> {
    None
}

/// The least P ≥ 3 for which the Jacobi symbol (P² − 4 | n) is −1. `None` if n turns out to be composite. About half of
/// all P are suitable, unless n is a square: then the symbol is never −1.
fn parameter(number: &BigUint) -> Option<u32> {
    // Far more than any known number that is not a square needs, and less than the number's least factor.
    const MOST: u32 = 1 << 10;
    let symbols = (3..MOST).map(|p| (p, jacobi_of_word_vartime(p * p - 4, number)));
    symbols.take_while(|(_, symbol)| *symbol != 0).find_map(|(p, symbol)| (symbol < 0).then_some(p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::small_primes;

    /// With every number of limbs modulo four, and numbers close to a power of two on either side.
    #[test]
    fn both_ladders_agree() {
        for bits in [64u64, 150, 196, 198, 200, 512, 1024, 1048, 1098, 2048] {
            for number in [(BigUint::from(1u8) << bits) - 1u8, (BigUint::from(1u8) << (bits - 1)) + 7u8] {
                for (p, k) in [(3, &number + 1u8), (1021, &number / 3u8), (7, BigUint::from(6u8))] {
                    let modulus = Modulus::new(&number).unwrap();
                    let expected = ladder(modulus.clone(), p, &k);
                    assert_eq!(ladder_in_lanes(&number, &modulus, p, &k), Some(expected), "{number}, {p}, {k}");
                }
            }
        }
    }

    /// OEIS A217719 lists all composites below 100,000 that pass.
    #[test]
    fn the_numbers_that_pass_are_the_primes_and_the_known_pseudoprimes() {
        let known = [989, 3239, 5777, 10877, 27971, 29681, 30739, 31631, 39059, 72389, 73919, 75077];
        let is_prime = |n: u32| small_primes().iter().take_while(|p| *p * *p <= n).all(|p| !n.is_multiple_of(*p));
        let limit = 80_000;
        for number in (5..limit).step_by(2) {
            let passes = is_extra_strong_probable_prime(&BigUint::from(number));
            // Primes below the parameters share a factor with D, namely themselves.
            if number > 1000 || !is_prime(number) {
                assert_eq!(passes, is_prime(number) || known.contains(&number), "{number}");
            }
        }
    }
}
