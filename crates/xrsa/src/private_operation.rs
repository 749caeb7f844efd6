//! The private operation (section III-C, Algorithm 1): for two primes as in the paper, for more by Garner's method.

use zeroize::Zeroizing;

use crate::exponentiation::power;
use crate::key::{Key, Shape};
use crate::machine::{Machine, Number, Register};
use crate::montgomery::subtract_if_not_below;
use crate::product::add_product;
use crate::r_squared::r_squared;
use crate::reduction::{MESSAGE, RECOMBINED, normalize, reduce};
use crate::report::{Domain, Step};
use crate::{Error, Mode, words};

/// The names of primes in a trace.
const PRIME_NAMES: [&str; 8] = ["p", "q", "r₃", "r₄", "r₅", "r₆", "r₇", "r₈"];

/// The names of the numbers of recombination in a trace.
struct RecombinationNames {
    known: &'static str,
    difference: &'static str,
    coefficient: &'static str,
}

/// As in the paper: p after q.
const AFTER_Q: RecombinationNames =
    RecombinationNames { known: "S_q", difference: "S_p − S_q", coefficient: "q_inv" };
/// As in RFC 8017, section 5.1.2, for further primes: `h = (s_i − s)·t_i mod r_i`.
const AFTER_SEVERAL: RecombinationNames =
    RecombinationNames { known: "S", difference: "S_i − S", coefficient: "t_i" };

/// A key in the controller's memory: the paper's `rsa_key_t` with the modulus, which the paper's first call computes and `S − N`
/// needs.
pub(crate) struct StoredKey {
    pub(crate) shape: Shape,
    pub(crate) primes: Vec<Number>,
    exponents: Vec<Number>,
    coefficients: Vec<Number>,
    modulus: Number,
}

impl StoredKey {
    pub(crate) fn new(machine: &mut Machine<'_>, key: &Key) -> Result<Self, Error> {
        let components = key.components();
        let numbers = [&components.primes, &components.crt_exponents, &components.crt_coefficients];
        let mut values = numbers.into_iter().flatten().chain([&components.modulus]);
        Self::with(machine, key.shape(), |length| words::of(values.next().expect("a value for each place"), length))
    }

    /// The same memory without a key, for a plan.
    pub(crate) fn blank(machine: &mut Machine<'_>, shape: &Shape) -> Result<Self, Error> {
        Self::with(machine, shape, |length| Zeroizing::new(vec![0; length]))
    }

    fn with(
        machine: &mut Machine<'_>,
        shape: &Shape,
        mut value: impl FnMut(usize) -> words::Words,
    ) -> Result<Self, Error> {
        let mut store = |lengths: &[usize]| -> Result<Vec<Number>, Error> {
            lengths.iter().map(|bits| machine.store(value(words::count(*bits)))).collect()
        };
        let primes = store(&shape.prime_lengths)?;
        let exponents = store(&shape.exponent_lengths)?;
        let coefficient_lengths: Vec<usize> =
            shape.order()[1..].iter().map(|index| shape.prime_lengths[*index]).collect();
        let coefficients = store(&coefficient_lengths)?;
        let modulus = store(&[shape.modulus_length])?.remove(0);
        Ok(Self { shape: shape.clone(), primes, exponents, coefficients, modulus })
    }
}

/// `R² mod p` and p itself in the unit, with p's length in bits.
pub(crate) struct Prime {
    pub(crate) bits: usize,
    pub(crate) modulus: Register,
    pub(crate) r_squared: Register,
}

impl Prime {
    /// Loads a prime and computes its constant (Algorithm 2).
    pub(crate) fn prepare(
        machine: &mut Machine<'_>,
        index: usize,
        value: &Number,
        bits: usize,
        mode: Mode,
    ) -> Result<Self, Error> {
        let modulus = machine.load(value.words(), PRIME_NAMES[index], Domain::Integer)?;
        let r_squared = r_squared(machine, &modulus, bits, mode)?;
        Ok(Self { bits, modulus, r_squared })
    }
}

