//! Constant-time exponentiation with fixed windows, two at a time, on doubles.
//!
//! A set is sorted by length and goes through the kernel in pairs. An exponentiation without a partner uses both lanes.
//! In WebAssembly this engine is 3 to 4 times as fast as `scalar` for pairs, and 2 to 3 times for single
//! exponentiations. In ordinary x86-64 programs it is 1.6 to 1.8 times as fast for pairs of 512 bits or more, because
//! `scalar` has wider limbs there. In WebAssembly with SIMD but without relaxed SIMD its limbs are short, and it is 1.6 to 1.9 times as fast
//! for pairs. Elsewhere, without a fused multiply-add, it is not available. `docs/lanes.md` explains the
//! kernel's shape and has its figures.

use core::cmp::Reverse;

use num_bigint::BigUint;

use super::{Exponentiation, scalar};
use crate::Natural;
use crate::fault::point;
pub(super) use crate::lanes::are_available as is_available;
use crate::lanes::{self, Base, LIMB_BITS, LONGEST_EXPONENT, MAX_LIMBS, Power, powers, public_power};

/// The longest numbers for [`lanes::fermat_base_two_vartime`], in bits. It needs at most one limb more than their
/// length.
const LONGEST_FERMAT: usize = LIMB_BITS * (MAX_LIMBS - 1);

/// Members of a set, by index, that run at the same time.
#[derive(Debug, PartialEq, Eq)]
enum Group {
    Pair([usize; 2]),
    Single(usize),
}

pub(super) fn exponentiate(set: &[Exponentiation<'_>]) -> Vec<Natural> {
    let members: Vec<Option<Power<'_>>> = set.iter().map(power).collect();
    let mut results: Vec<Natural> = (set.iter().zip(&members))
        .map(|(alone, member)| if member.is_some() { Natural::zero(0) } else { scalar::power(alone) })
        .collect();
    let mut answer =
        |index: usize, power: Natural| results[index] = point("power: result", set[index].modulus.canonical(power));
    let member = |index: usize| members[index].as_ref().expect("groups have members that the kernel takes");
    for group in schedule(&members) {
        match group {
            Group::Pair(pair) => {
                let together = powers(pair.map(member));
                pair.into_iter().zip(together).for_each(|(index, power)| answer(index, power));
            }
            Group::Single(index) if set[index].exponent.is_secret() => answer(index, lanes::power(member(index))),
            Group::Single(index) => answer(index, public_power(member(index))),
        }
    }
    results
}

/// Tests two numbers at a time if they are equally long.
pub(super) fn fermat_base_two_vartime(numbers: &[BigUint]) -> Vec<bool> {
    if !is_available() || numbers.iter().any(|number| number.bits() as usize > LONGEST_FERMAT) {
        return scalar::fermat_base_two_vartime(numbers);
    }
    let pairs = numbers.chunks(2).map(|pair| match pair {
        [first, second] if first.bits() == second.bits() => lanes::fermat_base_two_vartime([first, second]).to_vec(),
        // Tests the same number twice: code for single numbers would enlarge the WebAssembly, and is hardly ever
        // needed.
        _ => pair.iter().map(|number| lanes::fermat_base_two_vartime([number, number])[0]).collect(),
    });
    pairs.flatten().collect()
}

/// Converts an exponentiation for the kernel. `None` if the kernel is not available, or beyond the lengths for which
/// its bounds are proved.
fn power<'a>(Exponentiation { base, exponent, modulus }: &Exponentiation<'a>) -> Option<Power<'a>> {
    let lanes = modulus.lanes()?;
    if exponent.bit_length() > LONGEST_EXPONENT {
        return None;
    }
    let base = if !exponent.is_secret() && modulus.is_residue(base) {
        Base::Residue((*base).clone())
    } else if base.width() <= lanes.widest_plain() {
        Base::Plain((*base).clone())
    } else if let Some((number, factor)) = modulus.divided_for_lanes(base) {
        Base::Divided(number, factor)
    } else {
        Base::Scalar(modulus.scalar_form(base))
    };
    Some(Power { modulus: lanes, base, exponent })
}

