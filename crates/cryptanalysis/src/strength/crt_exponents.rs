//! Short CRT exponents: w bits modulo each p − 1, where those of an ordinary key have n/r.
//!
//! The lattices are for two primes. With `α = |e|/n` and `δ = w/n`, they take polynomial time if
//!
//! * `δ ≤ min(0.4·(1 − α), 1/4)`: Bleichenbacher, May, PKC 2006, a lattice of dimension 3, so it takes seconds;
//! * `δ ≤ 1/2 − 2α/3` and `α ≥ 1/4`: Galbraith, Heneghan, McKee, ACISP 2005, a lattice of dimension 2 for the cofactors; beyond
//!   either limit, the missing bits can be guessed;
//! * `δ < 1/2 − √(α/7)`: Takayasu, Lu, Peng, J. Cryptology 2019. For e as long as N, that is the paper's 0.122 (0.073 in
//!   Jochemsz, May, Crypto 2007); for shorter e, it follows from the same lattice.

use super::{Basis, Finding, Method, Shape, decimal};
use crate::attack_limits::{CRT_EXPONENT_LENGTHS, longest_crt_exponent};
use crate::{Reach, Source, Verdict, sources};

/// How far above [`lattice_line`] parameters still count as weak, as a fraction of n. It is a convention, not a bound on future
/// progress: for e as long as N, the limit rose from 0.073 to 0.091 in 2017 and to 0.122 in 2019, which is more than this.
pub const MARGIN: f64 = 0.02;

/// How many bits an attacker must guess to find the two primes of a modulus of n bits from the cofactors k of their CRT
/// exponents, of a and b bits, in `e·d = 1 + k·(p − 1)`.
///
/// `k_p·k_q·(N − 1) + k_p + k_q − 1 ≡ 0 mod e` has unknowns of `2·|k_p| + |k_q|` bits in total, the longer one counted twice. If
/// e is shorter, the attacker guesses the difference from the highest bits of the product; a lattice of dimension 2 gives the
/// rest. Each cofactor gives its prime modulo e. Coppersmith's method needs n/4 bits of the prime, so if e is shorter than that,
/// the attacker guesses that difference as well.
fn cofactor_guesses(modulus_length: usize, public_exponent_length: usize, [a, b]: [usize; 2]) -> usize {
    let (n, e) = (modulus_length, public_exponent_length);
    let cofactor = |exponent: usize| (e + exponent).saturating_sub(n / 2);
    let unknown = cofactor(a) + cofactor(b) + cofactor(a.max(b));
    unknown.saturating_sub(e) + (n / 4).saturating_sub(e)
}

/// The w in bits below which the lattices of Takayasu, Lu and Peng take polynomial time, for two primes and the given length of
/// e.
///
/// `None` for e shorter than n/7, where the formula does not apply. Nothing is missed there: `e·d_p > p − 1` makes w greater than
/// `n/2 − n/7`, which is the limit at n/7.
pub fn lattice_line(modulus_length: usize, public_exponent_length: usize) -> Option<f64> {
    let n = modulus_length as f64;
    let applies = 7 * public_exponent_length >= modulus_length;
    applies.then(|| n * (0.5 - (public_exponent_length as f64 / n / 7.0).sqrt()))
}

/// The work in bits of a meet-in-the-middle search for a CRT exponent of w bits. One exponent reveals a prime, whatever e and the
/// number of primes (Qiao, Lam, CARDIS 1998; Boneh, Shacham, "Fast Variants of RSA", CryptoBytes 2002).
pub fn search(crt_exponent_length: usize) -> u32 {
    (crt_exponent_length / 2) as u32
}

/// The longest CRT exponent that a published or practical search reaches, in bits: 2^32 steps and as much memory.
const PRACTICAL_SEARCH: usize = 64;
/// How many bits an attacker can guess in practice if each guess takes the reduction of a small lattice.
const PRACTICAL_GUESSES: usize = 32;

