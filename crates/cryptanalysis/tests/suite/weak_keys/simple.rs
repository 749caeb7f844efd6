//! Primes near numbers that are easy to describe or to look up.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, private, two_to};

const SEARCH: &str = "few such numbers exist: divide N by the next primes of all";
const CONSTANT: &str = "few such constants exist: divide N by the next primes of their digits";
const SIMPLE: &str = "simple-number";
/// The decimal digits of a bit.
const DIGITS: f64 = core::f64::consts::LOG10_2;

pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![
        near("nextprime(a·2^k), a below 2^20", |make, n| {
            let bits = make.between(3, 21) as usize;
            with(make, n, make.number(bits) << (n / 2 - bits))
        }),
        near("nextprime(2^(n/2)·a/b), a and b up to 1000", |make, n| {
            let b = make.between(300, 1001);
            with(make, n, two_to(n / 2) * make.between(b / 2 + 1, b) / b)
        }),
        near("nextprime(a^k), a below 1000", |make, n| with(make, n, power(make.between(3, 1000), n / 2))),
        near("nextprime(a^k), a of 16 bits", |make, n| with(make, n, make.number(16).pow(n as u32 / 32))),
        near("nextprime(a^k), a of 31 bits", |make, n| {
            let base = make.between(1 << 30, 1 << 31);
            with(make, n, power(base, n / 2))
        }),
        near("nextprime(c·a^k), c and a below 8", |make, n| {
            let c = make.between(2, 8);
            with(make, n, power(make.between(3, 8), n / 2 - 2) * c)
        }),
        near("nextprime(2^(n/2 − 1) + 2^k)", |make, n| {
            let place = make.between(n as u64 / 8, n as u64 / 2 - 1) as usize;
            with(make, n, two_to(n / 2 - 1) + two_to(place))
        }),
        near("nextprime(k·10^j), k below 1000", |make, n| {
            with(make, n, power(10, n / 2 - 10) * make.between(100, 1000))
        }),
        private(
            "nextprime(a^k + b), b below 2^20",
            "simple-number",
            "Coppersmith's lattice with the high bits of p, for each a below 1000",
            |make, n| with(make, n, power(make.between(3, 1000), n / 2) + make.number(20)),
        ),
        near("nextprime(a multiple of k!)", |make, n| {
            let factors = (2u32..).map(BigUint::from);
            with(make, n, product(factors, n / 2 - 6) * make.between(1, 8))
        }),
        near("nextprime(a multiple of the product of the first primes)", |make, n| {
            let primes = (2u32..).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
            with(make, n, product(primes.map(BigUint::from), n / 2 - 6) * make.between(1, 8))
        }),
        near("nextprime(a Fibonacci or Lucas number)", |make, n| {
            let start: u8 = if make.between(0, 2) == 0 { 1 } else { 3 };
            let [mut a, mut b] = [BigUint::from(1u8), BigUint::from(start)];
            let length = n / 2 - make.between(0, 6) as usize;
            while (b.bits() as usize) < length {
                (a, b) = (b.clone(), a + b);
            }
            with(make, n, b)
        }),
        digits("nextprime(decimal digits of π)", |make, n| {
            let digits = ((n / 2) as f64 * DIGITS) as u32;
            let ten = BigUint::from(10u8);
            with(make, n, pi(&ten.pow(make.between(0, 1000) as u32 + digits)) % ten.pow(digits))
        }),
        digits("nextprime(binary digits of π)", |make, n| {
            with(make, n, pi(&two_to(n / 2 + make.between(0, 64) as usize)) % two_to(n / 2))
        }),
        digits("nextprime(binary digits of √k)", |make, n| {
            with(make, n, (BigUint::from(make.between(2, 1000)) << (n - 10)).sqrt())
        }),
        digits("nextprime(decimal digits of e)", |make, n| {
            let digits = ((n / 2) as f64 * DIGITS) as u32;
            let ten = BigUint::from(10u8);
            // The sum of all 1/k!
            let mut term = ten.pow(make.between(0, 1000) as u32 + digits + 50);
            let (mut sum, mut k) = (BigUint::ZERO, 0u32);
            while term != BigUint::ZERO {
                sum += &term;
                k += 1;
                term /= k;
            }
            with(make, n, sum / ten.pow(50) % ten.pow(digits))
        }),
        digits("nextprime(123456789101112…)", |make, n| {
            let length = ((n / 2) as f64 * DIGITS) as usize;
            let text: String = (1..1000).map(|number: u32| number.to_string()).collect();
            with(make, n, BigUint::parse_bytes(&text.as_bytes()[..length], 10).unwrap_or_default())
        }),
        digits("nextprime(a cube root of k·10^j)", |make, n| {
            let digits = (3.0 * (n / 2) as f64 * DIGITS) as u32 - 3;
            with(make, n, (BigUint::from(10u8).pow(digits) * make.between(2, 1000)).nth_root(3))
        }),
        digits("nextprime(a repeated decimal digit)", |make, n| {
            let ones = (BigUint::from(10u8).pow(((n / 2) as f64 * DIGITS) as u32) - 1u8) / 9u8;
            with(make, n, ones * make.between(1, 10))
        }),
        digits("nextprime(1234567890…)", |make, n| {
            let skipped = make.between(0, 10) as usize;
            let length = ((n / 2) as f64 * DIGITS) as usize;
            let digits: Vec<u8> = b"1234567890".iter().copied().cycle().skip(skipped).take(length).collect();
            with(make, n, BigUint::parse_bytes(&digits, 10).unwrap_or_default())
        }),
        near("a Mersenne prime", |make, n| {
            let exponent = match n {
                ..1536 => 521,
                1536..2048 => 607,
                _ => 1279,
            };
            make.one(n, two_to(exponent) - 1u8)
        }),
        private("a prime of a group in RFC 2409", "published-prime", SEARCH, |make, n| {
            make.one(n, group_prime(make, if n < 2048 { 768 } else { 1024 }))
        }),
        private("the prime of P-384", "published-prime", SEARCH, |make, n| {
            let p = two_to(384) - two_to(128) - two_to(96) + two_to(32) - 1u8;
            Draft::new([p, make.prime(n - 384)])
        }),
        near("the prime of P-521, Curve448 or Curve41417", |make, n| {
            let curves = [two_to(521) - 1u8, two_to(448) - two_to(224) - 1u8, two_to(414) - 17u8];
            let p = curves[make.between(0, 3) as usize].clone();
            let other = make.prime(n - p.bits() as usize);
            Draft::new([p, other])
        }),
    ];
    type Number = fn(&Maker, usize) -> BigUint;
    let numbers: [(&str, Number); 5] = [
        ("three powers of two", |_, h| two_to(h) + two_to(h - 1) + two_to(h - 100)),
        ("r·2^k, r of 32 bits", |make, h| make.number(32) << (h - 31)),
        ("3·2^k", |_, h| BigUint::from(3u8) << (h - 1)),
        ("3·10^k", |_, h| power(10, h + 1) * 3u8),
        ("2^k/3", |_, h| two_to(h + 2) / 3u8),
    ];
    for (name, number) in numbers {
        let sum = private(format!("p + q near {name}"), SIMPLE, "p·q and p + q give p", move |make, n| {
            let sum = number(make, n / 2);
            make.pair(sum.bits() as usize - 2, |p| sum - p)
        });
        let prime = private(
            format!("p is {name} and a number of n/4 − 8 bits"),
            SIMPLE,
            "Coppersmith's lattice with the high half of p",
            move |make, n| with(make, n, (number(make, n / 2) >> 2) + make.odd(n / 4 - 8)),
        );
        kinds.extend([sum, prime]);
    }
    kinds
}

