//! Fixed-window exponentiation on the Montgomery kernel of 29-bit limbs: any platform, constant-time, one at a time.
//!
//! With 64-bit products alone, so it wins where there is no vector unit with fused multiply-add, and is the fallback
//! elsewhere. The kernel's shape and its figures are in the module `montgomery`.

use core::hint::black_box;

use num_bigint::BigUint;

use super::Exponentiation;
use crate::fault::point;
use crate::window::{Table, Window};
use crate::wipe::wipe;
use crate::{Natural, montgomery};

pub(super) fn exponentiate(set: &[Exponentiation<'_>]) -> Vec<Natural> {
    set.iter().map(power).collect()
}

pub(super) fn fermat_base_two_vartime(numbers: &[BigUint]) -> Vec<bool> {
    numbers.iter().map(montgomery::fermat_base_two_vartime).collect()
}

/// Left-to-right with a fixed window (Menezes et al., Handbook of Applied Cryptography, algorithm 14.82). For a secret
/// exponent every digit costs its squarings, a read of the whole table and a multiplication, zero or not.
pub(super) fn power(Exponentiation { base, exponent, modulus }: &Exponentiation<'_>) -> Natural {
    let montgomery = modulus.montgomery();
    let limbs = montgomery.limbs();
    let columns = &mut montgomery.columns();
    // A table entry read is half a word a limb, with some two thirds of a cycle for each limb; a multiplication makes
    // 2·limbs² products at about one a cycle.
    let window =
        if exponent.is_secret() { Window::new(exponent.bit_length(), 3 * limbs) } else { Window::of_public(exponent) };

    // Table: base^0, base^1, …, even powers as squares; two limbs a word.
    let mut powers = vec![montgomery.one().to_vec(), point("power: base", modulus.limbs_in_montgomery_form(base))];
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
        let digit = point("power: digit", window.digit(exponent, position));
        if exponent.is_secret() {
            table.read(digit, &mut packed);
        } else {
            table.read_vartime(digit, &mut packed);
        }
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
        // Without black_box the compiler looks at the digit first, as nothing forbids it to: a branch on a secret.
        if exponent.is_secret() || black_box(digit) != 0 {
            montgomery.multiply(&mut product, &accumulator, &factor[..limbs], columns);
            point("power: product", &mut product[..]);
            core::mem::swap(&mut accumulator, &mut product);
        }
    }

    let power = montgomery.to_plain(&accumulator, columns);
    for buffer in powers.iter_mut().chain([&mut accumulator, &mut product, &mut factor]) {
        wipe(buffer);
    }
    wipe(&mut packed);
    point("power: result", modulus.residue(power))
}
