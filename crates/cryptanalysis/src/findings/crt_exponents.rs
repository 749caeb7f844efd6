//! CRT exponents that the public key gives away, and CRT exponents that are equal. How short the shortest one is belongs to
//! [`strength`](crate::strength).

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rsa_variants::{Components, PublicComponents, PublicKey};

use super::{KeyFinding, WEAK};
use crate::attacks::small_crt_exponents;
use crate::{Reach, sources};

/// The check takes less than a second for moduli up to this length.
const LONGEST: u64 = 4096;

/// The lattice of Bleichenbacher and May.
pub(super) fn public_finding(key: &PublicComponents) -> Option<KeyFinding> {
    if key.modulus.bits() > LONGEST {
        return None;
    }
    let public = PublicKey::new(&key.modulus, &key.public_exponent).ok()?;
    let options = small_crt_exponents::Options::default();
    let outcome = small_crt_exponents::attack(&public, &options, &mut |_| ControlFlow::Continue(())).ok()?;
    let found = outcome.found.ok()?;
    let lengths = found.crt_exponents.iter().map(|d| d.bits().to_string()).collect::<Vec<_>>().join(" and ");
    let reason =
        format!("The CRT exponents have only {lengths} bits and e is short: a lattice of dimension 3 found them.");
    let p = found.primes.into_iter().next()?;
    Some(KeyFinding::defect("short-crt-exponents", sources::BLEICHENBACHER_MAY, 0, Reach::Here, reason).with_factor(p))
}

/// Equal CRT exponents. Their common value w is then d modulo λ(N), so what is known about a short d applies: that finding has
/// its own code. Beyond the limits of those attacks, none is known. But exponents are never equal by chance.
pub(super) fn private_finding(key: &Components) -> Option<KeyFinding> {
    let exponents: Vec<BigUint> = key.primes.iter().map(|prime| &key.private_exponent % (prime - 1u8)).collect();
    let equal = (1..exponents.len()).find(|&index| exponents[..index].contains(&exponents[index]))?;
    let reason = format!(
        "Two CRT exponents are equal: both are the same number of {} bits, which takes the place of a private exponent. No attack \
         is known unless it is short, but few have looked for one, and other software refuses such keys.",
        exponents[equal].bits()
    );
    Some(KeyFinding::defect("equal-crt-exponents", sources::WIENER, WEAK, Reach::Theory, reason))
}
