//! Times pairs of powers on every engine: `cargo run --release -p modular-powers --example two_powers`.

use std::time::Instant;

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

/// An odd number with the highest bit set, random enough to time constant-time arithmetic.
fn number(bits: usize, seed: u64) -> BigUint {
    let mut state = seed;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let random = BigUint::new((0..bits.div_ceil(32)).map(|_| word()).collect()) >> (bits.next_multiple_of(32) - bits);
    random | BigUint::from(1u8) | BigUint::from(1u8) << (bits - 1)
}

fn main() {
    for bits in [512, 683, 1024, 1536, 2048] {
        let moduli = [1, 2].map(|seed| Modulus::new(&number(bits, seed)).expect("odd"));
        let bases = [3, 4].map(|seed| Natural::from_biguint(&(number(bits, seed) >> 1), bits));
        let exponents = [5, 6].map(|seed| Exponent::secret(&number(bits, seed), bits));
        let set = [0, 1].map(|index| Exponentiation {
            base: &bases[index],
            exponent: &exponents[index],
            modulus: &moduli[index],
        });
        for engine in Engine::all() {
            let mut times: Vec<_> = (0..41)
                .map(|_| {
                    let start = Instant::now();
                    std::hint::black_box(engine.exponentiate(&set));
                    start.elapsed().as_nanos()
                })
                .collect();
            times.sort_unstable();
            println!("2 × {bits} bits, {}: median {} ns, least {} ns", engine.name(), times[20], times[0]);
        }
    }
}
