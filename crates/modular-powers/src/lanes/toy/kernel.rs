//! The kernel's source, with the doubles of `vector`.

#![allow(dead_code, clippy::duplicate_mod, clippy::unnecessary_cast)]

#[path = "../aligned.rs"]
mod aligned;
#[path = "../carry.rs"]
mod carry;
#[path = "../exact_sums.rs"]
pub(super) mod exact_sums;
#[path = "../linked.rs"]
mod linked;
#[path = "../montgomery.rs"]
mod montgomery;
#[path = "../number.rs"]
mod number;
#[path = "../split_sums.rs"]
pub(super) mod split_sums;
#[path = "../starts.rs"]
mod starts;
#[path = "../strip.rs"]
mod strip;

#[path = "check.rs"]
pub(super) mod check;
#[path = "vector.rs"]
mod vector;

use super::{MANTISSA_BITS, sums};
use crate::lanes::fused;

/// Takes the place of `lanes/reduction.rs`: the multiples of a modulus, computed with integers.
mod reduction {
    use super::aligned::Aligned;

    pub(super) struct Reduction {
        pub(super) modulus: Aligned,
        pub(super) by_four: Aligned,
        pub(super) by_rest: Aligned,
        pub(super) negated_inverse: Aligned,
    }

    impl Reduction {
        pub(super) fn limbs(&self) -> usize {
            self.modulus.len()
        }
    }
}
