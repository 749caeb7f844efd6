//! The ladder of Lucas sequences. The two products of each step have the same modulus and use one lane each.

use num_bigint::BigUint;

use super::modulus::LaneModulus;
use super::montgomery::{Montgomery, Prepared};
use super::number::{LIMB_BITS, Number, limbs_from_words, natural_from_limbs};
use crate::Natural;

/// `β`
const LIMB: f64 = (1u64 << LIMB_BITS) as f64;

/// `V_k` and `V_(k+1)` of the Lucas sequence with Q = 1 and this P modulo `number`, whose limbs are `modulus`. Each
/// result is below `2m` and has one word more than the modulus. The time depends on all numbers.
///
/// Starts with k = 0 and goes through the bits of `k`, the leading bit first: `V_2k = V_k² − 2`,
/// `V_(2k+1) = V_k·V_(k+1) − P`.
pub(crate) fn lucas_ladder_vartime(number: &BigUint, modulus: &LaneModulus, p: u32, k: &BigUint) -> [Natural; 2] {
    let limbs = modulus.limbs();
    let prepared = Prepared::new([&modulus.reduction; 2]);
    let montgomery = &mut Montgomery::new(&prepared);
    let form = |value: u32| {
        let residue: BigUint = (BigUint::from(value) << (LIMB_BITS * limbs)) % number;
        limbs_from_words(&residue.to_u32_digits(), 0, limbs)
    };
    let [two, p] = [2, p].map(form);
    // The numbers to subtract for a bit of 0, and for a bit of 1.
    let constants = [Number::new([&two[..], &p]), Number::new([&p[..], &two])];
    let mut pair = constants[0].clone(); // V_0 = 2, V_1 = P
    let [mut both, mut products] = [(); 2].map(|()| Number::zero(limbs));
    for index in (0..k.bits()).rev() {
        let bit = usize::from(k.bit(index));
        for (places, values) in both.vectors_mut(limbs).iter_mut().zip(pair.vectors(limbs)) {
            *places = [values[bit]; 2];
        }
        montgomery.multiply(&mut products, &pair, &both);
        subtract(&mut products, &constants[bit], modulus);
        core::mem::swap(&mut pair, &mut products);
    }
    let one = limbs_from_words(&[1], 0, limbs);
    montgomery.multiply(&mut products, &pair, &Number::new([&one[..]; 2]));
    products.limbs(limbs).map(|plain| natural_from_limbs(&plain, modulus.width() + 32))
}

/// Subtracts residues below m from numbers, and adds m where a difference is negative. So the bounds that `montgomery`
/// proves for products also hold for the differences.
// Not inlined: JavaScript engines optimize a function only after many calls, and the ladder itself is called only once
// or twice.
#[inline(never)]
fn subtract(numbers: &mut Number<2>, residues: &Number<2>, modulus: &LaneModulus) {
    let limbs = modulus.limbs();
    let mut borrows = [0.0; 2];
    for (places, residue) in numbers.vectors_mut(limbs).iter_mut().zip(residues.vectors(limbs)) {
        for ((limb, subtrahend), borrow) in places.iter_mut().zip(residue).zip(&mut borrows) {
            let difference = *limb - subtrahend - *borrow;
            *borrow = if difference < 0.0 { 1.0 } else { 0.0 };
            *limb = difference + *borrow * LIMB;
        }
    }
    for lane in (0..2).filter(|lane| borrows[*lane] != 0.0) {
        let mut carry = 0.0;
        for (places, digit) in numbers.vectors_mut(limbs).iter_mut().zip(&modulus.reduction.modulus[..]) {
            let sum = places[lane] + digit + carry;
            carry = if sum >= LIMB { 1.0 } else { 0.0 };
            places[lane] = sum - carry * LIMB;
        }
        // The last carry cancels the borrow.
    }
}
