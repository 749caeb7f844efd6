//! Products of two operands, twice as long as the unit (section III-C, Table II).

use crate::machine::{Machine, Number, Register};
use crate::report::Domain;
use crate::{Error, words};

/// `sum ← sum + x·y` for an `x` of any number of operands and a `y` of one. The result must fit.
///
/// Table II: the unit computes the four products of halves, `x_1·y_1`, `x_1·y_2`, `x_2·y_1`, `x_2·y_2`, by ⊗ modulo `R − 1`.
/// There `R⁻¹ ≡ 1`, and a product of two halves is below `R − 1`, so it is its own remainder. The controller adds them, each at
/// its place.
pub(crate) fn add_product(machine: &mut Machine<'_>, sum: &mut Number, x: &[u32], y: &Number) -> Result<(), Error> {
    let length = machine.operand_length();
    let half = length / 2;
    let ones = vec![u32::MAX; length / 32];
    let modulus = machine.load(&ones, "R − 1", Domain::Integer)?;
    let y_1 = machine.load(&words::bits(y.words(), half, half), "y₁", Domain::Integer)?;
    let y_2 = machine.load(&words::bits(y.words(), 0, half), "y₂", Domain::Integer)?;
    for index in 0..x.len().div_ceil(length / 32) {
        for (name, place) in [("x₁", half), ("x₂", 0)] {
            let half_of_x = machine.load(&words::bits(x, index * length + place, half), name, Domain::Integer)?;
            for (half_of_y, other_place) in [(&y_1, half), (&y_2, 0)] {
                let product = plain_product(machine, &half_of_x, half_of_y, &modulus)?;
                words::add_shifted(sum.words_mut(), product.words(), index * length + place + other_place);
            }
        }
    }
    Ok(())
}

/// `a·b`, if that is below `R − 1`: one ⊗ modulo `R − 1`.
pub(crate) fn plain_product(
    machine: &mut Machine<'_>,
    a: &Register,
    b: &Register,
    r_minus_one: &Register,
) -> Result<Number, Error> {
    let product = machine.multiply_plainly(a, b, r_minus_one, "x·y")?;
    machine.fetch(&product)
}
