//! The numbers of a key.

use core::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

use crate::CheckedParams;
use crate::arithmetic::{inverse, least_common_multiple};
use crate::definition::Powers;

/// The numbers of a private key. Dropping them overwrites the secret ones, but not the copies that num-bigint's
/// arithmetic left elsewhere in memory. Comparison runs in variable time.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Components {
    /// N
    pub modulus: BigUint,
    /// e, or the b exponents of a batch key.
    pub public_exponents: Vec<BigUint>,
    /// d, an inverse of e (batch: of the product of the exponents) modulo λ(N). So `C^d mod N` is right for every unit
    /// C in every variant, including multi-power. Generated keys have the smallest d. Others below N are valid too,
    /// such as the inverse modulo φ(N) that OpenSSL writes.
    pub private_exponent: BigUint,
    /// The distinct primes p, q, r_3, …. For `N = p^(r−s)·q^s`, p comes first, which divides N more often. For
    /// unbalanced keys, the short prime comes first.
    pub primes: Vec<BigUint>,
    /// `d mod (p_i − 1)`, in the order of the primes. Empty for the variant original.
    pub crt_exponents: Vec<BigUint>,
    /// As in RFC 8017, section 3.2: `q⁻¹ mod p`, then `(p·q⋯r_{i−1})⁻¹ mod r_i`. For multi-power, `p^(s−r) mod q^s`.
    /// Empty for the variant original.
    pub crt_coefficients: Vec<BigUint>,
}

impl Drop for Components {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// Shows only the public numbers.
impl fmt::Debug for Components {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("Components");
        fields.field("modulus", &self.modulus).field("public_exponents", &self.public_exponents).finish_non_exhaustive()
    }
}

impl Components {
    /// Overwrites the secret numbers.
    fn wipe(&mut self) {
        let Self { modulus: _, public_exponents: _, private_exponent, primes, crt_exponents, crt_coefficients } = self;
        for number in [primes, crt_exponents, crt_coefficients].into_iter().flatten().chain([private_exponent]) {
            wipe(number);
        }
    }

    /// Computes the modulus and the CRT numbers from the primes and d.
    pub(crate) fn new(
        params: &CheckedParams,
        primes: Vec<BigUint>,
        public_exponents: Vec<BigUint>,
        private_exponent: BigUint,
    ) -> Self {
        let powers = prime_powers(params, &primes);
        let (mut crt_exponents, mut crt_coefficients) = (Vec::new(), Vec::new());
        if params.values.variant.definition().powers != Powers::Modulus {
            crt_exponents = primes.iter().map(|prime| &private_exponent % (prime - 1u8)).collect();
            // Garner's method goes from q to p to r_3 …, and from p^(r−s) to q^s in multi-power.
            let mut order: Vec<&BigUint> = powers.iter().collect();
            if params.values.multiplicity.is_none() {
                order.swap(0, 1);
            }
            let mut product = order[0].clone();
            for factor in &order[1..] {
                crt_coefficients.push(inverse(&(&product % *factor), factor).unwrap_or_default());
                product *= *factor;
            }
        }
        Self {
            modulus: powers.iter().product(),
            public_exponents,
            private_exponent,
            primes,
            crt_exponents,
            crt_coefficients,
        }
    }
}

/// Overwrites a number in place. It writes the same number of digits with a nonzero top digit, because num-bigint could
/// otherwise use other memory.
pub(crate) fn wipe(number: &mut BigUint) {
    number.assign_from_slice(&vec![1; number.bits().div_ceil(32) as usize]);
    zeroize::optimization_barrier(number);
}

/// The numbers of a public key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PublicComponents {
    /// N
    pub modulus: BigUint,
    /// e
    pub public_exponent: BigUint,
    /// The greatest length of a message in bits, for unbalanced keys only: one bit less than the short prime. If it is
    /// `None`, every number below N is a message.
    pub message_length: Option<usize>,
}

impl PublicComponents {
    /// The numbers of a public key of any variant but unbalanced.
    pub fn new(modulus: BigUint, public_exponent: BigUint) -> Self {
        Self { modulus, public_exponent, message_length: None }
    }
}

/// The prime powers whose product is N.
pub(crate) fn prime_powers(params: &CheckedParams, primes: &[BigUint]) -> Vec<BigUint> {
    let mut powers = primes.to_vec();
    for (prime, power) in powers.iter_mut().zip(params.powers().into_iter().flatten()) {
        *prime = prime.pow(power as u32);
    }
    powers
}

/// `λ(N)`: the least common multiple of the `p_i − 1`, and of `p^(r−s−1)` and `q^(s−1)` in multi-power.
pub(crate) fn carmichael(params: &CheckedParams, primes: &[BigUint]) -> BigUint {
    let lambda = least_common_multiple(primes.iter().map(|prime| prime - 1u8));
    let powers = params.powers().into_iter().flatten();
    primes.iter().zip(powers).fold(lambda, |lambda, (prime, power)| lambda.lcm(&prime.pow(power as u32 - 1)))
}

#[cfg(test)]
mod tests {
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    use super::*;
    use crate::{KeyParams, PrivateKey, Variant};

    #[test]
    fn wiping_leaves_nothing_of_a_number() {
        for bits in [1u32, 32, 33, 64, 65, 127, 128, 1024, 16384] {
            let mut number = (BigUint::from(1u8) << bits) - 1u8;
            wipe(&mut number);
            assert_eq!(number.to_u32_digits(), vec![1; bits.div_ceil(32) as usize], "{bits} bits");
        }
        let mut zero = BigUint::ZERO;
        wipe(&mut zero);
        assert_eq!(zero, BigUint::ZERO);
    }

    #[test]
    fn wiping_overwrites_every_secret_and_no_public_number() {
        let mut rng = ChaCha20Rng::from_seed([60; 32]);
        let params = KeyParams::new(Variant::MultiPrime, 256);
        let key = PrivateKey::new(&params, &mut rng).unwrap();
        let original = key.components();
        let mut wiped = original.clone();
        wiped.wipe();
        let overwritten = |number: &BigUint| BigUint::new(vec![1; number.bits().div_ceil(32) as usize]);
        let all_overwritten = |numbers: &[BigUint]| -> Vec<BigUint> { numbers.iter().map(overwritten).collect() };
        let expected = Components {
            modulus: original.modulus.clone(),
            public_exponents: original.public_exponents.clone(),
            private_exponent: overwritten(&original.private_exponent),
            primes: all_overwritten(&original.primes),
            crt_exponents: all_overwritten(&original.crt_exponents),
            crt_coefficients: all_overwritten(&original.crt_coefficients),
        };
        // `Debug` leaves the secret numbers out, so assert_eq would print the same text twice.
        assert!(wiped == expected);
    }
}
