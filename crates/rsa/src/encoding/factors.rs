//! The primes of a modulus from both exponents.

use modexp::{Engine, Exponent, Exponentiation, Modulus, Natural, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;

use super::foreign;
use crate::params::in_range;
use crate::{Components, Error, MOST_PRIMES, PrivateKey, PublicKey};

/// Bases that are tried on one composite number before giving up. Each separates its primes with a chance of at least one
/// half, so that a product of distinct primes is given up once in 2^64 at most. (SP 800-56B has 100; what is given up is a
/// prime power of hostile making, which should cost no more than the primality tests of an honest key.)
const MOST_TRIES: usize = 64;

impl PrivateKey {
    /// A key from N, e and d alone: the primes are found, as many as there are, the longest first. Otherwise as
    /// [`PrivateKey::import`].
    ///
    /// # Errors
    /// Those of [`PublicKey::new`]; [`Error::InconsistentKey`] when the exponents do not belong to the modulus, or the modulus
    /// is no product of 2 to 8 primes; [`Error::UnsupportedFormat`] for a prime that stands in N more than once.
    pub fn from_exponents(
        modulus: &BigUint,
        public_exponent: &BigUint,
        private_exponent: &BigUint,
        rng: &mut dyn CryptoRng,
    ) -> Result<Self, Error> {
        PublicKey::new(modulus, public_exponent)?;
        if !private_exponent.bit(0) || private_exponent >= modulus {
            return inconsistent("the private exponent must be odd and below the modulus");
        }
        let primes = primes(modulus, &(public_exponent * private_exponent - 1u8), rng)?;
        in_range("primes", "", primes.len(), 2, MOST_PRIMES, foreign::COUNT_REASON)?;
        let params = foreign::params(modulus, public_exponent, private_exponent, &primes).check_existing()?;
        let (e, d) = (public_exponent.clone(), private_exponent.clone());
        foreign::key(Components::new(&params, primes, vec![e], d), rng)
    }
}

/// The prime factors of N, the longest first, from a multiple of λ(N); when there are more than the limit, some of them.
///
/// SP 800-56B rev. 2, appendix C.1, which is for two primes, applied again to what is not prime yet: a multiple of λ(N) is one
/// of λ of every factor.
fn primes(modulus: &BigUint, multiple: &BigUint, rng: &mut dyn CryptoRng) -> Result<Vec<BigUint>, Error> {
    let (mut primes, mut untested) = (Vec::new(), vec![modulus.clone()]);
    while let Some(number) = untested.pop() {
        let rounds = prime::rounds_for_random_number(number.bits() as usize);
        // All rounds for any number follow where the key is checked.
        if prime::is_probably_prime(&number, rounds, Engine::default(), rng) {
            primes.push(number);
        } else {
            untested.extend(split(&number, multiple, rng)?);
        }
        if primes.len() > MOST_PRIMES {
            break;
        }
    }
    primes.sort_by(|a, b| b.cmp(a));
    Ok(primes)
}

/// Two factors of a composite number, from a multiple of its λ.
fn split(number: &BigUint, multiple: &BigUint, rng: &mut dyn CryptoRng) -> Result<[BigUint; 2], Error> {
    if (2..=MOST_PRIMES as u32).any(|power| number.nth_root(power).pow(power) == *number) {
        return Err(Error::UnsupportedFormat(
            "a prime stands in the modulus more than once, and such keys need more numbers than N, e and d".into(),
        ));
    }
    let units = Units::new(number, multiple)?;
    for _ in 0..MOST_TRIES {
        if let Some(root) = units.root_of_one(rng)? {
            // 1 modulo some primes, −1 modulo the others
            let factor = number.gcd(&(root - 1u8));
            return Ok([number / &factor, factor]);
        }
    }
    inconsistent("the modulus has a factor that the exponents do not separate")
}

/// The units modulo an odd number, with a multiple of their orders: an odd number times `2^twos`.
struct Units {
    modulus: Modulus,
    last: BigUint,
    exponent: Exponent,
    twos: u64,
}

impl Units {
    fn new(number: &BigUint, multiple: &BigUint) -> Result<Self, Error> {
        let twos = multiple.trailing_zeros().unwrap_or(0);
        let odd = multiple >> twos;
        let exponent = Exponent::secret(&odd, odd.bits() as usize);
        Ok(Self { modulus: Modulus::new(number)?, last: number - 1u8, exponent, twos })
    }

    /// A square root of 1 other than 1 and −1: what comes before 1 when a random base is raised to the odd number and squared
    /// again and again. None when that is −1 or nothing.
    fn root_of_one(&self, rng: &mut dyn CryptoRng) -> Result<Option<BigUint>, Error> {
        let base = random::in_interval(&BigUint::from(2u8), &self.last, rng);
        let base = Natural::from_biguint(&base, self.modulus.bit_length());
        let exponentiation = Exponentiation { base: &base, exponent: &self.exponent, modulus: &self.modulus };
        let mut power = Engine::default().exponentiate(&[exponentiation]).remove(0);
        let one = BigUint::from(1u8);
        let mut before = one.clone();
        for _ in 0..=self.twos {
            let value = power.to_biguint();
            if value == one {
                return Ok((before != one && before != self.last).then_some(before));
            }
            before = value;
            power = self.modulus.multiply(&power, &self.modulus.montgomery_form(&power));
        }
        inconsistent("the exponents do not belong to the modulus")
    }
}

fn inconsistent<T>(problem: &str) -> Result<T, Error> {
    Err(Error::InconsistentKey(problem.into()))
}
