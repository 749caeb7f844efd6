//! How far the attacks of this crate reach, for the attacks themselves and for [`strength`](crate::strength), which states it. Needs
//! nothing else of them, so modules that only grade parameters do not contain the attacks.

use core::ops::RangeInclusive;

/// The lengths of primes, in bits, that the elliptic-curve method accepts.
pub const PRIME_LENGTHS: RangeInclusive<usize> = 32..=100;

/// The lengths of CRT exponents, in bits, that the search in the middle accepts. At a modulus of 512 bits, 36 bits take 110 MiB.
pub const CRT_EXPONENT_LENGTHS: RangeInclusive<usize> = 16..=36;

/// How many primes the attack on several CRT exponents is for.
pub(crate) const PRIMES: usize = 3;
/// The longest k_i, in bits. K has three times as many bits, and elliptic curves must factor it.
const LONGEST_COFACTOR: usize = 112;
/// At this many bits below the limit, the attack found every key that was tried.
const CERTAIN: usize = 4;

/// The length in bits of the square-free part of `N = p^(r−s)·q^s`: one of p and q for odd r, p·q for even r.
pub fn square_free_length(modulus_length: usize, primes: usize) -> usize {
    if primes.is_multiple_of(2) { 2 * modulus_length / primes } else { modulus_length / primes }
}

/// The multiplicity h and the dimension m of the smallest lattice for a root of x bits, a prime of ℓ bits and a modulus of n
/// bits; `None` if none of these lattices is large enough.
///
/// The lattice of `N^(h−i)·f^i` for i ≤ h and `y^(i−h)·f^h` for h < i < m has the determinant `N^(h(h+1)/2)·X^(m(m−1)/2)`. Its
/// shortest vector gives a polynomial that has the root over the integers if `det^(1/m)`, with m bits to spare, is below p^h.
pub(crate) fn dimensions(modulus_length: usize, length: usize, root_length: usize) -> Option<(usize, usize)> {
    [(1, 4), (1, 5), (2, 5), (2, 8)].into_iter().find(|&(h, m)| {
        let determinant = modulus_length * h * (h + 1) / 2 + root_length * m * (m - 1) / 2;
        determinant + m * m <= m * h * (length - 1)
    })
}

/// The longest CRT exponents that the attack reaches, in bits, rounded down.
///
/// The limit is sharp. Of ten keys of Scheme B with n = 1024, whose exponents have w or w + 1 bits, ten fell with w = 203, nine
/// with 204, two with 205 and none with 206.
///
/// ```
/// use rsa_cryptanalysis::attacks::small_crt_exponents::longest_crt_exponent;
///
/// assert_eq!(longest_crt_exponent(1024, 568), 182); // Scheme A has 160
/// assert_eq!(longest_crt_exponent(1024, 512), 204); // Scheme B has 198
/// assert_eq!(longest_crt_exponent(1024, 320), 298); // n/2 − 2/3·n_e
/// ```
pub fn longest_crt_exponent(modulus_length: usize, public_exponent_length: usize) -> usize {
    let three_unknowns = (2 * modulus_length.saturating_sub(public_exponent_length) / 5).min(modulus_length / 4);
    longest_by_cofactors(modulus_length, public_exponent_length).unwrap_or(three_unknowns)
}

/// The same for the equation in two unknowns, if it reaches further and the prime can be found from its residue.
pub(crate) fn longest_by_cofactors(modulus_length: usize, public_exponent_length: usize) -> Option<usize> {
    let (half, e) = (modulus_length / 2, public_exponent_length);
    let is_better = 8 * e < 3 * modulus_length;
    let completes = dimensions(modulus_length, half, (half + 1).saturating_sub(e)).is_some();
    (is_better && completes).then(|| half.saturating_sub((2 * e).div_ceil(3)))
}

/// The longest CRT exponents that the attack reaches, in bits, by the heuristic limit `8/27·n − 2/3·|e|`; 0 if that is negative.
///
/// ```
/// use rsa_cryptanalysis::attacks::several_crt_exponents::longest_crt_exponent;
///
/// assert_eq!(longest_crt_exponent(2048, 512), 265);
/// assert_eq!(longest_crt_exponent(2048, 1024), 0);
/// ```
pub fn longest_of_several(modulus_length: usize, public_exponent_length: usize) -> usize {
    (8 * modulus_length).saturating_sub(18 * public_exponent_length) / 27
}

/// Whether keys of three primes with CRT exponents of w bits fall to the attack in minutes.
pub fn reaches(modulus_length: usize, public_exponent_length: usize, w: usize) -> bool {
    let (prime, e) = (modulus_length / PRIMES, public_exponent_length);
    let shortest = prime.saturating_sub(e) + 8;
    // Beyond the second limit, (e, 0, 0) is a shorter vector of the lattice than the one sought.
    let second = (2 * prime).saturating_sub(e) / 3;
    (shortest..=longest_of_several(modulus_length, e).saturating_sub(CERTAIN)).contains(&w)
        && w + CERTAIN <= second
        && cofactor_length(modulus_length, e, w) <= LONGEST_COFACTOR
        && dimensions(modulus_length, prime, missing(modulus_length, e, w)).is_some()
}

/// |k|, the length of each k_i.
pub(crate) fn cofactor_length(modulus_length: usize, public_exponent_length: usize, w: usize) -> usize {
    (public_exponent_length + w).saturating_sub(modulus_length / PRIMES)
}

/// How many bits of a prime are missing if it is known modulo e and most of k_i.
fn missing(modulus_length: usize, public_exponent_length: usize, w: usize) -> usize {
    let known = public_exponent_length + cofactor_length(modulus_length, public_exponent_length, w);
    (modulus_length / PRIMES + 12).saturating_sub(known)
}
