//! The kernel at toy precision: its source is compiled again with doubles of 6 bits, limbs of 3 bits and words of 11 bits, and
//! compared with integers for all operands.
//!
//! The parameters keep their distances: limbs have three bits less than a mantissa with its hidden bit (50 and 53, 3 and
//! 6), and a word has as many bits more than a mantissa. The modules are included by path instead of being generic, so
//! that the real kernel stays as it is. A product of two such limbs fits a mantissa, so this does not check that the
//! multiply-add is fused.

#![allow(dead_code, clippy::duplicate_mod, clippy::unnecessary_cast)]

mod double;

#[path = "aligned.rs"]
mod aligned;
#[path = "montgomery.rs"]
mod montgomery;
#[path = "number.rs"]
mod number;
#[path = "starts.rs"]
mod starts;
#[path = "strip.rs"]
mod strip;

mod tests;
mod vector;

use super::fused;

/// Takes the place of `lanes/modulus.rs`: the multiples of a modulus, computed with integers.
mod modulus {
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
