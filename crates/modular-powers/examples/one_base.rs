//! Times powers of one base and products of powers: `cargo run --release -p modular-powers --example one_base`.

use std::time::{Duration, Instant};

use modular_powers::{FixedBase, Modulus, product_pow_vartime};
use num_bigint::BigUint;

const BITS: usize = 3072;
const EXPONENT_BITS: usize = 256;
const ROUNDS: u32 = 40;

/// A number with the highest bit set, random enough to time arithmetic.
fn number(bits: usize, seed: u64) -> BigUint {
    let mut state = seed;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let random = BigUint::new((0..bits.div_ceil(32)).map(|_| word()).collect()) >> (bits.next_multiple_of(32) - bits);
    random | BigUint::from(1u8) << (bits - 1)
}

/// The result, and the time added to a sum.
fn timed<T>(sum: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *sum += start.elapsed();
    result
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let modulus = Modulus::new(&(number(BITS, 1) | BigUint::from(1u8)))?;
    let base = number(BITS, 2) >> 1;
    let tables =
        [16usize, 64, 256, 1024, 4096].map(|kilobytes| FixedBase::new(&modulus, &base, EXPONENT_BITS, kilobytes << 10));
    let tables = tables.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![Duration::ZERO; tables.len()];
    let [mut reference, mut secret, mut public] = [Duration::ZERO; 3];
    // One after the other in each round, so that other programs slow all of them.
    for round in 0..ROUNDS {
        let exponent = number(EXPONENT_BITS, 100 + u64::from(round));
        let power = timed(&mut secret, || modulus.pow_secret(&base, &exponent, EXPONENT_BITS))?;
        assert_eq!(timed(&mut public, || modulus.pow_public_vartime(&base, &exponent)), power);
        assert_eq!(timed(&mut reference, || base.modpow(&exponent, &modulus.value().to_biguint())), power);
        for (table, time) in tables.iter().zip(&mut times) {
            assert_eq!(timed(time, || table.pow(&exponent))?, power);
        }
    }
    let microseconds = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(ROUNDS);
    println!("{BITS} bits, exponents of {EXPONENT_BITS} bits; mean of {ROUNDS} rounds in µs");
    println!("modpow of num-bigint: {:.0}", microseconds(reference));
    println!("pow_secret: {:.0}, pow_public_vartime: {:.0}", microseconds(secret), microseconds(public));
    for (table, time) in tables.iter().zip(&times) {
        let ratio = secret.as_secs_f64() / time.as_secs_f64();
        let (bytes, steps) = (table.memory_bytes(), table.multiplications());
        println!("FixedBase, {bytes} bytes, {steps} steps: {:.0}, {ratio:.1} times as fast", microseconds(*time));
    }

    for count in [2, 10, 100, 1000] {
        let bases: Vec<BigUint> = (0..count).map(|index| number(BITS, 1000 + index) >> 1).collect();
        let exponents: Vec<BigUint> = (0..count).map(|index| number(EXPONENT_BITS, 9000 + index)).collect();
        let m = modulus.value().to_biguint();
        let [mut single, mut together] = [Duration::ZERO; 2];
        for _ in 0..if count > 100 { 3 } else { 10 } {
            let product = timed(&mut together, || product_pow_vartime(&modulus, &bases, &exponents))?;
            let powers = bases.iter().zip(&exponents);
            let expected = timed(&mut single, || {
                powers.fold(BigUint::from(1u8), |product, (base, exponent)| {
                    product * modulus.pow_public_vartime(base, exponent) % &m
                })
            });
            assert_eq!(product, expected);
        }
        let ratio = single.as_secs_f64() / together.as_secs_f64();
        println!("product of {count} powers: {ratio:.1} times as fast as pow_public_vartime for each");
    }
    Ok(())
}
