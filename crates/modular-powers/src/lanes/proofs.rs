//! Prints the constants of the lanes for the proofs in `proofs/`. `node lab/proofs.mjs` runs this.

use super::carry::{INTEGERS, LIMB_MASK};
use super::modulus::LaneModulus;
use super::montgomery::{LONGEST_EXPONENT, MAX_LIMBS};
use super::number::{LIMB_BITS, LOW};
use super::residues;
use super::split_sums::HIGH;
use super::starts::{BIAS, COLUMN_BIAS};
use super::strip::ROWS;

#[test]
#[ignore = "prints constants for node lab/proofs.mjs"]
fn constants_for_proofs() {
    // The least R/m for which a modulus is prepared, as a power of two.
    let distance = |fours: bool| {
        let limbs = |bits: usize| LaneModulus::limbs_for(bits);
        let lengths = (2..20_000).filter(|bits| limbs(*bits).is_multiple_of(ROWS) == fours);
        1u128 << lengths.map(|bits| limbs(bits) * LIMB_BITS - bits).min().unwrap()
    };
    for (name, value) in [
        ("ROWS", ROWS as u128),
        ("HIGH", HIGH as u128),
        ("LOW", LOW as u128),
        ("INTEGERS", INTEGERS as u128),
        ("LIMB_MASK", LIMB_MASK.into()),
        ("MAX_LIMBS", MAX_LIMBS as u128),
        ("COLUMN_BIAS", COLUMN_BIAS.into()),
        ("CARRY_BIAS", (BIAS >> LIMB_BITS).into()),
        ("LONGEST_EXPONENT", LONGEST_EXPONENT as u128),
        ("DISTANCE_OF_FOURS", distance(true)),
        ("DISTANCE", distance(false)),
        ("DISTANCE_OF_RESIDUES", 1 << residues::DISTANCE),
    ] {
        println!("\nconstant {name} {value}");
    }
}
