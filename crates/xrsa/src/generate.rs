//! Key generation on the device, an open question of the paper: "How do we generate 4096-bit private keys using the 2048-bit
//! MMM?" (section VI-B).
//!
//! Miller–Rabin tests candidates with the exponentiation of the private operation. CRT exponents take a division by e, which is
//! one word long, and one plain product. CRT coefficients are powers, by Fermat's theorem. The modulus is a chain of half-width
//! products. Every step stays within the unit's width.

use modular_powers::prime;
use modular_powers::random::{self, Draws};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{far_apart, prime_interval};
use zeroize::Zeroizing;

use crate::exponentiation::power;
use crate::key::{Key, Shape};
use crate::machine::{Machine, Number};
use crate::private_operation::{Prime, public_modulus};
use crate::product::{add_product, plain_product};
use crate::reduction::{PRIMES, reduce};
use crate::report::{Domain, Step};
use crate::{Error, Mode, words};

/// How many random candidates a search goes through, for each bit of the prime. Of the numbers that are 3 modulo 4, one in
/// `bits·ln(2)/2` is prime, and e divides p − 1 for at most four in five of these primes, since an e of 32 bits has at most nine
/// prime factors. So at least one in `1.8·bits` is suitable, and `1024·bits` are 560 times as many.
const DRAWS_PER_BIT: u64 = 1024;

/// The parameters of a key to make on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateParams {
    /// n, the length of the modulus in bits.
    pub modulus_length: usize,
    /// r, the number of primes.
    pub primes: usize,
    /// e: odd, and one word long.
    pub public_exponent: u32,
}

impl GenerateParams {
    /// Two primes and e = 65537.
    pub fn new(modulus_length: usize) -> Self {
        Self { modulus_length, primes: 2, public_exponent: 65537 }
    }

    pub(crate) fn check(&self) -> Result<Shape, Error> {
        let value = self.public_exponent;
        if value < 3 || value.is_multiple_of(2) {
            return Err(Error::PublicExponent { value });
        }
        Shape::new(self.modulus_length, self.primes)
    }
}

pub(crate) fn generate(
    machine: &mut Machine<'_>,
    params: &GenerateParams,
    shape: &Shape,
    mode: Mode,
    rng: &mut dyn CryptoRng,
) -> Result<Key, Error> {
    let e = params.public_exponent;
    let (mut primes, mut values, mut exponents) = (Vec::new(), Vec::new(), Vec::new());
    for (index, bits) in shape.prime_lengths.iter().enumerate() {
        machine.begin(Step::Primality, Some(index));
        let (prime, value) = find_prime(machine, index, *bits, params, &values, mode, rng)?;
        machine.begin(Step::CrtExponents, Some(index));
        exponents.push(crt_exponent(machine, &prime, e)?);
        primes.push(prime);
        values.push(value);
    }
    let coefficients = crt_coefficients(machine, shape, &primes, mode)?;
    let modulus = public_modulus(machine, shape, &primes)?;
    let numbers = |numbers: &[Number]| numbers.iter().map(|number| BigUint::from_slice(number.words())).collect();
    Key::made(e, BigUint::from_slice(modulus.words()), values, numbers(&exponents), numbers(&coefficients))
}

/// Plans the memory of key generation: the same sequence with one candidate for each prime.
pub(crate) fn plan(machine: &mut Machine<'_>, shape: &Shape, mode: Mode) -> Result<(), Error> {
    let (mut primes, mut exponents) = (Vec::new(), Vec::new());
    for (index, bits) in shape.prime_lengths.iter().enumerate() {
        machine.begin(Step::Primality, Some(index));
        // Not zero, because a candidate minus one is divided by e.
        let prime = machine.store(words::of(&BigUint::from(3u8), words::count(*bits)))?;
        let base = machine.zero(*bits)?;
        passes_round(machine, index, &prime, *bits, &base, mode)?;
        machine.begin(Step::CrtExponents, Some(index));
        exponents.push(crt_exponent(machine, &prime, 3)?);
        primes.push(prime);
    }
    crt_coefficients(machine, shape, &primes, mode)?;
    public_modulus(machine, shape, &primes).map(drop)
}

