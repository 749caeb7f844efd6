//! Exponentiation on the Montgomery kernel of 29-bit limbs: any platform, constant-time, one at a time.
//!
//! With 64-bit products alone, so it wins where there is no vector unit with fused multiply-add, and is the fallback
//! elsewhere. The kernel's shape and its figures are in the module `montgomery`.

use num_bigint::BigUint;
use zeroize::Zeroizing;

use super::Exponentiation;
use crate::fault::point;
use crate::montgomery::{self, Columns, Montgomery, limbs_from_words, plain_one};
use crate::public_power::{Arithmetic, Operands, power_vartime};
use crate::window::{Table, Window};
use crate::wipe::wipe;
use crate::{Exponent, Natural};

pub(super) fn exponentiate(set: &[Exponentiation<'_>]) -> Vec<Natural> {
    set.iter().map(power).collect()
}

pub(super) fn fermat_base_two_vartime(numbers: &[BigUint]) -> Vec<bool> {
    numbers.iter().map(montgomery::fermat_base_two_vartime).collect()
}

pub(super) fn power(Exponentiation { base, exponent, modulus }: &Exponentiation<'_>) -> Natural {
    let montgomery = modulus.montgomery();
    let limbs = montgomery.limbs();
    let columns = &mut montgomery.columns();
    let form_of_base = point("power: base", modulus.limbs_in_montgomery_form(base));
    let power = if exponent.is_secret() {
        montgomery.to_plain(&power_of_secret(montgomery, columns, form_of_base, exponent), columns)
    } else {
        let residue = modulus.is_residue(base).then(|| Zeroizing::new(limbs_from_words(base.words(), limbs)));
        let operands = Operands {
            one: Zeroizing::new(plain_one(limbs)),
            form_of_one: Zeroizing::new(montgomery.one().to_vec()),
            base: residue,
            form_of_base: Zeroizing::new(form_of_base),
        };
        let mut power = power_vartime(&mut PublicArithmetic { montgomery, columns }, operands, exponent.value());
        montgomery.canonicalize(&mut power);
        core::mem::take(&mut *power)
    };
    point("power: result", modulus.residue(power))
}

/// The form of a power, left to right with a fixed window (Menezes et al., Handbook of Applied Cryptography, algorithm 14.82). Every
/// digit costs its squarings, a read of the whole table and a multiplication, zero or not.
fn power_of_secret(
    montgomery: &Montgomery,
    columns: &mut Columns,
    base: Vec<u32>,
    exponent: &Exponent,
) -> Zeroizing<Vec<u32>> {
    let limbs = montgomery.limbs();
    // A table entry read is half a word a limb, with some two thirds of a cycle for each limb; a multiplication makes
    // 2·limbs² products at about one a cycle.
    let window = Window::new(exponent.bit_length(), 3 * limbs);

    // Table: base^0, base^1, …, even powers as squares; two limbs a word.
    let mut powers = vec![montgomery.one().to_vec(), base];
    for index in 2..1usize << window.width {
        let mut next = vec![0u32; limbs];
        if index % 2 == 0 {
            montgomery.square(&mut next, &powers[index / 2], columns);
        } else {
            montgomery.multiply(&mut next, &powers[index - 1], &powers[1], columns);
        }
        powers.push(point("power: table", next));
    }
    let mut table = Table::new(window.width, limbs.div_ceil(2));
    for (index, power) in powers.iter().enumerate() {
        let pairs = power.chunks(2).map(|pair| pair.iter().rev().fold(0, |word, limb| word << 32 | u64::from(*limb)));
        table.set(index, pairs);
    }

    let mut accumulator = powers[0].clone();
    let mut product = vec![0u32; limbs];
    let mut packed = vec![0u64; limbs.div_ceil(2)];
    let mut factor = vec![0u32; 2 * packed.len()];
    for (index, position) in window.positions().enumerate() {
        table.read(point("power: digit", window.digit(exponent, position)), &mut packed);
        for (pair, word) in factor.as_chunks_mut::<2>().0.iter_mut().zip(&packed) {
            *pair = [*word as u32, (*word >> 32) as u32];
        }
        point("power: table read", &mut factor[..limbs]);
        if index == 0 {
            accumulator.copy_from_slice(&factor[..limbs]);
            continue;
        }
        for _ in 0..window.width {
            montgomery.square(&mut product, &accumulator, columns);
            point("power: square", &mut product[..]);
            core::mem::swap(&mut accumulator, &mut product);
        }
        montgomery.multiply(&mut product, &accumulator, &factor[..limbs], columns);
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
    type Residue = Zeroizing<Vec<u32>>;

    fn multiply(&mut self, result: &mut Self::Residue, a: &Self::Residue, b: &Self::Residue) {
        self.montgomery.multiply(result, a, b, self.columns);
        point("power: product", &mut result[..]);
    }

    fn square(&mut self, result: &mut Self::Residue, a: &Self::Residue) {
        self.montgomery.square(result, a, self.columns);
        point("power: square", &mut result[..]);
    }
}
