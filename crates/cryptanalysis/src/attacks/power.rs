//! Powers of public numbers, with progress and cancellation.

use modular_powers::{Modulus, Natural};
use num_bigint::BigUint;

use crate::progress::Step;
use crate::{Error, OnProgress};

/// `base^exponent mod modulus` for a base below the modulus, in time that depends on the exponent. Reports each bit, because an
/// engine would take seconds for a long exponent and report nothing until it ends.
///
/// # Errors
/// [`Error::Aborted`].
pub(super) fn power_vartime(
    base: &BigUint,
    exponent: &BigUint,
    modulus: &Modulus,
    step: String,
    on_progress: OnProgress<'_>,
) -> Result<BigUint, Error> {
    let width = modulus.bit_length();
    let bits = exponent.bits();
    let mut step = Step::begin(step, Some(bits), on_progress)?;
    let factor = modulus.montgomery_form(&Natural::from_biguint(base, width));
    let mut power = Natural::from_biguint(&BigUint::from(1u8), width);
    for bit in (0..bits).rev() {
        power = modulus.multiply(&power, &modulus.montgomery_form(&power));
        if exponent.bit(bit) {
            power = modulus.multiply(&power, &factor);
        }
        step.report(bits - bit)?;
    }
    Ok(power.to_biguint())
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ops::ControlFlow;

    #[test]
    fn powers_are_those_of_num_bigint() {
        let modulus = (BigUint::from(1u8) << 130u32) - 5u8;
        let prepared = Modulus::new(&modulus).unwrap();
        for (base, exponent) in [(0u8, 5u8), (1, 0), (7, 1), (200, 255)] {
            let (base, exponent) = (BigUint::from(base), BigUint::from(exponent));
            let mut reports = Vec::new();
            let power = power_vartime(&base, &exponent, &prepared, "a power".into(), &mut |progress| {
                reports.push((progress.done, progress.expected));
                ControlFlow::Continue(())
            });
            assert_eq!(power, Ok(base.modpow(&exponent, &modulus)));
            assert_eq!(reports, (0..=exponent.bits()).map(|done| (done, Some(exponent.bits()))).collect::<Vec<_>>());
        }
        let aborted =
            power_vartime(&1u8.into(), &9u8.into(), &prepared, String::new(), &mut |_| ControlFlow::Break(()));
        assert_eq!(aborted, Err(Error::Aborted));
    }
}
