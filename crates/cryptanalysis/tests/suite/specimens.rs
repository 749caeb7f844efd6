//! Keys for tests, made from fixed seeds: keys with one defect each, for all variants and many lengths, and sound keys. Never use
//! them for anything else.

use core::ops::ControlFlow;

use modular_powers::{Engine, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_cryptanalysis::attacks::partial_exposure;
use rsa_cryptanalysis::attacks::several_crt_exponents::{self, DemonstrationOptions};
use rsa_variants::{Components, KeyParams, PrivateKey, PublicComponents, Variant};

/// A key, and other moduli to compare it with.
pub(crate) struct Specimen {
    /// What is wrong with it.
    pub(crate) name: String,
    pub(crate) public: PublicComponents,
    /// Absent if the public key has no private key.
    pub(crate) private: Option<(KeyParams, Components)>,
    /// Other moduli, which may share a prime.
    pub(crate) others: Vec<PublicComponents>,
    /// Whether the public key alone must show the defect.
    pub(crate) shows_in_public: bool,
}

pub(crate) fn two_to(exponent: usize) -> BigUint {
    BigUint::from(1u8) << exponent
}

/// Makes keys from one seed.
pub(crate) struct Maker {
    pub(crate) rng: ChaCha20Rng,
}

impl Maker {
    pub(crate) fn new(seed: u8) -> Self {
        Self { rng: ChaCha20Rng::from_seed([seed; 32]) }
    }

    pub(crate) fn is_prime(&mut self, number: &BigUint) -> bool {
        prime::is_probably_prime(number, 20, Engine::default(), &mut self.rng).unwrap()
    }

    /// A random prime p with the two top bits set, and p − 1 coprime to 65537.
    pub(crate) fn prime(&mut self, bits: usize) -> BigUint {
        let (low, high) = (two_to(bits) - two_to(bits - 2), two_to(bits));
        let fits = |p: &BigUint| (p - 1u8) % 65537u32 != BigUint::ZERO;
        let made =
            prime::random_prime(&low, &high, fits, Engine::default(), &mut self.rng, |_| ControlFlow::Continue(()));
        made.unwrap_or_else(|_| unreachable!("nothing cancels it"))
    }

    /// The first prime from here on.
    pub(crate) fn next_prime(&mut self, from: BigUint) -> BigUint {
        let mut candidate = from | BigUint::from(1u8);
        while !self.is_prime(&candidate) || (&candidate - 1u8) % 65537u32 == BigUint::ZERO {
            candidate += 2u8;
        }
        candidate
    }

    pub(crate) fn odd(&mut self, bits: usize) -> BigUint {
        random::in_interval(&two_to(bits - 1), &two_to(bits), &mut self.rng).unwrap() | BigUint::from(1u8)
    }

    /// A key of this library.
    fn generated(&mut self, params: &KeyParams) -> PrivateKey {
        PrivateKey::generate(params, &mut self.rng, |_| ControlFlow::Continue(())).unwrap()
    }
}

/// A key from distinct primes and e or d. Import chooses its variant.
pub(crate) fn key(name: &str, primes: Vec<BigUint>, e: Option<BigUint>, d: Option<BigUint>) -> Specimen {
    let lambda = primes.iter().map(|prime| prime - 1u8).reduce(|a, b| a.lcm(&b)).unwrap();
    let e = e.unwrap_or_else(|| d.as_ref().map_or_else(|| 65537u32.into(), |d| d.modinv(&lambda).unwrap()));
    let private_exponent = d.unwrap_or_else(|| e.modinv(&lambda).unwrap());
    let modulus: BigUint = primes.iter().product();
    let n = modulus.bits() as usize;
    let is_long = e.bits() as usize > 256.min(n / 2);
    let variant = match (is_long, primes.len()) {
        (false, 2) => Variant::Crt,
        (false, _) => Variant::MultiPrime,
        (true, 2) => Variant::Rebalanced,
        (true, _) => Variant::RPrime,
    };
    let crt_exponents: Vec<BigUint> = primes.iter().map(|prime| &private_exponent % (prime - 1u8)).collect();
    let params = KeyParams {
        primes: matches!(variant, Variant::MultiPrime | Variant::RPrime).then_some(primes.len()),
        crt_exponent_length: is_long.then(|| crt_exponents.iter().map(BigUint::bits).max().unwrap() as usize),
        public_exponent: (!is_long).then(|| e.clone()),
        ..KeyParams::new(variant, n)
    };
    Specimen {
        name: format!("{name}, {n} bits"),
        public: PublicComponents::new(modulus.clone(), e.clone()),
        private: Some((
            params,
            Components {
                modulus,
                public_exponents: vec![e],
                private_exponent,
                primes,
                crt_exponents,
                crt_coefficients: Vec::new(), // not used
            },
        )),
        others: Vec::new(),
        shows_in_public: false,
    }
}

impl Specimen {
    fn of(name: &str, key: &PrivateKey) -> Self {
        let components = key.components().clone();
        let public = key.public_key().components();
        Self {
            name: format!("{name}, {} {} bits", key.params().variant.name(), key.params().modulus_length),
            public,
            private: Some((key.params(), components)),
            others: Vec::new(),
            shows_in_public: false,
        }
    }

    pub(crate) fn public_only(name: &str, modulus: BigUint, public_exponent: BigUint) -> Self {
        let name = format!("{name}, {} bits", modulus.bits());
        let public = PublicComponents::new(modulus, public_exponent);
        Self { name, public, private: None, others: Vec::new(), shows_in_public: true }
    }

    /// With another key of this modulus.
    fn beside(self, modulus: BigUint) -> Self {
        Self { others: vec![PublicComponents::new(modulus, 65537u32.into())], ..self }
    }

    pub(crate) fn in_public(self) -> Self {
        Self { shows_in_public: true, ..self }
    }
}

/// How many kinds of keys to make. Some take long at 2048 bits and more.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Extent {
    Quick,
    Most,
    Whole,
}

