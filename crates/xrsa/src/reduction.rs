//! Reducing numbers wider than the unit modulo a number that fits it (section III-B, equation 2).

use crate::machine::{Machine, Register};
use crate::report::Domain;
use crate::{Error, words};

/// The names of the digits of a wide number, most significant first, and of the intermediate results.
pub(crate) struct Names {
    digits: [&'static str; 8],
    shifted: &'static str,
    sum: &'static str,
}

/// For the message.
pub(crate) const MESSAGE: Names =
    Names { digits: ["m₁", "m₂", "m₃", "m₄", "m₅", "m₆", "m₇", "m₈"], shifted: "m₁·R", sum: "m" };
/// For what Garner's method has combined from the previous primes. From q alone, it is `S_q`, one digit long.
pub(crate) const RECOMBINED: Names =
    Names { digits: ["S₁", "S₂", "S₃", "S₄", "S₅", "S₆", "S₇", "S₈"], shifted: "S₁·R", sum: "S" };
/// For a product of primes.
pub(crate) const PRIMES: Names =
    Names { digits: ["P₁", "P₂", "P₃", "P₄", "P₅", "P₆", "P₇", "P₈"], shifted: "P₁·R", sum: "P" };

/// Equation 2: for `m = m_1·R + m_2`, `m ≡ (m_1 ⊗ R²) ⊕ m_2`. More digits repeat this (Horner's method); the paper has two.
///
/// The result is an operand that is congruent to `wide`, but not always below p. `m_1 ⊗ R²` is below p and `m_2` is any operand,
/// so one subtraction makes the sum fit an operand (`Machine::add`), which is enough for ⊗.
pub(crate) fn reduce(
    machine: &mut Machine<'_>,
    wide: &[u32],
    p: &Register,
    r_squared: &Register,
    names: &Names,
) -> Result<Register, Error> {
    let length = machine.operand_length();
    let digit = |index: usize| words::bits(wide, index * length, length);
    let count = wide.len().div_ceil(length / 32);
    let mut sum =
        machine.load(&digit(count - 1), if count == 1 { names.sum } else { names.digits[0] }, Domain::Integer)?;
    for (index, name) in (0..count - 1).rev().zip(&names.digits[1..]) {
        // m_1 ⊗ R² is m_1 in the Montgomery domain, and m_1·R in the integer domain.
        let high = machine.multiply(&sum, r_squared, p, names.shifted)?.seen_as(names.shifted, Domain::Integer);
        let low = machine.load(&digit(index), name, Domain::Integer)?;
        sum = machine.add(&high, &low, p, names.sum)?;
    }
    Ok(sum)
}

/// Reduces an operand below a modulus of `bits` bits. A modulus as long as the operands is at least R/2, so subtracting it once
/// is enough, which ⊕ 0 does. With a shorter modulus, the number goes to the Montgomery domain and back.
pub(crate) fn normalize(
    machine: &mut Machine<'_>,
    number: &Register,
    p: &Register,
    bits: usize,
    r_squared: &Register,
    name: &'static str,
) -> Result<Register, Error> {
    if bits == machine.operand_length() {
        let zero = machine.load(&[0], "0", Domain::Integer)?;
        return machine.add(number, &zero, p, name);
    }
    let one = machine.load(&[1], "1", Domain::Integer)?;
    let domain = machine.multiply(number, r_squared, p, name)?;
    machine.multiply(&domain, &one, p, name)
}
