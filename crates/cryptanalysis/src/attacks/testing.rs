//! What the tests of attacks share.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::PublicKey;

use super::{Attack, Example, OnlyKey, Outcome};
use crate::{Error, Progress};

pub(crate) fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

pub(crate) fn proceed(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn before_any_work(progress: &Progress) -> ControlFlow<()> {
    panic!("work before the refusal: {}", progress.step)
}

/// A public key with e = 65537.
pub(crate) fn target(modulus: &BigUint) -> OnlyKey {
    OnlyKey { key: PublicKey::new(modulus, &65537u32.into()).unwrap() }
}

/// An example that a seed determines.
pub(crate) fn made<A: Attack>(options: &A::ExampleOptions, seed: u8) -> Example<A> {
    A::example(options, &mut rng(seed), &mut proceed).unwrap()
}

/// How an attack ends.
pub(crate) fn attacked<A: Attack>(target: &A::Target, options: &A::Options) -> Outcome<A::Figures, A::Found> {
    A::attack(target, options, &mut rng(1), &mut proceed).unwrap()
}

/// Why an attack is refused before any work.
pub(crate) fn refused<A: Attack>(target: &A::Target, options: &A::Options) -> Error {
    A::attack(target, options, &mut rng(1), &mut before_any_work).err().unwrap()
}

/// Why an example is refused before any work.
pub(crate) fn not_made<A: Attack>(options: &A::ExampleOptions) -> Error {
    A::example(options, &mut rng(1), &mut before_any_work).err().unwrap()
}