/// Keys that fall to attacks of this crate or to published tools within a day: one of each kind of this extent.
fn of_length(make: &mut Maker, n: usize, extent: Extent) -> Vec<Specimen> {
    let mut keys = Vec::new();
    let h = n / 2;
    let (p, q) = (make.prime(h), make.prime(h));

    for short in [64, 90] {
        let primes = vec![make.prime(n - short), make.prime(short)];
        keys.push(key(&format!("a prime of {short} bits"), primes, None, None));
    }
    let close = make.next_prime(&p + two_to(h / 2 - 4));
    keys.push(key("close primes", vec![p.clone(), close], None, None).in_public());
    let other = make.prime(h);
    let shared = key("a shared prime", vec![p.clone(), q.clone()], None, None);
    keys.push(shared.beside(&p * other).in_public());
    keys.push(short_private_exponent(make, &p, &q, n / 4 - 16).in_public());
    let e = BigUint::from(65537u32);
    keys.push(Specimen::public_only("a square", &p * &p, e.clone()));
    keys.push(Specimen::public_only("a small factor", &p * &q * 4099u32, e.clone()));
    keys.push(Specimen::public_only("e = 1", &p * &q, 1u8.into()));
    // Up to 3072 bits, the number to factor between the two lattices is short enough.
    if (1024..=2048).contains(&n) || extent == Extent::Whole && (2048..=3072).contains(&n) {
        let shape = DemonstrationOptions { modulus_length: n, ..DemonstrationOptions::default() };
        let made = several_crt_exponents::demonstration(&mut make.rng, &shape, &mut |_| ControlFlow::Continue(()));
        keys.push(Specimen::of("three primes with a short e", &made.unwrap().key));
        // w = n/2 − 2/3·|e| − 1, with which the attack finds the cofactors.
        for e in [21 * n / 80, 5 * n / 16] {
            let lengths = (e, h - (2 * e).div_ceil(3) - 1);
            keys.push(Specimen::of("cofactors of short CRT exponents", &with_short_exponents(make, n, lengths)));
        }
    }
    if extent < Extent::Most {
        return keys;
    }

    keys.push(one_short_exponent(make, h, 20));
    keys.push(one_short_exponent(make, h, 48));
    let ratio = make.next_prime(&p * 2u8 / 3u8);
    keys.push(key("primes with a ratio of 3/2", vec![p.clone(), ratio], None, None).in_public());
    keys.push(key(
        "primes that differ in half of their bits",
        vec![p.clone(), make.next_prime(&p + two_to(h / 2 + 16))],
        None,
        None,
    ));
    keys.push(equal_exponents(make, h));
    keys.push(Specimen::public_only("an even modulus", &p * &q * 2u8, e));
    keys.push(Specimen::public_only("an even e", &p * &q, 65536u32.into()));
    if extent < Extent::Whole {
        return keys;
    }

    let smooth = key("smooth p − 1", vec![smooth_prime(make, h, 1 << 8), q.clone()], None, None);
    // The public check raises small primes to powers that are too low for longer primes of this kind.
    keys.push(if n <= 3072 { smooth.in_public() } else { smooth });
    keys.push(key("p − 1 with primes below 2^20", vec![smooth_prime(make, h, 1 << 20), q.clone()], None, None));
    // The check recognizes longer ones as well, but the attack on them takes longer than factoring (Nemec et al. 2017, table 1).
    if n <= 2048 {
        keys.push(roca(make, h).in_public());
    }
    keys.push(key("a pattern", vec![pattern_prime(make, h), q.clone()], None, None));
    keys.push(common_divisor(make, h));
    let twin = make_twin(make, &p, h);
    keys.push(key("the same low bits", vec![p.clone(), twin], None, None));
    if n >= 1024 {
        let w = |w| KeyParams { crt_exponent_length: Some(w), ..KeyParams::new(Variant::SchemeB, n) };
        keys.push(Specimen::of("w inside the line", &make.generated(&w(n / 5 - 8))).in_public());
        let w = KeyParams { crt_exponent_length: Some(32), ..KeyParams::new(Variant::RPrime, n) };
        keys.push(Specimen::of("w = 32", &make.generated(&w)));
    }
    keys
}

