//! Multi-prime RSA (Collins, Hopkins, Langford, Sabin 1997; RFC 8017): r primes, with `1/r²` of the work of the
//! original.

use super::definition::{Definition, Primes, Speedup, USUAL};
use super::{CrtOperation, Operation, crt, original};
use crate::generate::Generator;
use crate::{CheckedParams, Components, Error};

pub(super) const DEFINITION: Definition = Definition {
    name: "multi-prime",
    title: "Multi-prime",
    source: "Collins and others 1997",
    primes: Some(Primes::as_openssl(2, "a modulus has at least two primes")),
    speedup: Speedup { primes: 2, ..Speedup::times(1.0) },
    ..USUAL
};

/// The private operation of a key whose components have the right shape.
pub(super) fn prepare(_: &CheckedParams, components: &Components) -> Option<Operation> {
    Some(Operation::Crt(Box::new(operation(components))))
}

/// Key generation:
///
/// 1. r distinct primes of n/r bits, whose product is N;
/// 2. `d = e⁻¹ mod λ(N)`;
/// 3. `d_i = d mod (p_i − 1)`.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    original::generate(params, generator)
}

/// Private operation: `M_i = C^{d_i} mod p_i`, then Garner's method over r primes. The papers use a sum formula, which
/// multiplies at full width r times.
pub(super) fn operation(components: &Components) -> CrtOperation {
    crt::operation(components)
}
