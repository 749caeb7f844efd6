//! `R² mod p` (section III-A), the constant that leads from the integer domain to the Montgomery domain.

use crate::machine::{Machine, Register};
use crate::report::Domain;
use crate::{Error, Mode};

/// Algorithm 2, for a modulus of `bits` bits: `R² mod p` without a number as long as R.
///
/// As printed, the algorithm computes `s_i = s_{i−1} ⊗ s_{i−1}` n − 1 times. That doubles the power of 2 in each step and ends
/// far beyond `2^n`. Its text says `s_i = 2^i·2^n`, which is `s_i = s_{i−1} ⊗ s_1`; the mode `paper` does that. With squarings,
/// the exponent n of 2 takes one ⊗ for each bit of n, and one ⊕ if the bit is set: 11 ⊗ for 2048 instead of 2,047.
pub(crate) fn r_squared(machine: &mut Machine<'_>, p: &Register, bits: usize, mode: Mode) -> Result<Register, Error> {
    let n = machine.operand_length();
    // Step 1: s = (R − 1) ⊕ 1 = R mod p, the number 1 in the Montgomery domain.
    let s = r_mod(machine, p, bits)?;
    // Step 2: s_1 = s ⊕ s = 2R mod p, the number 2 in the Montgomery domain.
    let s_1 = machine.add(&s, &s, p, "s₁")?;
    drop(s);
    if mode == Mode::Paper {
        // Steps 3 to 5, corrected: s_i = s_{i−1} ⊗ s_1 = 2^i·R mod p. The first of these squares s_1 itself.
        let mut power = machine.multiply(&s_1, &s_1, p, "sᵢ")?;
        for _ in 3..=n {
            power = machine.multiply(&power, &s_1, p, "sᵢ")?;
        }
        return Ok(power.seen_as("R²", Domain::RSquared));
    }
    // 2^n from 2 by the bits of n, from the second on: square, and double if the bit is set.
    let mut power = s_1;
    for bit in (0..n.ilog2()).rev() {
        power = machine.multiply(&power, &power, p, "sᵢ")?;
        if n >> bit & 1 == 1 {
            power = machine.add(&power, &power, p, "sᵢ")?;
        }
    }
    // Step 6: 2^n in the Montgomery domain is R·R.
    Ok(power.seen_as("R²", Domain::RSquared))
}

/// `R mod p`, although neither R nor, for a modulus shorter than the operands, `R − 1` can be an operand.
fn r_mod(machine: &mut Machine<'_>, p: &Register, bits: usize) -> Result<Register, Error> {
    let n = machine.operand_length();
    let sum = if bits == n {
        // As in the paper: because p ≥ R/2, one subtraction turns the sum into R − p < p.
        let r_minus_one = machine.load(&vec![u32::MAX; n / 32], "R − 1", Domain::Integer)?;
        let one = machine.load(&[1], "1", Domain::Integer)?;
        machine.add(&r_minus_one, &one, p, "R")?
    } else {
        // By doublings from 2^(bits − 1), which is below p.
        let mut power = vec![0; n / 32];
        power[(bits - 1) / 32] = 1 << ((bits - 1) % 32);
        let mut sum = machine.load(&power, "2ⁱ", Domain::Integer)?;
        for _ in bits..=n {
            sum = machine.add(&sum, &sum, p, "2ⁱ")?;
        }
        sum
    };
    Ok(sum.seen_as("R", Domain::Montgomery))
}
