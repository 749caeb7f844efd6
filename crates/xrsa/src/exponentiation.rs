//! Modular powers, with the same operations for every exponent of the same length (section III-B, Algorithm 3).

use crate::machine::{Machine, Number, Register};
use crate::report::Domain;
use crate::{Error, Mode, words};

/// `base^exponent mod p` in the integer domain, for an exponent of at most `bits` bits. `base` may be any operand.
pub(crate) fn power(
    machine: &mut Machine<'_>,
    base: &Register,
    exponent: &Number,
    bits: usize,
    p: &Register,
    r_squared: &Register,
    mode: Mode,
) -> Result<Register, Error> {
    let one = machine.load(&[1], "1", Domain::Integer)?;
    // Algorithm 3, steps 1 and 2, into the Montgomery domain: y = 1 ⊗ R², t = m ⊗ R².
    let y = machine.multiply(&one, r_squared, p, "y")?;
    let t = machine.multiply(base, r_squared, p, "t")?;
    let y = match mode {
        Mode::Paper | Mode::Squarings => bit_by_bit(machine, y, t, exponent, bits, p)?,
        Mode::Window(width) => by_window(machine, y, t, exponent, bits, p, width)?,
    };
    // Step 12, back to the integer domain: y ⊗ 1.
    machine.multiply(&y, &one, p, "S")
}

/// Algorithm 3, steps 3 to 11: for each bit from the lowest up, a multiplication, whose result is kept or not, and a squaring.
///
/// The dummy multiplication makes the count the same for every exponent, but invites safe-error attacks: an attacker who disturbs
/// one multiplication and still gets the right result has learned that its bit is 0 (Yen, Joye, "Checking before output may not
/// be enough against fault-based cryptanalysis", IEEE Transactions on Computers 49, 2000). No check of the result prevents that.
///
/// If the bit is 0, the paper writes the product to another place (step 7), so the place depends on the exponent. Here the unit
/// always returns the product, and the controller selects by a mask which of the two to continue with.
fn bit_by_bit(
    machine: &mut Machine<'_>,
    y: Register,
    mut t: Register,
    exponent: &Number,
    bits: usize,
    p: &Register,
) -> Result<Register, Error> {
    let mut y = y;
    let mut kept = machine.fetch(&y)?;
    for bit in 0..bits {
        // Steps 4 to 8: y ← y ⊗ t, or a dummy.
        let product = machine.multiply(&y, &t, p, "y ⊗ t")?;
        let multiplied = machine.fetch(&product)?;
        drop((y, product));
        let choice = exponent.words()[bit / 32] >> (bit % 32) & 1;
        kept = machine.store(words::select(kept.words(), multiplied.words(), choice))?;
        y = machine.load(kept.words(), "y", Domain::Montgomery)?;
        // Step 9: t ← t ⊗ t; step 10, the shift, is the next bit.
        t = machine.multiply(&t, &t, p, "t")?;
    }
    Ok(y)
}

/// Not in the paper: a fixed window, from the highest digit down. The controller's memory holds a table of `2^width` powers. For
/// each digit, the controller reads all its entries and loads the one that the digit selects.
fn by_window(
    machine: &mut Machine<'_>,
    one: Register,
    base: Register,
    exponent: &Number,
    bits: usize,
    p: &Register,
    width: usize,
) -> Result<Register, Error> {
    // 1, t, t², … in the Montgomery domain.
    let mut table = vec![machine.fetch(&one)?, machine.fetch(&base)?];
    drop(one);
    let mut last = machine.multiply(&base, &base, p, "tⁱ")?;
    table.push(machine.fetch(&last)?);
    while table.len() < 1 << width {
        last = machine.multiply(&last, &base, p, "tⁱ")?;
        table.push(machine.fetch(&last)?);
    }
    drop((last, base));
    let choose = |machine: &mut Machine<'_>, position: usize| {
        let digit = words::bits(exponent.words(), position * width, width)[0];
        let entry = words::entry(table.iter().map(Number::words), digit, table[0].words().len());
        let chosen = machine.store(entry)?;
        machine.load(chosen.words(), "tⁱ", Domain::Montgomery)
    };
    let digits = bits.div_ceil(width);
    let mut y = choose(machine, digits - 1)?;
    for position in (0..digits - 1).rev() {
        for _ in 0..width {
            y = machine.multiply(&y, &y, p, "y")?;
        }
        let entry = choose(machine, position)?;
        y = machine.multiply(&y, &entry, p, "y")?;
    }
    Ok(y)
}
