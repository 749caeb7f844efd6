//! Integer arithmetic for key generation, on num-bigint. Its time depends on the values.

pub(crate) use modular_powers::inverse_vartime as inverse;
use num_bigint::BigUint;
use num_integer::Integer;

/// Whether two numbers have no common factor. The first is positive, and this is fast if it is short: `gcd` goes through all
/// words of both numbers for each bit of the longer one, so that is reduced first.
pub(crate) fn coprime(a: &BigUint, b: &BigUint) -> bool {
    (b % a).gcd(a) == BigUint::from(1u8)
}

/// `λ = lcm(x_1, x_2, …)`.
pub(crate) fn least_common_multiple(numbers: impl IntoIterator<Item = BigUint>) -> BigUint {
    numbers.into_iter().fold(BigUint::from(1u8), |multiple, number| multiple.lcm(&number))
}

/// The number below the product of pairwise coprime moduli with these residues (Garner).
pub(crate) fn chinese_remainder(pairs: &[(BigUint, BigUint)]) -> BigUint {
    let (sum, _) = pairs.iter().fold((BigUint::ZERO, BigUint::from(1u8)), |(sum, product), (residue, modulus)| {
        let coefficient = inverse(&(&product % modulus), modulus).unwrap_or(BigUint::ZERO);
        let difference = residue % modulus + modulus - &sum % modulus;
        (&sum + &product * (difference * coefficient % modulus), product * modulus)
    });
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coprime_numbers_have_the_divisor_one() {
        for (a, b) in (1..60u32).flat_map(|a| (0..60u32).map(move |b| (a, b))) {
            assert_eq!(coprime(&a.into(), &b.into()), a.gcd(&b) == 1, "{a}, {b}");
        }
    }

    #[test]
    fn chinese_remainder_has_the_residues() {
        let pairs = [(2u32, 3u32), (3, 5), (2, 7)].map(|(residue, modulus)| (residue.into(), modulus.into()));
        assert_eq!(chinese_remainder(&pairs), BigUint::from(23u32));
        assert_eq!(chinese_remainder(&[(5u32.into(), 1u32.into()), (3u32.into(), 4u32.into())]), BigUint::from(3u32));
    }
}
