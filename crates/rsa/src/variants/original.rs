//! Original RSA (Rivest, Shamir, Adleman 1978): one exponentiation modulo N.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

use super::Operation;
use super::definition::{Definition, Powers, Speedup, USUAL};
use crate::arithmetic::{coprime, inverse};
use crate::components::carmichael;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::{CheckedParams, Components, Error};

pub(super) const DEFINITION: Definition = Definition {
    name: "original",
    title: "Original",
    source: "Rivest, Shamir, Adleman 1978",
    powers: Powers::Modulus,
    speedup: Speedup::times(1.0),
    ..USUAL
};

/// Key generation, as for every variant with a chosen public exponent:
///
/// 1. primes whose product N has n bits, with `e` coprime to every `p_i − 1`;
/// 2. `d = e⁻¹ mod λ(N)`.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let e = params.values.public_exponent.clone().expect("checked: the variant has a public exponent");
    generate_with(params, generator, vec![e])
}

/// Key generation for several public exponents. d is the inverse of their product.
pub(super) fn generate_with(
    params: &CheckedParams,
    generator: &mut Generator<'_>,
    public_exponents: Vec<BigUint>,
) -> Result<Components, Error> {
    let e: BigUint = public_exponents.iter().product();
    // e must be coprime to p as well, because multi-power divides by e modulo p.
    let primes = generator.primes(params, |p, _| coprime(&e, &(p - 1u8)) && coprime(&e, p))?;
    let d = inverse(&e, &carmichael(params, &primes)).expect("e is coprime to every factor of λ(N)");
    Ok(Components::new(params, primes, public_exponents, d))
}

/// `C^d mod N`.
#[derive(Hash)]
pub(crate) struct OriginalOperation {
    modulus: Modulus,
    private_exponent: Exponent,
}

pub(super) fn prepare(_: &CheckedParams, components: &Components) -> Option<Operation> {
    let modulus = Modulus::new(&components.modulus).expect("N is odd");
    let private_exponent = Exponent::secret(&components.private_exponent, modulus.bit_length());
    Some(Operation::Original(Box::new(OriginalOperation { modulus, private_exponent })))
}

impl PrivateOperation for OriginalOperation {
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        vec![Exponentiation { base: ciphertext, exponent: &self.private_exponent, modulus: &self.modulus }]
    }

    fn recombine(&self, _: &Natural, powers: &[Natural], _: Engine) -> Result<Natural, Error> {
        Ok(powers[0].clone())
    }
}
