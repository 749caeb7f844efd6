//! Multi-prime RSA (Collins, Hopkins, Langford, Sabin 1997; RFC 8017): r primes, with `1/r²` of the work of the
//! original.

use super::definition::{Definition, Primes, Speedup, USUAL};

pub(super) const DEFINITION: Definition = Definition {
    name: "multi-prime",
    title: "Multi-prime",
    source: "Collins and others 1997",
    primes: Some(Primes::as_openssl(2, "a modulus has at least two primes")),
    speedup: Speedup { primes: 2, ..Speedup::times(1.0) },
    ..USUAL
};

/// Key generation:
///
/// 1. r distinct primes of n/r bits, whose product is N;
/// 2. `d = e⁻¹ mod λ(N)`;
/// 3. `d_i = d mod (p_i − 1)`.
pub(super) use super::original::generate;

/// Private operation: `M_i = C^{d_i} mod p_i`, then Garner's method over r primes. The papers use a sum formula, which
/// multiplies at full width r times.
pub(super) use super::crt::prepare;
