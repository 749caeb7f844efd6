//! Checks that the numbers of a key belong together.

use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::arithmetic::coprime;
use crate::components::{carmichael, prime_powers};
use crate::definition::Powers;
use crate::generate::far_apart;
use crate::params::{BATCH_EXPONENTS, LEAST_PRIME_LENGTH, MOST_PRIME_LENGTH};
use crate::{CheckedParams, Components, Error};

type Check = Result<(), Error>;

fn require(condition: bool, problem: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(Error::InconsistentKey(problem())) }
}

/// Checks the counts, lengths, parity and product that the private operations rely on, but not primality. The primes
/// need not have the lengths or the order that key generation gives them.
pub(crate) fn shape(params: &CheckedParams, components: &Components) -> Check {
    let Components { modulus, public_exponents, private_exponent, primes, crt_exponents, crt_coefficients } =
        components;
    let count = params.prime_lengths().len();
    require(primes.len() == count, || {
        format!("the variant {} has {count} distinct primes here, not {}", params.values.variant.name(), primes.len())
    })?;
    let powers = prime_powers(params, primes);
    factors(modulus, primes, &powers)?;
    require(modulus.bits() as usize == params.values.modulus_length, || {
        format!("the modulus has {} bits, but must have {}", modulus.bits(), params.values.modulus_length)
    })?;
    // The bound of messages follows from this length. It must keep every message below this prime.
    if let Some(bits) = params.values.prime_length {
        let found = primes[0].bits() as usize;
        require(found == bits, || format!("the short prime has {found} bits, but must have {bits}"))?;
    }
    let expected = params.values.batch_size.unwrap_or(1);
    require(public_exponents.len() == expected, || {
        format!("it has {} public exponents, but must have {expected}", public_exponents.len())
    })?;
    require(private_exponent < modulus, || "the private exponent is not below the modulus".into())?;
    if params.values.variant.definition().powers == Powers::Modulus {
        return Ok(());
    }
    require(crt_exponents.len() == primes.len() && crt_coefficients.len() + 1 == primes.len(), || {
        format!(
            "it has {} CRT exponents and {} CRT coefficients, but must have {} and {}",
            crt_exponents.len(),
            crt_coefficients.len(),
            primes.len(),
            primes.len() - 1
        )
    })?;
    let longest = longest_crt_exponent(params);
    for (index, (exponent, prime)) in crt_exponents.iter().zip(primes).enumerate() {
        require(
            exponent.bit(0) && exponent < prime && longest.is_none_or(|longest| exponent.bits() as usize <= longest),
            || {
                let (number, bits) = (index + 1, exponent.bits());
                match longest {
                    Some(longest) => format!(
                        "CRT exponent {number} has {bits} bits, but must be odd, below its prime and at most {longest} bits long"
                    ),
                    None => format!("CRT exponent {number} has {bits} bits, but must be odd and below its prime"),
                }
            },
        )?;
    }
    // The first coefficient is modulo p, or modulo the power of q in multi-power. Each of the others is modulo its own
    // prime.
    let first = usize::from(params.values.multiplicity.is_some());
    let moduli = powers.iter().skip(first).take(1).chain(powers.iter().skip(2));
    let small = crt_coefficients.iter().zip(moduli).all(|(coefficient, modulus)| coefficient < modulus);
    require(small, || "a CRT coefficient is not below its prime".into())
}

/// Checks that the primes are long enough, odd and distinct, and that the product of their powers is the modulus.
pub(crate) fn factors(modulus: &BigUint, primes: &[BigUint], powers: &[BigUint]) -> Check {
    for (index, prime) in primes.iter().enumerate() {
        let bits = prime.bits() as usize;
        require((LEAST_PRIME_LENGTH..=MOST_PRIME_LENGTH).contains(&bits), || {
            format!("prime {} has {bits} bits, but must have {LEAST_PRIME_LENGTH} to {MOST_PRIME_LENGTH}", index + 1)
        })?;
        require(prime.bit(0), || format!("factor {} is not prime", index + 1))?;
        require(!primes[..index].contains(prime), || format!("prime {} is the same as another", index + 1))?;
    }
    require(powers.iter().product::<BigUint>() == *modulus, || "the modulus is not the product of the primes".into())
}

