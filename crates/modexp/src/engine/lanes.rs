//! Fixed-window exponentiation two at a time on doubles with fused multiply-add, in constant time.
//!
//! A set is sorted by length and goes through the kernel in pairs; what has no partner uses both lanes for itself. It wins
//! wherever there is a vector unit with fused multiply-add, by 2 to 4 times over `scalar`, and loses where there is none:
//! there it is not offered. The kernel's shape and its figures are in `docs/lanes.md`.

use super::{Exponentiation, scalar};
use crate::Natural;
use crate::lanes::{Base, LaneModulus, MAX_LIMBS, Power, multiply_add_is_fused, powers};

/// Whether this engine is faster than `scalar` here: the multiply-add is fused, and an instruction rather than a call.
pub(super) fn is_available() -> bool {
    cfg!(any(target_family = "wasm", target_feature = "fma", target_arch = "aarch64")) && multiply_add_is_fused()
}

/// Members of a set, by index, that run together.
#[derive(Debug, PartialEq, Eq)]
enum Group {
    Pair([usize; 2]),
    Single(usize),
    /// Beyond the lengths for which the kernel's bounds are proved.
    TooLong(usize),
}

pub(super) fn exponentiate(set: &[Exponentiation<'_>]) -> Vec<Natural> {
    if !multiply_add_is_fused() {
        return scalar::exponentiate(set);
    }
    let mut results = vec![Natural::zero(0); set.len()];
    let mut answer = |index: usize, power: Natural| results[index] = set[index].modulus.canonical(&power);
    for group in schedule(set) {
        match group {
            Group::Pair(pair) => {
                let together = powers(&pair.map(|index| power(&set[index])));
                pair.into_iter().zip(together).for_each(|(index, power)| answer(index, power));
            }
            Group::Single(index) => {
                let [alone] = powers(&[power(&set[index])]);
                answer(index, alone);
            }
            Group::TooLong(index) => {
                answer(index, scalar::exponentiate(&set[index..=index]).remove(0));
            }
        }
    }
    results
}

fn power<'a>(Exponentiation { base, exponent, modulus }: &Exponentiation<'a>) -> Power<'a> {
    let lanes = modulus.lanes();
    let base = if base.width() <= lanes.widest_plain() {
        Base::Plain((*base).clone())
    } else {
        Base::Scalar(modulus.scalar_form(base))
    };
    Power { modulus: lanes, base, exponent }
}

/// Pairs of equally many limbs whose exponents take the same digits: both secret, or public and equal.
///
/// A pair takes as long as its longer exponent, and two alone somewhat longer than half of a pair each. So exponents of
/// which one is shorter than two thirds of the other stay alone.
fn schedule(set: &[Exponentiation<'_>]) -> Vec<Group> {
    let limbs = |index: usize| LaneModulus::limbs_for(set[index].modulus.bit_length());
    let exponent = |index: usize| set[index].exponent;
    let fit = |first: usize, second: usize| {
        let (shorter, longer) = (exponent(first).bit_length(), exponent(second).bit_length());
        let same_digits = exponent(first).is_secret() || exponent(first).value() == exponent(second).value();
        limbs(first) == limbs(second)
            && exponent(first).is_secret() == exponent(second).is_secret()
            && same_digits
            && 3 * shorter >= 2 * longer
    };
    let mut order: Vec<usize> = (0..set.len()).collect();
    order.sort_by_key(|index| (limbs(*index), exponent(*index).is_secret(), exponent(*index).bit_length()));
    let mut groups = Vec::new();
    let mut rest = &order[..];
    while let [index, behind @ ..] = rest {
        let partner = behind.first().filter(|partner| fit(*index, **partner));
        let group = match partner {
            _ if limbs(*index) > MAX_LIMBS => Group::TooLong(*index),
            Some(partner) => Group::Pair([*index, *partner]),
            None => Group::Single(*index),
        };
        rest = if matches!(group, Group::Pair(_)) { &behind[1..] } else { behind };
        groups.push(group);
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
        let moduli: Vec<Modulus> = members
            .iter()
            .map(|(bits, _)| Modulus::new(&((BigUint::from(1u8) << (bits - 1)) + 1u8)).unwrap())
            .collect();
        let set: Vec<Exponentiation<'_>> = (moduli.iter().zip(members))
            .map(|(modulus, (_, exponent))| Exponentiation { base: &one, exponent, modulus })
            .collect();
        schedule(&set)
    }

    fn secret(bits: usize) -> Exponent {
        Exponent::secret(&BigUint::from(1u8), bits)
    }

    #[test]
    fn equal_lengths_go_in_pairs() {
        let set =
            [(1024, secret(1024)), (512, secret(512)), (1024, secret(1023)), (512, secret(512)), (512, secret(512))];
        assert_eq!(groups(&set), [Group::Pair([1, 3]), Group::Single(4), Group::Pair([2, 0])]);
    }

    #[test]
    fn unlike_exponents_stay_alone() {
        assert_eq!(groups(&[(512, secret(512)), (512, secret(300))]), [Group::Single(1), Group::Single(0)]);
        let public = |value: u32| Exponent::public(&BigUint::from(value));
        let set = [(512, public(65537)), (512, secret(17)), (512, public(65539)), (512, public(65539))];
        assert_eq!(groups(&set), [Group::Single(0), Group::Pair([2, 3]), Group::Single(1)]);
    }

    #[test]
    fn what_is_too_long_goes_elsewhere() {
        let bits = 50 * MAX_LIMBS;
        assert_eq!(groups(&[(bits, secret(9)), (bits, secret(9))]), [Group::TooLong(0), Group::TooLong(1)]);
        assert_eq!(groups(&[(bits - 2, secret(9)), (bits - 2, secret(9))]), [Group::Pair([0, 1])]);
    }
}
