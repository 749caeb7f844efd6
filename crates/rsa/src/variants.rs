//! The variants: which exponentiations a private operation consists of, and how their answers are put together.

mod batch;
mod crt;
pub(crate) mod hybrid;
mod multi_power;
mod multi_prime;
mod original;
mod r_prime;
mod rebalanced;
mod scheme_a;
mod scheme_b;

pub(crate) use self::batch::BatchOperation;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::{CheckedParams, Components, Error, Variant};

/// The prepared private operation of a key.
pub(crate) enum Operation {
    /// One ciphertext at a time.
    Single(Box<dyn PrivateOperation>),
    /// One, or a batch.
    Batch(Box<BatchOperation>),
}

impl Operation {
    pub(crate) fn single(&self) -> &dyn PrivateOperation {
        match self {
            Self::Single(operation) => operation.as_ref(),
            Self::Batch(operation) => operation.as_ref(),
        }
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
        Variant::Batch => batch::generate(params, generator),
    }
}

/// The private operation of a key whose components have the right shape (`check::shape`). None when a number that must be
/// invertible is not.
pub(crate) fn prepare(params: &CheckedParams, components: &Components) -> Option<Operation> {
    Some(Operation::Single(match params.variant {
        Variant::Original => Box::new(original::operation(components)),
        Variant::Crt => Box::new(crt::operation(components)),
        Variant::MultiPrime => Box::new(multi_prime::operation(components)),
        Variant::MultiPower => Box::new(multi_power::operation(params, components)?),
        Variant::Rebalanced => Box::new(rebalanced::operation(params, components)),
        Variant::RPrime => Box::new(r_prime::operation(params, components)),
        Variant::SchemeA => Box::new(scheme_a::operation(params, components)),
        Variant::SchemeB => Box::new(scheme_b::operation(params, components)),
        Variant::Batch => return Some(Operation::Batch(Box::new(batch::operation(components)?))),
    }))
}
