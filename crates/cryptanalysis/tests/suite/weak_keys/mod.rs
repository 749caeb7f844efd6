//! Kinds of keys that fall within a day, each with how they arise and what a verdict must say of them, and sound keys.
//!
//! The tests of this crate make keys of all kinds, and the lab's program `adversarial`, which includes this folder, makes as many
//! as you like. It is a folder of the tests, not a module of the crate behind a feature, because the crate's users need no weak keys.

mod bits;
mod checkers;
mod exponents;
mod generators;
mod groups;
mod library;
mod powers;
mod ratios;
mod several;
mod simple;
mod smooth;
pub(crate) mod sound;

use core::cell::{RefCell, RefMut};
use core::ops::{ControlFlow, RangeInclusive};
use std::sync::Mutex;
use std::thread;

use modular_powers::{Engine, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_cryptanalysis::{KeyAssessment, Reach, Verdict, assess_private_key, assess_public_key};
use rsa_variants::{Components, KeyParams, PrivateKey, PublicComponents, Variant};

/// Rounds of Miller–Rabin: nobody chose these numbers to deceive it.
const ROUNDS: usize = 8;

/// No generator gets stuck here.
const WORKS: &str = "ChaCha20 works";

/// Makes a key with a modulus of about so many bits.
type Make = Box<dyn Fn(&Maker, usize) -> Draft + Send + Sync>;

/// A kind of keys.
pub(crate) struct Kind {
    /// What is special about its keys.
    pub(crate) name: String,
    /// How an attacker who only sees the public key factors it.
    pub(crate) attack: &'static str,
    /// Which verdicts must call its keys broken.
    pub(crate) shows: Shows,
    /// The code of the finding, or the name of the method, that must be among the reasons; `None` if nothing shows.
    pub(crate) finding: Option<&'static str>,
    /// The modulus lengths at which its keys are known to fall.
    pub(crate) lengths: RangeInclusive<usize>,
    make: Make,
}

/// Which verdicts must call a key broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Those on the public and on the private key.
    Public,
    /// That on the private key.
    Private,
    /// None: the numbers look random to anyone who does not repeat how they were made, or find them in a list.
    Nowhere,
}

/// All kinds.
pub(crate) fn kinds() -> Vec<Kind> {
    let files = [
        ratios::kinds(),
        bits::kinds(),
        simple::kinds(),
        powers::kinds(),
        exponents::kinds(),
        smooth::kinds(),
        groups::kinds(),
        several::kinds(),
        checkers::kinds(),
        library::kinds(),
        generators::kinds(),
    ];
    files.into_iter().flatten().collect()
}

/// A kind that the verdict on the public key must show.
fn public(
    name: impl Into<String>,
    finding: &'static str,
    attack: &'static str,
    make: impl Fn(&Maker, usize) -> Draft + Send + Sync + 'static,
) -> Kind {
    let (name, make) = (name.into(), Box::new(make));
    Kind { name, attack, shows: Shows::Public, finding: Some(finding), lengths: 1024..=2048, make }
}

/// A kind that only the verdict on the private key must show.
fn private(
    name: impl Into<String>,
    finding: &'static str,
    attack: &'static str,
    make: impl Fn(&Maker, usize) -> Draft + Send + Sync + 'static,
) -> Kind {
    Kind { shows: Shows::Private, ..public(name, finding, attack, make) }
}

/// A kind that no verdict can see.
fn nowhere(
    name: impl Into<String>,
    attack: &'static str,
    make: impl Fn(&Maker, usize) -> Draft + Send + Sync + 'static,
) -> Kind {
    Kind { shows: Shows::Nowhere, finding: None, ..public(name, "", attack, make) }
}

/// The numbers from which a key follows.
pub(crate) struct Draft {
    pub(crate) primes: Vec<BigUint>,
    /// How often each prime divides N.
    pub(crate) powers: Vec<u32>,
    pub(crate) exponent: Exponent,
    /// Other keys.
    pub(crate) others: Vec<PublicComponents>,
    /// The key itself, if this library made it.
    made: Option<PrivateKey>,
}

