//! An experiment: short CRT exponents in a modulus `N = p²·q`. Hansen, Larsen, Olsen (2009, section II.E) and Paixão,
//! Gazzoni Filho (2005, section 5.2) dismiss "rebalanced multi-power" without measuring it. This example measures both
//! ways to compute it and compares them with the library's variants:
//!
//! * by lifting: `C^{d_p} mod p` with a d_p of w bits, then one step of Hensel lifting, which raises to the long e
//!   modulo p²;
//! * directly: `C^{d_p} mod p²` with a d_p that is short modulo `p·(p − 1)`.
//!
//! ```text
//! cargo run --release -p rsa-variants --example rebalanced_multi_power -- 2048 224
//! ```

use core::ops::ControlFlow;
use std::time::{Duration, Instant};

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{KeyParams, PrivateKey, Variant, hazmat, prime_interval};

/// An operation to time, with its name.
type Subject<'a> = (&'a str, Box<dyn Fn() + 'a>);

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse().expect("a whole number"));
    let (n, w) = (words.next().unwrap_or(2048), words.next().unwrap_or(224));
    let seconds = words.next().unwrap_or(20) as u64;
    let mut rng = ChaCha20Rng::from_seed([7; 32]); // A fixed seed: for measurements only.
    let key = RebalancedMultiPower::generate(n, w, &mut rng);
    let ciphertext = random::in_interval(&BigUint::from(2u8), &key.modulus, &mut rng).expect("a sound generator");
    key.check(&ciphertext);

    let library = |variant, primes, crt_exponent_length| {
        let params = KeyParams { primes, crt_exponent_length, ..KeyParams::new(variant, n) };
        let rng = &mut ChaCha20Rng::from_seed([8; 32]);
        PrivateKey::new(&params, rng).expect("parameters within their limits")
    };
    let keys = [
        ("CRT", library(Variant::Crt, None, None)),
        ("multi-power, r 3", library(Variant::MultiPower, Some(3), None)),
        ("rebalanced", library(Variant::Rebalanced, None, Some(w))),
        ("R-Prime, r 3", library(Variant::RPrime, Some(3), Some(w))),
    ];
    let engine = Engine::default();
    let block = vec![42; n.div_ceil(8) - 1];
    let number = Natural::from_biguint(&ciphertext, n);
    let mut subjects: Vec<Subject<'_>> = Vec::new();
    for (name, key) in &keys {
        let block = &block;
        subjects
            .push((name, Box::new(move || drop(hazmat::decrypt_raw(key, block, engine).expect("a block below N")))));
    }
    subjects.push(("rebalanced multi-power, lifted", Box::new(|| drop(key.lifted(&number, engine)))));
    subjects.push(("rebalanced multi-power, direct", Box::new(|| drop(key.direct(&number, engine)))));

    // In turns, so that other load on the machine slows all of them.
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); subjects.len()];
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(seconds) || times[0].len() < 5 {
        for (times, (_, run)) in times.iter_mut().zip(&subjects) {
            let start = Instant::now();
            run();
            times.push(start.elapsed());
        }
    }
    println!("n {n}, w {w}, engine {}, {} rounds; medians", engine.name(), times[0].len());
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    for ((name, _), time) in subjects.iter().zip(&medians) {
        println!("{name:31} {:8.3} ms  {:5.2} times as fast as CRT", 1000.0 * time, medians[0] / time);
    }
}

/// The time of a call in seconds.
fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

/// A key of `N = p²·q` with CRT exponents of w bits.
struct RebalancedMultiPower {
    modulus: BigUint,
    private_exponent: BigUint,
    p: Modulus,
    p_squared: Modulus,
    q: Modulus,
    /// d modulo p·(p − 1) and q − 1: short.
    exponents: [Exponent; 2],
    /// The first one minus 1.
    exponent_less: Exponent,
    /// e modulo p·(p − 1), which is the order of the units modulo p².
    public_exponent: Exponent,
    /// e⁻¹ mod p
    inverse_exponent: Natural,
    /// p⁻¹ modulo the power of two that p's words hold, and p^−2 mod q
    inverse_p: Natural,
    coefficient: Natural,
}

