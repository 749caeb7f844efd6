//! Whether the numbers of a key belong together.

use modexp::{Engine, prime};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;

use crate::arithmetic::coprime;
use crate::components::{carmichael, prime_powers};
use crate::generate::far_apart;
use crate::params::BATCH_EXPONENTS;
use crate::{CheckedParams, Components, Error, Variant};

type Check = Result<(), Error>;

fn require(condition: bool, problem: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(Error::InconsistentKey(problem())) }
}

/// Checks counts, lengths, parity and product: what the private operations rely on, without primality.
pub(crate) fn shape(params: &CheckedParams, components: &Components) -> Check {
    let Components { modulus, public_exponents, private_exponent, primes, crt_exponents, crt_coefficients } =
        components;
    let lengths = params.prime_lengths();
    require(primes.len() == lengths.len(), || {
        format!(
            "the variant {} has {} distinct primes here, not {}",
            params.variant.name(),
            lengths.len(),
            primes.len()
        )
    })?;
    for (index, (value, length)) in primes.iter().zip(lengths).enumerate() {
        require(value.bits() as usize == length, || {
            format!("prime {} has {} bits, but must have {length}", index + 1, value.bits())
        })?;
        require(value.bit(0), || format!("factor {} is not prime", index + 1))?;
    }
    require(prime_powers(params, primes).iter().product::<BigUint>() == *modulus, || {
        "the modulus is not the product of the primes".into()
    })?;
    require(modulus.bits() as usize == params.modulus_length, || {
        format!("the modulus has {} bits, but must have {}", modulus.bits(), params.modulus_length)
    })?;
    let expected = params.batch_size.unwrap_or(1);
    require(public_exponents.len() == expected, || {
        format!("{} public exponents instead of {expected}", public_exponents.len())
    })?;
    require(private_exponent < modulus, || "the private exponent is not below the modulus".into())?;
    if params.variant == Variant::Original {
        return Ok(());
    }
    require(crt_exponents.len() == primes.len() && crt_coefficients.len() + 1 == primes.len(), || {
        format!("{} CRT exponents and {} CRT coefficients", crt_exponents.len(), crt_coefficients.len())
    })?;
    let longest = longest_crt_exponent(params);
    for (index, (exponent, prime)) in crt_exponents.iter().zip(primes).enumerate() {
        require(
            exponent.bit(0) && exponent < prime && longest.is_none_or(|longest| exponent.bits() as usize <= longest),
            || format!("CRT exponent {} is even or too long", index + 1),
        )?;
    }
    // The first coefficient is modulo p, in multi-power modulo q; the others each modulo their own prime.
    let first = usize::from(params.variant == Variant::MultiPower);
    let moduli = primes.iter().skip(first).take(1).chain(primes.iter().skip(2));
    let small = crt_coefficients.iter().zip(moduli).all(|(coefficient, modulus)| coefficient < modulus);
    require(small, || "a CRT coefficient is not below its prime".into())
}

/// The length that CRT exponents may have at most, where it is chosen: w, and w + 1 in both schemes, where k has w bits and
/// d is below 2k.
pub(crate) fn longest_crt_exponent(params: &CheckedParams) -> Option<usize> {
    let is_scheme = matches!(params.variant, Variant::SchemeA | Variant::SchemeB);
    Some(params.crt_exponent_length? + usize::from(is_scheme))
}

/// Checks shape, primes, exponents and the conditions of the variant.
pub(crate) fn components(params: &CheckedParams, components: &Components, rng: &mut dyn CryptoRng) -> Check {
    shape(params, components)?;
    primes(components, rng)?;
    exponents(params, components)?;
    let derived = Components::new(
        params,
        components.primes.clone(),
        components.public_exponents.clone(),
        components.private_exponent.clone(),
    );
    require(components.crt_exponents == derived.crt_exponents, || {
        "a CRT exponent is not d modulo its prime less one".into()
    })?;
    require(components.crt_coefficients == derived.crt_coefficients, || {
        "a CRT coefficient is not the inverse of the product of the primes before".into()
    })
}

fn primes(Components { primes, .. }: &Components, rng: &mut dyn CryptoRng) -> Check {
    for (index, value) in primes.iter().enumerate() {
        require(far_apart(value, &primes[..index]), || format!("prime {} is too close to another", index + 1))?;
        require(prime::is_probably_prime(value, prime::ROUNDS_FOR_ANY_NUMBER, Engine::default(), rng), || {
            format!("factor {} is not prime", index + 1)
        })?;
    }
    Ok(())
}

fn exponents(params: &CheckedParams, components: &Components) -> Check {
    let Components { public_exponents, private_exponent, primes, crt_exponents, .. } = components;
    let expected = match (&params.public_exponent, params.batch_size) {
        (Some(e), _) => Some(vec![e.clone()]),
        (None, Some(b)) => Some(BATCH_EXPONENTS[..b].iter().map(|e| BigUint::from(*e)).collect()),
        (None, None) => None,
    };
    require(expected.is_none_or(|expected| *public_exponents == expected), || {
        "the public exponents are not those of the parameters".into()
    })?;
    let e: BigUint = public_exponents.iter().product();
    let lambda = carmichael(params, primes);
    require(coprime(&e, &lambda), || "the public exponent is not prime to λ(N)".into())?;
    require(&e * private_exponent % &lambda == BigUint::from(1u8) && *private_exponent < lambda, || {
        "the private exponent is not the inverse of the public exponent modulo λ(N)".into()
    })?;
    let (Some(w), Some(longest)) = (params.crt_exponent_length, longest_crt_exponent(params)) else { return Ok(()) };
    for (index, exponent) in crt_exponents.iter().enumerate() {
        require((w..=longest).contains(&(exponent.bits() as usize)), || {
            format!("CRT exponent {} has {} bits, but must have {w} to {longest}", index + 1, exponent.bits())
        })?;
        // With d_p = d_q = … the private exponent is that short number itself, which Wiener's continued fractions find.
        require(!crt_exponents[..index].contains(exponent), || {
            "two CRT exponents are equal, which gives N away".into()
        })?;
    }
    match params.variant {
        Variant::Rebalanced | Variant::RPrime => pairwise_gcd_is_two(primes),
        _ => Ok(()),
    }
}

/// `gcd(p_i − 1, p_j − 1) = 2` for every pair: without it, not every choice of CRT exponents has a d.
pub(crate) fn pairwise_gcd_is_two(primes: &[BigUint]) -> Check {
    for (index, p) in primes.iter().enumerate() {
        for q in &primes[..index] {
            let gcd = (p - 1u8).gcd(&(q - 1u8));
            require(gcd == BigUint::from(2u8), || format!("gcd(p − 1, q − 1) of two primes must be 2, but is {gcd}"))?;
        }
    }
    Ok(())
}