pub(crate) enum Exponent {
    Public(BigUint),
    Private(BigUint),
    /// One that has no private exponent.
    Alone(BigUint),
}

/// A key, and others to compare it with.
pub(crate) struct Key {
    pub(crate) public: PublicComponents,
    /// Absent if N has only one prime, or e no inverse.
    pub(crate) private: Option<(KeyParams, Components)>,
    pub(crate) others: Vec<PublicComponents>,
}

pub(crate) fn two_to(exponent: usize) -> BigUint {
    BigUint::from(1u8) << exponent
}

/// Makes random numbers and primes from a seed.
pub(crate) struct Maker {
    rng: RefCell<ChaCha20Rng>,
}

impl Maker {
    /// `stream` separates the kinds from each other.
    pub(crate) fn new(seed: u64, stream: &str) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        for (index, byte) in stream.bytes().enumerate() {
            let place = &mut bytes[8 + index % 24];
            *place = place.rotate_left(3) ^ byte;
        }
        Self { rng: RefCell::new(ChaCha20Rng::from_seed(bytes)) }
    }

    pub(crate) fn rng(&self) -> RefMut<'_, ChaCha20Rng> {
        self.rng.borrow_mut()
    }

    pub(crate) fn is_prime(&self, number: &BigUint) -> bool {
        prime::is_probably_prime(number, ROUNDS, Engine::default(), &mut *self.rng()).expect(WORKS)
    }

    /// A random number from `low` up to, but excluding, `high`.
    pub(crate) fn between(&self, low: u64, high: u64) -> u64 {
        let number = random::in_interval(&low.into(), &high.into(), &mut *self.rng()).expect(WORKS);
        number.iter_u64_digits().next().unwrap_or(0)
    }

    /// A random number of exactly `bits` bits.
    pub(crate) fn number(&self, bits: usize) -> BigUint {
        random::in_interval(&two_to(bits - 1), &two_to(bits), &mut *self.rng()).expect(WORKS)
    }

    pub(crate) fn odd(&self, bits: usize) -> BigUint {
        self.number(bits) | BigUint::from(1u8)
    }

    /// A random prime with the two top bits set.
    pub(crate) fn prime(&self, bits: usize) -> BigUint {
        let (low, high) = (two_to(bits) - two_to(bits - 2), two_to(bits));
        let fits = |p: &BigUint| p % 65537u32 != BigUint::from(1u8);
        let rng = &mut *self.rng();
        prime::random_prime(&low, &high, fits, Engine::default(), rng, |_| ControlFlow::Continue(()))
            .unwrap_or_else(|_| unreachable!("nothing cancels it, and the generator works"))
    }

    /// The first prime from here on with which 65537 is a public exponent.
    pub(crate) fn next_prime(&self, from: BigUint) -> BigUint {
        let mut candidate = from | BigUint::from(1u8);
        while &candidate % 65537u32 == BigUint::from(1u8) || !self.is_prime(&candidate) {
            candidate += 2u8;
        }
        candidate
    }

    /// A key of this library.
    pub(crate) fn generate(&self, params: &KeyParams) -> PrivateKey {
        PrivateKey::new(params, &mut *self.rng()).unwrap_or_else(|error| unreachable!("{params:?}: {error}"))
    }

    /// A prime p of so many bits, and the next prime of a number that follows from it.
    pub(crate) fn pair(&self, bits: usize, next: impl FnOnce(&BigUint) -> BigUint) -> Draft {
        let p = self.prime(bits);
        let q = self.next_prime(next(&p));
        Draft::new([p, q])
    }

    /// The first of these numbers that is prime.
    pub(crate) fn prime_among(&self, make: impl Fn(&Self) -> BigUint) -> BigUint {
        loop {
            let candidate = make(self);
            if candidate.bit(0) && self.is_prime(&candidate) {
                return candidate;
            }
        }
    }

    /// This prime, and a random one of n/2 bits.
    pub(crate) fn one(&self, n: usize, prime: BigUint) -> Draft {
        Draft::new([prime, self.prime(n / 2)])
    }

    /// The first two of these numbers that are prime.
    pub(crate) fn two(&self, make: impl Fn(&Self) -> BigUint) -> Draft {
        Draft::new([self.prime_among(&make), self.prime_among(&make)])
    }

    /// A random odd number of exactly `bits` bits that is coprime to `modulus`.
    pub(crate) fn unit(&self, bits: usize, modulus: &BigUint) -> BigUint {
        loop {
            let number = self.odd(bits);
            if is_coprime(&number, modulus) {
                return number;
            }
        }
    }
}