/// The greatest length of CRT exponents, if the parameters give one.
pub(crate) fn longest_crt_exponent(params: &CheckedParams) -> Option<usize> {
    Some(params.values.crt_exponent_length? + params.values.variant.definition().crt_exponents.as_ref()?.excess)
}

/// Checks shape, exponents and CRT numbers, then the primes, which takes longest.
pub(crate) fn components(params: &CheckedParams, components: &Components, rng: &mut dyn CryptoRng) -> Check {
    relations(params, components)?;
    for (index, value) in components.primes.iter().enumerate() {
        require(prime::is_prime(value, Engine::default(), rng)?, || format!("factor {} is not prime", index + 1))?;
    }
    defects(params, components)
}

/// Checks everything except primality, which takes most of the time.
pub(crate) fn trusted(params: &CheckedParams, components: &Components) -> Check {
    relations(params, components)?;
    defects(params, components)
}

/// Checks shape, exponents and CRT numbers, and assumes that the primes are prime.
pub(crate) fn relations(params: &CheckedParams, components: &Components) -> Check {
    shape(params, components)?;
    exponents(params, components)?;
    let derived = Components::new(
        params,
        components.primes.clone(),
        components.public_exponents.clone(),
        components.private_exponent.clone(),
    );
    require(components.crt_exponents == derived.crt_exponents, || {
        "a CRT exponent is not d modulo its prime minus 1".into()
    })?;
    require(components.crt_coefficients == derived.crt_coefficients, || {
        "a CRT coefficient is not the inverse of the product of the primes before it".into()
    })
}

fn exponents(params: &CheckedParams, components: &Components) -> Check {
    let Components { public_exponents, private_exponent, primes, crt_exponents, .. } = components;
    let expected = match (&params.values.public_exponent, params.values.batch_size) {
        (Some(e), _) => Some(vec![e.clone()]),
        (None, Some(b)) => Some(BATCH_EXPONENTS[..b].iter().map(|e| BigUint::from(*e)).collect()),
        (None, None) => None,
    };
    require(expected.is_none_or(|expected| *public_exponents == expected), || {
        "the public exponents are not those of the parameters".into()
    })?;
    let e: BigUint = public_exponents.iter().product();
    let lambda = carmichael(params, primes);
    require(coprime(&lambda, &e), || "the public exponent is not coprime to λ(N)".into())?;
    require(&e * private_exponent % &lambda == BigUint::from(1u8), || {
        "the private exponent is not the inverse of the public exponent modulo λ(N)".into()
    })?;
    let (Some(w), Some(longest)) = (params.values.crt_exponent_length, longest_crt_exponent(params)) else {
        return Ok(());
    };
    // Key generation needs a gcd of 2 of each pair, so that a d exists for every choice of CRT exponents. This key has its
    // d, so they are not checked.
    let bits = crt_exponents.iter().map(BigUint::bits).max().unwrap_or(0) as usize;
    require((w..=longest).contains(&bits), || {
        format!("the longest CRT exponent has {bits} bits, but must have {w} to {longest}")
    })?;
    Ok(())
}

/// Refuses a key whose numbers belong together but are easily found. This check comes last, so nothing else is wrong
/// with such a key.
fn defects(params: &CheckedParams, Components { primes, crt_exponents, .. }: &Components) -> Check {
    if let Some(index) = (1..primes.len()).find(|&index| !far_apart(&primes[index], &primes[..index])) {
        return Err(Error::BrokenKey(format!("prime {} is too close to another", index + 1)));
    }
    // If d_p = d_q = …, the private exponent is that short number itself, which Wiener's continued fractions find.
    let is_repeated = |index: usize| crt_exponents[..index].contains(&crt_exponents[index]);
    if params.values.crt_exponent_length.is_some() && (1..crt_exponents.len()).any(is_repeated) {
        return Err(Error::BrokenKey("two CRT exponents are equal, which reveals the factors of N".into()));
    }
    Ok(())
}
