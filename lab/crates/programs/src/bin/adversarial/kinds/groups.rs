//! Primes p for which a group modulo p has a known or a common order: ROCA, complex multiplication, common divisors.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, private, public};

const CHENG: &str = "Cheng: a curve with complex multiplication has order p, so multiply a point by N";
const RHO: &str = "x^(N ± 1) has a short order modulo p: baby steps and giant steps";
const NEMEC: &str = "Nemec et al. 2017 (more than an hour on one core above 512 bits); one such prime is enough";

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        public("both primes by Infineon's library", NEMEC, |make, n| {
            Draft::new([roca(make, n / 2), roca(make, n / 2)])
        }),
        private("one prime by Infineon's library", NEMEC, |make, n| Draft::new([roca(make, n / 2), make.prime(n / 2)])),
        private("gcd(p − 1, q − 1) of n/2 − 36 bits", RHO, |make, n| common(make, n, [1, 1])),
        private("gcd(p − 1, q + 1) of n/2 − 36 bits", RHO, |make, n| common(make, n, [1, -1])),
        private("gcd(p + 1, q + 1) of n/2 − 36 bits", RHO, |make, n| common(make, n, [-1, -1])),
        private(
            "gcd(p − 1, q − 1) is smooth and has n/4 + 10 bits",
            "its primes divide N − 1; then McKee and Pinch, in a few steps",
            |make, n| {
                let mut divisor = BigUint::from(2u8);
                while (divisor.bits() as usize) < n / 4 + 10 {
                    divisor *= make.odd(13);
                }
                let bits = n / 2 - divisor.bits() as usize;
                let prime = || make.prime_among(|make| &divisor * make.number(bits) + 1u8);
                Draft::new([prime(), prime()])
            },
        ),
        private(
            "q = k·p + 1, k of 40 bits",
            "the order of x^N modulo q divides k: baby steps and giant steps",
            |make, n| multiple(make, n, 1),
        ),
        private("q = k·p − 1, k of 40 bits", "the same in the group of order q + 1", |make, n| {
            multiple(make, n, -1)
        }),
        private("4p − 1 = 3·s²", CHENG, |make, n| complex(make, n, 3)),
        private("4p − 1 = 11·s²", CHENG, |make, n| complex(make, n, 11)),
        private("4p − 1 = 19·s²", CHENG, |make, n| complex(make, n, 19)),
        private("4p − 1 = 43·s²", CHENG, |make, n| complex(make, n, 43)),
        private("4p − 1 = 67·s²", CHENG, |make, n| complex(make, n, 67)),
        private("4p − 1 = 163·s²", CHENG, |make, n| complex(make, n, 163)),
        private("4p − 1 = 427·s²", CHENG, |make, n| complex(make, n, 427)),
        private("4p − 1 = D·s², D below 2^10", CHENG, |make, n| complex(make, n, 8 * make.between(1, 128) + 3)),
    ]
}

/// p = (1 + D·s²)/4 with an odd s, and a random prime.
fn complex(make: &Maker, n: usize, discriminant: u64) -> Draft {
    let bits = n / 4 + 1 - discriminant.ilog2() as usize / 2;
    let p = make.prime_among(|make| {
        let s = make.odd(bits);
        (&s * &s * discriminant + 1u8) >> 2
    });
    Draft::new([p, make.prime(n / 2)])
}

/// p = k·M + (65537^a mod M), M the product of the first primes: as many as the library took for that length.
fn roca(make: &Maker, half: usize) -> BigUint {
    let count = match half {
        ..496 => 39,
        496..992 => 71,
        _ => 126,
    };
    let primes = (2u32..).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
    let m: BigUint = primes.take(count).product();
    make.prime_among(|make| {
        let power = BigUint::from(65537u32).modpow(&make.number(60), &m);
        &m * make.number(half - m.bits() as usize) + power
    })
}

/// Two primes p and q for which p ∓ 1 and q ∓ 1 are multiples of one number.
fn common(make: &Maker, n: usize, signs: [i8; 2]) -> Draft {
    let divisor = make.prime(n / 2 - 37) << 1;
    Draft::new(signs.map(|sign| make.prime_among(|make| beside(&divisor * make.number(36), sign))))
}

/// q = k·p ± 1
fn multiple(make: &Maker, n: usize, sign: i8) -> Draft {
    let p = make.prime(n / 2 - 20);
    let q = make.prime_among(|make| beside(&p * (make.number(39) << 1), sign));
    Draft::new([p, q])
}

fn beside(number: BigUint, sign: i8) -> BigUint {
    if sign > 0 { number + 1u8 } else { number - 1u8 }
}