/// A random prime of `bits` bits that is 3 modulo 4, far from the others, and such that e is invertible. Returns it in the
/// controller's memory and as a value.
///
/// Each candidate is drawn independently, so no prime is more likely than another. It is divided by the primes below 2^16 before
/// the unit tests it. With p ≡ 3 modulo 4 (FIPS 186-5, A.1.3, allows choosing a residue), a Miller–Rabin round is one
/// exponentiation, with the same operations for every candidate.
fn find_prime(
    machine: &mut Machine<'_>,
    index: usize,
    bits: usize,
    params: &GenerateParams,
    others: &[BigUint],
    mode: Mode,
    rng: &mut dyn CryptoRng,
) -> Result<(Number, BigUint), Error> {
    let (low, high) = prime_interval(bits, params.primes);
    let rounds = prime::rounds_for_random_number(bits);
    let mut tested = 0;
    let mut draws = Draws::new(DRAWS_PER_BIT * bits as u64);
    loop {
        let value = random::in_interval(&low, &high, rng)? | BigUint::from(3u8);
        draws.note(&value, (&high - &low).bits() - 3)?;
        let candidate = machine.store(words::of(&value, words::count(bits)))?;
        let divisible = |prime: &u32| words::divide_by_word(candidate.words(), *prime).1 == 0;
        let order = words::divide_by_word(&words::minus_word(candidate.words(), 1), params.public_exponent).1;
        if prime::small_primes().iter().any(divisible)
            || order.gcd(&params.public_exponent) != 1
            || !far_apart(&value, others)
        {
            continue;
        }
        tested += 1;
        let mut passed = 0;
        let mut bases = Draws::new(rounds as u64);
        while passed < rounds {
            let base = random::in_interval(&BigUint::from(2u8), &low, rng)?;
            bases.note(&base, low.bits() - 2)?;
            let base = machine.store(words::of(&base, words::count(bits)))?;
            if !passes_round(machine, index, &candidate, bits, &base, mode)? {
                break;
            }
            passed += 1;
        }
        machine.tested(tested)?;
        if passed == rounds {
            return Ok((candidate, value));
        }
    }
}

/// A round of Miller–Rabin for p ≡ 3 modulo 4: whether `base^((p−1)/2) ≡ ±1`.
fn passes_round(
    machine: &mut Machine<'_>,
    index: usize,
    candidate: &Number,
    bits: usize,
    base: &Number,
    mode: Mode,
) -> Result<bool, Error> {
    let prime = Prime::prepare(machine, index, candidate, bits, mode)?;
    let half = machine.store(words::bits(candidate.words(), 1, bits - 1))?;
    let base = machine.load(base.words(), "a", Domain::Integer)?;
    let power = power(machine, &base, &half, bits - 1, &prime.modulus, &prime.r_squared, mode)?;
    let power = machine.fetch(&power)?;
    let mut one = vec![0; power.words().len()];
    one[0] = 1;
    let mut minus_one = vec![0; power.words().len()];
    minus_one[..candidate.words().len()].copy_from_slice(candidate.words());
    minus_one[0] &= !1;
    Ok(words::equal(power.words(), &one) || words::equal(power.words(), &minus_one))
}

/// `e⁻¹ mod (p − 1)` for e of one word, from `p − 1 = e·Q + ρ`.
///
/// With `t = −(p − 1)⁻¹ mod e`, the inverse is `((p − 1)·t + 1)/e = Q·t + (ρ·t + 1)/e`: a division by a word, a product that fits
/// an operand because `Q·t < p − 1`, and a fraction that is a word.
fn crt_exponent(machine: &mut Machine<'_>, prime: &Number, e: u32) -> Result<Number, Error> {
    let (quotient, remainder) = words::divide_by_word(&words::minus_word(prime.words(), 1), e);
    let quotient = machine.store(quotient)?;
    let inverse = i64::from(remainder).extended_gcd(&i64::from(e)).x.rem_euclid(i64::from(e)) as u32;
    let t = e - inverse;
    let r_minus_one = machine.load(&vec![u32::MAX; machine.operand_length() / 32], "R − 1", Domain::Integer)?;
    let factor = machine.load(&[t], "t", Domain::Integer)?;
    let quotient = machine.load(quotient.words(), "Q", Domain::Integer)?;
    let product = plain_product(machine, &quotient, &factor, &r_minus_one)?;
    let mut exponent = machine.store(Zeroizing::new(product.words()[..prime.words().len()].to_vec()))?;
    // ρ·t + 1 ≤ (2^32 − 1)² + 1 < 2^64.
    let fraction = (u64::from(remainder) * u64::from(t) + 1) / u64::from(e);
    words::add_shifted(exponent.words_mut(), &[fraction as u32], 0);
    Ok(exponent)
}

/// `q⁻¹ mod p`, `(p·q)⁻¹ mod r_3`, … as powers: `x⁻¹ = x^(p−2) mod p` (Fermat).
fn crt_coefficients(
    machine: &mut Machine<'_>,
    shape: &Shape,
    primes: &[Number],
    mode: Mode,
) -> Result<Vec<Number>, Error> {
    let order = shape.order();
    let mut coefficients = Vec::new();
    let mut product = machine.store(Zeroizing::new(primes[order[0]].words().to_vec()))?;
    let mut bits_so_far = shape.prime_lengths[order[0]];
    for (place, index) in order.iter().enumerate().skip(1) {
        machine.begin(Step::CrtCoefficients, Some(*index));
        let bits = shape.prime_lengths[*index];
        let prime = Prime::prepare(machine, *index, &primes[*index], bits, mode)?;
        let base = reduce(machine, product.words(), &prime.modulus, &prime.r_squared, &PRIMES)?;
        let exponent = machine.store(words::minus_word(primes[*index].words(), 2))?;
        let inverse = power(machine, &base, &exponent, bits, &prime.modulus, &prime.r_squared, mode)?;
        coefficients.push(machine.fetch(&inverse)?);
        drop((prime, base, inverse));
        if place + 1 < order.len() {
            bits_so_far += bits;
            let mut next = machine.zero(bits_so_far)?;
            add_product(machine, &mut next, product.words(), &primes[*index])?;
            product = next;
        }
    }
    Ok(coefficients)
}