fn near(name: &'static str, make: fn(&Maker, usize) -> Draft) -> Kind {
    private(name, SIMPLE, SEARCH, make)
}

fn digits(name: &'static str, make: fn(&Maker, usize) -> Draft) -> Kind {
    private(name, SIMPLE, CONSTANT, make)
}

/// The next prime of this number and a random prime.
fn with(make: &Maker, n: usize, start: BigUint) -> Draft {
    make.one(n, make.next_prime(start))
}

/// The greatest power with at most `bits` bits.
fn power(base: u64, bits: usize) -> BigUint {
    BigUint::from(base).pow((bits as f64 / (base as f64).log2()) as u32)
}

/// The product of the first factors that has at least `bits` bits.
fn product(mut factors: impl Iterator<Item = BigUint>, bits: usize) -> BigUint {
    let mut product = BigUint::from(1u8);
    while (product.bits() as usize) < bits {
        product *= factors.next().unwrap_or_default();
    }
    product
}

/// ⌊π·scale⌋, by Machin's formula, with 32 more bits for errors of rounding.
fn pi(scale: &BigUint) -> BigUint {
    let scale = scale << 32;
    let arctangent = |inverse: u32| {
        let mut power: BigUint = &scale / inverse;
        let (mut sum, mut subtracted) = (power.clone(), BigUint::ZERO);
        let mut divisor = 1u32;
        while power != BigUint::ZERO {
            power /= inverse * inverse;
            divisor += 2;
            let term = &power / divisor;
            if divisor % 4 == 3 { subtracted += term } else { sum += term }
        }
        sum - subtracted
    };
    (arctangent(5) * 16u8 - arctangent(239) * 4u8) >> 32
}

/// The prime of RFC 2409 with 768 or 1024 bits: `2^b − 2^(b − 64) − 1 + 2^64·(⌊2^(b − 130)·π⌋ + c)`.
fn group_prime(make: &Maker, bits: usize) -> BigUint {
    let constant: u32 = if bits == 768 { 149_686 } else { 129_093 };
    let middle = pi(&two_to(bits - 130)) + constant;
    let p = two_to(bits) - two_to(bits - 64) - 1u8 + (middle << 64);
    assert!(make.is_prime(&p), "the RFC's constant belongs to this formula");
    p
}