/// A key of two primes and n bits, with e and CRT exponents of these lengths.
fn with_short_exponents(make: &mut Maker, n: usize, (e, w): (usize, usize)) -> PrivateKey {
    let shape = partial_exposure::DemonstrationOptions {
        modulus_length: n,
        public_exponent_length: Some(e),
        crt_exponent_length: Some(w),
        known_bits: Some(0),
        ..partial_exposure::DemonstrationOptions::default()
    };
    let made = partial_exposure::demonstration(&mut make.rng, &shape, &mut |_| ControlFlow::Continue(()));
    made.expect("such keys exist").key
}

/// All kinds at the lengths in use, and for each variant a key that shares a prime with another or has CRT exponents of 40 bits.
/// This takes minutes. Scheme A is left out, because its key generation takes longer than all others together at these lengths.
pub(crate) fn adversarial_of_lengths_in_use() -> Vec<Specimen> {
    let mut keys = Vec::new();
    for (seed, n) in [2048usize, 3072, 4096].into_iter().enumerate() {
        let make = &mut Maker::new(seed as u8 + 50);
        keys.extend(of_length(make, n, Extent::Whole));
        for variant in Variant::ALL.into_iter().filter(|variant| *variant != Variant::SchemeA) {
            let made = make.generated(&KeyParams::new(variant, n));
            let prime = made.components().primes[0].clone();
            let other = &prime * make.prime(n - prime.bits() as usize);
            keys.push(Specimen::of("a shared prime", &made).beside(other).in_public());
            if KeyParams::new(variant, n).crt_exponent_length.is_none() && made.params().crt_exponent_length.is_some() {
                // A tunable key can only have such a short w with its longest e.
                let e = (variant == Variant::Tunable).then(|| two_to(n / 2 - 1) + 1u8);
                let short =
                    KeyParams { crt_exponent_length: Some(40), public_exponent: e, ..KeyParams::new(variant, n) };
                keys.push(Specimen::of("w = 40", &make.generated(&short)));
            }
        }
    }
    keys
}

/// All kinds at 1024 bits.
pub(crate) fn adversarial_of_1024_bits() -> Vec<Specimen> {
    of_length(&mut Maker::new(2), 1024, Extent::Whole)
}

