//! Compares the engines with num-bigint, on operands made of runs of equal bits, where carries propagate far.

#![no_main]

use libfuzzer_sys::fuzz_target;
use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

// Each operand is a sequence of runs. The lower seven bits of a byte, plus one, give the length of a run; a zero byte
// ends the operand. If the top bit of the byte is set, the run is all ones. Otherwise the next byte gives the lowest
// bits of the run.
fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().copied();
    let Some(powers @ 1..=3) = bytes.next().map(|byte| byte % 4) else { return };
    let operands: Vec<[BigUint; 3]> = (0..powers)
        .map(|_| {
            let modulus: BigUint = operand(&mut bytes, 640) | BigUint::from(1u8);
            let modulus = if modulus == BigUint::from(1u8) { BigUint::from(3u8) } else { modulus };
            [modulus, operand(&mut bytes, 1400), operand(&mut bytes, 96)]
        })
        .collect();
    let prepared: Vec<(Modulus, Natural, Exponent)> = operands
        .iter()
        .map(|[modulus, base, exponent]| {
            let base = Natural::from_biguint(base, base.bits() as usize);
            let bits = exponent.bits() as usize;
            (Modulus::new(modulus).expect("odd, at least 3"), base, Exponent::secret(exponent, bits + 3))
        })
        .collect();
    let set: Vec<Exponentiation<'_>> =
        (prepared.iter()).map(|(modulus, base, exponent)| Exponentiation { base, exponent, modulus }).collect();
    let expected: Vec<BigUint> =
        operands.iter().map(|[modulus, base, exponent]| base.modpow(exponent, modulus)).collect();
    for engine in Engine::all() {
        let found: Vec<BigUint> = engine.exponentiate(&set).iter().map(Natural::to_biguint).collect();
        assert_eq!(found, expected, "{engine:?}: {operands:?}");
    }
});

/// A number of at most `bits` bits.
fn operand(bytes: &mut impl Iterator<Item = u8>, bits: usize) -> BigUint {
    let mut number = BigUint::ZERO;
    while let Some(byte) = bytes.next().filter(|byte| *byte != 0) {
        let run = 1 + usize::from(byte & 127);
        if number.bits() as usize + run > bits {
            break;
        }
        number <<= run;
        if byte > 127 {
            number |= (BigUint::from(1u8) << run) - 1u8;
        } else if let Some(low) = bytes.next() {
            number |= BigUint::from(low) & ((BigUint::from(1u8) << run) - 1u8);
        }
    }
    number
}