/// Groups a set. Pairs have the same number of limbs and secret exponents.
///
/// A pair takes as long as its longer exponent. A single exponentiation takes 0.86 of the time of a pair at 341 bits,
/// 0.74 at 683 bits, 0.70 at 1024 bits and 0.62 at 2048 bits. So a pair is faster unless one exponent is shorter than
/// about half of the other.
fn schedule(members: &[Option<Power<'_>>]) -> Vec<Group> {
    let kind = |member: &Power<'_>| (member.modulus.limbs(), member.exponent.is_secret());
    let mut order: Vec<_> = (members.iter().enumerate())
        .filter_map(|(index, member)| {
            member.as_ref().map(|member| (kind(member), Reverse(member.exponent.bit_length()), index))
        })
        .collect();
    // Insertion sort: sets are small, and the standard library's sort adds 10 kB to the WebAssembly before compression.
    for end in 1..order.len() {
        let place = order[..end].partition_point(|member| *member <= order[end]);
        order[place..=end].rotate_right(1);
    }
    let mut groups = Vec::new();
    let mut rest = &order[..];
    while let [(kind, Reverse(longer), index), behind @ ..] = rest {
        let fits = |(other, Reverse(shorter), _): &&_| kind.1 && other == kind && 2 * shorter >= *longer;
        let partner = behind.first().filter(fits);
        groups.push(partner.map_or(Group::Single(*index), |(_, _, partner)| Group::Pair([*index, *partner])));
        rest = if partner.is_some() { &behind[1..] } else { behind };
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exponent, Modulus};
    use num_bigint::BigUint;

    fn groups(members: &[(usize, Exponent)]) -> Vec<Group> {
        let one = Natural::from_be_bytes(&[1], 32);
        let moduli: Vec<Modulus> = (members.iter())
            .map(|(bits, _)| Modulus::new(&((BigUint::from(1u8) << (bits - 1)) + 1u8)).unwrap())
            .collect();
        let set: Vec<Exponentiation<'_>> = (moduli.iter().zip(members))
            .map(|(modulus, (_, exponent))| Exponentiation { base: &one, exponent, modulus })
            .collect();
        schedule(&set.iter().map(power).collect::<Vec<_>>())
    }

    fn secret(bits: usize) -> Exponent {
        Exponent::secret(&BigUint::from(1u8), bits)
    }

    #[test]
    fn equal_lengths_form_pairs() {
        let set =
            [(1024, secret(1024)), (512, secret(512)), (1024, secret(1023)), (512, secret(512)), (512, secret(400))];
        assert_eq!(groups(&set), [Group::Pair([1, 3]), Group::Single(4), Group::Pair([0, 2])]);
    }

    #[test]
    fn exponents_that_differ_too_much_stay_single() {
        assert_eq!(groups(&[(512, secret(512)), (512, secret(256))]), [Group::Pair([0, 1])]);
        assert_eq!(groups(&[(512, secret(512)), (512, secret(255))]), [Group::Single(0), Group::Single(1)]);
        let public = |value: u32| (512, Exponent::public(&BigUint::from(value)));
        let set = [public(65537), (512, secret(17)), public(65539), public(65537), public(65539)];
        assert_eq!(groups(&set), [0, 2, 3, 4, 1].map(Group::Single));
    }

    #[test]
    fn numbers_that_are_too_long_go_to_another_engine() {
        let bits = LIMB_BITS * MAX_LIMBS;
        assert_eq!(
            groups(&[(bits, secret(9)), (bits - 3, secret(9)), (64, secret(LONGEST_EXPONENT + 1))]),
            [Group::Single(1)]
        );
    }
}