pub(crate) fn is_coprime(a: &BigUint, b: &BigUint) -> bool {
    a.gcd(b) == BigUint::from(1u8)
}

/// The least common multiple of all p − 1: λ(N) if the primes are distinct. For a repeated prime, too, exponents modulo this
/// number decrypt shares.
pub(crate) fn lambda(primes: &[BigUint]) -> BigUint {
    primes.iter().map(|prime| prime - 1u8).reduce(|a, b| a.lcm(&b)).unwrap_or_default()
}

impl Draft {
    /// Different primes and e = 65537.
    pub(crate) fn new(primes: impl Into<Vec<BigUint>>) -> Self {
        let primes = primes.into();
        let powers = vec![1; primes.len()];
        Self { primes, powers, exponent: Exponent::Public(65537u32.into()), others: Vec::new(), made: None }
    }

    /// A key of this library.
    pub(crate) fn made(key: PrivateKey) -> Self {
        Self { made: Some(key), ..Self::new(Vec::new()) }
    }

    /// Only a public key.
    pub(crate) fn alone(self, e: BigUint) -> Self {
        Self { exponent: Exponent::Alone(e), ..self }
    }

    pub(crate) fn with_private_exponent(self, d: BigUint) -> Self {
        Self { exponent: Exponent::Private(d), ..self }
    }

    pub(crate) fn with_public_exponent(self, e: BigUint) -> Self {
        Self { exponent: Exponent::Public(e), ..self }
    }

    /// Other keys with these moduli.
    pub(crate) fn beside(self, moduli: impl IntoIterator<Item = BigUint>) -> Self {
        let others = moduli.into_iter().map(|modulus| PublicComponents::new(modulus, 65537u32.into())).collect();
        Self { others, ..self }
    }

    pub(crate) fn with_powers(self, powers: impl Into<Vec<u32>>) -> Self {
        Self { powers: powers.into(), ..self }
    }

    /// `None` if e has no inverse or two primes are the same.
    pub(crate) fn key(self) -> Option<Key> {
        let Self { primes, powers, exponent, others, made } = self;
        if let Some(key) = made {
            let private = Some((key.params(), key.components().clone()));
            return Some(Key { public: key.public_key().components(), private, others });
        }
        let modulus: BigUint = primes.iter().zip(&powers).map(|(prime, &power)| prime.pow(power)).product();
        if let ([_], Exponent::Public(e)) | (_, Exponent::Alone(e)) = (&primes[..], &exponent) {
            return Some(Key { public: PublicComponents::new(modulus, e.clone()), private: None, others });
        }
        if (1..primes.len()).any(|index| primes[..index].contains(&primes[index])) {
            return None;
        }
        let lambda = lambda(&primes);
        let (e, d) = match exponent {
            Exponent::Public(e) | Exponent::Alone(e) => (e.clone(), e.modinv(&lambda)?),
            Exponent::Private(d) => (d.modinv(&lambda)?, d),
        };
        let n = modulus.bits() as usize;
        let is_long = e.bits() as usize > 256.min(n / 2);
        let r = powers.iter().sum::<u32>() as usize;
        let variant = match (is_long, primes.len()) {
            _ if r > primes.len() => Variant::MultiPower,
            (false, 2) => Variant::Crt,
            (false, _) => Variant::MultiPrime,
            (true, 2) => Variant::Rebalanced,
            (true, _) => Variant::RPrime,
        };
        let crt_exponents: Vec<BigUint> = primes.iter().map(|prime| &d % (prime - 1u8)).collect();
        let params = KeyParams {
            primes: (variant != Variant::Crt && variant != Variant::Rebalanced).then_some(r),
            multiplicity: (variant == Variant::MultiPower).then_some(powers[powers.len() - 1] as usize),
            crt_exponent_length: is_long.then(|| crt_exponents.iter().map(BigUint::bits).max().unwrap_or(0) as usize),
            public_exponent: (!is_long).then(|| e.clone()),
            ..KeyParams::new(variant, n)
        };
        let components = Components {
            modulus: modulus.clone(),
            public_exponents: vec![e.clone()],
            private_exponent: d,
            primes,
            crt_exponents,
            crt_coefficients: Vec::new(), // no verdict looks at them
        };
        Some(Key { public: PublicComponents::new(modulus, e), private: Some((params, components)), others })
    }
}

