//! Short CRT exponents of three or more primes and a short e. The lattices are those of
//! [`several_crt_exponents`](crate::attacks::several_crt_exponents), which explains the equation and how a key falls to it.
//!
//! Hinek, "On the Security of Multi-prime RSA", CACR 2006-16, treats short CRT exponents of several primes; these lattices are
//! derived here. The limits are heuristic: they compare the length of the vector sought with the determinant, and ignore a few
//! bits. With α = |e|/n and w for the mean length of the exponents, the lattice modulo e^m, for m from 1 to r, reaches
//!
//! ```text
//! w < ((B/r)·n − (B − m)·|e|)/(r·(m + 1)),   B = r·(m + 1) − m(m − 1)/2,
//! ```
//!
//! which for three primes is `w/n < max(1/3 − 5α/6, 8/27 − 2α/3, (1 − 2α)/4)`: nothing from α = 1/2 on. Keys made by this library
//! have an e as long as N.

use super::{Basis, Finding, Method, Shape};
use crate::attack_limits::reaches;
use crate::{Reach, Verdict, sources};

/// The limit of the lattice modulo e^m, in bits; negative if it reaches nothing.
fn line_of(modulus_length: usize, primes: usize, public_exponent_length: usize, m: usize) -> f64 {
    let [n, r, e, m] = [modulus_length, primes, public_exponent_length, m].map(|value| value as f64);
    let b = r * (m + 1.0) - m * (m - 1.0) / 2.0;
    (b / r * n - (b - m) * e) / (r * (m + 1.0))
}

/// The highest of these limits, in bits. Below it, a lattice gives the product of the k_i. Once that is factored, each prime is
/// known modulo e.
pub fn line(modulus_length: usize, primes: usize, public_exponent_length: usize) -> f64 {
    (1..=primes).map(|m| line_of(modulus_length, primes, public_exponent_length, m)).fold(0.0, f64::max)
}

/// Whether a prime follows from its residue modulo e: Coppersmith's method finds n/r² of its n/r bits.
fn completes(modulus_length: usize, primes: usize, public_exponent_length: usize) -> bool {
    public_exponent_length * primes * primes >= modulus_length * (primes - 1)
}

pub(super) fn finding(shape: &Shape) -> Option<Finding> {
    let (n, r, e) = (shape.modulus_length, shape.primes, shape.public_exponent_length);
    if r < 3 || shape.repeated_prime || shape.crt_exponents.is_empty() {
        return None;
    }
    let w = shape.crt_exponents.iter().map(|length| length.exponent).sum::<usize>().div_ceil(r);
    let any = line(n, r, e);
    if w as f64 >= any {
        return None;
    }
    // Not formatted as a floating-point number: see `decimal`.
    let shown = any.round() as u64;
    let is_here = r == 3 && reaches(n, e, w);
    let (strength, reach, reason) = if is_here {
        let reason = format!(
            "w = {w} is below {shown}, the limit for three primes and an e of {e} bits: two small lattices factor N in seconds."
        );
        (0, Reach::Here, reason)
    } else if completes(n, r, e) {
        let reason = format!(
            "w = {w} is below {shown}, the heuristic limit of small lattices for {r} primes and an e of {e} bits: in theory, they \
             factor N once a number of a few hundred bits has been factored."
        );
        (0, Reach::Theory, reason)
    } else {
        let reason = format!(
            "w = {w} is below {shown}, the heuristic limit of small lattices for {r} primes and an e of {e} bits: they give each \
             prime modulo e. No known method finds the primes from that, but it is too close to count as better than weak."
        );
        (Verdict::Weak.least(), Reach::Theory, reason)
    };
    let basis = if is_here { Basis::Exact } else { Basis::Estimate };
    let finding = Finding::new(Method::MultiPrimeCrtExponentLattice, strength, reach, reason, sources::HINEK);
    Some(Finding { basis, ..finding })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_for_three_primes_are_the_known_ones() {
        let n = 2048.0;
        for e in [0usize, 205, 410, 512, 600, 700, 900, 1023] {
            let a = e as f64 / n;
            let expected = (1.0 / 3.0 - 5.0 * a / 6.0).max(8.0 / 27.0 - 2.0 * a / 3.0).max((1.0 - 2.0 * a) / 4.0);
            assert!((line(2048, 3, e) - expected * n).abs() < 1e-6, "{e}");
        }
        assert_eq!((line(2048, 3, 1024), line(2048, 3, 2048)), (0.0, 0.0));
    }

    #[test]
    fn the_line_of_four_primes_ends_before_half_of_n() {
        assert_eq!(line(4096, 4, 2048), 0.0);
        assert!(line(4096, 4, 512) > 400.0);
    }
}
