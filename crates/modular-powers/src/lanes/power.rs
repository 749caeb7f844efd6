//! Fixed-window exponentiation of one number, or of two in step.

use core::hint::black_box;

use super::aligned::Aligned;
use super::modulus::LaneModulus;
use super::montgomery::Montgomery;
use super::number::{Number, limbs_from_words, natural_from_limbs};
use super::table::Table;
use crate::fault::point;
use crate::window::Window;
use crate::{Exponent, Natural};

/// The base of a power.
#[derive(Clone)]
pub(crate) enum Base {
    /// As it is, no wider than [`LaneModulus::widest_plain`].
    Plain(Natural),
    /// In the Montgomery form of the scalar kernel, below `4m`.
    Scalar(Natural),
}

/// One power to be computed.
#[derive(Clone)]
pub(crate) struct Power<'a> {
    pub(crate) modulus: &'a LaneModulus,
    pub(crate) base: Base,
    pub(crate) exponent: &'a Exponent,
}

/// The powers, each below `2m` and with one word more than its modulus; the moduli have equally many limbs.
///
/// Left-to-right with a fixed window (Menezes et al., Handbook of Applied Cryptography, algorithm 14.82). The digits of
/// both exponents are those of the longer length. Unless all exponents are public and equal, every digit costs its
/// squarings, a read of the whole table and a multiplication, zero or not.
pub(crate) fn powers<const NUMBERS: usize>(set: [&Power<'_>; NUMBERS]) -> [Natural; NUMBERS] {
    let montgomery = &mut Montgomery::<NUMBERS>::new(set.map(|power| &power.modulus.reduction));
    let limbs = montgomery.limbs();
    let bits = set.iter().map(|power| power.exponent.bit_length()).max().unwrap_or(0);
    let exponent = set[0].exponent;
    let is_secret = set.iter().any(|power| power.exponent.is_secret() || power.exponent.value() != exponent.value());
    // What a multiplication costs in reads of a table entry is fitted to measured times.
    let window = if is_secret { Window::new(bits, 5 * limbs + 240 / limbs) } else { Window::of_public(exponent) };

    let number = |limbs_of: for<'p> fn(&'p Power<'_>) -> &'p [f64]| Number::<NUMBERS>::new(set.map(limbs_of));
    let given: [Aligned; NUMBERS] = core::array::from_fn(|index| match &set[index].base {
        Base::Plain(base) | Base::Scalar(base) => limbs_from_words(base.words(), 0, limbs),
    });
    let given = Number::<NUMBERS>::new(core::array::from_fn(|index| &given[index][..]));
    let to_form = number(|power| match power.base {
        Base::Plain(_) => &power.modulus.from_plain,
        Base::Scalar(_) => &power.modulus.from_scalar,
    });
    let [mut base, mut product] = [(); 2].map(|()| Number::zero(limbs));
    montgomery.multiply(&mut base, &given, &to_form);
    point("power: base", &mut base);

    let mut table = Table::new(number(|power| &power.modulus.one), base, limbs);
    for index in 2..1usize << window.width {
        let mut next = Number::zero(limbs);
        if index % 2 == 0 {
            montgomery.square(&mut next, table.entry(index / 2));
        } else {
            montgomery.multiply(&mut next, table.entry(index - 1), table.entry(1));
        }
        table.push(point("power: table", next));
    }

    let mut accumulator = table.entry(0).clone();
    let mut factor = Number::zero(limbs);
    for (position, index) in window.positions().enumerate() {
        let digits = point("power: digit", core::array::from_fn(|number| window.digit(set[number].exponent, index)));
        if is_secret {
            table.read(digits, &mut factor);
        } else {
            table.read_vartime(digits[0], &mut factor);
        }
        point("power: table read", &mut factor);
        if position == 0 {
            core::mem::swap(&mut accumulator, &mut factor);
            continue;
        }
        for _ in 0..window.width {
            montgomery.square(&mut product, &accumulator);
            point("power: square", &mut product);
            core::mem::swap(&mut accumulator, &mut product);
        }
        // Without black_box the compiler may look at the digit first: a branch on a secret.
        if is_secret || black_box(digits[0]) != 0 {
            montgomery.multiply(&mut product, &accumulator, &factor);
            point("power: product", &mut product);
            core::mem::swap(&mut accumulator, &mut product);
        }
    }
    let one = limbs_from_words(&[1], 0, limbs);
    montgomery.multiply(&mut product, &accumulator, &Number::new([&one[..]; NUMBERS]));
    let plain = product.limbs(limbs);
    core::array::from_fn(|index| natural_from_limbs(&plain[index], set[index].modulus.width() + 32))
}
