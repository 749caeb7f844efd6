use super::*;
use modular_powers::random;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

#[test]
fn remainders_are_those_of_the_whole_number() {
    let mut rng = ChaCha20Rng::from_seed([90; 32]);
    // More limbs than are summed at once, too.
    for bits in [64, 570, 4096] {
        let number = random::below_power_of_two(bits, &mut rng);
        let limbs = limbs(&Natural::from_biguint(&number, bits));
        for pair in PartialFactoring::new(bits, 56).stages.iter().flatten().step_by(97) {
            let product: u32 = pair.primes.iter().product();
            assert_eq!(BigUint::from(pair.remainder(&limbs)), &number % product, "{bits} bits, {:?}", pair.primes);
        }
    }
}

#[test]
fn divisors_have_the_length_and_divide() {
    // 2^3·3·5·251·32749·p: the divisors of 12 bits, 2048 to 4095, by hand.
    let number = BigUint::from(8u8) * 15u8 * 251u8 * 32_749u32 * ((BigUint::from(1u8) << 127) - 1u8);
    let mut divisors = PartialFactoring::new(160, 12).divisors(&number);
    divisors.sort();
    assert_eq!(divisors, [2_510u32, 3_012, 3_765].map(BigUint::from));
}

/// Of a number with 2^60 divisors only some thousands are tried.
#[test]
fn a_number_of_many_small_factors_takes_no_longer() {
    let number: BigUint = odd_primes().take(60).map(BigUint::from).product();
    let divisors = PartialFactoring::new(number.bits() as usize, 56).divisors(&number);
    assert!(divisors.len() < 8000);
    assert!(divisors.iter().all(|divisor| divisor.bits() == 56 && (&number % divisor).bits() == 0));
}