impl RebalancedMultiPower {
    fn generate(n: usize, w: usize, rng: &mut ChaCha20Rng) -> Self {
        let two = BigUint::from(2u8);
        let lengths = [n / 3, n - 2 * (n / 3)];
        // p·(p − 1)/2 and (q − 1)/2 must be coprime, so that every choice of odd exponents has a d.
        let (p, q) = loop {
            let [p, q] = lengths.map(|bits| {
                let (low, high) = prime_interval(bits, 3);
                let found =
                    prime::random_prime(&low, &high, |_| true, Engine::default(), rng, |_| ControlFlow::Continue(()));
                found.unwrap_or_else(|_| unreachable!("nothing cancels it"))
            });
            if (&p * (&p - 1u8)).gcd(&(&q - 1u8)) == two {
                break (p, q);
            }
        };
        let orders = [&p * (&p - 1u8), &q - 1u8];
        let short = orders.each_ref().map(|order| {
            loop {
                let low = BigUint::from(1u8) << (w - 1);
                let d = random::in_interval(&low, &(&low << 1), rng).expect("a sound generator") | BigUint::from(1u8);
                if d.gcd(order) == BigUint::from(1u8) {
                    break d;
                }
            }
        });
        // d = d_q + (q − 1)·t, where t makes d ≡ d_p modulo p·(p − 1)/2. Both are odd, so this also holds modulo p·(p −
        // 1).
        let half = &orders[0] >> 1u8;
        let difference = ((&short[0] + &orders[0] - &short[1] % &orders[0]) % &orders[0]) >> 1u8;
        let step = (&orders[1] >> 1u8).modinv(&half).expect("coprime halves");
        let d = &short[1] + &orders[1] * (difference * step % &half);
        let lambda = &half * &orders[1];
        let e = d.modinv(&lambda).expect("each exponent is a unit");
        let modulus = |value: &BigUint| Modulus::for_numbers_of(n, value).expect("odd");
        let (p_squared, public_exponent) = (modulus(&(&p * &p)), &e % &orders[0]);
        let p_modulus = modulus(&p);
        let natural = |value: BigUint, bits: u64| Natural::from_biguint(&value, bits as usize);
        Self {
            modulus: &p * &p * &q,
            private_exponent: d,
            exponents: short.each_ref().map(|d| Exponent::secret(d, w)),
            exponent_less: Exponent::secret(&(&short[0] - 1u8), w),
            public_exponent: Exponent::secret(&public_exponent, p_squared.bit_length()),
            inverse_exponent: natural((&e % &p).modinv(&p).expect("a unit"), p.bits()),
            inverse_p: Natural::from_biguint(&p, p_modulus.width()).inverse_mod_power_of_two(),
            coefficient: natural((&p * &p % &q).modinv(&q).expect("a unit"), q.bits()),
            q: modulus(&q),
            p_squared,
            p: p_modulus,
        }
    }

    /// C^{d_p} mod p, then a step of Hensel lifting with the long e.
    fn lifted(&self, c: &Natural, engine: Engine) -> BigUint {
        // t = C^(d_p − 1), A = C·t, and because A^e = C the inverse of A^(e−1) = C/A is t.
        let [t, of_q] = self.powers(c, &self.exponent_less, &self.p, engine);
        let root = self.p.multiply(&self.p.reduce(c), &self.p.montgomery_form(&t));
        let f = engine
            .exponentiate(&[Exponentiation { base: &root, exponent: &self.public_exponent, modulus: &self.p_squared }])
            .remove(0);
        let slope = self.p.multiply(&t, &self.p.montgomery_form(&self.inverse_exponent));
        let multiple = self.p_squared.subtract(&self.p_squared.reduce(c), &f);
        let quotient = Natural::zero(self.p.width()).plus_product(&multiple, &self.inverse_p, self.p.width());
        let digit = self.p.multiply(&quotient, &self.p.montgomery_form(&slope));
        let lifted = root.plus_product(self.p.value(), &digit, self.p_squared.bit_length());
        self.combine(&lifted, &of_q)
    }

    /// C^{d_p} mod p².
    fn direct(&self, c: &Natural, engine: Engine) -> BigUint {
        let [of_p, of_q] = self.powers(c, &self.exponents[0], &self.p_squared, engine);
        self.combine(&of_p, &of_q)
    }

    fn powers(&self, c: &Natural, exponent: &Exponent, modulus: &Modulus, engine: Engine) -> [Natural; 2] {
        let set = [
            Exponentiation { base: c, exponent, modulus },
            Exponentiation { base: c, exponent: &self.exponents[1], modulus: &self.q },
        ];
        engine.exponentiate(&set).try_into().expect("two powers")
    }

    fn combine(&self, of_p: &Natural, of_q: &Natural) -> BigUint {
        let coefficient = self.q.montgomery_form(&self.coefficient);
        let h = self.q.multiply_difference(of_q, of_p, self.p_squared.bit_length(), &coefficient);
        of_p.plus_product(self.p_squared.value(), &h, self.modulus.bits() as usize).to_biguint()
    }

    /// Compares both ways with num-bigint.
    fn check(&self, ciphertext: &BigUint) {
        let expected = ciphertext.modpow(&self.private_exponent, &self.modulus);
        let number = Natural::from_biguint(ciphertext, self.modulus.bits() as usize);
        for engine in Engine::all() {
            assert_eq!(self.direct(&number, engine), expected, "directly, on {}", engine.name());
            assert_eq!(self.lifted(&number, engine), expected, "by lifting, on {}", engine.name());
        }
    }
}

#[test]
fn both_ways_agree_with_num_bigint() {
    let mut rng = ChaCha20Rng::from_seed([9; 32]);
    for (n, w) in [(384, 64), (600, 100), (1024, 160)] {
        let key = RebalancedMultiPower::generate(n, w, &mut rng);
        for _ in 0..4 {
            key.check(&random::in_interval(&BigUint::from(2u8), &key.modulus, &mut rng).unwrap());
        }
    }
}