/// Keys that fall to attacks of this crate or to published tools within a day.
pub(crate) fn adversarial() -> Vec<Specimen> {
    let mut keys = Vec::new();
    let lengths = [
        (768, Extent::Whole),
        (1024, Extent::Whole),
        (1536, Extent::Whole),
        (2048, Extent::Most),
        (3072, Extent::Quick),
    ];
    for (seed, (n, extent)) in lengths.into_iter().enumerate() {
        keys.extend(of_length(&mut Maker::new(seed as u8 + 1), n, extent));
    }
    let make = &mut Maker::new(100);
    keys.push(Specimen::of("as published", &PrivateKey::sample(Variant::SchemeA, 1024).unwrap()).in_public());
    for variant in Variant::ALL {
        let n = if variant == Variant::SchemeA { 256 } else { 512 };
        let w = matches!(variant, Variant::Rebalanced | Variant::SchemeB).then_some(120);
        let params = KeyParams { crt_exponent_length: w, ..KeyParams::new(variant, n) };
        keys.push(Specimen::of("a short modulus", &make.generated(&params)));
    }
    for primes in [6, 8] {
        let params = KeyParams { primes: Some(primes), ..KeyParams::new(Variant::MultiPrime, 768) };
        keys.push(Specimen::of("too many primes", &make.generated(&params)));
        let params = KeyParams { primes: Some(8), ..KeyParams::new(Variant::MultiPower, 100 * primes) };
        keys.push(Specimen::of("a high power", &make.generated(&params)));
    }
    let prime = make.prime(1024);
    keys.push(Specimen::public_only("a prime modulus", prime, 65537u32.into()));
    keys
}

/// d modulo p − 1 of `w` bits, d modulo q − 1 random.
fn one_short_exponent(make: &mut Maker, half: usize, w: usize) -> Specimen {
    loop {
        let (p, q) = (make.prime(half), make.prime(half));
        let [p_less, q_less] = [&p - 1u8, &q - 1u8];
        let (short, long) = (make.odd(w), make.odd(half - 1));
        let is_unit = short.gcd(&p_less) == BigUint::from(1u8) && long.gcd(&q_less) == BigUint::from(1u8);
        let q_half: BigUint = &q_less >> 1;
        if !is_unit || p_less.gcd(&q_half) != BigUint::from(1u8) {
            continue;
        }
        // d ≡ short mod p − 1 and d ≡ long mod (q − 1)/2. Both are odd.
        let difference = (&long + &q_half * &short - &short) % &q_half;
        let p_rest: BigUint = &p_less % &q_half;
        let inverse = p_rest.modinv(&q_half).unwrap();
        let d = &short + &p_less * (difference * inverse % &q_half);
        return key(&format!("one CRT exponent of {w} bits"), vec![p, q], None, Some(d));
    }
}

fn smooth_prime(make: &mut Maker, bits: usize, bound: u32) -> BigUint {
    loop {
        let mut product = BigUint::from(2u8);
        while (product.bits() as usize) < bits - 1 {
            let factor = random::in_interval(&3u8.into(), &bound.into(), &mut make.rng).unwrap();
            if (&product * &factor).bits() as usize > bits {
                product <<= 1;
            } else {
                product *= factor;
            }
        }
        let p = product + 1u8;
        if (&p - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&p) {
            return p;
        }
    }
}

fn roca(make: &mut Maker, half: usize) -> Specimen {
    let m: BigUint =
        (2..=701u32).filter(|n| (2..*n).all(|d| n % d != 0)).take(if half < 512 { 39 } else { 71 }).product();
    let mut prime = || loop {
        let a = make.odd(60);
        let k = make.odd(half - m.bits() as usize);
        let p = &m * k + BigUint::from(65537u32).modpow(&a, &m);
        if (&p - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&p) {
            return p;
        }
    };
    let primes = vec![prime(), prime()];
    key("primes by Infineon's library", primes, None, None)
}

fn short_private_exponent(make: &mut Maker, p: &BigUint, q: &BigUint, bits: usize) -> Specimen {
    let lambda = (p - 1u8).lcm(&(q - 1u8));
    let d = loop {
        let d = make.odd(bits);
        if d.gcd(&lambda) == BigUint::from(1u8) {
            break d;
        }
    };
    key("a short private exponent", vec![p.clone(), q.clone()], None, Some(d))
}