impl Kind {
    /// The same at other lengths.
    fn at(self, lengths: RangeInclusive<usize>) -> Self {
        Self { lengths, ..self }
    }

    /// A key of this kind, made from a seed.
    pub(crate) fn key(&self, seed: u64, n: usize) -> Key {
        let make = Maker::new(seed, &self.name);
        loop {
            // Now and then 65537 divides p − 1.
            if let Some(key) = (self.make)(&make, n).key() {
                return key;
            }
        }
    }
}

impl Key {
    /// The verdict on the public key.
    pub(crate) fn assess_public(&self) -> KeyAssessment {
        assess_public_key(&self.public, &self.others)
    }

    /// The verdict on the private key, if there is one.
    pub(crate) fn assess_private(&self) -> Option<KeyAssessment> {
        let (params, components) = self.private.as_ref()?;
        Some(assess_private_key(params, components, &self.others))
    }
}

impl Kind {
    /// What is wrong with the verdicts on the public and on the private half of a key of this kind, if anything. Only kinds that the
    /// public key shows, and keys without a private half, need the former.
    pub(crate) fn problem(
        &self,
        key: &Key,
        public: Option<&KeyAssessment>,
        private: Option<&KeyAssessment>,
    ) -> Option<String> {
        let last = private.or(public)?;
        // Every reported factor divides the modulus properly.
        let n = &key.public.modulus;
        let mut factors = public.unwrap_or(last).key_findings.iter().filter_map(|finding| finding.factor.as_ref());
        let is_right = factors.all(|factor| (2u8.into()..n.clone()).contains(factor) && n.is_multiple_of(factor))
            && is_broken(last) == (self.shows != Shows::Nowhere)
            && (public.is_some_and(is_broken) || self.shows != Shows::Public)
            && self.finding.is_none_or(|finding| shows(last, finding));
        (!is_right).then(|| {
            let verdicts = [Some(last), public].map(|it| it.map(|it| (it.verdict, it.reach, it.strength)));
            format!("{}: {verdicts:?} {:?} {:?}", self.name, self.finding, last.key_findings)
        })
    }
}

/// Whether the verdict is broken, and not merely by theory.
pub(crate) fn is_broken(assessment: &KeyAssessment) -> bool {
    assessment.verdict == Verdict::Broken && assessment.reach.is_some_and(|reach| reach != Reach::Theory)
}

/// Whether a finding with this code, or a method with this name, breaks the key.
fn shows(assessment: &KeyAssessment, finding: &str) -> bool {
    let mut findings = assessment.key_findings.iter().filter(|it| it.verdict() == Some(Verdict::Broken));
    let mut methods = assessment.findings.iter().filter(|it| Verdict::of(it.strength) == Verdict::Broken);
    findings.any(|it| it.code == finding) || methods.any(|it| it.method.id() == finding)
}

/// Applies a function to each item on all processors, and returns the results in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(items.iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, item)) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((index, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
