use super::*;

#[test]
fn divisors_have_the_length_and_divide() {
    // 2^3·3·5·251·32749·p: the divisors of 12 bits, 2048 to 4095, by hand.
    let number = BigUint::from(8u8) * 15u8 * 251u8 * 32_749u32 * ((BigUint::from(1u8) << 127) - 1u8);
    let mut divisors = PartialFactoring::new(12).divisors(&number);
    divisors.sort();
    assert_eq!(divisors, [2_510u32, 3_012, 3_765].map(BigUint::from));
}

/// For a number with 2^60 divisors only some thousands are tried.
#[test]
fn a_number_with_many_small_factors_takes_no_longer() {
    let number: BigUint = odd_primes().take(60).map(BigUint::from).product();
    let divisors = PartialFactoring::new(56).divisors(&number);
    assert!(divisors.len() < 8000);
    assert!(divisors.iter().all(|divisor| divisor.bits() == 56 && (&number % divisor).bits() == 0));
}