fn pattern_prime(make: &mut Maker, bits: usize) -> BigUint {
    let word = make.odd(40).to_bytes_be();
    let bytes: Vec<u8> = word.iter().copied().cycle().take(bits / 8).collect();
    let mut p = BigUint::from_bytes_be(&bytes);
    p.set_bit(bits as u64 - 1, true);
    make.next_prime(p)
}

/// Primes with p − 1 and q − 1 multiples of one number, and not close: Pollard's rho takes about 2^31 steps.
fn common_divisor(make: &mut Maker, half: usize) -> Specimen {
    let g: BigUint = make.prime(half - 64) << 1;
    let mut prime = || loop {
        let p = &g * make.odd(half - g.bits() as usize) + 1u8;
        if make.is_prime(&p) && (&p - 1u8) % 65537u32 != BigUint::ZERO {
            return p;
        }
    };
    let primes = vec![prime(), prime()];
    key("a common divisor of p − 1 and q − 1", primes, None, None)
}

/// Two primes with the same low half.
fn make_twin(make: &mut Maker, p: &BigUint, half: usize) -> BigUint {
    let low = p % two_to(half / 2 + 8);
    loop {
        let q = (make.odd(half / 2 - 8) << (half / 2 + 8)) + &low;
        if q != *p && (&q - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&q) {
            return q;
        }
    }
}

/// A private exponent that is shorter than both primes.
fn equal_exponents(make: &mut Maker, half: usize) -> Specimen {
    let (p, q) = (make.prime(half), make.prime(half));
    let lambda = (&p - 1u8).lcm(&(&q - 1u8));
    let d = loop {
        let d = make.odd(half / 2 - 20);
        if d.gcd(&lambda) == BigUint::from(1u8) {
            break d;
        }
    };
    let specimen = key("equal CRT exponents", vec![p, q], None, Some(d));
    specimen.in_public()
}

/// Keys of every variant whose parameters are acceptable or weak: keys of this library, and keys of unusual but harmless shapes.
pub(crate) fn sound(seeds: core::ops::RangeInclusive<u8>) -> Vec<Specimen> {
    let mut keys = Vec::new();
    for seed in seeds {
        let make = &mut Maker::new(200 + seed);
        for n in [1024, 1280, 1536] {
            for variant in [Variant::Original, Variant::Crt, Variant::Batch] {
                keys.push(Specimen::of("sound", &make.generated(&KeyParams::new(variant, n))));
            }
        }
        let with = |variant, n, primes: Option<usize>, w: Option<usize>| KeyParams {
            primes,
            crt_exponent_length: w,
            ..KeyParams::new(variant, n)
        };
        for params in [
            with(Variant::MultiPrime, 1536, Some(3), None),
            with(Variant::MultiPrime, 2048, Some(3), None),
            with(Variant::MultiPower, 2048, Some(3), None),
            with(Variant::Rebalanced, 1024, None, Some(176)),
            with(Variant::Rebalanced, 2048, None, Some(320)),
            with(Variant::RPrime, 2048, Some(3), Some(224)),
            with(Variant::SchemeB, 1024, None, Some(320)),
        ] {
            keys.push(Specimen::of("sound", &make.generated(&params)));
        }
        keys.push(Specimen::of("sound", &make.generated(&KeyParams::new(Variant::Unbalanced, 2048))));
        let (p, q) = (make.prime(1000), make.prime(1040));
        keys.push(key("primes of slightly different lengths", vec![p.clone(), q.clone()], None, None));
        if let Some(specimen) = with_exponent(&p, &q, 3).or_else(|| with_exponent(&p, &q, 17)) {
            keys.push(specimen);
        }
        let other = make.prime(512) * make.prime(512);
        keys.push(key("beside another key", vec![p, q], None, None).beside(other));
    }
    keys
}

fn with_exponent(p: &BigUint, q: &BigUint, e: u32) -> Option<Specimen> {
    let lambda = (p - 1u8).lcm(&(q - 1u8));
    (lambda.gcd(&e.into()) == BigUint::from(1u8))
        .then(|| key("a small e", vec![p.clone(), q.clone()], Some(e.into()), None))
}
