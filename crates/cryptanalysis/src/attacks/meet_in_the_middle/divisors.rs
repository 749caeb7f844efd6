//! The primes of a divisor that the search found.

use modular_powers::{Modulus, Natural, random};
use num_bigint::BigUint;
use rsa_variants::moduli::perfect_power;

use crate::attacks::attack::Rng;
use crate::attacks::power::power_vartime;
use crate::attacks::{common_divisor, is_prime};
use crate::{Error, OnProgress};

/// How many bases to try with a composite number. Each splits a number that is not a power with a chance of at least 1/2, if the
/// multiple is one of p − 1 for a prime p of it.
const MOST_BASES: usize = 64;

/// The distinct primes of an odd number, as far as a multiple of p − 1 for one or more of them reveals them.
///
/// # Errors
/// [`Error::Aborted`].
pub(super) fn prime_divisors(
    number: BigUint,
    multiple: Option<&BigUint>,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Vec<BigUint>, Error> {
    let (mut numbers, mut primes) = (vec![number], Vec::new());
    while let Some(number) = numbers.pop() {
        if number == BigUint::from(1u8) {
            continue;
        }
        if is_prime(&number, rng, on_progress)? {
            primes.push(number);
        } else if let Some((root, _)) = perfect_power(&number) {
            numbers.push(root);
        } else if let Some(multiple) = multiple
            && let Some(divisor) = proper_divisor(&number, multiple, rng, on_progress)?
        {
            numbers.extend([number / &divisor, divisor]);
        }
    }
    primes.sort();
    primes.dedup();
    Ok(primes)
}

/// A proper divisor of an odd composite number, from an even multiple of the orders of its bases. One of the square roots of 1 on
/// the way to `x^multiple` is neither 1 nor −1 modulo all primes (SP 800-56B rev. 2, appendix C.1). If it is not a multiple for
/// all primes, `x^multiple − 1` itself shares a factor with the number.
fn proper_divisor(
    number: &BigUint,
    multiple: &BigUint,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Option<BigUint>, Error> {
    let modulus = Modulus::new(number).map_err(rsa_variants::Error::from)?;
    let width = modulus.bit_length();
    let twos = multiple.trailing_zeros().unwrap_or(0);
    let odd = multiple >> twos;
    for base in 1..=MOST_BASES {
        let x = random::in_interval(&BigUint::from(2u8), number, rng)?;
        let step = format!("splitting a divisor of {} bits with several primes, with base {base}", number.bits());
        let mut power = power_vartime(&x, &odd, &modulus, step, on_progress)?;
        for _ in 0..=twos {
            if let Some(divisor) = common_divisor(&(&power + number - 1u8), number) {
                return Ok(Some(divisor));
            }
            let natural = Natural::from_biguint(&power, width);
            power = modulus.multiply(&natural, &modulus.montgomery_form(&natural)).to_biguint();
        }
    }
    Ok(None)
}
