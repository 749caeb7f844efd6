//! Exponentiation of one number, or of two at once.

use super::aligned::Aligned;
use super::modulus::{LaneFactor, LaneModulus};
use super::montgomery::{Montgomery, Prepared};
use super::number::{Number, limbs_from_words, natural_from_limbs};
use super::table::Table;
use crate::fault::point;
use crate::public_power::{Arithmetic, Operands, power_vartime};
use crate::window::Window;
use crate::{Exponent, Natural};

/// The base of a power.
#[derive(Clone)]
pub(crate) enum Base<'a> {
    /// A plain number below the modulus.
    Residue(Natural),
    /// A plain number, no wider than [`LaneModulus::widest_plain`].
    Plain(Natural),
    /// In the Montgomery form of the scalar kernel, below `4m`.
    Scalar(Natural),
    /// Below R, with the factor that converts it to Montgomery form.
    Divided(Natural, &'a LaneFactor),
}

/// One power to be computed.
#[derive(Clone)]
pub(crate) struct Power<'a> {
    pub(crate) modulus: &'a LaneModulus,
    pub(crate) base: Base<'a>,
    pub(crate) exponent: &'a Exponent,
}

/// Powers with secret exponents. The moduli must have the same number of limbs. Each result is below `2m` and has one
/// word more than its modulus.
pub(crate) fn powers(pair: [&Power<'_>; 2]) -> [Natural; 2] {
    secret_powers(&Prepared::new(pair.map(|power| &power.modulus.reduction)), pair)
}

/// A power with a secret exponent. The result is as those of [`powers`].
pub(crate) fn power(power: &Power<'_>) -> Natural {
    let [natural] = secret_powers(&power.modulus.alone, [power]);
    natural
}

fn secret_powers<const NUMBERS: usize>(prepared: &Prepared<NUMBERS>, set: [&Power<'_>; NUMBERS]) -> [Natural; NUMBERS] {
    let montgomery = &mut Montgomery::new(prepared);
    let [_, base, one, form_of_one] = operands(montgomery, set);
    let form = power_of_secret(montgomery, form_of_one, base, set.map(|power| power.exponent));
    let mut product = Number::zero(montgomery.limbs());
    montgomery.multiply(&mut product, &form, &one);
    naturals(&product, set)
}

/// A power with a public exponent. The result is below `3m` and has one word more than its modulus.
///
/// If the last factor is a base below m, the result is below `2.2m·m/R + m·(1 + 2⁻²⁴)` or `2.6m·m/R + 2m` (see
/// `montgomery`), otherwise below `2m`. Pairs would be faster, but this operation takes a thirtieth of the time of a
/// private one, and a second instance of this code would enlarge the WebAssembly.
pub(crate) fn public_power(power: &Power<'_>) -> Natural {
    let montgomery = &mut Montgomery::new(&power.modulus.alone);
    let [given, form_of_base, one, form_of_one] = operands(montgomery, [power]);
    let base = matches!(power.base, Base::Residue(_)).then_some(given);
    let product = power_vartime(montgomery, Operands { one, form_of_one, base, form_of_base }, power.exponent.value());
    let [natural] = naturals(&product, [power]);
    natural
}

/// The bases as given and in Montgomery form, and the number one, plain and in Montgomery form.
#[inline(never)] // Single numbers have two callers.
fn operands<const NUMBERS: usize>(
    montgomery: &mut Montgomery<'_, NUMBERS>,
    set: [&Power<'_>; NUMBERS],
) -> [Number<NUMBERS>; 4] {
    let limbs = montgomery.limbs();
    let number = |limbs_of: for<'p> fn(&'p Power<'_>) -> &'p [f64]| Number::<NUMBERS>::new(set.map(limbs_of));
    let given: [Aligned; NUMBERS] = core::array::from_fn(|index| match &set[index].base {
        Base::Residue(base) | Base::Plain(base) | Base::Scalar(base) | Base::Divided(base, _) => {
            limbs_from_words(base.words(), 0, limbs)
        }
    });
    let given = Number::<NUMBERS>::new(core::array::from_fn(|index| &given[index][..]));
    let to_form = number(|power| match power.base {
        Base::Residue(_) | Base::Plain(_) => &power.modulus.from_plain,
        Base::Scalar(_) => &power.modulus.from_scalar,
        Base::Divided(_, LaneFactor(factor)) => factor,
    });
    let mut base = Number::zero(limbs);
    montgomery.multiply(&mut base, &given, &to_form);
    point("power: base", &mut base);
    let one = limbs_from_words(&[1], 0, limbs);
    [given, base, Number::new([&one[..]; NUMBERS]), number(|power| &power.modulus.one)]
}

/// Converts numbers, each to one word more than its modulus has.
#[inline(never)]
fn naturals<const NUMBERS: usize>(product: &Number<NUMBERS>, set: [&Power<'_>; NUMBERS]) -> [Natural; NUMBERS] {
    let plain = product.limbs(set[0].modulus.limbs());
    core::array::from_fn(|index| natural_from_limbs(&plain[index], set[index].modulus.width() + 32))
}

/// Powers from left to right with a fixed window (Menezes et al., Handbook of Applied Cryptography, algorithm 14.82),
/// from and to Montgomery form. Both exponents have as many digits as the longer one. Every digit, zero or not, costs
/// its squarings, a read of the whole table and a multiplication.
fn power_of_secret<const NUMBERS: usize>(
    montgomery: &mut Montgomery<'_, NUMBERS>,
    one: Number<NUMBERS>,
    base: Number<NUMBERS>,
    exponents: [&Exponent; NUMBERS],
) -> Number<NUMBERS> {
    let limbs = montgomery.limbs();
    let bits = exponents.iter().map(|exponent| exponent.bit_length()).max().unwrap_or(0);
    // The cost of a multiplication in reads of a table entry is fitted to measured times.
    let window = Window::new(bits, 5 * limbs + 240 / limbs);
    let mut powers = vec![one, base];
    for index in 2..1usize << window.width {
        let mut next = Number::zero(limbs);
        if index % 2 == 0 {
            montgomery.square(&mut next, &powers[index / 2]);
        } else {
            montgomery.multiply(&mut next, &powers[index - 1], &powers[1]);
        }
        powers.push(point("power: table", next));
    }
    let table = Table::new(&powers, limbs);

    let mut accumulator = powers.swap_remove(0);
    drop(powers);
    let [mut factor, mut product] = [(); 2].map(|()| Number::zero(limbs));
    for (position, index) in window.positions().enumerate() {
        let digits = point("power: digit", exponents.map(|exponent| window.digit(exponent, index)));
        factor.read(&table, digits);
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
        montgomery.multiply(&mut product, &accumulator, &factor);
        point("power: product", &mut product);
        core::mem::swap(&mut accumulator, &mut product);
    }
    accumulator
}

impl<const NUMBERS: usize> Arithmetic for Montgomery<'_, NUMBERS> {
    type Residue = Number<NUMBERS>;

    fn multiply(&mut self, result: &mut Self::Residue, a: &Self::Residue, b: &Self::Residue) {
        self.multiply(result, a, b);
        point("power: product", result);
    }

    fn square(&mut self, result: &mut Self::Residue, a: &Self::Residue) {
        self.square(result, a);
        point("power: square", result);
    }
}
