//! Times powers of one base and products of powers: `cargo run --release -p modular-powers --example one_base`.

use std::fmt;
use std::time::Instant;

use modular_powers::{FixedBase, Modulus, product_pow_vartime};
use num_bigint::BigUint;

const BITS: usize = 3072;
const EXPONENT_BITS: usize = 256;
const ROUNDS: u32 = 200;

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

/// The times of one computation, in microseconds.
#[derive(Clone, Default)]
struct Times(Vec<f64>);

impl Times {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push(start.elapsed().as_secs_f64() * 1e6);
        result
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn least(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// How many times as fast as the other: by means, and by least times.
    fn faster_than(&self, other: &Self) -> String {
        format!("{:.1} ({:.1}) times as fast", other.mean() / self.mean(), other.least() / self.least())
    }
}

impl fmt::Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.0} ({:.0}) µs", self.mean(), self.least())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let modulus = Modulus::new(&(number(BITS, 1) | BigUint::from(1u8)))?;
    let (m, base) = (modulus.value().to_biguint(), number(BITS, 2) >> 1);
    let [mut making, mut reference, mut secret, mut public] = [(); 4].map(|()| Times::default());
    let tables = [16usize, 64, 256, 1024, 4096]
        .map(|kilobytes| making.measure(|| FixedBase::new(&modulus, &base, EXPONENT_BITS, kilobytes << 10)));
    let tables = tables.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![Times::default(); tables.len()];
    // One after the other in each round, so that other programs slow all of them.
    for round in 0..ROUNDS {
        let exponent = number(EXPONENT_BITS, 100 + u64::from(round));
        let power = secret.measure(|| modulus.pow_secret(&base, &exponent, EXPONENT_BITS))?;
        assert_eq!(public.measure(|| modulus.pow_public_vartime(&base, &exponent)), power);
        assert_eq!(reference.measure(|| base.modpow(&exponent, &m)), power);
        for (table, time) in tables.iter().zip(&mut times) {
            assert_eq!(time.measure(|| table.pow(&exponent))?, power);
        }
    }
    println!("{BITS} bits, exponents of {EXPONENT_BITS} bits; means of {ROUNDS} rounds (and least times)");
    println!("modpow of num-bigint: {reference}; pow_secret: {secret}; pow_public_vartime: {public}");
    for ((table, time), making) in tables.iter().zip(&times).zip(&making.0) {
        let (bytes, steps) = (table.memory_bytes(), table.multiplications());
        println!(
            "FixedBase, {bytes} bytes, {steps} steps, made in {making:.0} µs: {time}, {}",
            time.faster_than(&secret)
        );
    }

    for count in [2, 10, 100, 1000] {
        let bases: Vec<BigUint> = (0..count).map(|index| number(BITS, 1000 + index) >> 1).collect();
        let exponents: Vec<BigUint> = (0..count).map(|index| number(EXPONENT_BITS, 9000 + index)).collect();
        let [mut single, mut together] = [(); 2].map(|()| Times::default());
        for _ in 0..if count > 100 { 5 } else { 20 } {
            let product = together.measure(|| product_pow_vartime(&modulus, &bases, &exponents))?;
            let expected = single.measure(|| {
                let powers = bases.iter().zip(&exponents);
                powers.fold(BigUint::from(1u8), |product, (base, exponent)| {
                    product * modulus.pow_public_vartime(base, exponent) % &m
                })
            });
            assert_eq!(product, expected);
        }
        println!(
            "product of {count} powers: {together}; single public powers: {single}, {}",
            together.faster_than(&single)
        );
    }
    Ok(())
}
