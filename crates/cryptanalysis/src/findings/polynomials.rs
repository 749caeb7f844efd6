//! Primes that are values of polynomials with short coefficients at one number, such as numbers of which only the end of each word is
//! random.

use core::ops::ControlFlow;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

use super::guesses::nearest_root;
use super::{KeyFinding, affordable};
use crate::attacks::{common_divisor, coppersmith::value, lattice};
use crate::{Reach, sources};
use rsa_variants::moduli::primes_below;

/// Longer polynomials take more than a second.
const MOST_DEGREE: u32 = 16;
/// Roots modulo primes, each of one of the factors.
const MOST_ROOTS: usize = 4;
/// Leading coefficients of N.
const MOST_LEADING: u32 = 4;
/// Words with a random end.
const LEAST_WORD: u64 = 24;

/// N is F(y) for a y near a root of N, or a power of two, and an F with short coefficients: F is the product of both polynomials. If
/// both primes repeat words of t bits, (2^t − 1)²·N is a quadratic polynomial of a power of two.
pub(super) fn finding(modulus: &BigUint) -> Option<KeyFinding> {
    let n = modulus.bits();
    let two_to = |bits: u64| BigUint::from(1u8) << bits;
    let words = (LEAST_WORD..=n / 6).map(|bits| (modulus.clone(), two_to(bits)));
    let repeated = (2..=n / 24).map(|bits| (modulus * (two_to(bits) - 1u8).pow(2), two_to(n / 2)));
    let degrees = 3..=affordable(modulus, MOST_DEGREE as usize) as u32;
    let roots =
        degrees.flat_map(|degree| (1..=MOST_LEADING).map(move |leading| nearest_root(&(modulus / leading), degree)));
    let roots = roots.filter(|root| root.bits() >= LEAST_WORD).map(|root| (modulus.clone(), root));
    let expansions = words.chain(repeated).chain(roots).filter_map(|(number, base)| {
        let base = BigInt::from(base);
        let digits = digits(&number, &base, 3 * n / 4)?;
        Some((digits.iter().map(BigInt::bits).sum::<u64>(), digits, base))
    });
    let (_, coefficients, base) = expansions.min_by_key(|(bits, ..)| *bits)?;
    let factor = factors(&coefficients)
        .into_iter()
        .find_map(|factor| common_divisor(value(&factor, &base).magnitude(), modulus))?;
    let bits = base.bits();
    let reason = format!(
        "The primes, or simple multiples of them, are values of polynomials with short coefficients at one number of {bits} bits: \
         N shows the product of the polynomials."
    );
    Some(
        KeyFinding::defect("derived-prime", sources::BERNSTEIN_COPPERSMITH, 0, Reach::Here, reason).with_factor(factor),
    )
}

/// The digits of a number in this base, the lowest first, from −base/2 up, if they have at most so many bits.
fn digits(number: &BigUint, base: &BigInt, mut most: u64) -> Option<Vec<BigInt>> {
    let half: BigInt = base >> 1;
    let mut rest = BigInt::from(number.clone());
    let mut digits = Vec::new();
    while rest != BigInt::ZERO {
        let digit = (&rest + &half).mod_floor(base) - &half;
        rest = (rest - &digit) / base;
        most = most.checked_sub(digit.bits() + 1)?;
        digits.push(digit);
    }
    Some(digits)
}

/// Factors of a polynomial of at most half its degree: those with a root modulo a power of a prime are short vectors among all
/// polynomials with that root (Lenstra, Lenstra, Lovász 1982).
fn factors(polynomial: &[BigInt]) -> Vec<Vec<BigInt>> {
    let dimension = polynomial.len().div_ceil(2);
    if dimension as u32 > MOST_DEGREE + 1 {
        return Vec::new();
    }
    let length = polynomial.iter().map(BigInt::bits).max().unwrap_or(0);
    let bits = (length + dimension as u64) * dimension as u64;
    let derivative: Vec<BigInt> = polynomial.iter().enumerate().skip(1).map(|(i, c)| c * i).collect();
    let roots =
        primes_below(256).into_iter().flat_map(|prime| (0..prime).map(move |root| [prime, root].map(BigInt::from)));
    let is_simple = |[prime, root]: &[BigInt; 2]| {
        value(polynomial, root).is_multiple_of(prime) && !value(&derivative, root).is_multiple_of(prime)
    };
    let lifted = roots.filter(is_simple).take(MOST_ROOTS).filter_map(|[mut modulus, mut root]| {
        while modulus.bits() < bits {
            modulus = &modulus * &modulus;
            root -= value(polynomial, &root) * value(&derivative, &root).mod_floor(&modulus).modinv(&modulus)?;
            root = root.mod_floor(&modulus);
        }
        let mut power = BigInt::from(1u8);
        let rows = (0..dimension).map(|i| {
            let mut row = vec![BigInt::ZERO; dimension];
            // x^i − root^i
            row[0] = if i == 0 { modulus.clone() } else { -&power };
            row[i] = if i == 0 { modulus.clone() } else { BigInt::from(1u8) };
            power = (&power * &root).mod_floor(&modulus);
            row
        });
        let reduced = lattice::reduce(rows.collect(), &mut |_| ControlFlow::Continue(())).ok()?;
        reduced.basis.into_iter().next()
    });
    lifted.collect()
}
