//! The kernel at toy precision: its source is compiled again with small doubles, limbs and words, and compared with
//! integers for all operands.
//!
//! The parameters keep their distances: limbs have three bits less than a mantissa with its hidden bit (50 and 53), and
//! a word has as many bits more than a mantissa as the exponent and the sign take. The modules are included by path
//! instead of being generic, so that the real kernel stays as it is.
//!
//! With doubles of 6 bits a product of two limbs of 3 bits fits a mantissa, so only those of 7 bits, with limbs of 4, show
//! that the multiply-add is fused.
//!
//! Short limbs, of half the bits, are 2 bits long in doubles of 7.

mod double;
mod limbs_of_2;
mod limbs_of_3;
mod limbs_of_4;
