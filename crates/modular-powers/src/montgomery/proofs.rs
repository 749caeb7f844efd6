//! Prints the constants of the scalar kernels for the proofs in `proofs/`. `node lab/proofs.mjs` runs this.

use super::{Kernel, narrow, wide};

#[test]
#[ignore = "prints constants for node lab/proofs.mjs"]
fn constants_for_proofs() {
    let narrow_limb_bits = narrow::Montgomery::LIMB_BITS;
    // The least R/m, as a power of two.
    let distance = (2..20_000).map(|bits| narrow::Montgomery::limbs_for(bits) * narrow_limb_bits - bits).min().unwrap();
    for (name, value) in [
        ("NARROW_LIMB_BITS", narrow_limb_bits),
        ("NARROW_MAX_LOAD", narrow::MAX_LOAD),
        ("NARROW_NEWTON_STEPS", narrow::NEWTON_STEPS),
        ("NARROW_DISTANCE", 1 << distance),
        ("NARROW_RESIDUE", narrow::Montgomery::RESIDUE as usize),
        ("NARROW_FACTOR", narrow::Montgomery::FACTOR as usize),
        ("WIDE_LIMB_BITS", wide::Montgomery::LIMB_BITS),
        ("WIDE_NEWTON_STEPS", wide::NEWTON_STEPS),
    ] {
        println!("\nconstant {name} {value}");
    }
}
