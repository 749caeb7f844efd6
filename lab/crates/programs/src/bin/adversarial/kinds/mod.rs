//! The kinds of keys, by what their primes or exponents have in common.

mod bits;
mod checkers;
mod exponents;
mod generators;
mod groups;
mod powers;
mod ratios;
mod several;
mod simple;
mod smooth;

use super::keys::{Draft, Kind, Maker, Shows, is_coprime, lambda, two_to};

/// All kinds.
pub(crate) fn all() -> Vec<Kind> {
    let files = [
        ratios::kinds(),
        bits::kinds(),
        simple::kinds(),
        powers::kinds(),
        exponents::kinds(),
        smooth::kinds(),
        groups::kinds(),
        several::kinds(),
        checkers::kinds(),
        generators::kinds(),
    ];
    files.into_iter().flatten().collect()
}

/// A kind that the verdict on the public key must show.
fn public(name: &'static str, attack: &'static str, make: fn(&Maker, usize) -> Draft) -> Kind {
    Kind { name, attack, shows: Shows::Public, make }
}

/// A kind that only the verdict on the private key must show.
fn private(name: &'static str, attack: &'static str, make: fn(&Maker, usize) -> Draft) -> Kind {
    Kind { name, attack, shows: Shows::Private, make }
}

/// A kind that no verdict can see.
fn nowhere(name: &'static str, attack: &'static str, make: fn(&Maker, usize) -> Draft) -> Kind {
    Kind { name, attack, shows: Shows::Nowhere, make }
}