/// The w for the lattices, if they apply to this shape.
///
/// For exponents of a ≤ b bits it is `(2(a + b) + b)/5`: in the lattice of dimension 3, X has a + b + |e| − n/2 bits, Y has
/// 2|e| + a + b − n and Z has |e| + b − n/2. Their sum must be below 2|e|, as with w for both exponents.
fn short_exponent_of_two_primes(shape: &Shape) -> Option<usize> {
    let [first, second] = &shape.crt_exponents[..] else { return None };
    if shape.primes != 2 {
        return None;
    }
    let [a, b] = [first.exponent, second.exponent];
    Some((2 * (a + b) + a.max(b)).div_ceil(5))
}

pub(super) fn small_e_finding(shape: &Shape) -> Option<Finding> {
    let w = short_exponent_of_two_primes(shape)?;
    let (n, e) = (shape.modulus_length, shape.public_exponent_length);
    let line = longest_crt_exponent(n, e);
    let guesses = cofactor_guesses(n, e, [0, 1].map(|index| shape.crt_exponents[index].exponent));
    let finding = |strength: usize, reach: Reach, reason: String, source: Source| Finding {
        basis: Basis::Exact,
        ..Finding::new(Method::CrtExponentSmallELattice, strength as u32, reach, reason, source)
    };
    // If e has 3n/8 bits or more, the three unknowns of Bleichenbacher and May reach further than the two cofactors.
    if w <= line && (8 * e >= 3 * n || w <= n / 4) {
        let reason = format!(
            "w = {w} is at most min(0.4·(n − |e|), n/4) = {}, the limit for an e of {e} bits: reducing one lattice of dimension 3 \
             factors N in seconds.",
            line.min(n / 4)
        );
        return Some(finding(0, Reach::Here, reason, sources::BLEICHENBACHER_MAY));
    }
    if guesses >= Verdict::Good.least() as usize {
        return None;
    }
    let reach = match guesses {
        0 if w <= line => Reach::Here,
        0..=PRACTICAL_GUESSES => Reach::Practical,
        _ => Reach::Theory,
    };
    let guessed = if guesses == 0 { String::new() } else { format!(" after {guesses} bits have been guessed") };
    let reason = format!(
        "With w = {w} and an e of {e} bits, a lattice of dimension 2 finds the cofactors k in `e·d = 1 + k·(p − 1)`{guessed}. They \
         give p modulo e, and from that p."
    );
    Some(finding(guesses, reach, reason, sources::GALBRAITH_HENEGHAN_MCKEE))
}

/// The limit in bits, with one decimal if rounding would make it equal to w.
fn line_beside(w: usize, line: f64) -> String {
    if line.round() == w as f64 { decimal(line, 1) } else { format!("{}", line.round() as u64) }
}

pub(super) fn lattice_finding(shape: &Shape) -> Option<Finding> {
    let w = short_exponent_of_two_primes(shape)?;
    let (n, e) = (shape.modulus_length, shape.public_exponent_length);
    let line = lattice_line(n, e)?;
    let factor = decimal(line / n as f64, 3);
    let shown = line_beside(w, line);
    let margin = line + MARGIN * n as f64;
    let (strength, reason) = if (w as f64) < line {
        let reason = format!(
            "w = {w} is below {factor}·n = {shown}, the limit for an e of {e} bits: in theory, lattices factor N in polynomial \
             time. They reach this limit only as they grow without bound; no run near it is known."
        );
        (0, reason)
    } else if (w as f64) <= margin {
        // No cost is known there, so the lowest strength of the verdict stands for it.
        let reason = format!(
            "w = {w} is above {factor}·n = {shown}, the limit of lattice attacks for an e of {e} bits, but by at most 0.02·n: \
             too close to count as better than weak."
        );
        (Verdict::Weak.least(), reason)
    } else {
        return None;
    };
    Some(Finding::new(Method::CrtExponentLattice, strength, Reach::Theory, reason, sources::TAKAYASU_LU_PENG))
}

