//! Constant-time exponentiation on the target's Montgomery kernel, on any platform, one at a time.
//!
//! It only needs products of words, so it is the fallback where there is no vector unit with fused multiply-add.
//! `montgomery::wide` and `montgomery::narrow` explain the kernels' shapes and have their figures.

use num_bigint::BigUint;
use zeroize::Zeroizing;

use super::Exponentiation;
use crate::fault::point;
use crate::montgomery::{self, Columns, Kernel, Limb, Montgomery};
use crate::public_power::{Arithmetic, Operands, power_vartime};
use crate::window::{Table, Window};
use crate::wipe::wipe;
use crate::{Exponent, Natural};

pub(super) fn exponentiate(set: &[Exponentiation<'_>]) -> Vec<Natural> {
    set.iter().map(power).collect()
}

pub(super) fn fermat_base_two_vartime(numbers: &[BigUint]) -> Vec<bool> {
    numbers.iter().map(montgomery::fermat_base_two_vartime::<Montgomery>).collect()
}

pub(super) fn power(Exponentiation { base, exponent, modulus }: &Exponentiation<'_>) -> Natural {
    let montgomery = modulus.montgomery();
    let limbs = montgomery.limbs();
    let columns = &mut montgomery.columns();
    let form_of_base = point("power: base", modulus.residue(base).into_limbs());
    let power = if exponent.is_secret() {
        montgomery.to_plain(&power_of_secret(montgomery, columns, form_of_base, exponent), columns)
    } else {
        let residue =
            (modulus.is_residue(base)).then(|| Zeroizing::new(Montgomery::limbs_from_words(base.words(), limbs)));
        let operands = Operands {
            one: Zeroizing::new(montgomery.plain_one()),
            form_of_one: Zeroizing::new(montgomery.one().to_vec()),
            base: residue,
            form_of_base: Zeroizing::new(form_of_base),
        };
        let mut power = power_vartime(&mut PublicArithmetic { montgomery, columns }, operands, exponent.value());
        montgomery.canonicalize(&mut power);
        core::mem::take(&mut *power)
    };
    point("power: result", modulus.natural(power))
}

/// The Montgomery form of a power, left to right with a fixed window (Menezes et al., Handbook of Applied Cryptography,
/// algorithm 14.82). Every digit, zero or not, costs its squarings, a read of the whole table and a multiplication.
fn power_of_secret(
    montgomery: &Montgomery,
    columns: &mut Columns,
    base: Vec<Limb>,
    exponent: &Exponent,
) -> Zeroizing<Vec<Limb>> {
    let limbs = montgomery.limbs();
    let window = Window::new(exponent.bit_length(), Montgomery::READS_PER_LIMB * limbs);

    // Table: base^0, base^1, …, with even powers as squares.
    let mut powers = vec![montgomery.one().to_vec(), base];
    for index in 2..1usize << window.width {
        let mut next = vec![0; limbs];
        if index % 2 == 0 {
            montgomery.square(&mut next, &powers[index / 2], columns);
        } else {
            montgomery.multiply(&mut next, &powers[index - 1], &powers[1], columns);
        }
        powers.push(point("power: table", next));
    }
    let mut packed = vec![0; Montgomery::packed_length(limbs)];
    let mut table = Table::new(window.width, packed.len());
    for (index, power) in powers.iter().enumerate() {
        table.set(index, Montgomery::pack(power));
    }

    let mut accumulator = powers[0].clone();
    let mut product = vec![0; limbs];
    let mut factor = vec![0; limbs];
    for (index, position) in window.positions().enumerate() {
        table.read(point("power: digit", window.digit(exponent, position)), &mut packed);
        Montgomery::unpack(&mut factor, &packed);
        point("power: table read", &mut factor[..]);
        if index == 0 {
            accumulator.copy_from_slice(&factor);
            continue;
        }
        for _ in 0..window.width {
            montgomery.square(&mut product, &accumulator, columns);
            point("power: square", &mut product[..]);
            core::mem::swap(&mut accumulator, &mut product);
        }
        montgomery.multiply(&mut product, &accumulator, &factor, columns);
        point("power: product", &mut product[..]);
        core::mem::swap(&mut accumulator, &mut product);
    }
    for buffer in powers.iter_mut().chain([&mut product, &mut factor]) {
        wipe(buffer);
    }
    wipe(&mut packed);
    Zeroizing::new(accumulator)
}

/// The kernel, with its working memory.
struct PublicArithmetic<'a> {
    montgomery: &'a Montgomery,
    columns: &'a mut Columns,
}

impl Arithmetic for PublicArithmetic<'_> {
    type Residue = Zeroizing<Vec<Limb>>;

    fn multiply(&mut self, result: &mut Self::Residue, a: &Self::Residue, b: &Self::Residue) {
        self.montgomery.multiply(result, a, b, self.columns);
        point("power: product", &mut result[..]);
    }

    fn square(&mut self, result: &mut Self::Residue, a: &Self::Residue) {
        self.montgomery.square(result, a, self.columns);
        point("power: square", &mut result[..]);
    }
}