/// `m^d mod N` for `m < N`, as long as N.
pub(crate) fn private_operation(
    machine: &mut Machine<'_>,
    key: &StoredKey,
    message: &Number,
    mode: Mode,
) -> Result<Number, Error> {
    let shape = &key.shape;
    let order = shape.order();
    // Algorithm 1, step 2, first: S = S_q.
    let (prime, root) = power_modulo(machine, key, order[0], message, mode)?;
    let mut sum = machine.fetch(&root)?;
    drop((prime, root));
    // The product of the primes so far, once it is more than q.
    let mut product: Option<Number> = None;
    let mut bits_so_far = shape.prime_lengths[order[0]];
    for (place, index) in order.iter().enumerate().skip(1) {
        // Step 1: S_p.
        let (prime, root) = power_modulo(machine, key, *index, message, mode)?;
        machine.begin(Step::Recombination, Some(*index));
        let names = if place == 1 { AFTER_Q } else { AFTER_SEVERAL };
        let h = garner_coefficient(machine, &prime, root, &key.coefficients[place - 1], &sum, &names)?;
        drop(prime);
        // Step 4: S = S_q + h·q.
        machine.begin(Step::Product, Some(*index));
        bits_so_far += shape.prime_lengths[*index];
        let last = place + 1 == order.len();
        let length = if last { shape.modulus_length } else { bits_so_far };
        let mut next = machine.zero(length)?;
        words::add_shifted(next.words_mut(), sum.words(), 0);
        let factor = product.as_ref().unwrap_or(&key.primes[order[0]]);
        add_product(machine, &mut next, factor.words(), &h)?;
        sum = next;
        if !last {
            let mut next = machine.zero(bits_so_far)?;
            add_product(machine, &mut next, factor.words(), &key.primes[*index])?;
            product = Some(next);
        }
    }
    // Equation 3: S − N if S ≥ N. The paper proves from S < 2^n and N ≥ 2^(n−1) that once is enough. In fact, h ≤ p − 1 and S_q ≤
    // q − 1 give S ≤ N − 1, also for more primes, so nothing is ever subtracted.
    subtract_if_not_below(sum.words_mut(), 0, key.modulus.words());
    Ok(sum)
}

/// Algorithm 1, steps 1 and 2: `m^{d_p} mod p`, with the constants of p.
fn power_modulo(
    machine: &mut Machine<'_>,
    key: &StoredKey,
    index: usize,
    message: &Number,
    mode: Mode,
) -> Result<(Prime, Register), Error> {
    machine.begin(Step::RSquared, Some(index));
    let prime = Prime::prepare(machine, index, &key.primes[index], key.shape.prime_lengths[index], mode)?;
    machine.begin(Step::Reduction, Some(index));
    let base = reduce(machine, message.words(), &prime.modulus, &prime.r_squared, &MESSAGE)?;
    machine.begin(Step::Exponentiation, Some(index));
    let bits = key.shape.exponent_lengths[index];
    let root = power(machine, &base, &key.exponents[index], bits, &prime.modulus, &prime.r_squared, mode)?;
    Ok((prime, root))
}

/// Algorithm 1, step 3: `h = q_inv·(S_p − S_q) mod p`, by four ⊗.
///
/// `S_q` may be above p, which the paper overlooks, so it is reduced first. Two ⊗ would be enough, because `q_inv` in the integer
/// domain times a number in the Montgomery domain is in the integer domain. This code keeps the paper's four.
fn garner_coefficient(
    machine: &mut Machine<'_>,
    prime: &Prime,
    root: Register,
    coefficient: &Number,
    sum: &Number,
    names: &RecombinationNames,
) -> Result<Number, Error> {
    let Prime { bits, modulus, r_squared, .. } = prime;
    let known = reduce(machine, sum.words(), modulus, r_squared, &RECOMBINED)?;
    let known = normalize(machine, &known, modulus, *bits, r_squared, names.known)?;
    let difference = machine.subtract(&root, &known, modulus, names.difference)?;
    drop((root, known));
    let coefficient = machine.load(coefficient.words(), names.coefficient, Domain::Integer)?;
    let coefficient = machine.multiply(&coefficient, r_squared, modulus, names.coefficient)?;
    let difference = machine.multiply(&difference, r_squared, modulus, names.difference)?;
    let h = machine.multiply(&coefficient, &difference, modulus, "h")?;
    let one = machine.load(&[1], "1", Domain::Integer)?;
    let h = machine.multiply(&h, &one, modulus, "h")?;
    machine.fetch(&h)
}

/// The paper's other call: `N = p·q`, from only the primes.
pub(crate) fn public_modulus(machine: &mut Machine<'_>, shape: &Shape, primes: &[Number]) -> Result<Number, Error> {
    machine.begin(Step::PublicModulus, None);
    let mut product = machine.store(Zeroizing::new(primes[0].words().to_vec()))?;
    let mut bits = shape.prime_lengths[0];
    for (place, prime) in primes.iter().enumerate().skip(1) {
        bits += shape.prime_lengths[place];
        let mut next = machine.zero(if place + 1 == primes.len() { shape.modulus_length } else { bits })?;
        add_product(machine, &mut next, product.words(), prime)?;
        product = next;
    }
    Ok(product)
}