pub(super) fn search_finding(shape: &Shape) -> Option<Finding> {
    let w = shape.shortest_crt_exponent()?;
    let strength = search(w);
    let reach = Reach::of_length(w, *CRT_EXPONENT_LENGTHS.end(), PRACTICAL_SEARCH);
    let reason = format!(
        "A meet-in-the-middle search finds a CRT exponent of w = {w} bits in about 2^{strength} operations, with as much memory. The \
         exponent reveals a prime."
    );
    let finding = Finding::new(Method::CrtExponentSearch, strength, reach, reason, sources::QIAO_LAM);
    Some(Finding { basis: Basis::Exact, ..finding })
}

#[cfg(test)]
mod tests {
    use super::super::CrtExponentLength;
    use super::*;

    #[test]
    fn lines_for_full_size_e_are_the_known_ones() {
        for (n, line) in [(1024, 125.0), (2048, 250.0), (3072, 375.0), (4096, 500.0)] {
            assert_eq!(lattice_line(n, n).unwrap().round(), line, "{n}");
        }
        assert!((lattice_line(1_000_000, 1_000_000).unwrap() / 1e6 - 0.122).abs() < 1e-4);
    }

    #[test]
    fn lines_of_schemes_a_and_b_are_the_known_ones() {
        assert_eq!(lattice_line(1024, 568).unwrap().round(), 224.0);
        assert_eq!(lattice_line(1024, 512).unwrap().round(), 238.0);
    }

    #[test]
    fn the_line_that_any_e_has_is_the_higher_one_from_three_eighths_of_n_on() {
        for n in (128usize..=16384).step_by(37) {
            for e in (3 * n).div_ceil(8)..=n {
                assert!(longest_crt_exponent(n, e) as f64 <= lattice_line(n, e).unwrap(), "{n}, {e}");
            }
        }
    }

    fn small_e(n: usize, e: usize, exponents: [usize; 2]) -> Option<(u32, Option<Reach>, Source)> {
        let crt_exponents = exponents.map(|exponent| CrtExponentLength { exponent, prime: n / 2 }).to_vec();
        let shape = Shape { crt_exponents, ..Shape::of_public_key(n, e, None) };
        small_e_finding(&shape).map(|finding| (finding.strength, finding.reach, finding.source))
    }

    #[test]
    fn cofactors_reach_further_than_all_other_lattices_with_an_e_around_a_quarter_of_n() {
        let found = |strength, reach| Some((strength, reach, sources::GALBRAITH_HENEGHAN_MCKEE));
        // 1024 − 2/3·640 = 597.3; each bit of w above that means guessing three bits.
        assert_eq!(small_e(2048, 640, [597; 2]), found(0, Some(Reach::Here)));
        assert_eq!(small_e(2048, 640, [600; 2]), found(8, Some(Reach::Practical)));
        assert_eq!(small_e(2048, 640, [620; 2]), found(68, Some(Reach::Theory)));
        assert_eq!(small_e(2048, 640, [625; 2]), found(83, None));
        assert_eq!(small_e(2048, 640, [650; 2]), None);
        // If e has fewer than n/4 bits, the rest is guessed.
        assert_eq!(small_e(2048, 512, [682; 2]), found(0, Some(Reach::Practical)));
        assert_eq!(small_e(2048, 500, [690; 2]), found(12, Some(Reach::Practical)));
        // The longer exponent counts twice.
        assert_eq!(small_e(2048, 640, [580, 600]), small_e(2048, 640, [600, 580]));
        assert_eq!(small_e(2048, 640, [570, 600]), found(0, Some(Reach::Here)));
        // Ordinary keys are far from this limit.
        assert_eq!(small_e(2048, 17, [1024; 2]), None);
    }

    #[test]
    fn a_short_e_goes_with_exponents_that_are_long_enough() {
        for n in (128usize..=16384).step_by(7) {
            let void = n.div_ceil(7) - 1;
            assert_eq!(lattice_line(n, void), None);
            // e·d_p > p − 1, so the two lengths add up to at least that of p.
            let shortest = (n / 2 - void) as f64;
            assert!(shortest >= lattice_line(n, n.div_ceil(7)).unwrap(), "{n}");
        }
    }
}
