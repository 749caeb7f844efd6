//! The Jacobi symbol.

use num_bigint::BigUint;

use crate::ModulusError;

/// The Jacobi symbol (a | n) for an odd n: 1, −1, or 0 if a and n have a common factor. In variable time.
///
/// For a prime n it is 1 if a is a square modulo n and −1 if not. Euclid's algorithm with the law of quadratic
/// reciprocity (Menezes et al., Handbook of Applied Cryptography, algorithm 2.149).
///
/// # Errors
/// [`ModulusError::Even`] if n is even.
///
/// ```
/// use modular_powers::jacobi_vartime;
/// use num_bigint::BigUint;
///
/// // 4² = 16 = 2 modulo 7, but no square is 3.
/// assert_eq!([2u8, 3, 14].map(|a| jacobi_vartime(&a.into(), &7u8.into()).unwrap()), [1, -1, 0]);
/// ```
pub fn jacobi_vartime(a: &BigUint, n: &BigUint) -> Result<i32, ModulusError> {
    if !n.bit(0) {
        return Err(ModulusError::Even);
    }
    let (mut odd, mut rest, mut sign) = (n.clone(), if a < n { a.clone() } else { a % n }, 1);
    // Single words from the first remainder that is one.
    loop {
        if let Ok(word) = u64::try_from(&odd) {
            // The rest is less than the odd number.
            return Ok(sign * jacobi_of_words(low(&rest), word));
        }
        let Some(twos) = rest.trailing_zeros() else { return Ok(0) };
        rest >>= twos;
        sign *= sign_of_twos(twos, low(&odd)) * sign_of_reciprocity(low(&rest), low(&odd));
        let next = &odd % &rest;
        odd = core::mem::replace(&mut rest, next);
    }
}

/// The Jacobi symbol (a | n) for `a` above 0 and odd n, as [`jacobi_vartime`]. It needs no arithmetic of long numbers but one
/// remainder, so programs that only test primes stay small.
pub(crate) fn jacobi_of_word_vartime(a: u32, n: &BigUint) -> i32 {
    let twos = a.trailing_zeros();
    let odd = a >> twos;
    let sign = sign_of_twos(twos.into(), low(n)) * sign_of_reciprocity(odd.into(), low(n));
    sign * jacobi_of_words(low(&(n % odd)), odd.into())
}

fn jacobi_of_words(mut rest: u64, mut odd: u64) -> i32 {
    let mut sign = 1;
    while rest != 0 {
        let twos = rest.trailing_zeros();
        rest >>= twos;
        sign *= sign_of_twos(twos.into(), odd) * sign_of_reciprocity(rest, odd);
        (odd, rest) = (rest, odd % rest);
    }
    if odd == 1 { sign } else { 0 }
}

fn low(value: &BigUint) -> u64 {
    value.iter_u64_digits().next().unwrap_or(0)
}

/// (2 | n)^twos from n modulo 8.
fn sign_of_twos(twos: u64, n: u64) -> i32 {
    if twos % 2 == 1 && matches!(n % 8, 3 | 5) { -1 } else { 1 }
}

/// (a | n)·(n | a) for odd a and n.
fn sign_of_reciprocity(a: u64, n: u64) -> i32 {
    if a % 4 == 3 && n % 4 == 3 { -1 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::small_primes;
    use crate::testing::{generator, random};

    fn jacobi(a: &BigUint, n: &BigUint) -> i32 {
        jacobi_vartime(a, n).unwrap()
    }

    /// `a^((p − 1)/2)` modulo a prime.
    fn euler(a: &BigUint, prime: &BigUint) -> i32 {
        let power = a.modpow(&(prime >> 1u8), prime);
        if power == BigUint::from(1u8) { 1 } else { -i32::from(power != BigUint::ZERO) }
    }

    #[test]
    fn the_jacobi_symbol_satisfies_eulers_criterion() {
        for n in small_primes().iter().copied().filter(|prime| *prime > 2).take(100).map(BigUint::from) {
            for a in (0..200u32).map(BigUint::from) {
                let expected = euler(&a, &n);
                assert_eq!(jacobi(&a, &n), expected, "({a} | {n})");
                // Also for composite n, where the symbol is the product of the symbols.
                let product = &n * 7u8;
                assert_eq!(jacobi(&a, &product), expected * jacobi(&a, &BigUint::from(7u8)), "({a} | 7·{n})");
                let word = u32::try_from(&a).unwrap();
                assert!(word == 0 || jacobi_of_word_vartime(word, &product) == jacobi(&a, &product), "({a} | 7·{n})");
            }
        }
    }

    #[test]
    fn long_numbers_satisfy_eulers_criterion() {
        let rng = &mut generator(64);
        for bits in [61u32, 89, 127, 521, 1279] {
            let prime = (BigUint::from(1u8) << bits) - 1u8;
            for length in [3, 64, 65, 128, 700] {
                let a = random(length, rng);
                assert_eq!(jacobi(&a, &prime), euler(&a, &prime), "({a} | {prime})");
            }
            assert_eq!(jacobi(&(&prime * 3u8), &(&prime * 5u8)), 0);
            assert_eq!([BigUint::ZERO, prime.clone()].map(|a| jacobi(&a, &prime)), [0, 0]);
        }
    }

    #[test]
    fn edges_are_defined() {
        for a in [0u8, 1, 5] {
            assert_eq!(jacobi(&a.into(), &1u8.into()), 1);
        }
        for n in [0u8, 2, 8] {
            assert_eq!(jacobi_vartime(&3u8.into(), &n.into()), Err(ModulusError::Even));
        }
    }
}
