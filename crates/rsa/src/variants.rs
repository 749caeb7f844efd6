//! The variants: how each generates keys, which exponentiations its private operation needs, and how it combines their
//! results.

mod batch;
pub(crate) mod common_modulus;
mod crt;
mod multi_power;
mod multi_prime;
mod original;
mod r_prime;
mod rebalanced;
mod scheme_a;
mod scheme_b;
mod tunable;
mod unbalanced;

pub(crate) use self::batch::BatchOperation;
pub(crate) use self::crt::{CheckedOperation, CrtOperation};
use self::multi_power::MultiPowerOperation;
use self::original::OriginalOperation;
pub(crate) use self::unbalanced::UnbalancedOperation;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::{CheckedParams, Components, Error, Variant};

/// The prepared private operation of a key.
#[derive(Hash)]
pub(crate) enum Operation {
    /// One ciphertext at a time, modulo N.
    Original(Box<OriginalOperation>),
    /// One ciphertext at a time, modulo two prime powers.
    MultiPower(Box<MultiPowerOperation>),
    /// One ciphertext at a time, prime by prime.
    Crt(Box<CrtOperation>),
    /// One ciphertext or a batch.
    Batch(Box<BatchOperation>),
    /// One ciphertext at a time, modulo the short prime only. The result must be checked.
    Unbalanced(Box<UnbalancedOperation>),
}

impl Operation {
    pub(crate) fn single(&self) -> &dyn PrivateOperation {
        match self {
            Self::Original(operation) => operation.as_ref(),
            Self::MultiPower(operation) => operation.as_ref(),
            Self::Crt(operation) => operation.as_ref(),
            Self::Batch(operation) => operation.single(),
            Self::Unbalanced(operation) => operation.as_ref(),
        }
    }

    /// The operation with a built-in check, for keys with a long public exponent.
    pub(crate) fn checked(&self) -> Option<CheckedOperation<'_>> {
        if let Self::Crt(operation) = self { operation.checked() } else { None }
    }
}

/// The numbers of a new key.
pub(crate) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    match params.variant {
        Variant::Original => original::generate(params, generator),
        Variant::Crt => crt::generate(params, generator),
        Variant::MultiPrime => multi_prime::generate(params, generator),
        Variant::MultiPower => multi_power::generate(params, generator),
        Variant::Rebalanced => rebalanced::generate(params, generator),
        Variant::RPrime => r_prime::generate(params, generator),
        Variant::SchemeA => scheme_a::generate(params, generator),
        Variant::SchemeB => scheme_b::generate(params, generator),
        Variant::Tunable => tunable::generate(params, generator),
        Variant::Batch => batch::generate(params, generator),
        Variant::Unbalanced => unbalanced::generate(params, generator),
    }
}

/// The private operation of a key whose components have the right shape (`check::shape`). `None` if a number that must
/// be invertible is not.
pub(crate) fn prepare(params: &CheckedParams, components: &Components) -> Option<Operation> {
    let crt = match params.variant {
        Variant::Original => return Some(Operation::Original(Box::new(original::operation(components)))),
        Variant::MultiPower => {
            return Some(Operation::MultiPower(Box::new(multi_power::operation(params, components)?)));
        }
        Variant::Batch => return Some(Operation::Batch(Box::new(batch::operation(components)?))),
        Variant::Unbalanced => return Some(Operation::Unbalanced(Box::new(unbalanced::operation(components)))),
        Variant::Crt => crt::operation(components),
        Variant::MultiPrime => multi_prime::operation(components),
        Variant::Rebalanced => rebalanced::operation(params, components),
        Variant::RPrime => r_prime::operation(params, components),
        Variant::SchemeA => scheme_a::operation(params, components),
        Variant::SchemeB => scheme_b::operation(params, components),
        Variant::Tunable => tunable::operation(params, components),
    };
    Some(Operation::Crt(Box::new(crt)))
}
