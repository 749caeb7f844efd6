//! One short CRT exponent and a short e, however long the other exponents are.
//!
//! `e·d_p + (k − 1) ≡ 0 mod p` is a homogeneous linear equation modulo an unknown divisor of N. Its solutions can be found as
//! long as the product of the unknowns is below `N^(β²)` with `p = N^β` (Lu, Zhang, Peng, Lin, Asiacrypt 2015; the bound of
//! Coppersmith's method for one unknown). If p has ℓ bits, k has `|e| + w − ℓ`, so the limit is
//!
//! ```text
//! w + (|e| + w − ℓ) < ℓ²/n,   w < (ℓ²/n + ℓ − |e|)/2.
//! ```

use super::{Finding, Method, Shape};
use crate::{Reach, sources};

/// The w in bits below which an attacker finds a single CRT exponent of a prime of ℓ bits, for the given lengths of N and e; 0
/// for a long e.
pub fn line(modulus_length: usize, prime_length: usize, public_exponent_length: usize) -> f64 {
    let [n, l, e] = [modulus_length, prime_length, public_exponent_length].map(|length| length as f64);
    ((l * l / n + l - e) / 2.0).max(0.0)
}

pub(super) fn finding(shape: &Shape) -> Option<Finding> {
    let (n, e) = (shape.modulus_length, shape.public_exponent_length);
    let (w, line) = shape
        .crt_exponents
        .iter()
        .map(|length| (length.exponent, line(n, length.prime, e)))
        .find(|(w, line)| (*w as f64) < *line)?;
    let shown = line.round() as u64; // not formatted as a floating-point number: see `decimal`
    let reason = format!(
        "A CRT exponent of {w} bits is below {shown}, the limit for a single short exponent with an e of {e} bits: in theory, \
         lattices find its prime in polynomial time."
    );
    Some(Finding::new(Method::OneCrtExponentLattice, 0, Reach::Theory, reason, sources::LU_ZHANG_PENG_LIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_void_for_long_exponents_and_below_that_of_two() {
        assert_eq!(line(2048, 1024, 2048), 0.0);
        assert_eq!(line(2048, 1024, 1024), 256.0);
        for e in (512..=1536).step_by(16) {
            assert!(line(2048, 1024, e) <= super::super::crt_exponents::lattice_line(2048, e).unwrap(), "{e}");
        }
    }

    #[test]
    fn ordinary_keys_are_beyond_it() {
        for n in (1024..=16384).step_by(64) {
            for r in 2..=8 {
                for e in [2, 17, 256] {
                    // e·d_p ≥ p − 1, but a random d_p is as long as its prime.
                    assert!(line(n, n / r, e) < (n / r) as f64 * 0.8, "{n} {r} {e}");
                }
            }
        }
    }
}
